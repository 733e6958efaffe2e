"""The rule on how long an answer may be kept: the header, the texts and the decision state one time."""

import re
from collections.abc import Iterator

from paycat.catalogue.interface import Operation, ResponseHeaderStatement
from paycat.catalogue.registers import Decision
from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.lint.rules.measures import MeasureInText, measures
from paycat.lint.statements import Stated

_AGE = re.compile(r"\bmax-age=(?P<seconds>[0-9]{1,10})\b")
_KEPT = re.compile(r"\b(?:kept|keep|keeps|cached?|caches|stored?|stores|fresh|valid)\b")
_SENTENCES = re.compile(r"[.;](?=\s|$)|\n[ \t]*\n")


@rule("numbers-in-texts", needs=["interface/operations.yaml", "decisions.yaml"])
def cache_ages(context: RuleContext) -> Iterator[Diagnostic]:
    """Report texts that state two times for which an answer may be kept, or another time than their header."""
    for text in context.texts:
        yield from two_times(text)
    for header in context.stated(ResponseHeaderStatement):
        ages, own = _ages(header.value.description), Stated(header.source, header.path, header.value.description)
        if len(ages) == 1 and not any(two_times(own)):  # Else the header itself is wrong, and nothing beside it.
            yield from _of_decision(context, header, ages[0]) or _of_operations(context, header, ages[0])


def two_times(text: Stated[str]) -> Iterator[Diagnostic]:
    for sentence in _sentences(text.value) if "max-age" in text.value else ():
        ages, times = _ages(sentence), list(_times(sentence))
        if len(ages) == 1 and len(times) == 1 and ages[0] not in times[0].values:
            message = f"the text states `max-age={ages[0]}`, and {times[0].words!r}"
            yield text.finding("cache-age", message)


def _of_decision(context: RuleContext, header: Stated[ResponseHeaderStatement], age: int) -> list[Diagnostic]:
    """Return a finding where the decision of a header states another age."""
    found = {one.name: _ages(one.value.chosen) for one in context.stated(Decision)}
    for id in header.value.decision:
        if len(found.get(id, ())) == 1 and found[id][0] != age:
            message = f"the text states `max-age={age}`, but {id} states `max-age={found[id][0]}`"
            return [header.finding("cache-age", message, "description")]
    return []


def _of_operations(context: RuleContext, header: Stated[ResponseHeaderStatement], age: int) -> list[Diagnostic]:
    """Return a finding for each operation with the header whose text states another time."""
    return [
        operation.finding(
            "cache-age",
            f"the text states {time.words!r}, but the header {header.value.name} states `max-age={age}`",
            "description",
        )
        for operation in context.stated(Operation)
        if header.name in operation.value.success.headers
        for sentence in filter(_KEPT.search, _sentences(operation.value.description))
        for time in _times(sentence)
        if age not in time.values
    ]


def _sentences(text: str) -> Iterator[str]:
    return (" ".join(sentence.split()) for sentence in _SENTENCES.split(text))


def _ages(text: str) -> list[int]:
    return [int(found["seconds"]) for found in _AGE.finditer(text)]


def _times(text: str) -> Iterator[MeasureInText]:
    return (one for one in measures(text) if one.dimension == "time")
