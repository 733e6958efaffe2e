"""Rules on names that refer to something, on gaps, decisions and errata: they exist, and what is declared is used."""

from collections.abc import Iterator
from difflib import get_close_matches

from paycat.catalogue.annotations import Kind
from paycat.catalogue.forms import DECISION_ID, ERRATUM_ID, GAP_ID
from paycat.catalogue.interface import CAUSES, DUPLICATE, Problem
from paycat.catalogue.registers import Correction, Decision, Erratum, Gap
from paycat.catalogue.shapes import Shaped
from paycat.catalogue.statement import keys_of
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.lint.context import RuleContext, Table
from paycat.lint.rule import Stage, rule
from paycat.lint.verdicts import given_codes
from paycat.text.characters import odd_character

_KINDS: tuple[Kind, ...] = ("parameter", "response header", "record", "problem", "tag", "notification", "state machine")
_NEVER_UNUSED = ("problem", "notification", "state machine")


@rule("interface-names", needs=["interface"], stage=Stage.STATEMENTS)
def interface_names(context: RuleContext) -> Iterator[Diagnostic]:
    """Report names of parts that do not exist."""
    for kind in _KINDS:
        table, called = context.table(kind), kind.removeprefix("response ")
        for mention in table.unknown:
            hint = did_you_mean(mention.name, table.names) or f"{context.relative(table.source.name)} lists them"
            code = f"unknown-{called.replace(' ', '-')}"
            yield Diagnostic(code, mention.span, f"there is no {called} {mention.name!r}", hint)


@rule("interface-names", stage=Stage.LACKING)
def unused_parts(context: RuleContext) -> Iterator[Diagnostic]:
    """Warn of parts that nothing uses."""
    for kind in (candidate for candidate in _KINDS if candidate not in _NEVER_UNUSED):
        called = kind.removeprefix("response ")
        yield from _unused(context.table(kind), f"unused-{called}", f"nothing uses the {called}")


def _unused(table: Table, code: str, lacking: str) -> Iterator[Diagnostic]:
    for name in table.idle:
        yield Diagnostic(code, table.at(name), f"{lacking} {name!r}")


@rule("unused", stage=Stage.LACKING)
def unused(context: RuleContext) -> Iterator[Diagnostic]:
    """Warn of currencies, field types and request tables that nothing uses."""
    yield from _unused(context.table("currency"), "unused-currency", "no method has the currency")
    yield from _unused(context.table("field type"), "unused-type", "no field has the type")
    used = {offer.table_name for offer in context.offers.values() if offer.supported}
    for name, table in context.catalogue.requests.items():
        if name not in used:
            yield Diagnostic("unused-request", table.at(), f"no method uses the request table {name!r}")


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
        if cause not in seen and cause != DUPLICATE:  # R-108 requires it where a reference is unique.
            location, hint = context.catalogue.problems.at("problems", key=True), f"add one with `cause: {cause}`"
            yield Diagnostic("missing-cause", location, f"no problem has the cause {cause!r}", hint)


@rule("violation-codes", needs=["interface/problems.yaml"])
def violation_codes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report codes that are not listed."""
    source = context.catalogue.problems
    listed = source.value.violation_codes
    # A shape has no code of its own; another rule reports one.
    mentions = context.references("violation code")
    of_fields = [mention for mention in mentions if not isinstance(mention.stated.around[-1], Shaped)]
    codes = given_codes(context.contract) - {mention.name for mention in of_fields}
    for code in sorted(codes - listed.keys()):
        message = f"bodies are rejected with the code {code!r}, which is not listed"
        yield Diagnostic("unlisted-violation-code", source.at("violation_codes", key=True), message)
    of_samples = [mention for mention in context.references("violation code or problem") if mention.name not in codes]
    for mention in (*of_fields, *of_samples):
        if mention.name not in listed:
            hint = did_you_mean(mention.name, listed) or "`violation_codes` in interface/problems.yaml lists the codes"
            yield Diagnostic("unknown-violation-code", mention.span, f"unknown violation code {mention.name!r}", hint)


@rule("identifiers", stage=Stage.STATEMENTS)
def identifiers(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the ids of another form."""
    gaps = (GAP_ID, "a gap", context.stated(Gap))
    decisions = (DECISION_ID, "a decision", context.stated(Decision))
    errata = (ERRATUM_ID, "an erratum", context.stated(Erratum))
    for form, what, entries in (gaps, decisions, errata):
        for entry in entries:
            if not form.holds(entry.name):
                odd = "" if entry.name.isascii() else f"; it has {odd_character(entry.name)}"
                message = f"the id of {what} has the form {form.example}, but this is {entry.name!r}{odd}"
                yield entry.finding("bad-id", message, key=True)


