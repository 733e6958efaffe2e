"""A project as it is on disk in; the contract that its catalogue means now out, whether anything was generated or not.

Next to a revision, what was not edited since is taken from the contract that is committed there, so that an edit costs
what it touches: files that are the same say the same. What was edited since is read, whether it was committed or not,
for nobody may have generated after it. Where that cannot be done, the whole catalogue is settled.
"""

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.checking import read_baseline, settled_folder
from paycat.contract.losses import declared_losses
from paycat.contract.model import Contract, Method
from paycat.counting import counted
from paycat.diagnostics import Diagnostic, FindingsError, Severity, Span
from paycat.encoding import json_text
from paycat.revisions.contract_text import ContractText, head_in, text_of_contract
from paycat.revisions.git import repository_of
from paycat.workspace import SCHEMAS, Workspace

Read = tuple[ContractText, tuple[Diagnostic, ...]]

_METHODS, _SAMPLES = f"{SCHEMAS}/methods", tuple(f"{SCHEMAS}/samples/{direction}" for direction in DIRECTIONS)
_CODE = re.compile(rb'\s*"code": "([^"\\]+)"')


@dataclass(frozen=True, slots=True)
class Base:
    """A commit of the project's repository, and the contract that is committed there."""

    commit: str
    text: ContractText


def working_tree(workspace: Workspace, base: Base | None = None) -> Read:
    """Return the contract of the project's catalogue as it is now, and a warning when the catalogue has errors.

    `base` is what it is to be compared with, if that is a commit. Raises FindingsError with the errors when methods
    cannot be settled: they are not gone.
    """
    edited = _edited_since(workspace, base.commit) if base else None
    if base is None or edited is None:
        return _whole(workspace)
    if not edited:
        return base.text, ()
    methods = _methods_of(edited)
    part = _partly(workspace, base.text, methods) if methods else None
    return part or _whole(workspace)


def _edited_since(workspace: Workspace, commit: str) -> tuple[str, ...] | None:
    """Return the files of the catalogue that are otherwise than at a commit, or None where git cannot tell."""
    if _has_links(workspace.schemas):
        return None
    try:
        repository = repository_of(workspace)
        if repository.is_stale(commit):
            return None
        edited = repository.edited_since(commit, SCHEMAS)
    except FindingsError:
        return None
    return None if edited is None else tuple(path for path in edited if not _is_passed_over(path))


def _has_links(folder: Path) -> bool:
    """Tell whether anything in a folder is a link: git does not see edits behind it."""
    if folder.is_symlink():
        return True
    try:
        with os.scandir(folder) as entries:
            return any(entry.is_symlink() or (entry.is_dir() and _has_links(Path(entry))) for entry in entries)
    except OSError:
        return True


def _methods_of(edited: tuple[str, ...]) -> frozenset[str] | None:
    """Return the methods that edited files are about, or None when one of the files is about others as well."""
    found = set()
    for path in map(PurePosixPath, edited):
        if path.suffix == ".yaml" and str(path.parent) in (_METHODS, *_SAMPLES):
            found.add(path.stem)
        else:
            return None
    return frozenset(found)


def _is_passed_over(path: str) -> bool:
    """Tell whether a file is none of the catalogue's, such as what an editor leaves while a file is open."""
    name = PurePosixPath(path)
    return name.name.startswith(".") and name.suffix != ".yaml"


def _whole(workspace: Workspace) -> Read:
    contract, found = settled_folder(workspace.schemas, SCHEMAS, read_baseline(workspace.baseline))
    if contract is None or _is_wanting(contract, workspace.schemas):
        raise FindingsError(_errors(found))
    return text_of_contract(contract, SCHEMAS), tuple(_unsound(found))


def _partly(workspace: Workspace, committed: ContractText, edited: frozenset[str]) -> Read | None:
    """Return the committed contract with some methods settled anew, or None when that takes the others."""
    texts = _by_code(committed)
    if texts is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / SCHEMAS
        try:
            shutil.copytree(workspace.schemas, copy, ignore=_all_but(workspace.schemas, edited))
        except OSError:
            return None
        contract, found = settled_folder(copy, SCHEMAS, read_baseline(workspace.baseline))
        if contract is None or _is_wanting(contract, copy):
            return None
    kept = {code: text for code, text in texts.items() if code not in edited}
    if not _fits(contract, committed, kept.values()):
        return None
    texts = kept | {method.code: _laid_out(method) for method in contract.methods}
    # What is found elsewhere may be there because the other methods are not.
    own = (one for one in found if PurePosixPath(one.span.path).stem in edited)
    return committed.with_methods(texts[code] for code in sorted(texts)), tuple(_unsound(own))


def _by_code(text: ContractText) -> dict[str, bytes] | None:
    """Return the methods of a contract by their codes, or None when it does not have the layout that tells them."""
    heads = [_CODE.match(method) for method in text.methods]
    found = {head[1].decode(): method for head, method in zip(heads, text.methods, strict=True) if head}
    return found if text.is_laid_out and len(found) == len(heads) else None


def _all_but(schemas: Path, methods: frozenset[str]) -> Callable[[str, list[str]], list[str]]:
    """Return what tells the files of other methods in a folder."""
    folders = {str(schemas.parent / path) for path in (_METHODS, *_SAMPLES)}
    return lambda path, names: [name for name in names if path in folders and PurePosixPath(name).stem not in methods]


def _is_wanting(contract: Contract, schemas: Path) -> bool:
    """Tell whether methods or their samples stand in the catalogue, and not in its contract: they have errors."""
    settled = {method.place.path: method for method in contract.methods}
    for file in (schemas / "methods").glob("*.yaml"):
        method = settled.get(f"{_METHODS}/{file.name}")
        if method is None or any(_lacks_samples(method, direction, schemas) for direction in DIRECTIONS):
            return True
    return False


def _lacks_samples(method: Method, direction: Direction, schemas: Path) -> bool:
    request = method.offer(direction).request
    return bool(request and not request.samples and (schemas / "samples" / direction / f"{method.code}.yaml").exists())


def _fits(contract: Contract, committed: ContractText, others: Iterable[bytes]) -> bool:
    """Tell whether a contract of a few methods says of all that is common what the committed one says."""
    try:
        head = head_in(committed)
        common = contract.model_copy(update={"methods": (), "losses": head.losses})
        if common.model_dump_json() != head.model_dump_json():
            return False
        # Losses are those of all methods together.
        return contract.losses == head.losses or (not contract.losses and any(map(_has_losses, others)))
    except FindingsError:
        return False


def _has_losses(text: bytes) -> bool:
    method = Method.model_validate_json(b"{%b}" % text)
    requests = (method.offer(direction).request for direction in DIRECTIONS)
    return bool(declared_losses(request for request in requests if request))


def _laid_out(method: Method) -> bytes:
    """Return a method as it stands in the text of a contract, without its braces."""
    text = json_text(method.written()).removeprefix("{\n").removesuffix("\n}\n")
    return ("    " + text.replace("\n", "\n    ")).encode()


def _errors(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [one for one in found if one.severity is Severity.ERROR]


def _unsound(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    if number := len(_errors(found)):
        message = f"the catalogue has {counted(number, 'error')}, so this comparison may be incomplete"
        hint = f"run `paycat check` to see {'it' if number == 1 else 'them'}"
        yield Diagnostic("unsound-catalogue", Span(SCHEMAS), message, hint, Severity.WARNING)
