"""Rules on names that refer to something, on gaps, decisions and errata: they exist, and what is declared is used."""

from collections.abc import Iterator
from difflib import get_close_matches

from paycat.catalogue.defaults import shipped_texts
from paycat.catalogue.forms import DECISION_ID, ERRATUM_ID, GAP_ID
from paycat.catalogue.idle import needed_causes
from paycat.catalogue.interface import StateMachine
from paycat.catalogue.problems import Problem, Problems, ViolationCode
from paycat.catalogue.registers import Correction, Decision, Erratum, Gap
from paycat.catalogue.shapes import Shaped
from paycat.catalogue.statement import keys_of
from paycat.contract.validate import given_codes
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.lint.context import RuleContext, Table
from paycat.lint.rule import Stage, rule
from paycat.text.characters import odd_character
from paycat.yaml.nodes import Mapping, node_at

_KINDS = ("parameter", "response header", "record", "problem", "tag", "notification", "state machine", "credential")
_NEVER_UNUSED = ("problem", "notification", "state machine")


@rule("interface-names", needs=["interface"], stage=Stage.STATEMENTS)
def interface_names(context: RuleContext) -> Iterator[Diagnostic]:
    """Report names of parts, and of directions, that do not exist."""
    for kind in ("direction", *_KINDS):
        yield from _unknown(context, kind, "interface/")
    machines = context.catalogue.states.value.state_machines
    for machine in context.stated(StateMachine):
        for name in machine.value.follows.keys() - machines.keys():
            lacking_phrase, path = "there is no state machine", ("follows", name)
            yield machine.unknown("unknown-state-machine", lacking_phrase, name, machines, *path, key=True)


@rule("interface-names", stage=Stage.FORMS)
def direction_names(context: RuleContext) -> Iterator[Diagnostic]:
    """Report request tables of directions that do not exist, and directions without the one table that they need."""
    yield from _unknown(context, "direction", "requests/")
    head, tables = context.catalogue.service, context.catalogue.requests
    for name, direction in head.value.directions.items():
        is_unread = f"requests/{name}.yaml" in context.catalogue.unread
        if direction.methods and not is_unread and (name not in tables or tables[name].value.direction != name):
            message = f"there is no request table {name!r}, and no method offers {name}"
            hint = f"add requests/{name}.yaml, which has this direction"
            yield Diagnostic("unknown-request", head.at("directions", name, key=True), message, hint)


def _unknown(context: RuleContext, kind: str, folder: str) -> Iterator[Diagnostic]:
    table, kind_name = context.table(kind), kind.removeprefix("response ")
    for mention in (mention for mention in table.unknown if context.relative(mention.span.path).startswith(folder)):
        names = {*table.names, *shipped_texts(type(table.source.value), table.key)}
        hint = did_you_mean(mention.name, names) or f"{context.relative(table.source.name)} lists them"
        code = f"unknown-{kind_name.replace(' ', '-')}"
        yield Diagnostic(code, mention.span, f"there is no {kind_name} {mention.name!r}", hint)


@rule("interface-names", stage=Stage.LACKING)
def unused_parts(context: RuleContext) -> Iterator[Diagnostic]:
    """Warn of parts that nothing uses."""
    keys = {key for operation in context.contract.interface.operations for key in operation.parameters}
    in_paths = {context.catalogue.operations.at("parameters", key, key=True) for key in keys}
    for kind in (candidate for candidate in ("direction", *_KINDS) if candidate not in _NEVER_UNUSED):
        kind_name = kind.removeprefix("response ")
        for finding in _unused(context.table(kind), f"unused-{kind_name}", f"nothing uses the {kind_name}"):
            if kind != "parameter" or finding.span not in in_paths:
                yield finding


def _unused(table: Table, code: str, phrase: str) -> Iterator[Diagnostic]:
    for name in table.idle:
        yield Diagnostic(code, table.at(name), f"{phrase} {name!r}")


