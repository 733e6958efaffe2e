"""Rules on gaps, decisions and errata: their ids, what names them, and what they must be shown by."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from paycat.catalogue.annotations import Kind
from paycat.catalogue.forms import DECISION_ID, ERRATUM_ID, GAP_ID
from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext, unnamed
from paycat.lint.rule import rule


@rule("identifiers")
def identifiers(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the ids of another form."""
    registers, errata = context.catalogue.registers, context.catalogue.errata
    tables = (
        (registers, "gaps", "a gap", GAP_ID, registers.value.gaps),
        (registers, "decisions", "a decision", DECISION_ID, registers.value.decisions),
        (errata, "errata", "an erratum", ERRATUM_ID, errata.value.errata),
    )
    for source, table, what, form, entries in tables:
        for name in entries:
            if not form.holds(name):
                message = f"the id of {what} has the form {form.example}, and this is {name!r}"
                yield Diagnostic("bad-id", source.at(table, name, key=True), message)


@rule("unknown-ids", needs=["decisions.yaml", "errata.yaml"])
def unknown_ids(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the mentions of decisions, gaps and errata that do not exist."""
    register, errata = context.catalogue.registers.value, context.catalogue.errata.value
    kinds: tuple[tuple[str, Kind, Iterable[str], str], ...] = (
        ("unknown-decision", "decision", register.decisions, "decisions.yaml lists the decisions"),
        ("unknown-gap", "gap", register.gaps, "decisions.yaml lists the gaps"),
        ("unknown-erratum", "erratum", errata.errata, "errata.yaml lists the errata"),
    )
    for code, kind, known, there in kinds:
        for one in context.references(kind):
            if one.name not in known:
                hint = _meant(one.name, known) or there
                yield Diagnostic(code, one.span, f"there is no {kind} {one.name!r}", hint)


@rule("gaps", needs=["decisions.yaml"])
def gaps(context: RuleContext) -> Iterator[Diagnostic]:
    """Report decided gaps without a decision, and decisions that no gap names."""
    source = context.catalogue.registers
    for name, gap in source.value.gaps.items():
        if gap.state == "decided" and not gap.decisions:
            message = f"the gap {name} is called decided, and names no decision"
            yield Diagnostic("undecided-gap", source.at("gaps", name, "state"), message, "name it in `decisions`")
    for name in unnamed(source.value.decisions, {one for gap in source.value.gaps.values() for one in gap.decisions}):
        message = f"no gap names the decision {name}"
        hint = "name it in the `decisions` of the gap that it answers"
        yield Diagnostic("decision-without-gap", source.at("decisions", name, key=True), message, hint)


@rule("uncited-decisions", needs=["."])
def uncited_decisions(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the decisions that shape something and are named by no statement."""
    source = context.catalogue.registers
    cited = {one.name for one in context.references("decision") if not one.in_register}
    for name in unnamed(source.value.decisions, cited):
        shapes = source.value.decisions[name].shapes
        if shapes != "nothing":
            message = f"the decision {name} shapes the {shapes}, and no statement is marked with it"
            hint = f"write `decision: {name}` at the statement that it causes"
            yield Diagnostic("uncited-decision", source.at("decisions", name, key=True), message, hint)


@rule("errata", needs=["errata.yaml"])
def errata(context: RuleContext) -> Iterator[Diagnostic]:
    """Report mends that state more or less than one thing, and mends without a sample."""
    source, samples = context.catalogue.errata, context.catalogue.samples.values()
    shown = {sample.erratum for one in samples for sample in one.value.samples.values()}
    complete = shown <= {*source.value.errata, None}
    complete = complete and not any(name.startswith("samples/") for name in context.catalogue.unread)
    for name, erratum in source.value.errata.items():
        if erratum.mend is None:
            continue
        if len(erratum.mend.model_fields_set - {"allow"}) != 1:
            message = "a mend is exactly one of as_number, rename and replace"
            yield Diagnostic("manifold-mend", source.at("errata", name, "mend"), message)
        if complete and name not in shown:
            message = f"no sample shows the mend of {name}"
            hint = f"add a sample with the mistake, its refusals and `erratum: {name}`"
            place = source.at("errata", name, "mend", key=True)
            yield Diagnostic("erratum-without-sample", place, message, hint)


def _meant(wrong: str, known: Iterable[str]) -> str:
    """Return which id was most likely meant: one with the same digits in some order, or one sign more or less."""
    alike = [name for name in known if sorted(filter(str.isdecimal, name)) == sorted(filter(str.isdecimal, wrong))]
    close = alike or get_close_matches(wrong[:100], list(known), n=1, cutoff=0.8)
    return f"did you mean {close[0]!r}?" if close else ""
