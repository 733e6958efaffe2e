"""Provenance and deprecation in documents: `x-source`, `x-decision`, `deprecated`, `x-sunset`, and their register."""

from collections.abc import Sequence
from typing import Any

from paycat.catalogue.lifecycle import Deprecation
from paycat.catalogue.statement import Reason
from paycat.contract.model import Contract, Part
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.languages import markdown
from paycat.languages.source import Source

PATH = "contract/register.json"
"""Where the register is in the output folder."""

_OF_GAPS = {"id", "section", "state", "question", "decisions"}
_OF_DECISIONS = {"id", "title", "chosen", "because", "status"}
_OF_ERRATA = {"id", "section", "says", "governs", "decision"}


def marks(*reasons: Reason) -> dict[str, Any]:
    """Return the extension members with the provenance of a statement."""
    reason = joined(*reasons)
    members = {"x-source": reason.source, "x-decision": list(reason.decisions)}
    return {name: value for name, value in members.items() if value}


def joined(*reasons: Reason) -> Reason:
    """Return the first section that reasons name, and all of their decisions, sorted."""
    source = next((reason.source for reason in reasons if reason.source), None)
    decision_ids = {decision_id for reason in reasons for decision_id in reason.decisions}
    return Reason.model_construct(source=source, decisions=tuple(sorted(decision_ids)))


def meaning_of(node: Node) -> str:
    """Return what a field or group means, and its deprecation, if any."""
    deprecation = node.deprecated
    return f"{sentence(node.meaning)} {deprecation_text(deprecation)}" if deprecation else node.meaning


def values_text(field: FieldNode) -> str:
    """Return what the values of a choice mean, a sentence for each that has a meaning; "" where none has."""
    return " ".join(f"`{choice.value}`: {sentence(choice.meaning)}" for choice in field.choices if choice.meaning)


def deprecation_text(deprecation: Deprecation) -> str:
    """Return since when and why something is deprecated, when it may be removed, and what replaces it."""
    sentences = [f"Deprecated since {deprecation.since}: {sentence(deprecation.note)}"]
    sentences += [f"It may be gone from {deprecation.sunset} on."] if deprecation.sunset else []
    sentences += [f"Use `{deprecation.instead}` instead."] if deprecation.instead else []
    return " ".join(sentences)


def deprecation_marks(deprecation: Deprecation | None) -> dict[str, Any]:
    """Return the members that mark a deprecation and its sunset; none without a deprecation."""
    if deprecation is None:
        return {}
    return {"deprecated": True, **({"x-sunset": deprecation.sunset} if deprecation.sunset else {})}


def reasons_of(node: Node) -> tuple[Reason, ...]:
    """Return the reasons of a field and its rules, or of an object, its closedness and conditions; and deprecations."""
    reasons = (node.reason, node.closed_reason) if isinstance(node, Group) else (node.reason,)
    rules = node.conditions if isinstance(node, Group) else node.constraints
    return (*reasons, *(rule.reason for rule in rules), *([node.deprecated.reason] if node.deprecated else []))


def part_text(part: Part) -> str:
    """Return the sentences that name a part of an interface, and list its methods and directions."""
    title = f", {part.title}" if part.title else ""
    method_text, direction_text = _counted("method", part.methods), _counted("direction", part.directions)
    return f"This is a part of the interface{title}: {method_text}, {direction_text}. The full catalogue has the rest."


def part_markdown(part: Part) -> Source:
    """Return `part_text` as Markdown."""
    title = str(markdown.text(part.title)) if part.title else part.title
    return markdown.source(part_text(part.model_copy(update={"title": title})))


def _counted(noun: str, names: Sequence[str]) -> str:
    *other_names, final_name = [f"`{name}`" for name in names] or ["none"]
    return f"{noun}s {', '.join(other_names)} and {final_name}" if other_names else f"{noun} {final_name}"


def open_choice(text: str, *, is_state: bool = False) -> str:
    """Return what a choice that may get further values means, and that it may; a new state is a breaking change."""
    return f"{sentence(text)} {'A new value is a major change.' if is_state else 'New values may appear.'}"


def sentence(text: str) -> str:
    """Return a text with a full stop, unless it ends like a sentence already."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def register(contract: Contract) -> dict[str, Any]:
    """Return gaps, decisions and errata, each in the order of their ids."""
    return {
        "title": f"Register of {contract.service.title}",
        "version": contract.service.version,
        "specification": contract.service.specification,
        "gaps": [gap.model_dump(mode="json", include=_OF_GAPS) for gap in contract.gaps],
        "decisions": [decision.model_dump(mode="json", include=_OF_DECISIONS) for decision in contract.decisions],
        "errata": [
            erratum.model_dump(mode="json", include=_OF_ERRATA, exclude_none=True) for erratum in contract.errata
        ],
    }
