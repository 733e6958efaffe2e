"""Rules on names that refer to something: it exists, and everything that is declared is used."""

from collections.abc import Iterator

from paycat.catalogue.annotations import Kind
from paycat.catalogue.interface import CAUSES, Problem
from paycat.catalogue.shapes import Shaped
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.lint.context import RuleContext, Table, has_unknown_keys, unnamed
from paycat.lint.rule import rule
from paycat.lint.verdicts import given_codes

_KINDS: tuple[Kind, ...] = ("parameter", "response header", "record", "problem", "tag", "notification", "state machine")
_NEVER_UNUSED = ("problem", "notification", "state machine")


@rule("interface-names", needs=["interface"])
def interface_names(context: RuleContext) -> Iterator[Diagnostic]:
    """Report names of parts that do not exist, and warn of parts that nothing uses."""
    legible = not any(map(has_unknown_keys, context.stated(Shaped)))  # An unknown key could hide a reference.
    for kind in _KINDS:
        table, called = context.table(kind), kind.removeprefix("response ")
        for one in table.unknown:
            hint = did_you_mean(one.name, table.names) or f"{context.relative(table.source.name)} lists them"
            code = f"unknown-{called.replace(' ', '-')}"
            yield Diagnostic(code, one.span, f"there is no {called} {one.name!r}", hint)
        if kind not in _NEVER_UNUSED and (kind != "record" or legible):
            yield from _unused(table, f"unused-{called}", f"nothing uses the {called}")


def _unused(table: Table, code: str, lacking: str) -> Iterator[Diagnostic]:
    """Warn of what nothing refers to; an unknown name was most likely meant for a part that seems unused."""
    for name in () if table.unknown else table.idle:
        yield Diagnostic(code, table.at(name), f"{lacking} {name!r}")


@rule("unused", needs=["methods", "requests", "types.yaml", "currencies.yaml", "interface/records.yaml"])
def unused(context: RuleContext) -> Iterator[Diagnostic]:
    """Warn of currencies, field types and request tables that nothing uses."""
    yield from _unused(context.table("currency"), "unused-currency", "no method has the currency")
    yield from _unused(context.table("field type"), "unused-type", "no field has the type")
    tables, used = context.catalogue.requests, set()
    for offer in context.offers.values():
        table = offer.table(context.catalogue)
        if offer.supported:  # A table of the other direction was reported, and counts like an unknown one.
            used.add(offer.table_name if table and table.value.direction == offer.direction else "")
    for name in unnamed(tables, used):
        yield Diagnostic("unused-request", tables[name].at(), f"no method uses the request table {name!r}")


@rule("problem-causes", needs=["interface/problems.yaml"])
def problem_causes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report causes that no problem has, or several."""
    problems = context.stated(Problem)
    seen: dict[str, str] = {}
    for problem in problems:
        first = seen.setdefault(problem.value.cause, problem.name)
        if first != problem.name:
            message = f"the problem {first!r} already has the cause {problem.value.cause!r}"
            yield problem.finding("repeated-cause", message, "cause")
    if len(seen) < len(problems):
        return  # A repeated cause is most likely a mistake for the one that seems missing.
    for cause in CAUSES.meanings:
        if cause not in seen:
            location, hint = context.catalogue.problems.at("problems", key=True), f"add one with `cause: {cause}`"
            yield Diagnostic("missing-cause", location, f"no problem has the cause {cause!r}", hint)


@rule("violation-codes", needs=["interface/problems.yaml"])
def violation_codes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report codes that are not listed."""
    source = context.catalogue.problems
    listed = source.value.violation_codes
    # A shape has no code of its own; another rule reports one.
    own = [one for one in context.references("violation code") if not isinstance(one.stated.around[-1], Shaped)]
    given = given_codes(context.contract) - {one.name for one in own}
    for code in sorted(given - listed.keys()):
        message = f"bodies are rejected with the code {code!r}, which is not listed"
        yield Diagnostic("unlisted-violation-code", source.at("violation_codes", key=True), message)
    of_samples = [one for one in context.references("violation code or problem") if one.name not in given]
    for one in (*own, *of_samples):
        if one.name not in listed:
            hint = did_you_mean(one.name, listed) or "`violation_codes` in interface/problems.yaml lists the codes"
            yield Diagnostic("unknown-violation-code", one.span, f"unknown violation code {one.name!r}", hint)
