"""What is stated of the fields of a request, layer by layer: what counts, and what loses against it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from paycat.catalogue.constraints import Constrained, Ruled
from paycat.catalogue.fields import CurrencyLimits, FieldStatement, FieldType, Role, Rules
from paycat.catalogue.reading import Stated
from paycat.catalogue.statement import Reason
from paycat.contract.layout import Statements
from paycat.contract.stated_offers import StatedOffer
from paycat.contract.values import Layer, last_stated, look_of
from paycat.diagnostics import Span
from paycat.shapes.constraints import PLACES, STATEMENTS
from paycat.shapes.constraints.statement import NO_METHOD, Bound, Surroundings
from paycat.shapes.json_types import SHAPES

IMPLIED = -1
"""The layer of what a shape implies."""


class StatedBound(NamedTuple):
    """A bound, whether it counts or loses against others, and where it is stated; later layers are higher."""

    keyword: str
    bound: Bound
    location: Span
    layer: int


def stated_bounds(
    layers: Sequence[Stated[Constrained]], shape: str, surroundings: Surroundings = NO_METHOD
) -> Iterator[StatedBound]:
    """Return the bounds of a shape that layers state, each rule as the last of them states it."""
    for key, rule, layer_number in last_stated(layers):
        if shape in STATEMENTS[key].shapes:
            for keyword, value in STATEMENTS[key].bounds(rule.meant, surroundings).items():
                yield StatedBound(keyword, value, rule.value_span, layer_number)


def bounds_of_look(
    look: Stated[Rules], layers: Sequence[Stated[Constrained]], surroundings: Surroundings = NO_METHOD
) -> tuple[StatedBound, ...]:
    """Return the bounds of a value: those that the shape of its look implies, then those that layers state."""
    assert look.value.shape, "a value without a shape is reported by resolving"
    shape = SHAPES[look.value.shape]
    bounds = (StatedBound(keyword, value, look.at("shape"), IMPLIED) for keyword, value in shape.implied.items())
    return (*bounds, *stated_bounds(layers, shape.name, surroundings))


@dataclass(frozen=True)
class StatedField:
    """A field of a request, and what types, its table and its method state of it, in order; it may be absent."""

    offer: StatedOffer
    path: str
    statements: Statements

    @cached_property
    def look(self) -> Stated[Rules] | None:
        """What it looks like: the field type if it exists, or the statement that has the shape itself."""
        return look_of(self.offer.basis.types, self.statements)

    @property
    def layers(self) -> tuple[Stated[Rules], ...]:
        """What its field type and its own statements are, in order."""
        return (*([self.look] if self.look and isinstance(self.look.value, FieldType) else []), *self.statements)

    @cached_property
    def reasoned(self) -> list[Layer[FieldStatement]]:
        """Its own statements with the reasons of those that give none."""
        return self.offer.layers(self.statements)

    def last(self, key: str) -> Stated[FieldStatement] | None:
        """Return what states a key last."""
        return next((layer for layer in reversed(self.statements) if getattr(layer.value, key) is not None), None)

    def latest(self, key: str) -> Any:
        """Return what is stated last by a key, or None."""
        statement = self.last(key)
        return getattr(statement.value, key) if statement else None

    def rule(self, key: str) -> Ruled | None:
        """Return the last statement of a rule, which may be that of its field type."""
        return next((rule for layer in reversed(self.layers) if (rule := layer.value.rule(key))), None)

    @property
    def role(self) -> Role | None:
        """The role of the field."""
        statement = self.last("role")
        return statement.value.role if statement else None

    @property
    def is_absent(self) -> bool:
        """Whether the method takes the field away."""
        statement = self.last("requirement")
        return statement is not None and statement.value.requirement == "absent"

    @property
    def has_places_of_currency(self) -> bool:
        """Whether its values have as many decimal places as the currency of the method."""
        places_rule = self.rule(PLACES.keyword)
        return places_rule is not None and places_rule.value == "currency"

    @property
    def limited_in(self) -> list[str]:
        """The currencies in which it has limits of its own, which may be none of its method's."""
        return list(dict.fromkeys(code for statement in self.statements for code in statement.value.by_currency))

    @property
    def currencies(self) -> tuple[str, ...]:
        """The currencies of the method, if they decide about its limits or about its decimal places."""
        return self.offer.currencies if self.limited_in or self.has_places_of_currency else ()

    def limits(self, currency_code: str) -> list[Layer[CurrencyLimits]]:
        """Return what is stated of it in a currency alone, in order."""
        layers = self.reasoned if currency_code else []
        return [_limits(layer, currency_code) for layer in layers if currency_code in layer.statement.value.by_currency]

    def layers_in(self, currency_code: str) -> tuple[Stated[Constrained], ...]:
        """Return what is stated of it, in order, also in a currency alone."""
        return (*self.layers, *(layer.statement for layer in self.limits(currency_code)))

    def bounds(self, currency_code: str = "") -> tuple[StatedBound, ...]:
        """Return its bounds in a currency, also those that lose; "" for a field without limits of currencies.

        Limits in the currency are the highest layers.
        """
        assert self.look, "a field without a look is reported by resolving"
        return bounds_of_look(self.look, self.layers_in(currency_code), self.offer.surroundings(currency_code))


def stated_fields(offer: StatedOffer) -> Mapping[str, StatedField]:
    """Return the fields of the requests of an offer whose table is known, by path and in order."""
    return {path: StatedField(offer, path, statements) for path, statements in offer.layout.fields.items()}


def _limits(layer: Layer[FieldStatement], currency_code: str) -> Layer[CurrencyLimits]:
    statement = layer.statement
    limits = statement.value.by_currency[currency_code]
    own, outer = limits.reason, layer.reason
    reason = Reason(source=own.source or outer.source, decisions=own.decisions or outer.decisions)
    return Layer(Stated(statement.source, (*statement.path, "by_currency", currency_code), limits), reason)
