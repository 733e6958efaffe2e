"""What values look like, in requests, records, parameters and headers alike: the nodes of what is stated of them."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from paycat.catalogue.constraints import ChoiceValue, Constrained, Ruled
from paycat.catalogue.fields import FieldStatement, FieldType, FieldTypes, Hint, Rules, deciding
from paycat.catalogue.iso import StandardName, name_in
from paycat.catalogue.reading import SourceFile, Stated
from paycat.catalogue.service import CatalogueHead
from paycat.catalogue.statement import Reason, Reasoned
from paycat.contract.constraint import Constraint
from paycat.contract.naming import type_record
from paycat.contract.nodes import Choice, FieldNode, NodeShape
from paycat.contract.paths import ITEM
from paycat.diagnostics import Span
from paycat.shapes.constraints import KINDS, NOT_EMPTY, STATEMENTS, that_count
from paycat.shapes.constraints.statement import NO_METHOD, Bound, Surroundings
from paycat.shapes.json_types import SHAPES

R = TypeVar("R", bound=Reasoned)
C_co = TypeVar("C_co", bound=Constrained, covariant=True)


@dataclass(frozen=True, slots=True)
class Layer(Generic[C_co]):
    """A statement about a value, and the reason of those of its rules that state none.

    Of a `borrowed` statement, which is about another value, the rules have that reason whatever they state.
    """

    statement: Stated[C_co]
    reason: Reason
    borrowed: bool = False


def constraint(
    keyword: str, value: Bound, reason: Reason, location: Span, code: str | None = None, as_written: str | None = None
) -> Constraint:
    """Return a constraint that is stated at a place; it has the usual code of its kind without one of its own."""
    code = code or KINDS[keyword].usual_code
    return Constraint(keyword=keyword, value=value, as_written=as_written, code=code, reason=reason, location=location)


def last_stated(layers: Sequence[Stated[Constrained]]) -> Iterator[tuple[str, Ruled, int]]:
    """Return the key and the last statement of each rule, with the number of its layer; none where a parameter is."""
    layer_numbers = {key: layer_number for layer_number, layer in enumerate(layers) for key in layer.value.rules}
    for key, layer_number in layer_numbers.items():
        if rule := layers[layer_number].value.rule(key):
            yield key, rule, layer_number


def reason_of(statement: Reasoned, default_reason: Reason) -> Reason:
    """Return a statement's own reason, or the other one when it states none."""
    return default_reason if statement.reason == Reason() else statement.reason


def with_reason(statement: R, default_reason: Reason) -> R:
    """Return a statement with its own reason, or the other one when it states none."""
    reason = reason_of(statement, default_reason)
    return statement if reason is statement.reason else statement.model_copy(update={"reason": reason})


def joined(*reasons: Reason) -> Reason:
    """Return the reasons as one: the first source, and all decisions in order."""
    source = next((reason.source for reason in reasons if reason.source), None)
    decision_ids = dict.fromkeys(decision_id for reason in reasons for decision_id in reason.decisions)
    return Reason(source=source, decisions=tuple(decision_ids))


def type_of(types: SourceFile[FieldTypes], type_name: str | None) -> Stated[FieldType] | None:
    """Return the field type of a name, or None where there is none."""
    field_type = types.value.types.get(type_name or "")
    return Stated(types, ("types", type_name or ""), field_type) if field_type else None


def look_of(types: SourceFile[FieldTypes], statements: Sequence[Stated[FieldStatement]]) -> Stated[Rules] | None:
    """Return what says what a field looks like: its field type, or the statement that has the shape itself.

    None where no statement names either, or where the field type does not exist.
    """
    type_statement = deciding([statement.value for statement in statements])
    if type_statement and type_statement.type:
        return type_of(types, type_statement.type)
    return next((statement for statement in statements if statement.value is type_statement), None)


def value_node(path: str, reason: Reason, location: Span, shape: NodeShape = "any", **attributes: Any) -> FieldNode:
    """Return the node of a value at a path of the body; `attributes` is what else is known of it."""
    return FieldNode(
        kind="field",
        name="" if path.endswith(ITEM) else path.rpartition(".")[2],
        path=path,
        shape=shape,
        reason=reason,
        location=location,
        **{"requirement": "required", "meaning": "", "constraints": (), **attributes},
    )


