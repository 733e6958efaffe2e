"""Every part of the interface that another part names exists, and is used.

Why: documents link parameters, response headers, records (also by `record` and `variants` of shapes), problems, tags,
notifications and state machines by name. A broken link is a broken document, and what nothing names is read by
everybody and sent by nobody.

Example: in schemas/interface/operations.yaml

    notification: refundMove

is found as

    schemas/interface/operations.yaml:195:19 error unknown-notification: there is no notification 'refundMove'; did you
      mean 'refundMoved'?

Fix: correct the name, or add the part. Remove a part that nothing uses, or say with `allow` why it stays.
"""

from collections.abc import Iterator, Mapping

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, Span, did_you_mean
from paycat.rules.views.references import Kind, Reference, known_names, references
from paycat.rules.views.shapes import shapes

ID = "R-40"
UNKNOWN_PARAMETER = "unknown-parameter"
UNKNOWN_HEADER = "unknown-header"
UNKNOWN_RECORD = "unknown-record"
UNKNOWN_PROBLEM = "unknown-problem"
UNKNOWN_TAG = "unknown-tag"
UNKNOWN_NOTIFICATION = "unknown-notification"
UNKNOWN_MACHINE = "unknown-machine"
UNUSED_PARAMETER = "unused-parameter"
UNUSED_HEADER = "unused-header"
UNUSED_RECORD = "unused-record"
UNUSED_TAG = "unused-tag"
WARNINGS = ALLOWABLE = (UNUSED_PARAMETER, UNUSED_HEADER, UNUSED_RECORD, UNUSED_TAG)
NEEDS: tuple[str, ...] = ("interface",)

_UNKNOWN: Mapping[Kind, tuple[str, str]] = {
    "parameter": (UNKNOWN_PARAMETER, "operations.yaml"),
    "header": (UNKNOWN_HEADER, "operations.yaml"),
    "record": (UNKNOWN_RECORD, "records.yaml"),
    "problem": (UNKNOWN_PROBLEM, "problems.yaml"),
    "tag": (UNKNOWN_TAG, "operations.yaml"),
    "notification": (UNKNOWN_NOTIFICATION, "events.yaml"),
    "machine": (UNKNOWN_MACHINE, "states.yaml"),
}
_UNUSED: Mapping[Kind, str] = {
    "parameter": UNUSED_PARAMETER,
    "header": UNUSED_HEADER,
    "record": UNUSED_RECORD,
    "tag": UNUSED_TAG,
}


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report names of parts that do not exist, and warn of parts that nothing uses."""
    stated = list(references(catalogue))
    for kind, (code, file) in _UNKNOWN.items():
        known = known_names(catalogue, kind)
        named = [reference for reference in stated if reference.kind == kind]
        unknown = [reference for reference in named if reference.name not in known]
        for reference in unknown:
            hint = did_you_mean(reference.name, known) or f"they stand in interface/{file}"
            yield Diagnostic(code, reference.span, f"there is no {kind} {reference.name!r}", hint)
        if unknown or (kind == "record" and not _legible(catalogue)):
            continue  # What was reported was most likely meant for a part that seems unused.
        if kind in _UNUSED:
            yield from _unused(kind, known, named)


def _legible(catalogue: Catalogue) -> bool:
    """Tell whether every reference inside a shape is found: no unknown key could hide one."""
    return not any(shape.has_unknown_keys for shape in shapes(catalogue))


def _unused(kind: Kind, known: Mapping[str, Span], named: list[Reference]) -> Iterator[Diagnostic]:
    used = {reference.name for reference in named if reference.name != reference.inside}
    for name, place in known.items():
        if name not in used:
            message = f"nothing uses the {kind} {name!r}"
            yield Diagnostic(_UNUSED[kind], place, message, "remove it, or use it")