@rule("unknown-ids", needs=["decisions.yaml", "errata.yaml"], stage=Stage.STATEMENTS)
def unknown_ids(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the mentions of decisions, gaps and errata that do not exist."""
    kinds: tuple[Kind, ...] = ("decision", "gap", "erratum")
    for kind in kinds:
        table = context.table(kind)
        for mention in table.unknown:
            digits = sorted(filter(str.isdecimal, mention.name))
            alike = [name for name in table.names if sorted(filter(str.isdecimal, name)) == digits]
            close = alike or get_close_matches(mention.name[:100], list(table.names), n=1, cutoff=0.8)
            there = f"{context.relative(table.source.name)} lists the {table.key}"
            hint = f"did you mean {close[0]!r}?" if close else there
            yield Diagnostic(f"unknown-{kind}", mention.span, f"there is no {kind} {mention.name!r}", hint)


@rule("gaps", needs=["decisions.yaml"])
def gaps(context: RuleContext) -> Iterator[Diagnostic]:
    """Report decided gaps without a decision, and decisions that no gap names."""
    for gap in context.stated(Gap):
        if gap.value.state == "decided" and not gap.value.decisions:
            message = f"the state of the gap {gap.name} is `decided`, but it names no decision"
            yield gap.finding("undecided-gap", message, "state")
    table, named = context.table("decision"), {name for gap in context.stated(Gap) for name in gap.value.decisions}
    for name in table.names.keys() - named:
        message = f"no gap names the decision {name}"
        yield Diagnostic("decision-without-gap", table.at(name), message, rests_on=table.misses)


@rule("answers", needs=["decisions.yaml"])
def answers(context: RuleContext) -> Iterator[Diagnostic]:
    """Report confirmed decisions that state no answer or leave their gap open, and answers to no question."""
    open_gaps = [gap for gap in context.stated(Gap) if gap.value.state == "open"]
    for decision in context.stated(Decision):
        status, answer = decision.value.status, decision.value.answer
        if status == "default":
            if answer is not None:
                message = f"the status of decision {decision.name} is default, but it has an answer"
                yield decision.finding("answer-to-default", message, "answer")
            continue
        if answer is None:
            message = f"decision {decision.name} is {status}, but does not state by whom and when"
            yield decision.finding("missing-answer", message, "status")
        for gap in (open_gap for open_gap in open_gaps if decision.name in open_gap.value.decisions):
            place = gap.at("state")
            message = f"decision {decision.name} is {status}, but its gap {gap.name} is open (line {place.line})"
            yield decision.finding("answered-but-open", message, "status")


@rule("uncited-decisions", needs=["."])
def uncited_decisions(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the decisions that shape something and are named by no statement."""
    table = context.table("decision")
    for name in table.names.keys() - {cited.name for cited in context.references("decision") if not cited.in_register}:
        if (shapes := table.names[name].shapes) != "nothing":
            message = f"the decision {name} shapes the {shapes}, but no statement cites it"
            hint = f"write `decision: {name}` at the statement that it causes"
            yield Diagnostic("uncited-decision", table.at(name), message, hint, rests_on=table.misses)


@rule("errata", needs=["errata.yaml"])
def errata(context: RuleContext) -> Iterator[Diagnostic]:
    """Report corrections of more or less than one thing, without a sample, or whose decision closes another gap."""
    catalogue, errata = context.catalogue, context.stated(Erratum)
    shown = {sample.erratum for source in catalogue.samples.values() for sample in source.value.samples.values()}
    complete = shown <= {*(erratum.name for erratum in errata), None}
    complete = complete and not any(name.startswith("samples/") for name in catalogue.unread)
    registered = catalogue.registers.value
    for erratum in errata:
        gap, decision = registered.gaps.get(erratum.value.gap), erratum.value.decision
        if gap and decision in registered.decisions and decision not in gap.decisions:
            of = [name for name, closed in registered.gaps.items() if decision in closed.decisions]
            message = f"the decision {decision} does not close the gap {erratum.value.gap}"
            hint = f"{decision} closes {', '.join(of)}" if of else ""
            yield erratum.finding("erratum-of-another-gap", message, "gap", help=hint)
        correct, name = erratum.value.correct, erratum.name
        if correct is None:
            continue
        if sum(correct.value_of(key) is not None for key in keys_of(Correction) if key != "allow") != 1:
            yield erratum.finding(
                "several-corrections", "`correct` has exactly one of as_number, rename and replace", "correct"
            )
        if complete and name not in shown:
            hint = f"add a sample with the mistake, its violations and `erratum: {name}`"
            message = f"no sample shows the correction of {name}"
            yield erratum.finding("erratum-without-sample", message, "correct", key=True, help=hint)