@rule("unused", stage=Stage.LACKING)
def unused(context: RuleContext) -> Iterator[Diagnostic]:
    """Warn of currencies, field types and request tables that nothing uses."""
    yield from _unused(context.table("currency"), "unused-currency", "no method has the currency")
    yield from _unused(context.table("field type"), "unused-type", "no field has the type")
    used_tables = {offer.table_name for offer in context.offers.values() if offer.supported}
    for name, table in context.catalogue.requests.items():
        if name not in used_tables and (direction := table.value.direction) in context.catalogue.bodies:
            message = f"the body of all {direction} requests is the request table {direction!r}, and not {name!r}"
            yield Diagnostic("unused-request", table.at(), message, "remove it")
        elif name not in used_tables:
            yield Diagnostic("unused-request", table.at(), f"no method uses the request table {name!r}")


@rule("problem-causes", needs=["interface/problems.yaml"])
def problem_causes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report causes that no problem has, or several."""
    problems = context.stated(Problem)
    name_by_cause: dict[str, str] = {}
    for problem in problems:
        earlier_name = name_by_cause.setdefault(problem.value.cause, problem.name)
        if earlier_name != problem.name:
            message = f"the problem {earlier_name!r} already has the cause {problem.value.cause!r}"
            yield problem.finding("repeated-cause", message, "cause")
    if len(name_by_cause) < len(problems):
        return  # A repeated cause is most likely a mistake for the one that seems missing.
    for cause in needed_causes(context.catalogue):
        if cause not in name_by_cause:
            location, hint = context.catalogue.problems.at("problems", key=True), f"add one with `cause: {cause}`"
            yield Diagnostic("missing-cause", location, f"no problem has the cause {cause!r}", hint)


@rule("violation-codes", needs=["interface/problems.yaml"])
def violation_codes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report codes that are not listed."""
    listed = context.catalogue.problems.value.violation_codes
    # A shape has no code of its own; another rule reports one.
    mentions = context.references("violation code")
    field_mentions = [mention for mention in mentions if not isinstance(mention.stated.around[-1], Shaped)]
    codes = given_codes(context.contract.requests()) - {mention.name for mention in field_mentions}
    in_samples = [mention for mention in context.references("violation code or problem") if mention.name not in codes]
    for mention in (*field_mentions, *in_samples):
        if mention.name not in listed:
            hint = did_you_mean(mention.name, listed) or "`violation_codes` in interface/problems.yaml lists the codes"
            yield Diagnostic("unknown-violation-code", mention.span, f"unknown violation code {mention.name!r}", hint)


@rule("violation-codes", stage=Stage.LACKING)
def stated_codes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report codes of which nothing says what they are for, and those that are most likely another one, misspelt."""
    mentions = context.references("violation code", "violation code or problem")
    known_codes = {*shipped_texts(Problems, "violation_codes"), *(mention.name for mention in mentions)}
    known_codes |= given_codes(context.contract.requests())
    for code in context.stated(ViolationCode):
        node, hint = node_at(code.source.own_node, code.path), did_you_mean(code.name, known_codes, most_words=0)
        is_bare = isinstance(node, Mapping) and node.entry("meaning") is None
        if code.name not in known_codes and (hint or is_bare):
            message = f"nothing rejects by the violation code {code.name!r}"
            hint = hint or "state its `meaning`, if the service rejects by it on its own account"
            yield code.finding("unknown-violation-code", message, key=True, help=hint)


@rule("identifiers", stage=Stage.STATEMENTS)
def identifiers(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the ids of another form."""
    gap_kind = (GAP_ID, "a gap", context.stated(Gap))
    decision_kind = (DECISION_ID, "a decision", context.stated(Decision))
    erratum_kind = (ERRATUM_ID, "an erratum", context.stated(Erratum))
    for form, noun, statements in (gap_kind, decision_kind, erratum_kind):
        for entry in statements:
            if not form.holds(entry.name):
                suffix = "" if entry.name.isascii() else f"; it has {odd_character(entry.name)}"
                message = f"the id of {noun} has the form {form.example}, but this is {entry.name!r}{suffix}"
                yield entry.finding("bad-id", message, key=True)


