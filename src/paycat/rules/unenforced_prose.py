"""What a text promises of a value is also a rule.

Why: a client is built by the text and judged by the rule. Where the text says "at most 35 characters" and no length
does, a payment that should have been refused goes through, and fails at the bank.

Example: in schemas/methods/SEPA_TRANSFER.yaml

    beneficiary.bic: { requirement: optional, type: bic, meaning: 8-character code of the bank that holds the account }

is found as

    schemas/methods/SEPA_TRANSFER.yaml:17:67 error promised-length: the text says '8-character', and no rule does; state
        8 as `length`, or say it otherwise

Fix: state the rule (`length`, `pattern`, `requirement`, or `conditions` of the method; `values` of a choice), or say it
otherwise. What is usual but not enforced is a hint.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from paycat.catalogue.fields import FieldType
from paycat.catalogue.reading import Catalogue
from paycat.catalogue.shapes import Scalar, Shaped
from paycat.contract.model import Contract, FieldNode, Request
from paycat.contract.resolved_shapes import ResolvedShape
from paycat.diagnostics import Diagnostic, Span
from paycat.rules.views.offers import offer_of
from paycat.rules.views.promises import LengthPromise, promised_lengths, promised_presence, promised_values
from paycat.rules.views.shapes import shapes

ID = "R-55"
LENGTH = "promised-length"
PRESENCE = "promised-presence"
VALUES = "promised-values"
ALLOWABLE = (LENGTH, PRESENCE, VALUES)
NEEDS: tuple[str, ...] = ()

Place = Callable[[], Span]

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
        """Tell whether a length is enforced, or may be: nobody counts what a pattern admits.

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


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report lengths, values and requirements that a meaning or a description promises in vain."""
    for request in contract.requests():
        for field in request.root.stated_fields():
            yield from _of_field(catalogue, request, field)
    types = catalogue.types
    for name, stated in types.value.types.items():
        if stated.json_type == "string":
            place = partial(types.at, "types", name, "meaning")
            yield from _promised(stated.meaning, _of_type(stated), place, "`length`")
    yield from _of_interface(catalogue)


def _of_field(catalogue: Catalogue, request: Request, field: FieldNode) -> Iterator[Diagnostic]:
    meaning, place = _latest(catalogue, request, field, "meaning")
    # A conditional field whose condition nobody knows is settled as optional; its text tells what is known.
    requirement, _ = _latest(catalogue, request, field, "requirement")
    if requirement == "optional" and (words := promised_presence(meaning)):
        message = f"{field.path!r} is optional, and the text says {words!r}"
        yield Diagnostic(PRESENCE, place(), message, "make it required, or conditional with a condition")
    if field.json_type == "string":
        found: dict[str, Any] = {rule.keyword: rule.value for rule in field.constraints}
        rules = _Rules(found.get("min_length"), found.get("max_length"), found.get("pattern"), "const" in found)
        yield from _promised(meaning, rules, place, "`length`")


def _latest(catalogue: Catalogue, request: Request, field: FieldNode, key: str) -> tuple[str, Place]:
    """Return what the method, or else its table, says of a field under a key, and where."""
    offer = offer_of(catalogue, request)
    table = offer.table(catalogue)
    own = offer.statement.fields.get(field.path)
    if table is None or (own and getattr(own, key) is not None):
        return getattr(own, key), partial(offer.at, "fields", field.path, key)
    return getattr(table.value.fields[field.path], key), partial(table.at, "fields", field.path, key)


def _of_interface(catalogue: Catalogue) -> Iterator[Diagnostic]:
    operations = catalogue.operations
    for name, parameter in operations.value.parameters.items():
        if not parameter.required and (words := promised_presence(parameter.description)):
            message, hint = f"the parameter may be left out, and the text says {words!r}", "write `required: true`"
            yield Diagnostic(PRESENCE, operations.at("parameters", name, "description"), message, hint)
    for shape in shapes(catalogue):
        key = "description" if isinstance(shape.value, Scalar) else "meaning"
        text = getattr(shape.value, key) or ""
        if getattr(shape.value, "nullable", False) or not (list(promised_lengths(text)) or promised_values(text)):
            continue
        resolved = shape.resolved(catalogue)
        if resolved.shape in _TEXTS:
            yield from _promised(text, _of_shape(resolved, shape.value), partial(shape.at, key), "`length`")


def _promised(text: str, rules: _Rules, place: Place, where: str) -> Iterator[Diagnostic]:
    for promise in promised_lengths(text):
        if not rules.keeps(promise):
            message = f"the text says {promise.words!r}, and no rule does"
            hint = f"state {_bounds(promise)} as {where}, or say it otherwise"
            yield Diagnostic(LENGTH, place(), message, hint)
    words = promised_values(text)
    if words and not rules.listed and rules.pattern is None:
        message = f"the text says {words!r}, and any other value is accepted"
        yield Diagnostic(VALUES, place(), message, "list them in a `pattern`, such as ^(a|b)$, or say it otherwise")


def _of_type(stated: FieldType) -> _Rules:
    length, pattern = stated.stated("length"), stated.stated("pattern")
    least, most = length.value if length else (None, None)
    return _Rules(least, most, pattern.value if pattern else None, stated.stated("fixed") is not None)


def _of_shape(resolved: ResolvedShape, stated: Shaped) -> _Rules:
    found: dict[str, Any] = dict(resolved.bounds)
    listed = "const" in found or resolved.shape != "text" or bool(stated.values)
    return _Rules(found.get("min_length"), found.get("max_length"), found.get("pattern"), listed)


def _is_bounded(pattern: str | None) -> bool:
    """Tell whether a pattern has no repeat without an end."""
    return pattern is not None and not re.search(r"[*+]|,\}", re.sub(r"\\.|\[[^\]]*\]", "", str(pattern)))


def _bounds(promise: LengthPromise) -> str:
    least, most = ("" if bound is None else str(bound) for bound in (promise.least, promise.most))
    return least if least == most else f"{least}..{most}"
