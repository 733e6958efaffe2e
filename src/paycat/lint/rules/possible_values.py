"""The rule on what can be: some value keeps all constraints of a field, and meets its hints; all choices do."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, NamedTuple

from paycat.catalogue.fields import Container, FieldType, Rules
from paycat.catalogue.parameters import ParameterStatement
from paycat.catalogue.reading import Stated, values_in
from paycat.catalogue.shapes import Shaped
from paycat.contract.constraint import Constraint
from paycat.contract.stated_fields import IMPLIED, StatedBound, StatedField, bounds_of_look, stated_bounds
from paycat.contract.values import type_of
from paycat.diagnostics import Diagnostic, Span
from paycat.lint.context import RuleContext, home_of
from paycat.lint.rule import Stage, rule
from paycat.shapes.constraints import KINDS, NOT_EMPTY, PATTERN
from paycat.shapes.constraints.conflicts import conflict, number_of_values
from paycat.shapes.json_types import JSON_TYPES, SHAPES
from paycat.shapes.patterns.portable import fault_of, form_of


@dataclass(frozen=True, slots=True)
class _Possible:
    """A value: what it is called, its JSON type, its bounds and hints.

    `choices` are values of an open choice, `different` is how many different items a list may have, and `shown` are the
    values of its examples.
    """

    name: str
    json_type: str
    bounds: tuple[StatedBound, ...]
    hints: tuple[StatedBound, ...] = ()
    choices: tuple[tuple[str, Span], ...] = ()
    different: int | None = None
    shown: tuple[Any, ...] = ()

    def conflict(self, *hint: StatedBound) -> list[StatedBound]:
        """Return constraints that exclude each other, as few as possible, layer by layer; a hint is last in its own."""
        bounds = (*self.bounds, *hint)
        positions = conflict(self.json_type, [(bound.keyword, bound.bound) for bound in bounds], self.different)
        ranks = {bounds[position]: (bounds[position] in hint, bounds[position].location) for position in positions}
        return sorted(ranks, key=lambda bound: (bound.layer, ranks[bound]))


class _HintConflict(NamedTuple):
    """A hint that no valid value matches, and what excludes it: the constraints and the hint, the latest last."""

    value: _Possible
    hint: StatedBound
    bounds: Sequence[StatedBound]

    @property
    def others(self) -> list[StatedBound]:
        """The constraints."""
        return [bound for bound in self.bounds if bound != self.hint]

    def finding(self) -> Diagnostic:
        place = self.bounds[-1].location
        label = "this pattern" if place == self.hint.location else f"the hint ({_place(self.hint.location, place)})"
        message = f"no valid value of {self.value.name} matches {label}: it {_worded(self.others, place)}"
        places = tuple(bound.location for bound in self.others)  # Samples may show that these are wrong.
        return Diagnostic("impossible-hint", place, message, rests_on=places)


@rule("possible-values", needs=["types.yaml"], stage=Stage.FORMS)
def possible_values(context: RuleContext) -> Iterator[Diagnostic]:
    """Report what no value keeps where it became impossible, once for all methods that inherit it."""
    yield from _once(
        finding for value in context.once(_values) for finding in (*_impossible(value), *_impossible_choices(value))
    )


@rule("possible-values", needs=["types.yaml"])
def possible_hints(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the hints that no valid value matches."""
    yield from _once(clash.finding() for clash in context.once(_hint_conflicts))


def suspects(context: RuleContext) -> frozenset[Span]:
    """Return where the constraints are that no valid value keeps together with a hint."""
    return frozenset(bound.location for clash in context.once(_hint_conflicts) for bound in clash.others)