@rule("unknown-ids", needs=["decisions.yaml", "errata.yaml"], stage=Stage.STATEMENTS)
def unknown_ids(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the mentions of decisions, gaps and errata that do not exist."""
    kinds = ("decision", "gap", "erratum")
    for kind in kinds:
        table = context.table(kind)
        for mention in table.unknown:
            digits = sorted(filter(str.isdecimal, mention.name))
            alike_names = [name for name in table.names if sorted(filter(str.isdecimal, name)) == digits]
            close_names = alike_names or get_close_matches(mention.name[:100], list(table.names), n=1, cutoff=0.8)
            file_name = context.relative(table.source.name)
            file_hint = f"{file_name} lists the {table.key}" if table.names else f"make {file_name}, and state it there"
            hint = f"did you mean {close_names[0]!r}?" if close_names else file_hint
            yield Diagnostic(f"unknown-{kind}", mention.span, f"there is no {kind} {mention.name!r}", hint)


@rule("gaps", needs=["decisions.yaml"])
def gaps(context: RuleContext) -> Iterator[Diagnostic]:
    """Report decided gaps without a decision, and decisions that no gap names."""
    for gap in context.stated(Gap):
        if gap.value.state == "decided" and not gap.value.decisions:
            message = f"the state of the gap {gap.name} is `decided`, but it names no decision"
            yield gap.finding("undecided-gap", message, "state")
    table, names = context.table("decision"), {name for gap in context.stated(Gap) for name in gap.value.decisions}
    for name in table.names.keys() - names:
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
    for name in table.names.keys() - {use.name for use in context.references("decision") if not use.in_register}:
        if (shapes := table.names[name].shapes) != "nothing":
            message = f"the decision {name} shapes the {shapes}, but no statement cites it"
            hint = f"write `decision: {name}` at the statement that it causes"
            yield Diagnostic("uncited-decision", table.at(name), message, hint, rests_on=table.misses)


@rule("errata", needs=["errata.yaml"])
def errata(context: RuleContext) -> Iterator[Diagnostic]:
    """Report corrections of more or less than one thing, without a sample, or whose decision closes another gap."""
    catalogue, statements = context.catalogue, context.stated(Erratum)
    shown_errata = {sample.erratum for source in catalogue.samples.values() for sample in source.value.samples.values()}
    is_complete = shown_errata <= {*(erratum.name for erratum in statements), None}
    is_complete = is_complete and not any(name.startswith("samples/") for name in catalogue.unread)
    registers = catalogue.registers.value
    for erratum in statements:
        gap, decision = registers.gaps.get(erratum.value.gap), erratum.value.decision
        if gap and decision in registers.decisions and decision not in gap.decisions:
            gap_names = [name for name, closed_gap in registers.gaps.items() if decision in closed_gap.decisions]
            message = f"the decision {decision} does not close the gap {erratum.value.gap}"
            hint = f"{decision} closes {', '.join(gap_names)}" if gap_names else ""
            yield erratum.finding("erratum-of-another-gap", message, "gap", help=hint)
        correction, name = erratum.value.correct, erratum.name
        if correction is None:
            continue
        if sum(correction.value_of(key) is not None for key in keys_of(Correction) if key != "allow") != 1:
            message = "`correct` has exactly one of as_number, rename and replace"
            yield erratum.finding("several-corrections", message, "correct")
        if is_complete and name not in shown_errata:
            hint = f"add a sample with the mistake, its violations and `erratum: {name}`"
            message = f"no sample shows the correction of {name}"
            yield erratum.finding("erratum-without-sample", message, "correct", key=True, help=hint)
