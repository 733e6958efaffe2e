"""Rules on samples: which are required, what their payloads contain, and their verdicts."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from paycat.catalogue.service import DirectionStatement
from paycat.contract.decisions import NOTHING, Decisions, decisions_in, inside, is_taken_away, requirement_in
from paycat.contract.model import Violation
from paycat.contract.nodes import Group
from paycat.contract.paths import ITEM, pointer, steps_of
from paycat.contract.samples import FIRST
from paycat.contract.sending import size
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.lint.blame import Fault, blamed, faults
from paycat.lint.context import RuleContext
from paycat.lint.rule import Stage, rule
from paycat.lint.rules.possible_values import suspects
from paycat.lint.verdicts import SampleVerdict, in_words, validated
from paycat.text.counting import counted
from paycat.text.json_data import depth, holds_path, value_at

_MANY = 4
_SHOWN = 2
"""So many violations of a sample are described."""


@rule("sample-files", stage=Stage.READING)
def bodies_of_methods(context: RuleContext) -> Iterator[Diagnostic]:
    """Report directions with one body for all methods, of which methods have samples nonetheless."""
    sampled_directions = {direction for direction, name in context.catalogue.samples if name}
    for direction in context.stated(DirectionStatement):
        if direction.value.methods and direction.name in sampled_directions:
            message = f"methods have samples of {direction.name}, but the direction has one body for all methods"
            hint = f"remove `methods: none`, or write samples/{direction.name}.yaml, and remove it from the methods"
            yield direction.finding("samples-without-request", message, "methods", key=True, help=hint)


@rule("sample-files", stage=Stage.STATEMENTS)
def sample_files(context: RuleContext) -> Iterator[Diagnostic]:
    """Report missing samples files and samples, and samples files that belong to no request."""
    catalogue = context.catalogue
    for (direction, name), offer in context.offers.items():
        file_name, source = (
            f"samples/{direction}/{name}".rstrip("/") + ".yaml",
            catalogue.samples.get((direction, name)),
        )
        rests_on = (file_name, context.relative(offer.method.name))
        if offer.supported and source is None:
            message = f"{direction} is supported, but there is no file {file_name}"
            yield Diagnostic("missing-samples", offer.at(key=True), message, rests_on=rests_on)
        for sample_name in FIRST if offer.supported else ():
            if source and sample_name not in source.value.samples:
                message = f"{direction} is supported, but {file_name} has no sample {sample_name!r}"
                yield Diagnostic("missing-sample", offer.at(key=True), message, rests_on=rests_on)
    for (direction, name), source in catalogue.samples.items():
        stated_offer = context.offers.get((direction, name))
        if stated_offer and stated_offer.supported:
            continue
        if not name:  # A rule reports that the direction has no table.
            continue
        message, hint = f"there is no method {name!r}", did_you_mean(name, catalogue.methods)
        if stated_offer:
            message, hint = f"the method {name} does not support {direction}", "remove the file, or make it supported"
        message = f"{message}, so these samples belong to no request"
        yield Diagnostic("samples-without-request", source.at(), message, hint, rests_on=(f"methods/{name}.yaml",))


@rule("sample-sizes", needs=["interface/rules.yaml"])
def sample_sizes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the samples that are larger or deeper than any body may be."""
    limits = context.catalogue.rulebook.value.limits
    for verdict in context.verdicts:
        name, payload = verdict.sample.name, verdict.sample.payload
        for code, unit, amount, limit in (
            ("sample-too-large", "bytes", size(payload), limits.body_bytes.value),
            ("sample-too-deep", "levels", depth(payload), limits.body_depth.value),
        ):
            if amount > limit:
                message = f"the payload of sample {name!r} has {amount} {unit}, but a body has at most {limit}"
                yield Diagnostic(code, verdict.at(key=True), message)


