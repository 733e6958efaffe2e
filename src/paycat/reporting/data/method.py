"""A payment method as a document: `paycat show METHOD` prints it as tables, or as JSON by docs/method.schema.json."""

from typing import Any, Literal

from pydantic import Field

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.catalogue.fields import Requirement
from paycat.catalogue.lifecycle import Deprecation
from paycat.catalogue.methods import Availability
from paycat.catalogue.statement import Reason
from paycat.contract.model import Contract, Method
from paycat.contract.nodes import Constraint, FieldNode
from paycat.documents.marks import deprecation_text, reasons_of
from paycat.reporting.data import Shown, Text


class ShownProvenance(Shown):
    """Something with its provenance."""

    source: Text | None = Field(description="Section of the specification; null where a decision says so.")
    decisions: tuple[Text, ...] = Field(description="Ids of decisions.")


class ShownConstraint(ShownProvenance):
    """A constraint on the value of a field."""

    keyword: Text = Field(description="What is constrained, such as max_length.")
    value: Any = Field(description="The bound.")
    code: Text = Field(description="Code of the violation.")
    description: Text = Field(description="The constraint in words.")
    literal: Text = Field(description="A pattern or text that ends the words; otherwise empty.")


class ShownField(ShownProvenance):
    """A field of a request. Its decisions are also those of its constraints."""

    path: Text = Field(description="Dotted path from the body.")
    requirement: Requirement = Field(description="Requirement level.")
    type: Text = Field(description="Field type.")
    meaning: Text = Field(description="What it holds.")
    deprecated: Text | None = Field(description="Since when and why it is deprecated; null if it is not.")
    constraints: tuple[ShownConstraint, ...] = Field(description="Its constraints, in the order in which they reject.")


class ShownCondition(ShownProvenance):
    """Combinations of fields of an object, of which a request must have at least one."""

    object: Text = Field(description="Dotted path of the object; empty for the body itself.")
    any_of: tuple[tuple[Text, ...], ...] = Field(description="Combinations of member names.")


class ShownOffer(ShownProvenance):
    """What a method offers in a direction."""

    direction: Direction = Field(description="pay_in or payout.")
    availability: Availability = Field(description="Whether the method offers the direction.")
    fields: tuple[ShownField, ...] = Field(description="Fields of the request; none without a request.")
    conditions: tuple[ShownCondition, ...] = Field(description="Conditions on combinations of fields.")


class ShownCurrency(Shown):
    """A currency."""

    code: Text = Field(description="ISO 4217 code.")
    name: Text = Field(description="Name.")
    exponent: int = Field(ge=0, description="Number of decimal places.")


class ShownMethod(Shown):
    """A payment method. The shape is stable: an incompatible change raises `version`."""

    version: Literal[1] = Field(default=1, description="Version of this format.")
    code: Text = Field(description="Method code.")
    title: Text = Field(description="Name for people.")
    note: Text = Field(description="What the method is.")
    deprecated: Text | None = Field(description="Since when and why it is deprecated; null if it is not.")
    currency: ShownCurrency = Field(description="Its currency.")
    countries: tuple[Text, ...] = Field(description="ISO 3166 alpha-2 codes.")
    countries_complete: bool = Field(description="Whether `countries` has every country that the method reaches.")
    directions: tuple[ShownOffer, ...] = Field(description="What it offers in each direction.")


def method_document(contract: Contract, method: Method) -> ShownMethod:
    """Return a method in the shape of docs/method.schema.json."""
    currency = next(currency for currency in contract.currencies if currency.code == method.currency)
    return ShownMethod(
        code=method.code,
        title=method.title,
        note=method.note,
        deprecated=_deprecated(method.deprecated),
        currency=ShownCurrency.model_validate(currency),
        countries=method.countries,
        countries_complete=method.countries_complete,
        directions=tuple(_offer(method, direction) for direction in DIRECTIONS),
    )


def _offer(method: Method, direction: Direction) -> ShownOffer:
    offer = method.offer(direction)
    conditions = (
        ShownCondition(object=group.path, any_of=condition.any_of, **_provenance(condition.reason))
        for group in (offer.request.root.groups() if offer.request else ())
        for condition in group.conditions
    )
    return ShownOffer(
        direction=direction,
        availability=offer.availability,
        fields=tuple(map(_field, offer.request.root.fields())) if offer.request else (),
        conditions=tuple(conditions),
        **_provenance(offer.reason),
    )


def _field(field: FieldNode) -> ShownField:
    decisions = {decision for reason in reasons_of(field) for decision in reason.decisions}
    return ShownField(
        path=field.path,
        requirement=field.requirement,
        type=field.type or field.shape,
        meaning=field.meaning,
        deprecated=_deprecated(field.deprecated),
        constraints=tuple(map(_constraint, field.constraints)),
        source=field.reason.source,
        decisions=tuple(sorted(decisions)),
    )


def _constraint(rule: Constraint) -> ShownConstraint:
    return ShownConstraint(
        keyword=rule.keyword,
        value=rule.model_dump(mode="json")["value"],
        code=rule.code,
        description=rule.phrase.limit,
        literal=rule.phrase.literal,
        **_provenance(rule.reason),
    )


def _deprecated(deprecated: Deprecation | None) -> str | None:
    return deprecation_text(deprecated) if deprecated else None


def _provenance(reason: Reason) -> dict[str, Any]:
    return {"source": reason.source, "decisions": reason.decisions}
