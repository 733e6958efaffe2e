"""The rule on values that are stated more than once.

An answer and a parameter hold what a request may hold; what a record lists is what its register has.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice

from paycat.catalogue.interface import Operation, StateMachine
from paycat.catalogue.parameters import ParameterStatement
from paycat.catalogue.reading import Stated, values_in
from paycat.catalogue.shapes import Member, Shaped
from paycat.contract.constraint import Constraint
from paycat.contract.interface import Interface, Parameter
from paycat.contract.model import Request
from paycat.contract.nodes import FieldNode, fields_of
from paycat.contract.paths import ITEM, Steps, reachable
from paycat.contract.shapes import limit_of
from paycat.diagnostics import Diagnostic, Span, did_you_mean
from paycat.lint.context import RuleContext, place_in, record_of
from paycat.lint.rule import rule
from paycat.shapes.constraints import MOST_ITEMS, is_decimal_text, numbers_within, patterns_of
from paycat.shapes.constraints.decimal_form import DECIMAL
from paycat.shapes.constraints.decimal_text import text_lost
from paycat.shapes.constraints.length import lengths_of
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.json_types import SHAPES
from paycat.shapes.patterns.portable import tree_of
from paycat.shapes.patterns.side_by_side import Budget, shortest_text
from paycat.shapes.patterns.tree import Tree, longest
from paycat.text.counting import counted, listed

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
    pairs_by_path = _fields(context)
    parameter_by_key = {candidate.key: candidate for candidate in context.contract.interface.parameters}
    for statement in context.stated(ParameterStatement):
        parameter = parameter_by_key[statement.name]
        # What is stated, also where the contract lists the methods that have a served field instead.
        node = context.values.parameters[statement.name]
        if parameter.location_in == "query" and node.shape in ("text", "integer") and not statement.value.echo:
            yield from _narrower(statement, node, pairs_by_path.get(parameter.name, ()))
        yield from islice(_unheld_links(context, statement, parameter), 1)
    yield from _page_sizes(context)


def narrower_members(context: RuleContext) -> Mapping[Steps, Diagnostic]:
    """Return the findings on members that do not hold all values of the field that they repeat, by their paths."""
    finding_by_path: dict[Steps, Diagnostic] = {}
    pairs_by_path = _fields(context)
    for machine in context.stated(StateMachine):
        for member, node in _members(context, machine.value.record):
            echoed_pairs = pairs_by_path.get(member.value.echoed_path or "", ())
            direction = member.value.echoed_move or machine.value.direction
            pairs = [pair for pair in echoed_pairs if pair[0].direction == direction]
            is_echo = member.value.takes_echoed and not member.value.rules
            if not is_echo:
                for finding in _narrower(member, node, pairs):
                    finding_by_path.setdefault(member.path, finding)
    return finding_by_path


def _fields(context: RuleContext) -> Mapping[str, list[_Field]]:
    """Return the different fields of requests by their paths; a masked value need not hold what was sent."""
    pairs_by_path: dict[str, dict[object, _Field]] = defaultdict(dict)
    for request, field in context.different_fields:
        if not field.sensitive:
            pairs_by_path[field.path].setdefault((request.direction, field.shape, str(field.bounds)), (request, field))
    return {path: list(pair_by_key.values()) for path, pair_by_key in pairs_by_path.items()}


def _members(context: RuleContext, record_name: str) -> Iterator[tuple[Stated[Shaped], FieldNode]]:
    """Return the members of a record and of the records inside, without what lists hold."""
    body_by_name = {candidate.name: candidate.body for candidate in context.contract.interface.records}

    def members(name: str) -> list[FieldNode]:
        nodes = fields_of(body_by_name[name]) if name in body_by_name else ()
        return [node for node in nodes if node.path and ITEM not in node.path]

    for name in reachable([record_name], lambda name: [node.record for node in members(name) if node.record]):
        # Members of an object type are stated as fields are.
        yield from ((shape, node) for node in members(name) if (shape := context.shapes.get(node.location)))


def _narrower(shape: Stated[Shaped], node: FieldNode, pairs: Sequence[_Field]) -> Iterator[Diagnostic]:
    """Report a value that does not hold what one of the fields may hold in a request."""
    for request, field in pairs if node.shape != "any" else ():
        field_phrase = f"the field {field.path!r} of {request.phrase}"
        json_types = (field.json_type, node.json_type)
        if json_types[0] != json_types[1] and json_types != ("integer", "number"):
            message = f"{field_phrase} has the shape `{field.shape}`, but this value has the shape `{node.shape}`"
            yield shape.finding("narrower-value", message, "shape" if shape.value.shape else "type")
            return
        for constraint in node.constraints:
            if not _holds_all(constraint, field):
                field_constraint = field.constraint(constraint.keyword)
                field_must = field_constraint.phrase.whole_must if field_constraint else "has no such limit"
                message = f"{field_phrase} {field_must}, but this value {constraint.phrase.whole_must}"
                yield Diagnostic("narrower-value", place_in(shape, constraint), message)
                return


def _holds_all(constraint: Constraint, field: FieldNode) -> bool:
    """Return whether every value that a field accepts keeps a constraint, or it is not known."""
    bounds, kind = field.bounds, constraint.kind
    if choices := field.fixed or field.listed:
        return all(map(constraint.holds, choices.value if isinstance(choices.value, tuple) else (choices.value,)))
    field_value = bounds.get(constraint.keyword)
    is_date = kind.is_implied_by_shape and constraint.value != DECIMAL.name
    if field_value == constraint.value or is_date:  # The service knows which days there are.
        return True
    if is_decimal_text(bounds):
        return text_lost(bounds, {**SHAPES[field.shape].implied, constraint.keyword: constraint.value}).text is None
    if kind.measure is Measure.NUMBER:
        accepted_numbers = numbers_within(bounds)
        return accepted_numbers.narrowed(kind.relation, kind.compared(constraint.value)) == accepted_numbers
    if kind.relation is Relation.AT_LEAST:
        return constraint.number <= 1 or (isinstance(field_value, int) and field_value >= constraint.number)
    if kind.relation is Relation.AT_MOST:
        lengths = [field_value] if isinstance(field_value, int) else map(longest, _trees_of(field))
        return any(length is not None and length <= constraint.number for length in lengths)
    pattern = None if kind.relation is Relation.CHECKED else kind.texts(constraint.value)
    return pattern is not None and _all_match(field, tree_of(pattern))


def _all_match(field: FieldNode, tree: Tree) -> bool:
    """Return whether every text of a field matches; also where that takes too many steps to be known."""
    least_length, most_length = lengths_of(field.bounds)
    counterexample = shortest_text(
        (*_trees_of(field), tree),
        lambda *verdicts: all(verdicts[:-1]) and not verdicts[-1],
        lambda length: least_length <= length and (most_length is None or length <= most_length),
        most_length or least_length,
        Budget(_MOST_STEPS),
    )
    return counterexample.text is None


def _trees_of(field: FieldNode) -> list[Tree]:
    return [*map(tree_of, patterns_of(field.bounds) or (_ANYTHING,))]


def _unheld_links(context: RuleContext, statement: _Parameter, parameter: Parameter) -> Iterator[Diagnostic]:
    """Report a parameter that is shorter than the member of a record that its value is from: an id, or a cursor."""
    length_limit = _most(parameter.value)
    for operation in context.stated(Operation) if length_limit else ():
        if statement.name not in operation.value.parameters:
            continue
        is_last = operation.value.path.endswith(f"{{{parameter.name}}}")
        names = [parameter.name] if is_last else [f"{word}_{parameter.name}" for word in _LINKS]
        name = operation.value.success.record
        record = next((candidate for candidate in context.contract.interface.records if candidate.name == name), None)
        for member in record.members if record else ():
            member_limit = _most(member) if isinstance(member, FieldNode) else None
            if member.name in names and length_limit and member_limit and member_limit.number > length_limit.number:
                message = f"the member {member.name!r} of {name} {member_limit.phrase.whole_must}"
                message = f"{message}, but this value {length_limit.phrase.whole_must}"
                yield Diagnostic("narrower-value", place_in(statement, length_limit), message)


def _most(field: FieldNode) -> Constraint | None:
    length_limits = (limit for limit in field.constraints if limit.kind.measure is Measure.CHARACTERS)
    return next((limit for limit in length_limits if limit.kind.relation is Relation.AT_MOST), None)


def _page_sizes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report lists of another size than the parameter that limits them, or limited by another parameter."""
    limits_by_record: dict[str, dict[str, Constraint | None]] = defaultdict(dict)
    node_by_parameter = context.values.parameters
    for operation in context.stated(Operation):
        record_limits = limits_by_record[operation.value.success.record or ""]
        for name in operation.value.parameters:
            record_limits[name] = limit_of(node_by_parameter.get(name), MOST_ITEMS.keyword)
    if not set().union(*limits_by_record.values()) <= node_by_parameter.keys():
        return  # An unknown name may be the one that is missing.
    for shape in context.stated(Shaped):
        record_name = record_of(shape) or ""
        all_limits = limits_by_record.get(record_name)
        limits = {name: limit.value for name, limit in (all_limits or {}).items() if limit}
        for key, name in shape.value.of_parameters():
            is_limit = limit_of(node_by_parameter.get(name), key) is not None
            if all_limits is not None and name not in all_limits and is_limit:
                message = f"no operation that returns {record_name} has the parameter {name!r}"
                yield shape.finding("other-page-size", message, key, "parameter", help=did_you_mean(name, limits))
        bound = shape.value.rule(MOST_ITEMS.keyword)
        item_shape = shape.value.of if isinstance(shape.value, Member) and len(shape.path) == 4 else None
        if bound and limits and bound.value not in limits.values() and item_shape and item_shape.record:
            name, limit = next(iter(limits.items()))
            message = f"the list has at most {counted(bound.value, 'item')}, but the parameter {name!r} allows {limit}"
            hint = f"write `{MOST_ITEMS.keyword}: {{ parameter: {name} }}`"
            yield shape.finding("other-page-size", message, MOST_ITEMS.keyword, "value", help=hint)


