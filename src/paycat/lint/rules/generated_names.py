"""The rule on names that generated code makes of names and paths of the catalogue: no two things have one name."""

from collections.abc import Iterator
from typing import NamedTuple

from paycat.catalogue.credentials import Credential
from paycat.catalogue.forms import RESOURCE
from paycat.catalogue.interface import Notification, Operation, StateMachine
from paycat.catalogue.problems import Problem
from paycat.catalogue.python_names import may_be_method
from paycat.contract.client_calls import client_call
from paycat.contract.interface import Record
from paycat.contract.naming import (
    attribute_of,
    error_class,
    example_name,
    identifier,
    part_name,
    states_constant,
    value_types,
)
from paycat.contract.nodes import FieldNode, Group, Node, fields_of, groups_of, nodes_of
from paycat.diagnostics import Diagnostic, Span
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule


class _Named(NamedTuple):
    """A thing of the catalogue with its name in generated files: what has the name, and in which file or object."""

    scope: str
    name: str
    label: str
    place: Span
    definition: object = None
    """What things of one name may have in common, such as the fields of a number type; None: nothing."""
    hint: str = "rename one of the two"

    def is_defined_as(self, other: "_Named") -> bool:
        """Return whether one definition is right for both."""
        return self.definition is not None and self.definition == other.definition


@rule("component-names")
def generated_names(context: RuleContext) -> Iterator[Diagnostic]:
    """Report names in generated files that two different things have."""
    owner_by_key: dict[tuple[str, str], _Named] = {}
    reported_keys: set[tuple[object, object]] = set()
    for taker in _names(context):
        key = taker.scope, taker.name
        owner = owner_by_key.setdefault(key, taker)
        places = owner.place, taker.place
        if owner is not taker and reported_keys.isdisjoint({key, places}) and not owner.is_defined_as(taker):
            reported_keys |= {key, places}
            message = f"{owner.label} and {taker.label} are both the {taker.scope.partition(' of ')[0]} {taker.name!r}"
            yield Diagnostic("name-collision", taker.place, f"{message} in generated files", taker.hint)


@rule("component-names")
def unequal_attributes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report members that tell the records of one union apart, but are not the same attribute in all of them."""
    body_by_name = {record.name: record.body for record in context.contract.interface.records}
    for union in (field for body in body_by_name.values() for field in fields_of(body) if field.discriminator):
        bodies = [body for name in union.records if isinstance(body := body_by_name.get(name), Group)]
        members = (node for body in bodies for node in body.members if node.name == union.discriminator)
        ordered_members = sorted(members, key=lambda member: member.python_name is not None)
        for member in ordered_members:
            first_attribute, attribute = attribute_of(ordered_members[0]), attribute_of(member)
            if attribute != first_attribute:
                other_attribute = f"{first_attribute!r} in another record of its union"
                message = f"{member.path!r} is the attribute {attribute!r}, but {other_attribute}"
                yield Diagnostic("unequal-attribute", member.location, message)


@rule("component-names")
def client_names(context: RuleContext) -> Iterator[Diagnostic]:
    """Report operations that no client can call by the name of their resource or method."""
    for operation in context.stated(Operation):
        call = client_call(context.contract, operation.value)
        if not RESOURCE.holds(call.resource) or not all(map(may_be_method, call.methods)):
            message = f"clients cannot call the operation as '{call.resource}.{call.method}'"
            yield operation.finding("bad-client-name", message, key=True)


def _names(context: RuleContext) -> Iterator[_Named]:
    yield from _of_requests(context)
    service = context.catalogue.service
    for name, direction in service.value.directions.items():
        yield _Named("title", direction.title, f"the direction {name!r}", service.at("directions", name, "title"))
    yield from _of_records(context)
    for problem in context.stated(Problem):
        yield _Named("exception", error_class(problem.name), f"the problem {problem.name!r}", problem.at(key=True))
    for credential in context.stated(Credential):
        method, label = identifier(credential.name), f"the credential {credential.name!r}"
        others = {"is_new": "nonce" in credential.value.parts, "token": credential.value.scheme == "oauth2"}
        for name in (method, *(f"{method}_{word}" for word, is_there in others.items() if is_there)):
            yield _Named("method of Authenticate", name, label, credential.at(key=True))
    for operation in context.stated(Operation):
        label = f"the operation {operation.name!r}"
        yield _Named("operation id", operation.name, label, operation.at(key=True))
        call, endpoint = (
            client_call(context.contract, operation.value),
            (operation.value.http_method, operation.value.path),
        )
        for method in call.methods:
            name, hint = f"{call.resource}.{method}", "state another `resource` of one of them, or change its id"
            yield _Named("client method", name, label, operation.at(key=True), endpoint, hint)
    for notification in context.stated(Notification):
        label = f"the notification {notification.name!r}"
        yield _Named("operation id", notification.name, label, notification.at(key=True))


def _of_requests(context: RuleContext) -> Iterator[_Named]:
    """Yield the types of numbers and of listed texts, those of records too, and the examples."""
    for used_type in value_types(context.contract):
        label = f"{used_type.field.type_or_shape!r} of {used_type.field.path!r}"
        yield _Named("type", used_type.name, label, used_type.field.location, (used_type.json_type, used_type.bounds))
    for request in context.contract.requests():
        yield from _attributes(request.root, request.root.component)
        for sample in request.samples:
            if not sample.violations:
                label = f"the sample {sample.name!r} of {request.phrase}"
                yield _Named("example", example_name(request.root.component, sample.name), label, sample.location)


def _of_records(context: RuleContext) -> Iterator[_Named]:
    records = context.catalogue.records
    for name in records.value.records:
        yield _Named("class", name, f"the record {name!r}", records.at("records", name, key=True))
    # One module has the record of a state machine and the constant with its states.
    for machine in context.stated(StateMachine):
        name = machine.value.record
        if name in records.value.records:
            yield _Named("name of states", name, f"the record {name!r}", records.at("records", name, key=True), name)
        label = f"the states of {machine.name!r}"
        yield _Named("name of states", states_constant(machine.name), label, machine.at(key=True))
    for record in context.contract.interface.records:
        yield from _of_record(record)


def _of_record(record: Record) -> Iterator[_Named]:
    """Yield the classes of objects in a record, its open choices, and the attributes of every object."""
    for node in nodes_of(record.body):
        label = f"'{node.path}' of {record.name}"
        if isinstance(node, Group) and node.path:
            yield _Named("class", part_name(record.name, node.path), label, node.location)
        elif isinstance(node, FieldNode) and node.open:
            yield _Named("choice", part_name(record.name, node.path), label, node.location)
    yield from _attributes(record.body, record.name)


def _attributes(body: Node, owner_name: str) -> Iterator[_Named]:
    """Yield the names that constructors take for the members of each object: those on the wire, and the attributes."""
    for group in groups_of(body):
        scope = f"attribute of {owner_name} {group.path}"
        aliases = [(attribute_of(member), member) for member in group.members if attribute_of(member) != member.name]
        for name, member in (*((node.name, node) for node in group.members if aliases), *aliases):
            hint = f"state a `python_name` of '{member.path}'"
            yield _Named(scope, name, f"'{member.path}'", member.location, hint=hint)
