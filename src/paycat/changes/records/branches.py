"""Lists of alternative schemas in; pairs of those that are the same alternative, each with its name, out."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from paycat.changes.records.nullable import UNIONS, is_about_words
from paycat.changes.records.words import without_words

Schema = dict[str, Any]


class Pair(NamedTuple):
    """An alternative: its name, and its schema in both contracts; None where it is not there."""

    name: str
    old: Any
    new: Any


def union_of(schema: Schema) -> str | None:
    """Return the keyword with which a schema lists alternatives."""
    return next((key for key in UNIONS if key in schema), None)


def wrapping(old: Schema, new: Schema) -> list[Pair] | None:
    """Return the alternatives where one contract lists what the other one had, or has, as a single schema."""
    if (union_of(old) is None) is (union_of(new) is None):
        return None
    single, listing = (new, old) if union_of(old) else (old, new)
    union = union_of(listing) or ""
    listed = {union, "discriminator"}
    if any(key not in listed and not is_about_words(key) for key in listing):
        return None
    own = {key: value for key, value in single.items() if not is_about_words(key)}
    alike = [branch for branch in listing[union] if _name(branch) == _name(own) or without_words(branch) == own]
    if not own or _name(own) == "" or not alike:
        return None
    return paired(listing[union], [own]) if single is new else paired([own], listing[union])


def paired(old: Sequence[Any], new: Sequence[Any]) -> list[Pair]:
    """Return the alternatives of both lists: those of the same name or content are one, then those that are left.

    A name is that of the record, the fixed value that tells the alternative, or its type; else its number.
    """
    before, after = _named(old), _named(new)
    pairs: list[tuple[int | None, int | None]] = [(before[name], after[name]) for name in before if name in after]
    left = [list(range(len(old))), list(range(len(new)))]
    _take(left, pairs)
    for first in list(left[0]):
        if second := next(((i,) for i in left[1] if without_words(new[i]) == without_words(old[first])), None):
            pairs.append((first, second[0]))
            _take(left, pairs[-1:])
    if len(left[0]) == len(left[1]):
        pairs += zip(*left, strict=True)
    else:
        pairs += [(index, None) for index in left[0]] + [(None, index) for index in left[1]]
    names = [{index: name for name, index in side.items()} for side in (before, after)]
    return [_pair(pair, (old, new), names) for pair in sorted(pairs, key=lambda one: (_place(one), one[0] is None))]


def _take(left: list[list[int]], pairs: Sequence[tuple[int | None, int | None]]) -> None:
    for side in (0, 1):
        taken = {pair[side] for pair in pairs}
        left[side][:] = [index for index in left[side] if index not in taken]


def _place(pair: tuple[int | None, int | None]) -> int:
    first, second = pair
    return second if second is not None else first or 0


def _pair(
    pair: tuple[int | None, int | None], sides: tuple[Sequence[Any], Sequence[Any]], names: list[dict[int, str]]
) -> Pair:
    first, second = pair
    known = {names[side][index] for side, index in enumerate(pair) if index is not None and index in names[side]}
    name = known.pop() if len(known) == 1 else str(_place(pair) + 1)
    return Pair(name, None if first is None else sides[0][first], None if second is None else sides[1][second])


def _named(branches: Sequence[Any]) -> dict[str, int]:
    names = [_name(branch) for branch in branches]
    counts = Counter(names)
    return {name: index for index, name in enumerate(names) if name and counts[name] == 1}


def _name(branch: Any) -> str:
    if not isinstance(branch, dict):
        return ""
    if isinstance(branch.get("$ref"), str):
        return str(branch["$ref"])
    properties = branch.get("properties")
    for member in properties.values() if isinstance(properties, dict) else ():
        if isinstance(member, dict) and isinstance(member.get("const"), str):
            return str(member["const"])
    return str(branch["const"]) if isinstance(branch.get("const"), str) else _type_name(branch)


def _type_name(branch: Schema) -> str:
    stated = branch.get("type", "")
    return stated if isinstance(stated, str) else " or ".join(stated)