@rule("agreement", needs=["interface/records.yaml", "interface/events.yaml", "interface/problems.yaml"])
def listed_names(context: RuleContext) -> Iterator[Diagnostic]:
    """Report members that list events or codes, but not all that there are, or others."""
    names_by_phrase = dict(_registers(context.contract.interface))
    for shape in context.stated(Shaped):
        for phrase, names in names_by_phrase.items():
            listed_values = shape.value.listed
            # A list of them has at least half of the names, and at least half of its values are names.
            if 2 * len(set(listed_values) & set(names)) >= max(len(listed_values), len(names), 1):
                yield from _different(shape, phrase, names)


def _registers(interface: Interface) -> Iterator[tuple[str, list[str]]]:
    for machine in interface.state_machines:
        states = {event.name: event.state for event in interface.event_types if event.state_machine == machine.name}
        entered_states = machine.entered_states
        if entered_states - {machine.initial} <= set(states.values()):  # Else an event is missing, which is reported.
            names = [name for name, state in states.items() if state in entered_states or state != machine.initial]
            yield f"an event of {machine.name!r}", names
    yield "a failure code", [failure.code for failure in interface.failure_codes]
    yield "a violation code", [*dict.fromkeys(violation.word for violation in interface.violation_codes)]


def _different(shape: Stated[Shaped], phrase: str, names: Sequence[str]) -> Iterator[Diagnostic]:
    values = shape.value.listed
    extra_names = [name for name in values if name not in names]
    missing_names = [name for name in names if name not in values]
    if extra_names or missing_names:
        clauses = [f"lists {listed(map(repr, extra_names))}, which is not {phrase}"] if extra_names else []
        clauses += [f"does not list {listed(map(repr, missing_names))}, which is {phrase}"] if missing_names else []
        hint = f"write `values: [{', '.join(names)}]`"
        message = f"the member {shape.name!r} {' and '.join(clauses)}"
        yield Diagnostic("other-names", first_other(shape, names), message, hint)


def first_other(shape: Stated[Shaped], names: Collection[str]) -> Span:
    """Return the place of the first value of a choice that is not among the names; of the whole list if each is."""
    return next((choice.at(key=True) for choice in values_in(shape) if choice.value not in names), shape.at("values"))