@rule("sample-verdicts", stage=Stage.SAMPLES)
def sample_verdicts(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the samples with another verdict than they state, or the statement that most samples break."""
    unstated_faults = faults(context)
    faults_by_cause = blamed(context, unstated_faults, suspects(context)) if unstated_faults else {}
    faults_by_verdict: dict[SampleVerdict, list[Fault]] = defaultdict(list)
    for unstated_fault in unstated_faults:
        faults_by_verdict[unstated_fault.verdict].append(unstated_fault)
    causes_by_verdict = {
        verdict: [fault.cause for fault in sample_faults if fault.cause in faults_by_cause]
        for verdict, sample_faults in faults_by_verdict.items()
    }
    for cause in filter(None, dict.fromkeys(causes[0] for causes in causes_by_verdict.values() if causes)):
        fault, sample_count = faults_by_cause[cause][0], len({peer.verdict for peer in faults_by_cause[cause]})
        example_text = f"in {fault.verdict.sample.name!r} ({fault.span.path}:{fault.span.line}) {fault.words}"
        count_phrase = f"{counted(sample_count, 'sample')} {'disagrees' if sample_count == 1 else 'disagree'}"
        hint = "correct this statement, or the samples"
        yield Diagnostic("sample-verdict", cause, f"{count_phrase} with this: {example_text}", hint)
    for verdict, sample_faults in faults_by_verdict.items():
        other_faults = [fault for fault in sample_faults if fault.cause not in faults_by_cause]
        own_faults = [fault for fault in other_faults if not (causes_by_verdict[verdict] and fault.is_of_names)]
        if own_faults:
            yield _wrong_sample(own_faults)
    yield from _without_violation(context, faults_by_verdict.keys())


def _wrong_sample(all_faults: Sequence[Fault]) -> Diagnostic:
    verdict, violation = all_faults[0].verdict, all_faults[0].violation
    for index, expected_violation in enumerate(verdict.sample.violations):
        if expected_violation.code == violation.code and expected_violation not in verdict.violations:
            message = f"sample {verdict.sample.name!r} has {in_words([violation])}, not at {expected_violation.pointer}"
            return Diagnostic("sample-verdict", verdict.at("violations", index), message, "correct the pointer")
    names = {fault.meant for fault in all_faults}
    described_faults = [fault for fault in all_faults if fault.violation.code != "required" or fault.name not in names]
    suffix = [f"{counted(len(described_faults) - _SHOWN, 'more violation')}"] if len(described_faults) > _SHOWN else []
    fault_words = "; ".join([*(fault.words for fault in described_faults[:_SHOWN]), *suffix])
    message = f"sample {described_faults[0].verdict.sample.name!r} is invalid: {fault_words}"
    hint = "correct the sample, or list what is intended under `violations`"
    return Diagnostic("sample-verdict", min(described_faults, key=lambda fault: not fault.meant).span, message, hint)


def _without_violation(context: RuleContext, reported_verdicts: Collection[SampleVerdict]) -> Iterator[Diagnostic]:
    """Report the samples that list a violation that they do not have; of many alike, the first."""
    codes = context.catalogue.problems.value.violation_codes
    verdicts_by_violations: dict[tuple[Violation, ...], list[SampleVerdict]] = defaultdict(list)
    for verdict in context.verdicts:
        violations = tuple(violation for violation in verdict.sample.violations if violation not in verdict.violations)
        are_listed = all(violation.code in codes for violation in (*verdict.sample.violations, *verdict.violations))
        if violations and verdict not in reported_verdicts and are_listed:
            verdicts_by_violations[violations].append(verdict)
    for violations, verdicts in verdicts_by_violations.items():
        for verdict in verdicts[:1] if len(verdicts) >= _MANY else verdicts:
            message = f"sample {verdict.sample.name!r} lists {in_words(violations)}, but does not have that violation"
            hint = "correct the sample or its `violations`"
            if len(verdicts) >= _MANY:
                hint = f"{len(verdicts) - 1} other samples do, too: look at the field table or the type"
            location = verdict.at("violations", verdict.sample.violations.index(violations[0]))
            yield Diagnostic("sample-verdict", location, message, hint)


@rule("sample-coverage")
def sample_coverage(context: RuleContext) -> Iterator[Diagnostic]:
    """Report violations, optional fields in `minimal`, and fields that `full` lacks."""
    for verdict in context.verdicts:
        name, root, payload = verdict.sample.name, verdict.request.root, verdict.sample.payload
        if name not in FIRST or not verdict.right:
            continue
        if verdict.violations:
            message = f"the sample {name!r} is an example for readers, so it must be valid"
            yield Diagnostic("rejected-example", verdict.at("violations", key=True), message)
        elif name == "minimal":
            for path in _optional(root, payload, ()):
                message = f"the sample 'minimal' contains {'.'.join(path)!r}, which is optional"
                yield Diagnostic("sample-not-minimal", verdict.member_at(pointer(path)), message)
        elif lacking_paths := [".".join(map(str, steps_of(path))) for path in _lacking(root, payload)]:
            hint = "add it" if len(lacking_paths) == 1 else "add them"
            message = f"the sample 'full' lacks {', '.join(lacking_paths)}"
            yield Diagnostic("sample-not-full", verdict.at(key=True), message, hint)


def _optional(group: Group, value: Any, path: tuple[str, ...], outer: Decisions = NOTHING) -> Iterator[tuple[str, ...]]:
    decided = decisions_in(group, value, outer)
    for member in group.members:
        if member.name in value:
            member_path = (*path, member.name)
            if member.requirement == "optional" and requirement_in(member, decided) == "optional":
                yield member_path
            elif isinstance(member, Group):
                yield from _optional(member, value[member.name], member_path, inside(decided, member.name))
            elif isinstance(member.items, Group):
                for index, item in enumerate(value[member.name]):
                    yield from _optional(member.items, item, (*member_path, str(index)))


def _lacking(root: Group, payload: Any) -> list[str]:
    """Return the paths of the fields that are not there, and may be; of a list of objects, the first one counts."""
    lacking_paths: list[str] = []
    for field in root.fields():
        steps, is_inside = steps_of(field.path), any(field.path.startswith(f"{path}{ITEM}") for path in lacking_paths)
        if not field.name or is_inside or is_taken_away(root, payload, steps):
            continue
        if not holds_path(payload, steps) or value_at(payload, steps) in (None, []):
            lacking_paths.append(field.path)
    return lacking_paths


@rule("corrected-samples", needs=["errata.yaml", "types.yaml", "requests", "methods"])
def corrected_samples(context: RuleContext) -> Iterator[Diagnostic]:
    """Report samples of an erratum that state no violations, or that its correction does not make valid."""
    erratum_by_id = context.catalogue.errata.value.errata
    for verdict in context.verdicts:
        sample = verdict.sample
        if sample.erratum not in erratum_by_id or not verdict.right:
            continue
        if not sample.violations:
            message = f"the sample {sample.name!r} follows {sample.erratum}, but is not rejected"
            yield Diagnostic("erratum-without-violations", verdict.at("erratum"), message)
        elif erratum_by_id[sample.erratum].correct and (violations := validated(verdict.request, sample.corrected)):
            words = in_words(violations)
            message = f"the sample {sample.name!r} still results in {words} after the correction of {sample.erratum}"
            yield Diagnostic("erratum-not-corrected", verdict.at("erratum"), message)