@dataclass(frozen=True, slots=True)
class Resolver:
    """Makes the nodes of values.

    `service` states the conventions of values that are sent and checked. It is None of values that are answered: their
    readers need only the form that a shape implies, not how large any number may be, and an answer may be empty.
    `surroundings` has the facts of the method and its currency that a bound may refer to. With `keys` only the rules
    that these state count.
    """

    types: SourceFile[FieldTypes]
    service: SourceFile[CatalogueHead] | None = None
    surroundings: Surroundings = NO_METHOD
    keys: Collection[str] | None = None

    def node(
        self, bare_node: FieldNode, look: Layer[Rules], statements: Sequence[Layer[Constrained]] = (), **attributes: Any
    ) -> FieldNode:
        """Return the node of a value: its shape is that of a field type or of one of the statements.

        Of `bare_node` the path, the reason and the place are taken. `statements` are those without the field type,
        and `attributes` are what else it has. Of a borrowed look only the shape, the rules and the items are taken.
        """
        value, type_name, items = look.statement.value, look.statement.name, self._items(bare_node, look)
        attributes |= {"path": bare_node.path, "reason": bare_node.reason, "location": bare_node.location}
        if isinstance(value, FieldType) and value.members:  # In a request it is no value: see `layout`.
            return value_node(shape="record", type=type_name, record=type_record(type_name), **attributes)
        is_type, shape = isinstance(value, FieldType), value.shape or "any"
        layers = (look, *statements) if is_type else statements
        if not look.borrowed:
            attributes |= {"hints": _hints(layers), "choices": choices_of(layers)}
            attributes["sensitive"] = attributes.get("sensitive") or (items.sensitive if items else None)
        rules = self.constraints(layers, shape, look, is_sent=attributes.get("requirement") != "optional")
        attributes |= {"type": type_name if is_type else "", "constraints": tuple(rules.values()), "items": items}
        return value_node(shape=shape, **attributes)

    def constraints(
        self,
        layers: Sequence[Layer[Constrained]],
        shape: NodeShape = "any",
        look: Layer[Constrained] | None = None,
        *,
        is_sent: bool = False,
    ) -> dict[str, Constraint]:
        """Return the constraints of a value by keyword: those that layers state, and those that its shape implies.

        `look` states the shape. By convention a text that is always sent has at least one character, unless a rule
        says so.
        """
        rules = self._implied(shape, look) if look else {}
        pairs = _last_rules(layers, self.keys)
        surroundings = replace(self.surroundings, statements={key: rule.meant for key, (rule, _) in pairs.items()})
        for key, (rule, own_reason) in pairs.items():
            statement = STATEMENTS[key]
            reason = joined(own_reason, pairs[peer][1]) if (peer := statement.with_reason_of) in pairs else own_reason
            written_values = statement.written(rule.meant, surroundings)
            # What follows from a constraint beside its own bound is a part of it.
            code = rule.code or (KINDS[key].usual_code if key in KINDS else None)
            for keyword, value in statement.bounds(rule.meant, surroundings).items():
                rules[keyword] = constraint(keyword, value, reason, rule.value_span, code, written_values.get(keyword))
        values = that_count({keyword: rule.value for keyword, rule in rules.items()})
        rules = {key: rules[key].model_copy(update={"value": values[key]}) for key in KINDS if key in values}
        if is_sent and self.service and shape in SHAPES and SHAPES[shape].json_type == "string":
            convention = self.service.value.conventions.required_text
            if convention.value != "any" and all(rule.holds("") for rule in rules.values()):
                location = self.service.at("conventions", "required_text")
                rules = {NOT_EMPTY.keyword: constraint(NOT_EMPTY.keyword, 1, convention.reason, location), **rules}
        return rules

    def _implied(self, shape: NodeShape, look: Layer[Constrained]) -> dict[str, Constraint]:
        values = SHAPES[shape].implied if shape in SHAPES else {}
        return {
            keyword: constraint(keyword, value, look.reason, look.statement.at("shape"))
            for keyword, value in values.items()
            if self.service or KINDS[keyword].is_implied_by_shape
        }

    def _items(self, bare_node: FieldNode, look: Layer[Rules]) -> FieldNode | None:
        """Return what the items of a list are, which are no lists: values of its type `of`, each of them required."""
        item_type = type_of(self.types, look.statement.value.of)
        if item_type is None or item_type.value.shape == "list":
            return None
        path, value = bare_node.path + ITEM, item_type.value
        if look.borrowed:
            item_node = value_node(path, bare_node.reason, bare_node.location)
            return self.node(item_node, Layer(item_type, bare_node.reason, borrowed=True))
        reason = reason_of(value, look.reason)
        item_node = value_node(path, reason, item_type.at(key=True))
        return self.node(item_node, Layer(item_type, reason), meaning=value.meaning, sensitive=value.sensitive)


