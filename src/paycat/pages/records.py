"""A contract in, its records as tables of members out."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from paycat.contract.interface import Record
from paycat.contract.model import Contract
from paycat.contract.values import Reason
from paycat.encoding import pretty
from paycat.pages.schema_words import type_words
from paycat.pages.texts import root_of

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a record, by its dotted path; `[]` stands for each item of a list."""

    path: str
    required: bool
    type: Markup
    meaning: str
    deprecated: bool
    reason: Reason


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the records that a record may be, with the value that tells it, where one does."""

    record: str
    value: str | None


@dataclass(frozen=True, slots=True)
class Use:
    """An operation or a notification that carries a record, and where it is told."""

    title: str
    target: str


@dataclass(frozen=True, slots=True)
class RecordPage:
    """What is told of a record. `teller` is the member whose value tells the variants apart."""

    record: Record
    meaning: str
    open: bool
    members: tuple[Member, ...]
    variants: tuple[Variant, ...]
    teller: str | None
    example: str | None
    uses: tuple[Use, ...]


def record_pages(contract: Contract, path: str) -> tuple[RecordPage, ...]:
    """Return every record, in the order of the catalogue, for the page at a path."""
    return tuple(_page(contract, record, root_of(path)) for record in contract.interface.records)


def schema_reason(schema: Schema, record: Record) -> Reason:
    """Return the reason that a fragment states itself, or else that of its record."""
    stated = schema.get("x-decision", ())
    decisions = (stated,) if isinstance(stated, str) else tuple(stated)
    source = schema.get("x-source")
    return Reason(source=source, decisions=decisions) if source or decisions else record.reason


def _page(contract: Contract, record: Record, root: str) -> RecordPage:
    schema: Schema = record.json_schema if isinstance(record.json_schema, dict) else {}
    variants = tuple(_variants(schema))
    return RecordPage(
        record=record,
        meaning=schema.get("description", ""),
        open=not variants and schema.get("additionalProperties", True) is not False,
        members=tuple(_members(schema, record, root, "")),
        variants=variants,
        teller=schema.get("discriminator", {}).get("propertyName"),
        example=None if record.example is None else pretty(record.example),
        uses=tuple(_uses(contract, record)),
    )


def _variants(schema: Schema) -> Iterator[Variant]:
    mapping = schema.get("discriminator", {}).get("mapping", {})
    values = {_name(target): value for value, target in mapping.items()}
    for one in [*schema.get("oneOf", ()), *schema.get("anyOf", ())]:
        if "$ref" in one:
            name = _name(one["$ref"])
            yield Variant(name, values.get(name))


def _members(schema: Schema, record: Record, root: str, prefix: str) -> Iterator[Member]:
    required = schema.get("required", ())
    for name, stated in schema.get("properties", {}).items():
        member: Schema = stated if isinstance(stated, dict) else {}
        yield Member(
            path=f"{prefix}{name}",
            required=name in required,
            type=type_words(stated, root),
            meaning=member.get("description", ""),
            deprecated=bool(member.get("deprecated")),
            reason=schema_reason(member, record),
        )
        yield from _members(member, record, root, f"{prefix}{name}.")
        if isinstance(member.get("items"), dict):
            yield from _members(member["items"], record, root, f"{prefix}{name}[].")
    for keyword in ("allOf", "anyOf", "oneOf"):
        for one in schema.get(keyword, ()):
            yield from _members(one, record, root, prefix)


def _uses(contract: Contract, record: Record) -> Iterator[Use]:
    for operation in contract.interface.operations:
        if operation.success.record == record.name:
            yield Use(operation.summary, f"operations.html#{operation.id}")
    for notification in contract.interface.notifications:
        if notification.record == record.name:
            yield Use(notification.summary, f"notifications.html#{notification.name}")
    if contract.interface.problem_record == record.name:
        yield Use("Every problem", "problems.html")


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]
