"""The rule on what texts promise of values: lengths, values and requirements are also constraints."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from paycat.catalogue.fields import FieldType
from paycat.catalogue.interface import ParameterStatement
from paycat.catalogue.shapes import Scalar, Shaped
from paycat.contract.model import Request
from paycat.contract.nodes import FieldNode
from paycat.diagnostics import Diagnostic, Span
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.lint.rules.promises import LengthPromise, promised_lengths, promised_presence, promised_values
from paycat.lint.statements import Stated

_Location = Callable[[], Span]

_TEXTS = ("text", "choice", "date", "date_time")
"""The shapes of values that are texts in JSON."""


@dataclass(frozen=True, slots=True)
class _Rules:
    """What is enforced of a text; `listed` when every value is known, and so every length."""

    least: int | None
    most: int | None
    pattern: str | None
    listed: bool

    def keeps(self, promise: LengthPromise) -> bool:
        """Return whether a length is enforced, or may be: lengths in a pattern are not counted.

        A method may be stricter than the text of its table.
        """
        return self.listed or (self._keeps_least(promise.least) and self._keeps_most(promise.most))

    def _keeps_least(self, promised: int | None) -> bool:
        if promised is None or self.least is None:
            return promised is None or self.pattern is not None
        return self.least >= promised

    def _keeps_most(self, promised: int | None) -> bool:
        if promised is None or self.most is None:
            return promised is None or _is_bounded(self.pattern)
        return self.most <= promised


@rule("unenforced-prose")
def unenforced_prose(context: RuleContext) -> Iterator[Diagnostic]:
    """Report lengths, values and requirements that a meaning or a description promises in vain."""
    for request, field in context.different_fields:
        if field.is_stated:
            yield from _of_field(context, request, field)
    for field_type in context.stated(FieldType):
        stated = field_type.value
        if stated.json_type == "string":
            length, pattern = stated.stated("length"), stated.stated("pattern")
            least, most = length.value if length else (None, None)
            rules = _Rules(least, most, pattern.value if pattern else None, stated.stated("fixed") is not None)
            yield from _promised(stated.meaning, rules, partial(field_type.at, "meaning"))
    for parameter in context.stated(ParameterStatement):
        if not parameter.value.required and (words := promised_presence(parameter.value.description)):
            message, hint = f"the parameter is optional, but the text contains {words!r}", "write `required: true`"
            yield parameter.finding("promised-presence", message, "description", help=hint)
    for shape in context.stated(Shaped):
        yield from _of_shape(context, shape)


def _of_field(context: RuleContext, request: Request, field: FieldNode) -> Iterator[Diagnostic]:
    meaning, location = _latest(context, request, field, "meaning")
    # A conditional field with an unknown condition is resolved as optional; its text describes the condition.
    requirement, _ = _latest(context, request, field, "requirement")
    if requirement == "optional" and (words := promised_presence(meaning)):
        message = f"{field.path!r} is optional, but the text contains {words!r}"
        yield Diagnostic("promised-presence", location(), message, "make it required, or conditional with a condition")
    if field.json_type == "string":
        yield from _promised(meaning, _rules_of(field.bounds, "const" in field.bounds), location)


def _latest(context: RuleContext, request: Request, field: FieldNode, key: str) -> tuple[str, _Location]:
    """Return what the method, or else its table, states of a field under a key, and where."""
    layers = [layer for layer in context.layers(request, field) if not isinstance(layer.value, FieldType)]
    stating = next(layer for layer in reversed(layers) if getattr(layer.value, key) is not None)
    return getattr(stating.value, key), partial(stating.at, key)


def _of_shape(context: RuleContext, shape: Stated[Shaped]) -> Iterator[Diagnostic]:
    key = "description" if isinstance(shape.value, Scalar) else "meaning"
    text = getattr(shape.value, key) or ""
    if getattr(shape.value, "nullable", False) or not (any(promised_lengths(text)) or promised_values(text)):
        return
    resolved = context.resolved(shape)
    if resolved.shape in _TEXTS:
        listed = "const" in resolved.bounds or resolved.shape != "text" or bool(shape.value.values)
        yield from _promised(text, _rules_of(resolved.bounds, listed), partial(shape.at, key))


def _rules_of(bounds: Mapping[str, Any], listed: bool) -> _Rules:
    return _Rules(bounds.get("min_length"), bounds.get("max_length"), bounds.get("pattern"), listed)


def _promised(text: str, rules: _Rules, location: _Location) -> Iterator[Diagnostic]:
    for promise in promised_lengths(text):
        if not rules.keeps(promise):
            message = f"the text promises {promise.words!r}, but no constraint enforces it"
            hint = f"state {_bounds(promise)} as `length`, or reword the text"
            yield Diagnostic("promised-length", location(), message, hint)
    words = promised_values(text)
    if words and not rules.listed and rules.pattern is None:
        yield Diagnostic("promised-values", location(), f"the text promises {words!r}, but any other value is accepted")


def _is_bounded(pattern: str | None) -> bool:
    """Return whether a pattern has no repeat without an end."""
    return pattern is not None and not re.search(r"[*+]|,\}", re.sub(r"\\.|\[[^\]]*\]", "", str(pattern)))


def _bounds(promise: LengthPromise) -> str:
    least, most = ("" if bound is None else str(bound) for bound in (promise.least, promise.most))
    return least if least == most else f"{least}..{most}"
