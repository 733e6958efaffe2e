"""The choices of records that may get further values; each is a type of its own in the generated package."""

from collections import Counter
from collections.abc import Container
from dataclasses import dataclass, replace

from paycat.catalogue.directions import DIRECTIONS
from paycat.contract.model import Contract
from paycat.contract.naming import part_name, pascal, union_name
from paycat.contract.nodes import fields_of
from paycat.languages.python import name
from paycat.languages.source import Source

_EXPORTED = frozenset({"ProblemError", "Provenance", "Slug", "Violation", *map(union_name, DIRECTIONS)})
"""What the package exports beside the types of states."""


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """The name of a choice in Python, the texts that it lists, and the record and the member that it is of."""

    type: Source
    values: tuple[str, ...]
    record: str
    member: str


def open_choices(contract: Contract) -> list[OpenChoice]:
    """Return the choices that may get further values, in the order of records and members.

    The states of a state machine have its name, such as PayoutStatus; other choices have that of record and member.
    """
    states = {
        part_name(one.record, one.member): part_name(pascal(one.name), one.member)
        for one in contract.interface.state_machines
    }
    stated = [(one.name, field) for one in contract.interface.records for field in fields_of(one.body) if field.open]
    found = [
        OpenChoice(name(part_name(record, one.path)), tuple(known.value for known in one.choices), record, one.path)
        for record, one in stated
    ]
    taken = {*_EXPORTED, *(one.type for one in found if one.type not in states)}
    taken |= {called for called, count in Counter(states.values()).items() if count > 1}
    return [replace(one, type=name(_free(states.get(one.type, one.type), one.type, taken))) for one in found]


def choice_types(contract: Contract) -> dict[str, Source]:
    """Return the name of each open choice, by the name that its record and member give it."""
    return {part_name(one.record, one.member): one.type for one in open_choices(contract)}


def state_types(contract: Contract) -> list[Source]:
    """Return the names of the types of states, in alphabetical order."""
    types, machines = choice_types(contract), contract.interface.state_machines
    found = {types[called] for one in machines if (called := part_name(one.record, one.member)) in types}
    return sorted(found)


def _free(wanted: str, otherwise: str, taken: Container[str]) -> str:
    return otherwise if wanted in taken else wanted
