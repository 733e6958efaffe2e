"""pydantic's violations of a file as findings: each at the node that it speaks of, in the catalogue's words."""

import re
from collections import defaultdict

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from paycat.catalogue.values import Findings
from paycat.diagnostics import Diagnostic, Span, did_you_mean
from paycat.text.counting import listed
from paycat.text.letters import odd_character
from paycat.yaml.nodes import Node, Scalar, locate

_COMPARED = {
    "greater_than_equal": "at least",
    "greater_than": "more than",
    "less_than_equal": "at most",
    "less_than": "less than",
}
_QUOTED = re.compile(r"'([^']*)'")


def diagnostics_of(error: ValidationError, root: Node, findings: Findings) -> list[Diagnostic]:
    """Return one finding per error of the file whose root node is given, and one for all keys that a statement lacks.

    A misspelt key is not missing as well.
    """
    missing: dict[tuple[str | int, ...], list[str]] = defaultdict(list)
    found = []
    for details in error.errors(include_url=False):
        if details["type"] != "missing":
            if not _is_consequence(details):
                found.append(_diagnostic(details, root))
            continue
        around, key = details["loc"][:-1], details["loc"][-1]
        if (locate(root, around), str(key)) not in findings.misspelt:
            missing[around].append(repr(key))
    for path, keys in missing.items():
        lacking = f"key {keys[0]} is" if len(keys) == 1 else f"keys {listed(keys)} are"
        found.append(Diagnostic("missing-key", locate(root, path), f"the {lacking} missing"))
    return found


def _is_consequence(details: ErrorDetails) -> bool:
    """Return whether a list is too short only because its entries were rejected: each has a finding of its own."""
    stated = details["input"]
    return details["type"] == "too_short" and isinstance(stated, tuple) and len(stated) >= details["ctx"]["min_length"]


def _diagnostic(details: ErrorDetails, root: Node) -> Diagnostic:
    context = details.get("ctx", {})
    kind, path = details["type"], details["loc"]
    if kind == "paycat":
        span: Span = context["span"]
        return Diagnostic(context["code"], span, context["message"], context["help"])
    if kind == "paycat_form":
        span = locate(root, path[:-1], key=True) if path[-1] == "[key]" else locate(root, path)
        odd = odd_character(context["text"])
        other = f"; it has {odd}" if odd else ""
        message = f"{context['text']!r} is not a valid {context['form']}{other}"
        return Diagnostic("bad-form", span, message, f"write {context['advice']}")
    if kind == "paycat_bounds":
        span = locate(root, (*path, *context["below"]))
        return Diagnostic("bad-value", span, f"`{_key(path)}` {context['fault']}")
    span = locate(root, path)
    value = details["input"].text if isinstance(details["input"], Scalar) else details["input"]
    if kind == "literal_error":
        known = _QUOTED.findall(str(context["expected"]))
        return Diagnostic("unknown-word", span, f"unknown word {value!r}", did_you_mean(str(value), known))
    if kind in _COMPARED:
        bound = next(context[one] for one in ("ge", "gt", "le", "lt") if one in context)
        return Diagnostic("bad-value", span, f"`{_key(path)}` must be {_COMPARED[kind]} {bound:,}, but is {value:,}")
    if kind == "too_long":
        message = f"`{_key(path)}` must have at most {context['max_length']:,} entries, but has {len(value):,}"
        return Diagnostic("too-many-entries", span, message, "divide it into several")
    if kind == "too_short":
        message = f"`{_key(path)}` must have {context['min_length']} or more entries, but has {len(value)}"
        return Diagnostic("bad-value", span, message)
    return Diagnostic("bad-value", span, details["msg"][:1].lower() + details["msg"][1:])


def _key(path: tuple[str | int, ...]) -> str:
    """Return the last key of a path in its file; a short form has no `value`."""
    return next(str(step) for step in reversed(path) if isinstance(step, str) and step != "value")
