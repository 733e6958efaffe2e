"""Rules on problems and refusal codes: which a server needs, and which clients must find listed."""

from collections.abc import Iterator

from paycat.catalogue.interface import CAUSES
from paycat.catalogue.shapes import Shaped
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.rules.context import RuleContext
from paycat.rules.rule import rule
from paycat.rules.verdicts import given_codes


@rule("problem-causes", needs=["interface/problems.yaml"])
def problem_causes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report causes that no problem has, or several."""
    source = context.catalogue.problems
    seen: dict[str, str] = {}
    repeated = False
    for slug, problem in source.value.problems.items():
        first = seen.setdefault(problem.cause, slug)
        if first != slug:
            repeated = True
            message = f"the problem {first!r} has the cause {problem.cause!r} already"
            place = source.at("problems", slug, "cause")
            yield Diagnostic("repeated-cause", place, message, "give it a cause of its own")
    for cause in CAUSES.meanings:
        if cause not in seen and not repeated:  # A repeated cause most likely stands for the one that seems missing.
            message, place = f"no problem has the cause {cause!r}", source.at("problems", key=True)
            yield Diagnostic("missing-cause", place, message, f"add one with `cause: {cause}`")


@rule("refusal-codes", needs=["interface/problems.yaml"])
def refusal_codes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report codes that are not listed."""
    source = context.catalogue.problems
    listed = source.value.refusal_codes
    # A shape has no code of its own; another rule reports one.
    own = [one for one in context.references("refusal code") if not isinstance(one.stated.around[-1], Shaped)]
    given = given_codes(context.contract) - {one.name for one in own}
    for code in sorted(given - listed.keys()):
        message = f"bodies are refused with the code {code!r}, which is not listed"
        place = source.at("refusal_codes", key=True)
        yield Diagnostic("unlisted-refusal-code", place, message, "add it with its meaning")
    of_samples = [one for one in context.references("refusal code or problem") if one.name not in given]
    for one in (*own, *of_samples):
        if one.name not in listed:
            hint = did_you_mean(one.name, listed) or "`refusal_codes` in interface/problems.yaml lists the codes"
            yield Diagnostic("unknown-refusal-code", one.span, f"unknown refusal code {one.name!r}", hint)
