"""The classes of records: what the service answers and sends."""

from collections.abc import Iterator

from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode, Group, Node, nodes_of
from paycat.documents.marks import meaning_of, open_choice, sentence
from paycat.models.annotations import MODELS, Imports, RecordTypes, called_inside
from paycat.models.choices import choice_types
from paycat.models.classes import Class, Member, class_source, module_source
from paycat.shapes.constraints.relations import Relation


def records_module(contract: Contract) -> str:
    """Return the source of the module with a class for each record that is an object, those that others name first."""
    return _Records(contract).source()


class _Records:
    def __init__(self, contract: Contract) -> None:
        self._interface = contract.interface
        self._bodies = {record.name: record.body for record in contract.interface.records}
        self._imports = Imports()
        self._types = RecordTypes(self._imports, self._bodies, choice_types(contract))
        self._sources: dict[str, str] = {}

    def source(self) -> str:
        for name, body in self._bodies.items():
            self._add_record(name, body, ())
        return module_source(
            "Records of the service: answers and notifications.", self._sources.values(), self._imports
        )

    def _add_record(self, name: str, body: Node, around: tuple[str, ...]) -> None:
        if name in self._sources or name in around:
            return
        for node in nodes_of(body):
            for inner in _records_in(node):
                self._add_record(inner, self._bodies[inner], (*around, name))
        if isinstance(body, Group):
            self._add_class(name, body, sentence(body.meaning or name))

    def _add_class(self, name: str, group: Group, text: str) -> None:
        for member in group.members:
            self._add_inner(called_inside(name, member.name), member)
        members = tuple(self._member(name, member) for member in group.members)
        base = self._imports.named(MODELS, "RecordModel")
        self._sources[name] = class_source(Class(name, base, text, members), self._imports)

    def _add_inner(self, called: str, node: Node) -> None:
        """Add the class of an object inside a record."""
        if isinstance(node, Group):
            self._add_class(called, node, sentence(node.meaning or called))
        elif node.items:
            self._add_inner(called, node.items)

    def _member(self, around: str, member: Node) -> Member:
        annotation = self._types.annotation(member, called_inside(around, member.name))
        text = _text(member, is_state=self._interface.is_state(around, member.name))
        return Member(member.name, annotation, text, member.requirement != "required")


def _records_in(node: Node) -> Iterator[str]:
    if isinstance(node, FieldNode):
        yield from ([node.record] if node.record else [])
        yield from (one.record for one in node.variants)


def _text(member: Node, *, is_state: bool) -> str:
    if not member.meaning:
        return ""
    text = sentence(meaning_of(member))
    if not isinstance(member, FieldNode):
        return text
    if member.open:
        return open_choice(text, is_state=is_state)
    listed = [rule for rule in member.constraints if rule.kind.relation is Relation.ONE_OF]
    known = [str(value) for rule in listed if isinstance(rule.value, tuple) for value in rule.value]
    return f"{text} Known: {', '.join(known)}." if known else text
