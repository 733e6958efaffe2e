"""Files that differ in, the lines of the catalogue that they go back to out.

What the contract on disk and the wanted one say otherwise is the cause, as far as a file was made of it. Where that
does not tell, a file made for one method or request goes back to it, and any other to no line: none is guessed. The
contract itself, and with it the sums, also differ when statements only moved.
"""

import json
from collections.abc import Mapping
from typing import Any

from paycat.catalogue.directions import DIRECTIONS
from paycat.contract.differences import Difference, Keys, differences, first_line_of_change, place_in
from paycat.contract.places import keys_of_file
from paycat.diagnostics import Span
from paycat.files import strict_json
from paycat.packs.fileset import SUMS, FileSet

_CONTRACT = "contract/contract.json"
_REGISTERS = ("gaps", "decisions", "errata")


def causes(files: FileSet, disk: Mapping[str, str | None]) -> dict[str, Span]:
    """Return the cause by path, where one is known, of the files that differ; `disk` holds their text on disk, if any.

    Without the contract among the files nothing is known.
    """
    if not disk or _CONTRACT not in files.files:
        return {}
    new = json.loads(files.files[_CONTRACT])
    old = _contract(disk[_CONTRACT]) if _CONTRACT in disk else new
    changed = differences(old, new) if old else []
    first = first_line_of_change(old, new) if old else None
    codes = {method["code"] for contract in (old, new) if contract for method in contract["methods"]}
    made_for = {path: files.made_for.get(path) or keys_of_file(sorted(codes), path) for path in disk}
    found = {path: _cause(keys, changed, new) for path, keys in made_for.items()}
    found |= dict.fromkeys(made_for.keys() & {_CONTRACT, SUMS}, first)
    return {path: cause for path, cause in found.items() if cause}


def _contract(text: str | None) -> Any:
    """Return the contract in a text, or None when it is none: somebody edited it, or another paycat wrote it."""
    try:
        contract = strict_json((text or "").encode())
        return contract if all(isinstance(method["code"], str) for method in contract["methods"]) else None
    except (ValueError, KeyError, TypeError):
        return None


def _cause(keys: Keys, changed: list[Difference], new: Any) -> Span | None:
    if not keys:
        return _of_the_whole(changed)
    inside = (place for where, place in changed if _concerns(where, keys))
    return next(inside, None) or place_in(new, keys)


def _concerns(where: Keys, keys: Keys) -> bool:
    """Tell whether a difference is in a method or request, or in what a method says of both directions."""
    length = len(keys) if where[2:3] and where[2] in DIRECTIONS else 2
    return where[:length] == keys[:length]


def _of_the_whole(changed: list[Difference]) -> Span | None:
    """Return the first difference, if all are in one method or stand in one file."""
    stated = [one for one in changed if one[0][0] not in _REGISTERS] or changed
    owners, written_in = {where[:2] for where, _ in stated}, {place.path for _, place in stated}
    return stated[0][1] if len(owners) == 1 or len(written_in) == 1 else None
