"""What is explained of an item: what it is, where, why, its statement in words, and its files."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal

from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass

from paycat.catalogue.constraints import Constrained, Ruled
from paycat.catalogue.shapes import Shaped, ShapeStatement
from paycat.catalogue.statement import Reason, Statement, Value, keys_of
from paycat.contract.model import Contract
from paycat.diagnostics import SHIPPED, Span
from paycat.shapes.constraints import KINDS, STATEMENTS
from paycat.shapes.constraints.statement import Surroundings
from paycat.text.counting import counted, with_article
from paycat.text.json_data import compact

_DOCUMENT = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True)
_TITLES = ("title", "summary")
_TEXTS = ("meaning", "description", "when")
_ELSEWHERE = frozenset(("allow", "source", "decision", "example", "location", *_TITLES, *STATEMENTS))
"""Keys that other sections of a page have, and constraints, which are worded."""

_OF_VALUES = frozenset(ShapeStatement.model_fields) - {"type", "echo", "members"} | {"values", "open"}
"""Keys that the description of a value's type replaces."""


@dataclass(frozen=True, slots=True, config=_DOCUMENT)
class Occurrence:
    """A line of a file."""

    path: str = Field(description="File, relative to the project.")
    line: int = Field(description="Line, counted from 1.")
    note: str = Field(default="", description="What is there; mostly empty.")

    def __str__(self) -> str:
        text = self.note or ("comes with paycat" if self.path.startswith(SHIPPED) else "")
        note = f" ({text})" if text else ""
        return f"{self.path}:{self.line}{note}"


@dataclass(frozen=True, slots=True, config=_DOCUMENT)
class Explanation:
    """The page of an item. A terminal shows no empty section."""

    name: str = Field(description="Full name.")
    kind: str = Field(description="What kind of item it is, such as `field type`.")
    title: str = Field(default="", description="Title; empty without one.")
    what: tuple[str, ...] = Field(default=(), description="What it is, with its constraints.")
    defined: tuple[Occurrence, ...] = Field(default=(), description="Where it is defined.")
    used: tuple[Occurrence, ...] = Field(default=(), description="Where other statements name it.")
    why: tuple[str, ...] = Field(default=(), description="Sections and decisions behind it, or why it exists.")
    carried: tuple[str, ...] = Field(default=(), description="The generated files that contain it.")
    example: tuple[str, ...] = Field(default=(), description="Lines of an example.")
    fix: tuple[str, ...] = Field(default=(), description="How to fix the finding.")

    @property
    def heading(self) -> str:
        """The name, what kind of item has it, and its title."""
        return f"{self.name}, {with_article(self.kind)}" + (f": {self.title}" if self.title else "")


class Explanations(Value):
    """Everything that has a name. The shape is stable: an incompatible change raises `version`."""

    model_config = _DOCUMENT

    version: Literal[2] = Field(default=2, description="Version of this format.")
    word: str = Field(description="The name.")
    explanations: tuple[Explanation, ...] = Field(description="A page for each item that has the name.")
    note: str = Field(description="A warning if the generated files do not match the catalogue; otherwise empty.")


Named = Iterator[tuple[str, Callable[[], Explanation]]]
"""Names, each with a function that explains what has the name."""


def occurrence(location: Span, note: str = "") -> Occurrence:
    """Return a location with a note."""
    return Occurrence(location.path, location.line, note)


def because(contract: Contract, reasons: Iterable[Reason], *, is_brief: bool = False) -> tuple[str, ...]:
    """Return a line for each section and decision that reasons name; `is_brief` leaves alternatives out."""
    all_reasons = list(reasons)
    decision_ids = {decision_id for reason in all_reasons for decision_id in reason.decisions}
    sections = dict.fromkeys(reason.source for reason in all_reasons if reason.source)
    lines = [f"{section} of the specification" for section in sections]
    for decision in contract.decisions:
        if decision.id in decision_ids:
            lines.append(f"{decision.id} ({decision.status}): {decision.title}")
            lines += [] if is_brief else [f"  instead: {alternative}" for alternative in decision.alternatives]
    return tuple(lines)


