"""Reasons as marks: `x-source`, `x-decision` and the sentence in a description that names the decisions.

What goes out of use is marked, too: `deprecated`, `x-sunset` and the sentences that say why and until when.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from paycat.catalogue.lifecycle import Deprecation
from paycat.catalogue.statement import Reason
from paycat.contract.model import Contract, Part
from paycat.contract.nodes import FieldNode, Group

Titles = Mapping[str, str]


def decision_titles(contract: Contract) -> Titles:
    """Return the decisions' titles by id."""
    return {decision.id: decision.title for decision in contract.decisions}


def marks(*reasons: Reason) -> dict[str, Any]:
    """Return the extension members that say where a statement comes from."""
    source = next((reason.source for reason in reasons if reason.source), None)
    decisions = _decisions(reasons)
    return {
        **({"x-source": source} if source else {}),
        **({"x-decision": decisions} if decisions else {}),
    }


def described(text: str, titles: Titles, *reasons: Reason) -> str:
    """Return a sentence, followed by the decisions behind it."""
    told = sentence(text)
    decisions = _decisions(reasons)
    if not decisions:
        return told
    named = "; ".join(f"{decision}, {_lower_first(titles[decision])}" for decision in decisions)
    return f"{told} Decided here, not in the specification: {named}."


def sourced(text: str, *reasons: Reason) -> str:
    """Return a sentence, followed by its source and the ids of the decisions behind it."""
    told = sentence(text)
    source = next((reason.source for reason in reasons if reason.source), None)
    decisions = _decisions(reasons)
    parts = [
        told,
        f"Source: {source}." if source else "",
        f"Decisions: {', '.join(decisions)}." if decisions else "",
    ]
    return " ".join(part for part in parts if part)


def meaning_of(described: FieldNode | Group) -> str:
    """Return what a field or group means, and that it goes out of use, if it does."""
    deprecated = described.deprecated
    return f"{sentence(described.meaning)} {deprecation_text(deprecated)}" if deprecated else described.meaning


def deprecation_text(deprecated: Deprecation) -> str:
    """Return since when and why something goes out of use, from when on it may be gone, and what stands for it."""
    parts = [
        f"Deprecated since {deprecated.since}: {sentence(deprecated.note)}",
        f"It may be gone from {deprecated.sunset} on." if deprecated.sunset else "",
        f"Use `{deprecated.instead}` instead." if deprecated.instead else "",
    ]
    return " ".join(part for part in parts if part)


def deprecation_marks(deprecated: Deprecation | None) -> dict[str, Any]:
    """Return the members that say that something goes out of use, and from when on it may be gone; often none."""
    if deprecated is None:
        return {}
    return {"deprecated": True, **({"x-sunset": deprecated.sunset} if deprecated.sunset else {})}


def field_reasons(field: FieldNode) -> tuple[Reason, ...]:
    """Return the reasons of a field, of each of its rules, and of its going out of use."""
    return (field.reason, *(rule.reason for rule in field.constraints), *_of_deprecation(field))


def group_reasons(group: Group) -> tuple[Reason, ...]:
    """Return the reasons of a group, of its being closed, of its conditions, and of its going out of use."""
    conditions = (condition.reason for condition in group.conditions)
    return (group.reason, group.closed_reason, *conditions, *_of_deprecation(group))


def part_text(part: Part) -> str:
    """Return the sentences that say of what the whole is only a part, and what the part has."""
    called = f", {part.title}" if part.title else ""
    methods, directions = _counted("method", part.methods), _counted("direction", part.directions)
    return f"This is a part of the interface{called}: {methods}, {directions}. The full catalogue has the rest."


def _counted(word: str, names: Sequence[str]) -> str:
    *first, last = [f"`{name}`" for name in names] or ["none"]
    return f"{word}s {', '.join(first)} and {last}" if first else f"{word} {last}"


def _of_deprecation(described: FieldNode | Group) -> tuple[Reason, ...]:
    return (described.deprecated.reason,) if described.deprecated else ()


def sentence(text: str) -> str:
    """Return a text with a full stop, unless it ends like a sentence already."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _decisions(reasons: Iterable[Reason]) -> list[str]:
    return sorted({decision for reason in reasons for decision in reason.decisions})


def _lower_first(title: str) -> str:
    second = title[1:2]
    return title[:1].lower() + title[1:] if second.islower() or second == " " else title