def _once(findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    yield from {finding.span: finding for finding in reversed(list(findings))}.values()


def _values(context: RuleContext) -> tuple[_Possible, ...]:
    """Return every value, types first; fields of several methods that have the same constraints are one."""
    type_values = (
        _of_look(context, f"the type {of_type.name!r}", of_type, (of_type,), bounds_of_look(of_type, (of_type,)))
        for of_type in context.stated(FieldType)
    )
    list_values = (
        _Possible(f"the list {container.name!r}", "array", tuple(stated_bounds((container,), "list")))
        for container in context.stated(Container)
    )
    return tuple(chain(type_values, _fields(context), list_values, _shapes(context)))


def _impossible(value: _Possible) -> Iterator[Diagnostic]:
    bounds = value.conflict()
    if bounds and bounds[-1].layer != IMPLIED:
        latest_bounds = [bound for bound in bounds if bound.layer == bounds[-1].layer]
        broken_bounds = [bound for bound in latest_bounds if not all(_keeps(bound, sample) for sample in value.shown)]
        wrong_bound = (broken_bounds or latest_bounds)[-1]
        bounds = [*(bound for bound in bounds if bound != wrong_bound), wrong_bound]
        message = f"no value of {value.name} is valid: it {_worded(bounds, wrong_bound.location)}"
        yield Diagnostic("impossible-value", wrong_bound.location, message)


def _keeps(bound: StatedBound, value: Any) -> bool:
    kind = KINDS[bound.keyword]
    is_fitting = value is not None and any(JSON_TYPES[name].holds(value) for name in kind.json_types)
    return not is_fitting or kind.holds(bound.bound, value)


def _hint_conflicts(context: RuleContext) -> list[_HintConflict]:
    hinted_values = (value for value in context.once(_values) if value.hints and not value.conflict())
    clashes = (_HintConflict(value, hint, value.conflict(hint)) for value in hinted_values for hint in value.hints)
    return [clash for clash in clashes if clash.bounds]


def _impossible_choices(value: _Possible) -> Iterator[Diagnostic]:
    for bound in value.bounds:
        misfits = [(text, place) for text, place in value.choices if not KINDS[bound.keyword].holds(bound.bound, text)]
        if len(misfits) == 1:
            text, place = misfits[0]
            message = f"{text!r} is not a valid value of {value.name}: it {_must(bound, place)}"
            yield Diagnostic("impossible-choice", place, message)
        elif misfits:
            texts = ", ".join(text for text, _ in misfits)
            message = f"{value.name} {_must(bound, bound.location)}, but these values do not: {texts}"
            yield Diagnostic("impossible-choice", bound.location, message)


def _must(bound: StatedBound, origin: Span) -> str:
    condition, place = KINDS[bound.keyword].phrase(bound.bound).whole_must, bound.location
    return condition if place == origin else f"{condition} ({_place(place, origin)})"


def _worded(bounds: Sequence[StatedBound], origin: Span) -> str:
    return " and ".join(_must(bound, origin) for bound in reversed(bounds))


def _place(place: Span, origin: Span) -> str:
    return f"line {place.line}" if place.path == origin.path else f"{place.path}:{place.line}"


def _fields(context: RuleContext) -> Iterator[_Possible]:
    is_text_required = context.catalogue.service.value.conventions.required_text.value != "any"
    seen_keys: set[Hashable] = set()
    for field in context.stated_fields:
        for code in [currency for currency in field.limited_in if currency in field.offer.currencies] or [""]:
            if field.look is None or field.is_absent or (key := _known_by(field, code)) in seen_keys:
                continue
            seen_keys.add(key)
            value = _of_look(context, f"the field {field.path!r}", field.look, field.layers, field.bounds(code))
            if is_text_required and value.json_type == "string" and field.latest("requirement") != "optional":
                not_empty_bound = StatedBound(NOT_EMPTY.keyword, 1, field.statements[-1].at("requirement"), 0)
                value = replace(value, bounds=(*value.bounds, not_empty_bound))
            yield value


def _known_by(field: StatedField, code: str) -> Hashable:
    """Return what fields have in common whose bounds in a currency are the same; one may be fixed to its method's."""
    method_code = field.rule("fixed") and field.offer.method.value.method_code
    return *(id(layer.value) for layer in field.layers_in(code)), field.offer.exponent(code), method_code


def _shapes(context: RuleContext) -> Iterator[_Possible]:
    for shape in context.stated(Shaped):
        node = context.values.bare(shape)
        if node.shape not in SHAPES:
            continue
        field_type = type_of(context.catalogue.types, shape.value.type)
        layers = (field_type, shape) if field_type else (shape,)
        bounds = tuple(stated_bounds(layers, "text" if shape.value.open else node.shape))
        keywords = {bound.keyword for bound in bounds}
        constraints = [constraint for constraint in node.constraints if constraint.keyword not in keywords]
        choices = tuple((choice.value, choice.at(key=True)) for choice in values_in(shape)) if shape.value.open else ()
        examples = tuple(shown_values(context, shape))
        table, *steps = map(str, shape.path)
        path = ".".join(step for step in steps if step != "members")
        name = f"the {table.removesuffix('s').replace('_', ' ')} {path!r}"
        all_bounds = (*(_inherited(shape, constraint) for constraint in constraints), *bounds)
        yield _Possible(name, SHAPES[node.shape].json_type, all_bounds, choices=choices, shown=examples)


def _inherited(shape: Stated[Shaped], constraint: Constraint) -> StatedBound:
    """Return a constraint that a shape has beside its own, which is its list of values or the limit of a parameter."""
    own_places = {shape.at("values"), *(shape.at(key) for key, _ in shape.value.of_parameters())}
    if constraint.location in own_places:
        return StatedBound(constraint.keyword, constraint.value, constraint.location, 0)
    key = next((key for key in ("type", "echo") if getattr(shape.value, key)), "shape")
    return StatedBound(constraint.keyword, constraint.value, shape.at(key), IMPLIED)


def shown_values(context: RuleContext, shape: Stated[Shaped]) -> Iterator[Any]:
    """Return the values that examples and the default have for a shape; None where there is none."""
    table, name = home_of(shape)
    if isinstance(shape.value, ParameterStatement):
        yield from (shape.value.example, shape.value.default)
    elif table == "records":
        value, steps = context.catalogue.records.value.records[name].example, iter(shape.path[2:])
        for step in steps:
            if step == "of":
                value = value[0] if isinstance(value, list) and value else None
            else:
                value = value.get(next(steps)) if isinstance(value, dict) else None
        yield value


def _of_look(
    context: RuleContext,
    name: str,
    look: Stated[Rules],
    layers: Sequence[Stated[Rules]],
    bounds: tuple[StatedBound, ...],
) -> _Possible:
    """Return the value that layers are about, of which `look` has the shape."""
    assert look.value.shape, "a value without a shape is reported by resolving"
    hints = [
        StatedBound(PATTERN.keyword, form_of(hint.value.pattern).pattern, hint.at("pattern"), layer_number)
        for layer_number, layer in enumerate(layers)
        for hint in layer.items("hints")
        if hint.value.pattern is not None and not fault_of(hint.value.pattern)
    ]
    json_type = SHAPES[look.value.shape].json_type
    return _Possible(name, json_type, bounds, tuple(hints), different=_different(context, look.value.of))


def _different(context: RuleContext, type_name: str | None) -> int | None:
    """Return how many different items a list of a field type may have; None if there is no limit."""
    item = type_of(context.catalogue.types, type_name)
    bounds = [(bound.keyword, bound.bound) for bound in stated_bounds((item,), item.value.shape)] if item else []
    return number_of_values(SHAPES[item.value.shape].json_type, bounds) if item else None
