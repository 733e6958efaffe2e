"""The rule on numbers that texts insert by name, and on those that decisions state as data."""

from collections import Counter
from collections.abc import Iterator, Mapping

from paycat.catalogue.methods import MethodStatement
from paycat.catalogue.reading import Stated
from paycat.catalogue.registers import Decision
from paycat.contract.named_numbers import IN_BRACES, NamedNumber, NamedNumbers, inserts_numbers
from paycat.counting import listed
from paycat.decimals import plain_text
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule

_FEW = 3


@rule("named-numbers", needs=["interface", "methods", "requests", "types.yaml", "currencies.yaml"])
def named_numbers(context: RuleContext) -> Iterator[Diagnostic]:
    """Report names of no number or of several, in texts and decisions, and numbers that decisions state otherwise."""
    numbers = NamedNumbers(context.catalogue, lambda: context.contract.methods)
    for text in context.texts:
        if "{" in text.value and inserts_numbers(text.source) and text.path[-2:-1] != ("allow",):
            yield from _in_text(text, numbers)
    for decision in context.stated(Decision):
        yield from _in_decision(decision, numbers)


def _in_text(text: Stated[str], numbers: NamedNumbers) -> Iterator[Diagnostic]:
    method = [text.source.value.method_code] if isinstance(text.source.value, MethodStatement) else []
    seen: Counter[str] = Counter()
    for found in IN_BRACES.finditer(text.value):
        name, before = found["name"], seen[found[0]]
        seen[found[0]] += 1
        span = text.source.in_text(text.at(), found[0], before)
        if "." in name:
            if fault := _fault(name, numbers.meant(name, method), numbers):
                code, message, hint = fault
                yield Diagnostic(code, span, message, hint)
        elif full := numbers.whole_name(name):
            hint = f"write {{{full}}}, which inserts {numbers.text(full)}"
            yield Diagnostic("unknown-number", span, f"{name!r} is not the whole name of a number", hint)


def _in_decision(decision: Stated[Decision], numbers: NamedNumbers) -> Iterator[Diagnostic]:
    for name, stated in decision.value.values.items():
        meant = numbers.meant(name, decision.value.methods)
        if fault := _fault(name, meant, numbers):
            code, message, hint = fault
            yield decision.finding(code, message, "values", name, key=True, help=hint)
        elif (number := next(iter(meant))) and number.values != stated:
            message = f"{decision.name} states {listed(map(plain_text, stated))}, but `{name}` is {number.alone}"
            yield decision.finding("number-against-decision", message, "values", name)


def _fault(
    name: str, meant: Mapping[NamedNumber | None, list[str]], numbers: NamedNumbers
) -> tuple[str, str, str] | None:
    """Return code, message and help of a name of no number, or of several; None for the name of one."""
    if not meant:
        full = numbers.whole_name(name)
        hint = f"did you mean {full!r}?" if full else did_you_mean(name, numbers.names)
        return "unknown-number", f"no number has the name {name!r}", hint
    if len(meant) == 1:
        return None
    several = "; ".join(f"{one.text if one else 'no number'} for {_shown(codes)}" for one, codes in meant.items())
    return "ambiguous-number", f"{name!r} depends on the method: {several}", ""


def _shown(codes: list[str]) -> str:
    return listed(codes if len(codes) <= _FEW else [*codes[:_FEW], f"{len(codes) - _FEW} more"])
