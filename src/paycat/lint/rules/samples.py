"""Rules on samples: which are required, what their payloads contain, and their verdicts."""

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from paycat.contract.model import Violation
from paycat.contract.nodes import Group
from paycat.contract.pointers import pointer
from paycat.contract.samples import FIRST
from paycat.contract.sent_texts import depth, size
from paycat.diagnostics import Diagnostic, Span, did_you_mean
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.lint.verdicts import SampleVerdict, in_words, validated

_MANY = 4


@rule("sample-files")
def sample_files(context: RuleContext) -> Iterator[Diagnostic]:
    """Report missing samples files and samples, and samples files that belong to no request."""
    catalogue = context.catalogue
    for (direction, name), offer in context.offers.items():
        file, source = f"samples/{direction}/{name}.yaml", catalogue.samples.get((direction, name))
        if not offer.supported or file in catalogue.unread:
            continue
        if source is None:
            message = f"{direction} is supported, but there is no file {file}"
            yield Diagnostic("missing-samples", offer.at(key=True), message)
            continue
        for sample in FIRST:
            if sample not in source.value.samples:
                message = f"{direction} is supported, but {file} has no sample {sample!r}"
                yield Diagnostic("missing-sample", offer.at(key=True), message)
    unread = {PurePosixPath(file).stem for file in catalogue.unread if file.startswith("methods/")}
    for (direction, name), source in catalogue.samples.items():
        offered = context.offers.get((direction, name))
        if name in unread or (offered and offered.supported):
            continue
        message, hint = f"there is no method {name!r}", did_you_mean(name, catalogue.methods)
        if offered:
            message, hint = f"the method {name} does not support {direction}", "remove the file, or make it supported"
        message = f"{message}, so these samples belong to no request"
        yield Diagnostic("samples-without-request", source.at(), message, hint)


@rule("sample-sizes", needs=["interface/rules.yaml"])
def sample_sizes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the samples that are larger or deeper than any body may be."""
    limits = context.catalogue.rulebook.value.limits
    for verdict in context.verdicts:
        name, payload = verdict.sample.name, verdict.sample.payload
        for code, unit, found, most in (
            ("sample-too-large", "bytes", size(payload), limits.body_bytes.value),
            ("sample-too-deep", "levels", depth(payload), limits.body_depth.value),
        ):
            if found > most:
                message = f"the payload of the sample {name!r} has {found} {unit}, but a body has at most {most}"
                yield Diagnostic(code, verdict.at(key=True), message)


@rule("sample-verdicts")
def sample_verdicts(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the samples with another verdict than they state."""
    listed = context.catalogue.problems.value.violation_codes
    alike: dict[frozenset[Violation], list[SampleVerdict]] = {}
    for verdict in context.verdicts:
        stated = verdict.sample.violations
        if verdict.right or any(violation.code not in listed for violation in (*stated, *verdict.violations)):
            continue  # A code that is not listed was reported.
        alike.setdefault(frozenset(stated) ^ frozenset(verdict.violations), []).append(verdict)
    for found in alike.values():
        hint = "correct the payload or the `violations` of the sample"
        if len(found) >= _MANY:
            hint = f"{len(found) - 1} other samples differ in the same way, so look at the field table or the type"
        for verdict in found[:1] if len(found) >= _MANY else found:
            actual, declared = in_words(verdict.violations), in_words(verdict.sample.violations)
            message = f"the sample {verdict.sample.name!r} results in {actual}, but states {declared}"
            yield Diagnostic("sample-verdict", _first_difference(verdict), message, hint)


def _first_difference(verdict: SampleVerdict) -> Span:
    """Return the place of a rejected member, or else of a violation that does not happen."""
    stated = verdict.sample.violations
    for violation in verdict.violations:
        if violation not in stated:
            return verdict.member_at(violation.pointer)
    index = next(index for index, violation in enumerate(stated) if violation not in verdict.violations)
    return verdict.at("violations", index)


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
        elif lacking := [".".join(path) for path in _lacking(root, payload, ())]:
            hint = "add it" if len(lacking) == 1 else "add them"
            message = f"the sample 'full' lacks {', '.join(lacking)}"
            yield Diagnostic("sample-not-full", verdict.at(key=True), message, hint)


def _optional(group: Group, value: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Return the optional members that are there, outermost first."""
    for member in group.members:
        if member.name in value:
            here = (*path, member.name)
            if member.requirement == "optional":
                yield here
            elif isinstance(member, Group):
                yield from _optional(member, value[member.name], here)
            elif isinstance(member.items, Group):
                for index, item in enumerate(value[member.name]):
                    yield from _optional(member.items, item, (*here, str(index)))


def _lacking(group: Group, value: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Return the fields that are not there."""
    for member in group.members:
        here, inner = (*path, member.name), value.get(member.name) if isinstance(value, dict) else None
        if isinstance(member, Group):
            yield from _lacking(member, inner, here)
        elif inner is None or inner == []:
            yield here
        elif isinstance(member.items, Group):
            yield from _lacking(member.items, inner[0], (*here, "0"))


@rule("corrected-samples", needs=["errata.yaml"])
def corrected_samples(context: RuleContext) -> Iterator[Diagnostic]:
    """Report samples of an erratum that state no violations, or that the correct does not make valid."""
    errata = context.catalogue.errata.value.errata
    for verdict in context.verdicts:
        sample = verdict.sample
        if sample.erratum not in errata or not verdict.right:
            continue
        if not sample.violations:
            message = f"the sample {sample.name!r} follows {sample.erratum}, but is not rejected"
            yield Diagnostic("erratum-without-violations", verdict.at("erratum"), message)
        elif errata[sample.erratum].correct and (left := validated(verdict.request, sample.corrected)):
            message = (
                f"the sample {sample.name!r} still results in {in_words(left)} after the correction of {sample.erratum}"
            )
            yield Diagnostic("erratum-not-corrected", verdict.at("erratum"), message)
