"""The rule on values that are stated more than once: an answer and a parameter hold what a request may hold."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice

from paycat.catalogue.interface import Operation, ParameterStatement, StateMachine
from paycat.catalogue.shapes import Member, Shaped
from paycat.contract.interface import Parameter
from paycat.contract.model import Request
from paycat.contract.nodes import Constraint, FieldNode, Group, Node
from paycat.contract.paths import Steps
from paycat.contract.resolved_shapes import limit_of
from paycat.contract.shapes import sent_value
from paycat.counting import counted
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.lint.context import RuleContext, record_of
from paycat.lint.rule import rule
from paycat.lint.shaped_values import is_without_value
from paycat.lint.statements import Stated
from paycat.matching.regular import Tree, longest, tree_of
from paycat.matching.side_by_side import Budget, shortest_text
from paycat.shapes.constraints import KINDS, STATEMENTS, numbers_within
from paycat.shapes.constraints.choice import Choice
from paycat.shapes.constraints.const import Const
from paycat.shapes.constraints.format import Format
from paycat.shapes.constraints.length import lengths_of
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.constraints.statement import NO_METHOD

_NEEDS = ("interface/records.yaml", "interface/operations.yaml", "interface/states.yaml", "types.yaml", "requests")

_ANYTHING = r"^[^\u0000]*$"
_MOST_STEPS = 200_000
_LINKS = ("next", "previous", "prev", "first", "last")
"""What precedes the name of a parameter in the name of a member that has its value for another page."""

_Field = tuple[Request, FieldNode]
_Parameter = Stated[ParameterStatement]


@rule("agreement", needs=_NEEDS)
def agreement(context: RuleContext) -> Iterator[Diagnostic]:
    """Report members, parameters and lists that do not hold what a request or another value of the same may hold."""
    yield from narrower_members(context).values()
    fields, parameters = _fields(context), {one.key: one for one in context.contract.interface.parameters}
    for stated in context.stated(ParameterStatement):
        parameter = parameters[stated.name]
        # What is stated, also where the contract lists the methods that have a served field instead.
        value = sent_value(context.catalogue, stated.value, "parameters", stated.name)
        if parameter.location_in == "query" and value.shape in ("text", "integer") and not stated.value.echo:
            yield from _narrower(stated, value, fields.get(parameter.name, ()))
        yield from islice(_unheld_links(context, stated, parameter), 1)
    yield from _page_sizes(context)


def narrower_members(context: RuleContext) -> Mapping[Steps, Diagnostic]:
    """Return the findings on members that do not hold all values of the field that they repeat, by their paths."""
    found: dict[Steps, Diagnostic] = {}
    fields = _fields(context)
    for machine in context.stated(StateMachine):
        for member, node in _members(context, machine.value.record):
            named = fields.get(member.value.echo or "", ())
            repeated = [one for one in named if one[0].direction == machine.value.direction]
            is_echo = member.value.takes_echoed and not member.value.all_stated
            if isinstance(node, FieldNode) and not is_echo and not is_without_value(context, member):
                for finding in _narrower(member, node, repeated):
                    found.setdefault(member.path, finding)
    return found


def _fields(context: RuleContext) -> Mapping[str, list[_Field]]:
    """Return the different fields of requests by their paths; a masked value need not hold what was sent."""
    found: dict[str, dict[object, _Field]] = defaultdict(dict)
    for request, field in context.different_fields:
        if not field.sensitive:
            found[field.path].setdefault((request.direction, field.shape, str(field.bounds)), (request, field))
    return {path: list(several.values()) for path, several in found.items()}


def _members(context: RuleContext, record: str) -> Iterator[tuple[Stated[Member], Node]]:
    """Return the members of a record and of the records inside."""
    stated = {one.path: one for one in context.stated(Member)}

    def inside(name: str, seen: tuple[str, ...]) -> Iterator[tuple[Stated[Member], Node]]:
        body = next((one.body for one in context.contract.interface.records if one.name == name), None)
        for node in _below(body) if isinstance(body, Group) else ():
            steps = chain.from_iterable(("members", step) for step in node.path.split("."))
            yield stated["records", name, *steps], node
            if isinstance(node, FieldNode) and node.record and node.record not in seen:
                yield from inside(node.record, (*seen, node.record))

    return inside(record, (record,))


def _below(group: Group) -> Iterator[Node]:
    for member in group.members:
        yield member
        if isinstance(member, Group):
            yield from _below(member)


def _narrower(stated: Stated[Shaped], node: FieldNode, fields: Sequence[_Field]) -> Iterator[Diagnostic]:
    """Report a value that does not hold what one of the fields may hold in a request."""
    for request, field in fields if node.shape != "any" else ():
        called = f"the field {field.path!r} of {request.method} {request.direction} requests"
        types = (field.json_type, node.json_type)
        if types[0] != types[1] and types != ("integer", "number"):
            message = f"{called} has the shape `{field.shape}`, but this value has the shape `{node.shape}`"
            yield stated.finding("narrower-value", message, "shape" if stated.value.shape else "type")
            return
        for constraint in node.constraints:
            if not holds_all(constraint, field):
                theirs = field.constraint(constraint.keyword)
                accepted = theirs.phrase.whole_must if theirs else "has no such limit"
                message = f"{called} {accepted}, but this value {constraint.phrase.whole_must}"
                yield stated.finding("narrower-value", message, *key_of(stated, constraint))
                return


def key_of(stated: Stated[Shaped], constraint: Constraint) -> tuple[str, ...]:
    """Return the path of the statement of a constraint; the end of a type or a shape that implies it."""
    for key, one in stated.value.all_stated.items():
        if constraint.keyword in STATEMENTS[key].bounds(one.value if one.value is not None else 1, NO_METHOD):
            return key, "value"
    return ("values",) if stated.value.values else ("shape",) if stated.value.shape else ("type",)


def holds_all(constraint: Constraint, field: FieldNode) -> bool:
    """Return whether every value that a field accepts keeps a constraint, or it is not known."""
    bounds, kind = field.bounds, constraint.kind
    if Const.keyword in bounds or Choice.keyword in bounds:
        fixed = bounds.get(Const.keyword)
        values = bounds.get(Choice.keyword) if fixed is None else (fixed,)
        return all(constraint.holds(value) for value in values) if isinstance(values, tuple) else True
    bound = bounds.get(constraint.keyword)
    if bound == constraint.value or constraint.keyword == Format.keyword:  # The service knows which days there are.
        return True
    if kind.measure is Measure.NUMBER:
        accepted = numbers_within({one: bound for one, bound in bounds.items() if KINDS[one].measure is Measure.NUMBER})
        return accepted.narrowed(kind.relation, kind.compared(constraint.value)) == accepted
    if kind.relation is Relation.AT_LEAST:
        return constraint.number <= 1 or (isinstance(bound, int) and bound >= constraint.number)
    if kind.relation is Relation.AT_MOST:
        most = bound if isinstance(bound, int) else longest(_texts_of(field))
        return most is not None and most <= constraint.number
    pattern = kind.texts(constraint.value)
    return pattern is not None and _all_match(field, tree_of(pattern))


def _all_match(field: FieldNode, tree: Tree) -> bool:
    """Return whether every text of a field matches; also where that takes too many steps to be known."""
    least, most = lengths_of(field.bounds)
    found = shortest_text(
        (_texts_of(field), tree),
        lambda accepted, matching: accepted and not matching,
        lambda length: least <= length and (most is None or length <= most),
        most or least,
        Budget(_MOST_STEPS),
    )
    return found.text is None


def _texts_of(field: FieldNode) -> Tree:
    """Return the tree of the texts that a field accepts, without regard to their lengths."""
    patterns = (one.kind.texts(one.value) for one in field.constraints)
    return tree_of(next((one for one in patterns if one), _ANYTHING))


def _unheld_links(context: RuleContext, stated: _Parameter, parameter: Parameter) -> Iterator[Diagnostic]:
    """Report a parameter that is shorter than the member of a record that its value is from: an id, or a cursor."""
    most = parameter.value.constraint("max_length")
    for operation in context.stated(Operation) if most else ():
        if stated.name not in operation.value.parameters:
            continue
        is_last = operation.value.path.endswith(f"{{{parameter.name}}}")
        names = [parameter.name] if is_last else [f"{word}_{parameter.name}" for word in _LINKS]
        name = operation.value.success.record
        record = next((one for one in context.contract.interface.records if one.name == name), None)
        for member in record.members if record else ():
            theirs = member.constraint("max_length") if isinstance(member, FieldNode) else None
            if member.name in names and most and theirs and theirs.number > most.number:
                message = f"the member {member.name!r} of {name} {theirs.phrase.whole_must}"
                message = f"{message}, but this value {most.phrase.whole_must}"
                yield stated.finding("narrower-value", message, *key_of(stated, most))


def _page_sizes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report lists of another size than the parameter that limits them, or limited by another parameter."""
    taken: dict[str, list[str]] = {}
    for operation in context.stated(Operation):
        taken.setdefault(operation.value.success.record, []).extend(operation.value.parameters)
    stated_parameters = context.catalogue.operations.value.parameters
    if not stated_parameters.keys() >= set(chain.from_iterable(taken.values())):
        return  # An unknown name may be the one that is missing.
    limits_of = {
        record: {one: limit_of(context.catalogue, one, "max_items") for one in parameters}
        for record, parameters in taken.items()
    }
    for shape in context.stated(Shaped):
        record = record_of(shape) or ""
        limits = limits_of.get(record, {})
        known = {one: limit for one, limit in limits.items() if limit is not None}
        for key, parameter in shape.value.of_parameters():
            is_limit = limit_of(context.catalogue, parameter, key) is not None
            if record in taken and parameter not in limits and is_limit:
                message = f"no operation that returns {record} has the parameter {parameter!r}"
                yield shape.finding("other-page-size", message, key, "parameter", help=did_you_mean(parameter, known))
        stated = shape.value.stated("max_items")
        items = shape.value.of if isinstance(shape.value, Member) and len(shape.path) == 4 else None
        if stated and known and stated.value not in known.values() and items and items.record:
            name, limit = next(iter(known.items()))
            message = f"the list has at most {counted(stated.value, 'item')}, but the parameter {name!r} allows {limit}"
            hint = f"write `max_items: {{ parameter: {name} }}`"
            yield shape.finding("other-page-size", message, "max_items", "value", help=hint)