def _last_rules(
    layers: Sequence[Layer[Constrained]], keys: Collection[str] | None = None
) -> dict[str, tuple[Ruled, Reason]]:
    """Return the last statement of each rule by its key, without those to which others leave nothing to say."""
    last_pairs: dict[str, tuple[Ruled, Reason]] = {}
    for key, rule, layer_number in last_stated([layer.statement for layer in layers]):
        layer = layers[layer_number]
        if keys is None or key in keys:
            last_pairs[key] = rule, layer.reason if layer.borrowed else reason_of(rule, layer.reason)
    pairs_by_key = {key: last_pairs[key] for key in STATEMENTS if key in last_pairs}
    lone_pairs = {key: pair for key, pair in pairs_by_key.items() if STATEMENTS[key].alone}
    return lone_pairs or {key: pair for key, pair in pairs_by_key.items() if STATEMENTS[key].unless not in pairs_by_key}


def _hints(layers: Sequence[Layer[Any]]) -> tuple[Hint, ...]:
    # The section that lists a field does not state the hints on its values.
    reasoned_values = ((layer.statement.value, Reason(decisions=layer.reason.decisions)) for layer in layers)
    return tuple(with_reason(hint, reason) for value, reason in reasoned_values for hint in getattr(value, "hints", ()))


def choices_of(layers: Sequence[Layer[Any]]) -> tuple[Choice, ...]:
    """Return what the values mean, of the last list: in words of its own, or as the last standard names its codes."""
    standard_names = (getattr(layer.statement.value, "standard", None) for layer in reversed(layers))
    standard_name = next(filter(None, standard_names), None)
    for layer in reversed(layers):
        if list_rule := layer.statement.value.rule("values"):
            own_reason = reason_of(list_rule, layer.reason)
            return tuple(_choice(value, choice, standard_name, own_reason) for value, choice in list_rule.value.items())
    return ()


def _choice(value: str, choice: ChoiceValue, standard_name: StandardName | None, default_reason: Reason) -> Choice:
    name = name_in(standard_name, value) if standard_name else None
    words = {"meaning": choice.meaning or name, "label": choice.label or name}
    return Choice(value=value, **words, reason=reason_of(choice, default_reason))


def loosest(nodes: Sequence[FieldNode]) -> tuple[Constraint, ...]:
    """Return the constraints that a value keeps if it is one of several: those that hold of all of them."""
    return tuple(rule for keyword in KINDS if (rule := _of_all(keyword, nodes)))


def merged(constraints: Sequence[Constraint], common_rules: Sequence[Constraint]) -> tuple[Constraint, ...]:
    """Return constraints with those that hold always, but for what they say themselves, in the order of all."""
    rules_by_keyword = {rule.keyword: rule for rule in (*common_rules, *constraints)}
    return tuple(rules_by_keyword[keyword] for keyword in KINDS if keyword in rules_by_keyword)


def _of_all(keyword: str, nodes: Sequence[FieldNode]) -> Constraint | None:
    rules = [rule for node in nodes if (rule := node.constraint(keyword))]
    value = KINDS[keyword].loosest([rule.value for rule in rules]) if rules else None
    if value is None:
        return None
    other_values = (node.bounds for node in nodes if not node.constraint(keyword))
    if any(keyword in that_count({**values, keyword: value}) for values in other_values):  # It would make one stricter.
        return None
    return next(rule for rule in rules if rule.value == value)
