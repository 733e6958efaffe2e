"""Two contracts in, their records side by side out: which is which, and whether responses or events bring it."""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from paycat.changes.records.words import without_words
from paycat.contract.interface import Record
from paycat.contract.json_schemas import schemas
from paycat.contract.model import Contract

Schema = dict[str, Any]
Records = Mapping[str, Record]


@dataclass(frozen=True)
class Pairing:
    """The records of both contracts by name; `renamed` gives the new names of old ones that say the same.

    In `old`, renamed records stand under their new names, and references name them so.
    """

    old: Records
    new: Records
    renamed: Mapping[str, str]
    answered: frozenset[str]
    posted: frozenset[str]

    def part(self, name: str) -> Literal["response", "event"]:
        """Return what brings a record: events if they alone do."""
        return "event" if name in self.posted and name not in self.answered else "response"

    @cached_property
    def shapes(self) -> tuple[Mapping[str, Schema], Mapping[str, Schema]]:
        """The schemas of both by name, without words."""
        old, new = (
            {name: without_words(one.json_schema) for name, one in side.items()} for side in (self.old, self.new)
        )
        return old, new


def pairing(old: Contract, new: Contract) -> Pairing:
    """Return the records of two contracts side by side."""
    before, after = ({record.name: record for record in side.interface.records} for side in (old, new))
    renamed = _renamed(before, after)
    before = {renamed.get(name, name): _renamed_inside(record, renamed) for name, record in before.items()}
    sides = ((old, before), (new, after))
    answered = {renamed.get(name, name) for side, records in sides for name in _reached(records, _answers(side))}
    posted = {renamed.get(name, name) for side, records in sides for name in _reached(records, _posts(side))}
    return Pairing(before, after, renamed, frozenset(answered), frozenset(posted))


def references(schema: Any) -> set[str]:
    """Return the names of the records that a schema refers to."""
    return {inner["$ref"] for _, inner in schemas(schema) if isinstance(inner.get("$ref"), str)}


def _renamed(before: Records, after: Records) -> dict[str, str]:
    gone = [name for name in before if name not in after]
    come = [name for name in after if name not in before]
    renamed: dict[str, str] = {}
    for name in gone:
        shape = without_words(before[name].json_schema)
        for other in come:
            same = without_words(after[other].json_schema) == _renamed_references(shape, {name: other})
            if same and other not in renamed.values():
                renamed[name] = other
                break
    return renamed


def _renamed_inside(record: Record, renamed: Mapping[str, str]) -> Record:
    if not renamed:
        return record
    name = renamed.get(record.name, record.name)
    return record.model_copy(update={"name": name, "json_schema": _renamed_references(record.json_schema, renamed)})


def _renamed_references(schema: Any, renamed: Mapping[str, str]) -> Any:
    changed = deepcopy(schema)
    for _, inner in schemas(changed):
        if isinstance(inner.get("$ref"), str):
            inner["$ref"] = renamed.get(inner["$ref"], inner["$ref"])
        discriminator = inner.get("discriminator")
        if isinstance(discriminator, dict) and isinstance(discriminator.get("mapping"), dict):
            mapping = discriminator["mapping"]
            inner["discriminator"] = {
                **discriminator,
                "mapping": {word: renamed.get(name, name) for word, name in mapping.items()},
            }
    return changed


def _answers(contract: Contract) -> Iterable[str]:
    return [*(one.success.record for one in contract.interface.operations), contract.interface.problem_record]


def _posts(contract: Contract) -> Iterable[str]:
    return [one.record for one in contract.interface.notifications]


def _reached(records: Records, start: Iterable[str]) -> set[str]:
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name not in found and name in records:
            found.add(name)
            waiting += references(records[name].json_schema)
    return found
