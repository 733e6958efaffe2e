"""References of documents: an engine reads what is in its folder, and fetches nothing."""

from collections.abc import Iterator
from typing import Any

_KEYWORDS = ("$ref", "$dynamicRef", "$recursiveRef", "$schema", "jsonSchemaDialect")
_KNOWN = frozenset({"https://json-schema.org/draft/2020-12/schema", "https://spec.openapis.org/oas/3.1/dialect/base"})
"""What validators hold themselves."""


def outward(document: Any) -> str | None:
    """Return a reference in a document to another one, the first, or None. Validators would fetch it."""
    return next(_outward(document), None)


def _outward(node: Any) -> Iterator[str]:
    pending = [node]
    while pending:
        inner = pending.pop()
        if isinstance(inner, dict):
            found = (inner.get(keyword) for keyword in _KEYWORDS)
            yield from (one for one in found if isinstance(one, str) and not one.startswith("#") and one not in _KNOWN)
            pending.extend(inner.values())
        elif isinstance(inner, list):
            pending.extend(inner)
