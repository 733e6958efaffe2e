"""The rule on numbers around the bodies in texts: a text takes them by name, and no decision states another one."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from paycat.catalogue.interface import ParameterStatement
from paycat.catalogue.named_numbers import StatedNumber, insertions, names_in, stated_numbers
from paycat.catalogue.quantities import Unit
from paycat.catalogue.reading import Catalogue
from paycat.catalogue.registers import Decisions, Errata
from paycat.catalogue.samples import Samples
from paycat.counting import listed
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.lint.rules.measures import Dimension, MeasureInText, measures
from paycat.lint.statements import Stated

_DIMENSIONS: dict[Unit, tuple[Dimension, int]] = {
    "second": ("time", 1),
    "hour": ("time", 3600),
    "month": ("months", 1),
    "byte": ("bytes", 1),
    "level": ("levels", 1),
    "attempt": ("attempts", 1),
}
"""The dimension of a unit, and its size in the smallest unit."""


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Topic:
    """Which clauses state a number: what they say, and what they name where the text is not about the number.

    A clause with a word of `but` is about something else. `causes` are those of problems whose texts are about it.
    """

    says: re.Pattern[str]
    names: re.Pattern[str]
    but: re.Pattern[str] | None = None
    causes: tuple[str, ...] = ()


_SENT = _words(r"attempts?|deliver\w*|notifications?|webhooks?|receivers?|retry|retries")
_ATTEMPT = r"(?:attempt|answers?|respon\w+|connections?)"
_OLD = r"(?:old|previous|former|deprecated)"
_TOPICS = {
    "retention_hours": _Topic(
        says=_words(
            r"kept|keeps?|remember\w*|retain\w*|retention|stor(?:ed|es?)|stays?|valid|expir\w*|forgot\w*|forgets?"
            r"|within|reus\w*|discard\w*|delet\w*|holds?|held|lasts?|window"
        ),
        names=_words(r"idempoten\w*"),
        but=_words(r"wait\w*|poll\w*|retry|running"),
        causes=("idempotency_key_invalid", "idempotency_key_reused", "idempotency_in_progress"),
    ),
    "tolerance_seconds": _Topic(
        says=_words(
            r"older|younger|newer|away|old|apart|differ\w*|tolerances?|skew|drift|timestamps?|age|ago|late|valid|within"
            r"|future|past|clocks?"
        ),
        names=_words(r"signatures?|timestamps?|signed"),
        but=_words(r"secrets?|keys?|rotat\w*|replac\w*"),
    ),
    "notice_months": _Topic(
        says=_words(
            r"ahead|notice|announc\w*|before|earlier|advance|deprecat\w*|sunset|remov\w*"
            rf"|{_OLD}\b.{{0,80}}\b(?:goes on|go on|continu\w*|support\w*|keeps?|kept|runs?|works?|available)"
        ),
        names=_words(r"deprecat\w*|sunset|remov\w*|retire\w*|withdr\w*"),
    ),
    "timeout_seconds": _Topic(
        says=_words(
            rf"{_ATTEMPT}\b.{{0,80}}\b(?:within|ends?|after|takes?|longer|most|waits?|limit\w*|abort\w*|fails?|cut)"
            rf"|(?:within|waits?|after)\b.{{0,80}}\b{_ATTEMPT}|time-?outs?|times out"
        ),
        names=_words(r"attempt|deliver\w*|notifications?|webhooks?|receivers?"),
        but=_words(r"attempts|next|first|last|later|follow\w*|retry|retries|retried|again"),
    ),
    "schedule_seconds": _Topic(says=_words(r"attempts?|after|delays?|wait\w*|later"), names=_SENT),
    "attempts": _Topic(says=_words(r"attempts|tries"), names=_SENT),
    "body_bytes": _Topic(
        says=_words(
            r"larger|bigger|more|most|up to|exceed\w*|longer|limit\w*|max\w*|above|over|has|have|sizes?|smaller|less"
            r"|below"
        ),
        names=_words(r"bod(?:y|ies)|payloads?"),
        but=_words(r"notifications?|webhooks?|events?|answers?|respon\w+|records?"),
        causes=("payload_too_large",),
    ),
    "body_depth": _Topic(
        says=_words(r"nest\w*|deep\w*|depth|levels?"),
        names=_words(r"bod(?:y|ies)|payloads?|objects?|nest\w*"),
        causes=("malformed_body", "payload_too_large"),
    ),
    "answer_seconds": _Topic(
        says=_words(r"answers?|respon\w+|repl(?:y|ies)"),
        names=_words(r"service|server|api|interface|answer comes|response (?:comes|arrives)"),
        but=_SENT,
    ),
}
_USUAL = _words(r"usual\w*|typical\w*|often|normal\w*|average|as a rule|about|around|percent|example|e\.g")
"""What is usual is no promise."""
_CLAUSES = re.compile(r"[.;:!?](?=\s|$)|\n[ \t]*\n|\n[ \t]*[-*][ \t]")


@rule("numbers-in-texts", needs=["interface/rules.yaml", "interface/events.yaml", "interface/operations.yaml"])
def numbers_in_texts(context: RuleContext) -> Iterator[Diagnostic]:
    """Report unknown names of numbers, texts that repeat a number, and numbers that a decision contradicts."""
    numbers, known = list(stated_numbers(context.catalogue)), insertions(context.catalogue)
    parts = {one.value.name for one in context.stated(ParameterStatement) if one.value.location == "path"}
    for text in context.texts:
        if isinstance(text.source.value, Decisions | Errata | Samples):
            continue
        for name in names_in(text.value):
            if name not in known and name not in parts:
                hint = did_you_mean(name, known)
                yield text.finding("unknown-number", f"no number has the name {name!r}", help=hint)
        yield from repeated_numbers(context.catalogue, text, numbers)
    for number in numbers:
        yield from _contradicted(context, number)


def repeated_numbers(catalogue: Catalogue, text: Stated[str], numbers: Sequence[StatedNumber]) -> Iterator[Diagnostic]:
    """Report measures in a text that are one of the numbers; where the text is about another, they are named."""
    clauses = [(clause, stated) for clause in _clauses(text.value) if (stated := measures(clause))]
    if not clauses:
        return
    about = [number for number in numbers if _is_about(catalogue, text, number)]
    others = [number for number in numbers if number not in about]
    for clause, stated in clauses:
        taken: set[MeasureInText] = set()
        for number in (*about, *others):
            found = _stated_in(clause, stated, number, needs_name=number in others)
            if found and taken.isdisjoint(found):
                taken |= set(found)
                words, relation = listed(one.words for one in found), "repeats"
                if not _is_same(number, found):
                    relation = "contradicts"
                message = f"{words!r} {relation} `{number.name}`, which is {_shown(number)} in {number.source.name}"
                names = " or ".join(f"{{{name}}}" for name in number.words)
                yield text.finding("number-in-text", message, help=f"write {names} in the text")


def _is_about(catalogue: Catalogue, text: Stated[str], number: StatedNumber) -> bool:
    """Return whether a text is one of the statement of a number, of a header that goes with it, or of its problem."""
    stating, path = text.path[:-1], number.path[:-1]
    if text.source is number.source and stating == path:
        return True
    table, name, *_ = (*map(str, stating), "", "")
    if text.source is catalogue.problems and table == "problems" and name in catalogue.problems.value.problems:
        return catalogue.problems.value.problems[name].cause in _TOPICS[number.name].causes
    return text.source is catalogue.operations and table == "parameters" and name in _headers(catalogue, path[0])


def _headers(catalogue: Catalogue, statement: str) -> Collection[str]:
    """Return the header parameters that go with the numbers of a statement."""
    if statement == "idempotency":
        return (catalogue.rulebook.value.idempotency.parameter,)
    notifications = catalogue.events.value.notifications.values()
    return [name for one in notifications for name in one.headers] if statement == "signing" else ()


def _contradicted(context: RuleContext, number: StatedNumber) -> Iterator[Diagnostic]:
    """Report a number where its decision states only others."""
    registers = context.catalogue.registers
    for id in number.stating.decision:
        decision = registers.value.decisions.get(id)
        clauses = _clauses(decision.chosen) if decision else ()
        stated = ((clause, measures(clause)) for clause in clauses)
        found = [one for clause, all_of in stated if (one := _stated_in(clause, all_of, number, needs_name=True))]
        if found and not any(_is_same(number, one) for one in found):
            words = listed(one.words for one in found[0])
            message = f"`{number.name}` is {_shown(number)}, but {id} in {registers.name} states {words!r}"
            yield Diagnostic("number-against-decision", number.span, message)


def _clauses(text: str) -> Iterator[str]:
    return (" ".join(clause.split()) for clause in _CLAUSES.split(text))


def _stated_in(
    clause: str, stated: tuple[MeasureInText, ...], number: StatedNumber, *, needs_name: bool
) -> tuple[MeasureInText, ...]:
    """Return those of the measures of a clause that state a number: one or, of a list, all."""
    dimension, _ = _DIMENSIONS[number.unit]
    found = tuple(one for one in stated if one.dimension == dimension)
    if not (len(found) > 2 if len(number.values) > 1 else len(found) == 1):
        return ()
    topic = _TOPICS[number.name]
    is_named = not needs_name or topic.names.search(clause)
    if (
        not is_named
        or not topic.says.search(clause)
        or _USUAL.search(clause)
        or (topic.but and topic.but.search(clause))
    ):
        return ()
    return found


def _is_same(number: StatedNumber, found: tuple[MeasureInText, ...]) -> bool:
    """Return whether measures are a number, or a list of them with or without the delay 0."""
    _, size = _DIMENSIONS[number.unit]
    stated = [value * size for value in number.values]
    stated = stated if len(stated) == len(found) else [value for value in stated if value]
    return len(stated) == len(found) and all(value in one.values for value, one in zip(stated, found, strict=True))


def _shown(number: StatedNumber) -> str:
    return listed(map(str, number.values))
