"""The choices of records that may get further values; each is a type of its own in the generated package."""

from collections.abc import Container
from dataclasses import dataclass, replace

from paycat.contract.model import Contract
from paycat.contract.naming import pascal
from paycat.contract.nodes import fields_of
from paycat.languages.python import name
from paycat.languages.source import Source


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """The name of a choice in Python, the texts that it lists, and the record and the member that it is of."""

    type: Source
    values: tuple[str, ...]
    record: str
    member: str


def choice_name(record: str, path: str) -> str:
    """Return the name of what is at a path in a record: the choice of a member, or the class of an object."""
    return f"{record}{pascal(path)}"


def open_choices(contract: Contract) -> list[OpenChoice]:
    """Return the choices that may get further values, in the order of records and members.

    The states of a state machine have its name, such as PayoutStatus; other choices have that of record and member.
    """
    states = {
        choice_name(one.record, one.member): choice_name(pascal(one.name), one.member)
        for one in contract.interface.state_machines
    }
    stated = [(one.name, field) for one in contract.interface.records for field in fields_of(one.body) if field.open]
    found = [
        OpenChoice(name(choice_name(record, one.path)), tuple(known.value for known in one.choices), record, one.path)
        for record, one in stated
    ]
    others = {one.type for one in found if one.type not in states}
    return [replace(one, type=name(_free(states.get(one.type, one.type), one.type, others))) for one in found]


def choice_types(contract: Contract) -> dict[str, Source]:
    """Return the name of each open choice, by the name that its record and member give it."""
    return {choice_name(one.record, one.member): one.type for one in open_choices(contract)}


def state_types(contract: Contract) -> list[Source]:
    """Return the names of the types of states, in alphabetical order."""
    types, machines = choice_types(contract), contract.interface.state_machines
    found = {types[called] for one in machines if (called := choice_name(one.record, one.member)) in types}
    return sorted(found)


def _free(wanted: str, otherwise: str, taken: Container[str]) -> str:
    return otherwise if wanted in taken else wanted
