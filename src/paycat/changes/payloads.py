"""Values on which two versions of a body may disagree, with both verdicts.

The values are those that people wrote and the edges of every rule of both, made from full bodies of both: what one of
them says of a field is tried on bodies that the other was written for.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import islice, permutations, product
from typing import Any

from paycat.catalogue.statement import Reason
from paycat.changes.cases import regions
from paycat.changes.fields import telling_text, texts_of
from paycat.conformance.derive.candidate import Candidate, Subject
from paycat.conformance.derive.candidates import candidates
from paycat.conformance.derive.case_candidates import of_case
from paycat.conformance.derive.parts import fitting
from paycat.contract.interface import Record
from paycat.contract.model import Request, Violation
from paycat.contract.nodes import FieldNode, Group, Node, fields_of
from paycat.contract.paths import case_of, pointer, steps_of
from paycat.contract.plain_values import plain_values
from paycat.contract.validate import VariantValidator, rejected
from paycat.schemas.json_schema import DIALECT, inline_schema
from paycat.schemas.making import DEFINITIONS, node_schema
from paycat.shapes.json_types import JSON_TYPES
from paycat.shapes.patterns.mutants import MOST_STEPS
from paycat.shapes.patterns.texts import some_text
from paycat.text.json_data import holds_path, json_line, value_at, with_value

_SORTED = json.JSONEncoder(sort_keys=True)
_PATTERN_STEPS = MOST_STEPS // 20
"""What the mutants of one pattern may cost here: how many patterns changed is not known."""

_WRITTEN = ("sample ", "the example of ", "the shape of ")

_DEEPEST = 6
_TEXTS = ("text", "2026-01-02", "2026-01-02T03:04:05Z")
_MOST_ITEMS = 20

_OTHERS = JSON_TYPES["object"].foreign + JSON_TYPES["string"].foreign
"""Values of every type."""


@dataclass(frozen=True)
class Body:
    """A request's or a record's body as one contract has it.

    `written` are values that people wrote or that look like it, each with its name; `full` are values with as many
    members as possible, of which others are made. `records` are those that the body refers to.
    """

    root: Node
    written: tuple[tuple[str, Any], ...]
    full: tuple[Any, ...]
    records: Mapping[str, Record]

    @cached_property
    def nodes(self) -> Mapping[str, Node]:
        """The bodies of the records."""
        return {name: record.body for name, record in self.records.items()}

    @cached_property
    def schema(self) -> str:
        """The JSON Schema of a request, or of a record with those that it refers to."""
        if isinstance(self.root, Group) and not self.records:
            return json_line({"$schema": DIALECT, **inline_schema(self.root)})
        definitions = {name: node_schema(body, DEFINITIONS) for name, body in self.nodes.items()}
        return json_line({"$schema": DIALECT, **node_schema(self.root, DEFINITIONS), "$defs": definitions})


@dataclass(frozen=True, slots=True)
class Seen:
    """A body, what it was made of, and what each request type rejects in it."""

    body: Any
    origin: str
    before: tuple[Violation, ...]
    after: tuple[Violation, ...]

    @property
    def both(self) -> tuple[Violation, ...]:
        """What either of both rejects."""
        return self.before + self.after

    @property
    def is_written(self) -> bool:
        """Whether a person wrote it, which is easier to read than what was made."""
        return self.origin.startswith(_WRITTEN)

    @property
    def is_odd(self) -> bool:
        """Whether it shows a rule by what nobody would send, such as a member without a name."""
        return self.origin.endswith("/empty_name")

    @property
    def size(self) -> int:
        """Length of the body as JSON."""
        return len(json.dumps(self.body))


class Rejections:
    """What two bodies reject in values that differ in little from `bases`.

    The pointer of a member about which others decide has their values, such as `#/amount(currency=EUR)`.
    """

    def __init__(self, old: Body, new: Body, bases: Sequence[Any]) -> None:
        self._validators = [VariantValidator(body.root, bases, body.nodes) for body in (old, new)]
        self._regions = regions(old.root, new.root)

    def on(self, body: Any, origin: str) -> Seen:
        """Return a value with what each body rejects in it."""
        places = dict[str, str]()
        for region in self._regions:
            if region.has(body):
                member_steps = steps_of(region.member.path)
                for depth in range(len(region.object_path) + 1, len(member_steps) + 1):
                    places.setdefault(pointer(member_steps[:depth]), region.label)
        return Seen(body, origin, *(_named(validator.rejected(body), places) for validator in self._validators))


def _named(violations: tuple[Violation, ...], labels: Mapping[str, str]) -> tuple[Violation, ...]:
    return tuple(
        violation.model_copy(update={"pointer": case_of(violation.pointer, label)})
        if (label := labels.get(violation.pointer))
        else violation
        for violation in violations
    )


def turned_values(old: Body, new: Body) -> list[Seen]:
    """Return every value that one of both rejects and the other accepts, with both verdicts, each value once."""
    digests, seen_values = set[bytes](), []
    bases = _bases(old, new)
    rejections = Rejections(old, new, bases)
    for origin, value in _values(old, new, bases):
        digest = sha256(_SORTED.encode(value).encode()).digest()
        if digest not in digests:
            digests.add(digest)
            seen_value = rejections.on(value, origin)
            seen_values += [seen_value] if bool(seen_value.before) != bool(seen_value.after) else []
    return seen_values


def body_of_request(request: Request) -> Body:
    """Return the body of a request type; a catalogue that is being edited may have no samples."""
    named_values = [(f"sample {sample.name}", sample.payload) for sample in request.samples]
    corrected_samples = (sample for sample in request.samples if sample.corrected is not None)
    named_values += [(f"sample {sample.name}, corrected", sample.corrected) for sample in corrected_samples]
    payloads = (sample.payload for name in ("full", "minimal") for sample in request.samples if sample.name == name)
    return Body(request.root, tuple(named_values), tuple(islice(payloads, 1)), {})


def body_of_record(record: Record, records: Mapping[str, Record]) -> Body:
    """Return the body of a record, with full values that are made of its example as far as that goes."""
    shape_value = _made(record.body, {name: other_record.body for name, other_record in records.items()})
    values = [(f"the shape of {record.name}", shape_value)]
    if record.example is not None:
        values.insert(0, (f"the example of {record.name}", record.example))
        values.append((f"the example of {record.name}, filled", _joined(_without_null(record.example), shape_value)))
    return Body(record.body, tuple(values), tuple(value for _, value in values), records)


def body_of_field(name: str, field: FieldNode) -> Body:
    """Return the body that is one value, such as that of a parameter or a header."""
    value = _made(field, {})
    return Body(field, ((f"the shape of {name}", value),), (value,), {})


def _values(old: Body, new: Body, bases: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    for body in (old, new):
        yield from body.written
    for body in (old, new):
        for base in bases:
            if root := fitting(body.root, base):
                yield from _named_bodies(candidates(root, Subject(base, Reason(), _PATTERN_STEPS, {}), {}, body.root))
    for body, region in product((old, new), regions(old.root, new.root)):
        subject = Subject(bases[0], Reason(), _PATTERN_STEPS, {}, others=bases[1:])
        yield from _named_bodies(of_case(subject, body.root, region.object_path, region.case))
    for path, origin, values in (*_texts(old, new), *_records(old, new)):
        for base in bases:
            if not path or (holds_path(base, path[:-1]) and isinstance(value_at(base, path[:-1]), dict | list)):
                yield from ((origin, with_value(base, path, value)) for value in values)


def _named_bodies(made: Iterable[Candidate]) -> Iterator[tuple[str, Any]]:
    return ((f"{candidate.rule.removeprefix(':')}/{candidate.variant}", candidate.body) for candidate in made)


def _bases(old: Body, new: Body) -> list[Any]:
    """Return the full values of both, and each with what only the other has."""
    full_values = [value for body in (old, new) for value in body.full]
    bases: list[Any] = []
    for base in (*full_values, *(_joined(body, addition) for body, addition in permutations(full_values, 2))):
        if base not in bases:
            bases.append(base)
    return bases


def _without_null(value: Any) -> Any:
    """Return a value without the members that are null: rules are tried on values."""
    if isinstance(value, dict):
        return {name: _without_null(inner_value) for name, inner_value in value.items() if inner_value is not None}
    return value


def _joined(body: Any, addition: Any) -> Any:
    if not isinstance(body, dict) or not isinstance(addition, dict):
        return body
    members = {name: _joined(value, addition[name]) if name in addition else value for name, value in body.items()}
    return members | {name: value for name, value in addition.items() if name not in body}


Stated = tuple[tuple[str | int, ...], str, list[Any]]
"""The path of a node, what its values are called, and values that may distinguish its two versions."""


def _texts(old: Body, new: Body) -> Iterator[Stated]:
    old_by_path = {field.path: field for field in fields_of(old.root)}
    for field in fields_of(new.root):
        old_field = old_by_path.get(field.path)
        if old_field is not None and old_field.constraints != field.constraints:
            texts = (telling_text(old_field, field), telling_text(field, old_field))
            telling_texts = [text for text in texts if text is not None]
            yield steps_of(field.path), f"{field.path}/telling_text".lstrip("/"), telling_texts


def _records(old: Body, new: Body) -> Iterator[Stated]:
    for body in (old, new):
        for field in fields_of(body.root):
            records = [side.records[name] for name in field.records for side in (old, new) if name in side.records]
            if field.shape in ("record", "union", "any"):
                foreign_values = [value for _, value in _OTHERS] if field.shape == "any" else []
                values = [value for record in records for value in (record.example, _made(record.body, body.nodes))]
                values = [value for value in values if value is not None] + foreign_values
                yield steps_of(field.path), f"{field.path}/another", values


def _made(node: Node, records: Mapping[str, Node], depth: int = 0) -> Any:
    """Return a value for a node, readable where that is possible; whether it is accepted has to be asked.

    `records` are those that nodes refer to; what refers to itself without an end is cut off with null.
    """
    if depth > _DEEPEST:
        return None
    if isinstance(node, Group):
        return {member.name: _made(member, records, depth + 1) for member in node.members}
    match node.shape:
        case "any":
            return "text"
        case "record" | "union":
            variant = next(iter(node.variants), None)
            record_name = variant.record if variant else node.record or ""
            value = _made(records[record_name], records, depth + 1) if record_name in records else {}
            tag = {node.discriminator: variant.value} if variant and node.discriminator else {}
            return {**value, **tag} if isinstance(value, dict) else value
        case "list":
            item_value = _made(node.items, records, depth + 1) if node.items else "text"
            lists = ([item_value] * count for count in range(1, _MOST_ITEMS))
            return next((items for items in lists if not _too_few(node, items)), [item_value])
        case _:
            texts = (*_TEXTS, *map(some_text, texts_of(node))) if node.json_type == "string" else ()
            values = (*(choice.value for choice in node.choices), *texts, *plain_values(node))
            return next((value for value in values if value is not None and not rejected(node, value)), None)


def _too_few(node: FieldNode, items: list[Any]) -> bool:
    return any(not rule.holds(items) for rule in node.constraints if rule.holds([*items, *items]))
