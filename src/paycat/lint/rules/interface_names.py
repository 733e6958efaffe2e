"""The rule on names by which one part of the interface refers to another: they exist, and every part is used."""

from collections.abc import Iterator, Mapping

from paycat.catalogue.annotations import Kind
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.lint.context import RuleContext, has_unknown_keys
from paycat.lint.rule import rule
from paycat.lint.statements import Reference

_KINDS: tuple[tuple[str, tuple[Kind, ...], str, str], ...] = (
    ("parameter", ("parameter", "header parameter"), "operations", "parameters"),
    ("header", ("response header",), "operations", "response_headers"),
    ("record", ("record",), "records", "records"),
    ("problem", ("problem",), "problems", "problems"),
    ("tag", ("tag",), "operations", "tags"),
    ("notification", ("notification",), "events", "notifications"),
    ("machine", ("machine",), "states", "machines"),
)
"""Each kind of part, the kinds of references to it, and the file and the table of those that exist."""
_NEVER_UNUSED = ("problem", "notification", "machine")


@rule("interface-names", needs=["interface"])
def interface_names(context: RuleContext) -> Iterator[Diagnostic]:
    """Report names of parts that do not exist, and warn of parts that nothing uses."""
    legible = not any(map(has_unknown_keys, context.shapes))  # An unknown key could hide a reference.
    for kind, naming, file, table in _KINDS:
        source = getattr(context.catalogue, file)
        known: Mapping[str, object] = getattr(source.value, table)
        named = context.references(*naming)
        unknown = [one for one in named if one.name not in known]
        for one in unknown:
            hint = did_you_mean(one.name, known) or f"interface/{file}.yaml lists them"
            yield Diagnostic(f"unknown-{kind}", one.span, f"there is no {kind} {one.name!r}", hint)
        if unknown or kind in _NEVER_UNUSED or (kind == "record" and not legible):
            continue  # What was reported was most likely meant for a part that seems unused.
        used = {one.name for one in named if not _is_inside(one)}
        for name in known:
            if name not in used:
                place, message = source.at(table, name, key=True), f"nothing uses the {kind} {name!r}"
                yield Diagnostic(f"unused-{kind}", place, message, "remove it, or use it")


def _is_inside(reference: Reference) -> bool:
    """Return whether a record names itself."""
    return reference.kind == "record" and reference.stated.path[:2] == ("records", reference.name)
