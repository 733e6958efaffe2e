"""The examples of a subset: those that show a method outside are filled from a sample of a request that is left."""

from collections.abc import Iterator
from typing import Any

from paycat.catalogue.interface import StateMachine
from paycat.contract.interface import Parameter, Record
from paycat.contract.machines import machine_of
from paycat.contract.members import members_of_record
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.contract.samples import choice_members, shown_record
from paycat.contract.sending import having
from paycat.contract.subsets.whole import Outside, Whole, shown_in
from paycat.contract.uses import use_of
from paycat.contract.validate import rejected

_OF_REQUESTS = ("echo", "mask", "method", "country", "members")
"""The sources of what a record has of its request, whatever its state is."""


def with_own_examples(subset: Contract, whole: Whole, outside: Outside) -> Contract:
    """Return the contract of a part, whose examples show its methods alone.

    An example whose texts still name a method outside is left out.
    """
    examples, interface = _SubsetExamples(subset, outside), subset.interface
    records = tuple(map(examples.record, interface.records))
    subset = subset.model_copy(update={"interface": interface.model_copy(update={"records": records})})
    shown_values = whole.shown, shown_in(subset)
    parameters = tuple(examples.parameter(parameter, *shown_values) for parameter in interface.parameters)
    return subset.model_copy(update={"interface": subset.interface.model_copy(update={"parameters": parameters})})


class _SubsetExamples:
    def __init__(self, subset: Contract, outside: Outside) -> None:
        self._part, self._outside = subset, outside
        self._codes = tuple(request.method for request in subset.requests())
        self._bodies = {record.name: record.body for record in subset.interface.records}
        self._choices = dict(_choices(subset))

    def record(self, record: Record) -> Record:
        """Return a record with an example of the part."""
        example = self._record(record.name, record.example)
        return record.model_copy(update={"example": None if self._outside.within(example) else example})

    def parameter(self, parameter: Parameter, before: dict[str, list[Any]], after: dict[str, list[Any]]) -> Parameter:
        """Return a parameter with an example of the part: another one that is shown where its own is shown no more."""
        name, example = parameter.name, parameter.example
        is_of_others = example in before.get(name, ()) and example not in after.get(name, ())
        choice_values = (choice.value for choice in parameter.value.choices)
        candidates = (*(after.get(name, ()) if is_of_others else (example,)), *choice_values, *self._codes)
        own_candidates = (candidate for candidate in candidates if not self._outside.within(candidate))
        fitting_examples = (candidate for candidate in own_candidates if not rejected(parameter.value, candidate))
        return parameter if example is None else parameter.model_copy(update={"example": next(fitting_examples, None)})

    def _shown(self, node: Node | None, value: Any) -> Any:
        """Return a value of an example with the part's own in place of what names a method outside."""
        if isinstance(value, str):
            return next(iter(self._codes), value) if value in self._outside.codes else value
        if isinstance(value, list):
            own_items = [self._shown(node.items if isinstance(node, FieldNode) else None, item) for item in value]
            return [item for index, item in enumerate(own_items) if item not in own_items[:index]]
        if isinstance(node, FieldNode) and node.record:
            return self._record(node.record, value)
        members = {member.name: member for member in node.members} if isinstance(node, Group) else {}
        is_object = isinstance(value, dict)
        return {name: self._shown(members.get(name), inner) for name, inner in value.items()} if is_object else value

    def _record(self, record_name: str, value: Any) -> Any:
        if not isinstance(value, dict) or not self._outside.within(value):
            return value
        if (machine := machine_of(self._part.interface, record_name)) and machine.direction:
            return self._in_its_state(machine, value)
        if record_name in self._choices:
            return {**value, **self._choices[record_name]}
        return self._shown(self._bodies[record_name], value)

    def _in_its_state(self, machine: StateMachine, example: dict[str, Any]) -> dict[str, Any]:
        """Return the record of a request as it is in the state of an example."""
        request, members = next(self._part.requests(machine.direction)), members_of_record(self._part, machine)
        record = shown_record(members, machine, request.method, request.sample("full").payload)
        is_new = example.get(machine.member) == machine.initial
        sources = (*_OF_REQUESTS, "variant") if is_new else _OF_REQUESTS
        own_names = {member.name for member in members if member.source in sources}
        return record | {name: value for name, value in example.items() if name in record and name not in own_names}


def _choices(subset: Contract) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the items that operations offer for a field, by record, with the members that are a request's."""
    for operation in subset.interface.operations:
        if (use := use_of(subset, operation)).kind == "choices" and use.listing and (serves := operation.serves):
            record, request = subset.interface.record(use.listing.item), having(serves, subset.requests())[0]
            yield record.name, choice_members(subset, record, request, request.sample("full").at(serves.field))