def title_of(statement: Statement) -> str:
    """Return the title of a statement, or an empty text."""
    return next((text for key in _TITLES if (text := getattr(statement, key, None))), "")


def lines_of(statement: Statement, value_type: str = "") -> Iterator[str]:
    """Return what a statement says; `value_type` describes the values, and replaces the keys that determine it."""
    values_by_key = {key: statement.value_of(key) for key in keys_of(type(statement))}
    yield from (_first_paragraph(str(values_by_key[key])) for key in _TEXTS if values_by_key.get(key))
    if value_type:
        yield value_type
    elif isinstance(statement, Constrained):
        yield from rules_of(statement)
    other_keys = _ELSEWHERE | set(_TEXTS) | (_OF_VALUES if isinstance(statement, Shaped) and value_type else set())
    for key, member in keys_of(type(statement)).items():
        if key not in other_keys and values_by_key[key] != member.described.get_default(call_default_factory=True):
            value = values_by_key[key]
            is_list = isinstance(value, tuple) and value and isinstance(value[0], Statement) and not value[0].own_key
            yield from (f"{key}: {_text(value_part)}" for value_part in (value if is_list else [value]))


def rules_of(statement: Constrained) -> Iterator[str]:
    """Return the constraints that a statement states, in words, each with its own code and decisions."""
    surroundings = Surroundings(statements={key: rule.meant for key, rule in statement.rules.items()})
    for key, rule in statement.rules.items():
        values = {} if rule.value is None else STATEMENTS[key].bounds(rule.meant, surroundings)
        written_values = {} if rule.value is None else STATEMENTS[key].written(rule.meant, surroundings)
        phrases = (KINDS[keyword].phrase(written_values.get(keyword, value)) for keyword, value in values.items())
        limits_text = ", ".join(phrase.whole_limit for phrase in phrases)
        sources = [rule.reason.source] if rule.reason.source else []
        notes = [*([f"rejected as {rule.code}"] if rule.code else []), *sources, *rule.reason.decisions]
        yield (limits_text or f"{key}: {_text(rule.value)}") + (f" ({'; '.join(notes)})" if notes else "")


def reasons_of(statement: Statement, outer_statements: Iterable[Statement]) -> Iterator[Reason]:
    """Return the reason of a statement, or of the nearest one around it, and those of its constraints."""
    reasons = (_reason(holder) for holder in (statement, *reversed(tuple(outer_statements))))
    yield next((reason for reason in reasons if reason != Reason()), Reason())
    if isinstance(statement, Constrained):
        yield from (rule.reason for rule in statement.rules.values())


def _reason(statement: Statement) -> Reason:
    reason, source = getattr(statement, "reason", Reason()), getattr(statement, "source", None)
    if isinstance(reason, Reason) and reason != Reason():
        return reason
    return Reason(source=source if isinstance(source, str) else None)


def _first_paragraph(text: str) -> str:
    return " ".join(text.split("\n\n", maxsplit=1)[0].split())


def _text(value: Any) -> str:
    match value:
        case Statement():
            return _inner(value)
        case Mapping():
            return ", ".join(f"{key}: {word}" if _is_word(word) else str(key) for key, word in value.items())
        case tuple() if value and isinstance(value[0], Statement) and value[0].own_key:
            return ", ".join(statement.own_key for statement in value)
        case tuple():
            return ", ".join(map(_text, value)) or counted(0, "item")
        case bool() | None:
            return compact(value)
    return _first_paragraph(str(value))


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and value.isidentifier()


def _inner(statement: Statement) -> str:
    """Return a statement in one line: the value of its short form first, then its other keys."""
    values_by_key = {
        key: value
        for key, member in keys_of(type(statement)).items()
        if key not in ("allow", "source", "decision")
        and (value := statement.value_of(key)) != member.described.get_default(call_default_factory=True)
    }
    if isinstance(statement, Ruled) and isinstance(statement.value, tuple):
        return "..".join("" if end is None else str(end) for end in statement.value)
    short_form = [_text(values_by_key.pop(statement.short))] if statement.short in values_by_key else []
    return "; ".join([*short_form, *(f"{key}: {_text(value)}" for key, value in values_by_key.items())])
