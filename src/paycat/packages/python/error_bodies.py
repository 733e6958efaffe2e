"""How the body of an error is made, as an expression."""

from collections.abc import Iterable, Iterator

from paycat.contract.problem_form import ProblemPart
from paycat.languages.python import lines, literal, tuples, value
from paycat.languages.source import Source


def error_parts(form: Iterable[ProblemPart]) -> Source:
    """Return the members of the body of an error as an expression."""
    return lines("(", (lines("Part(", _arguments(part), ")") for part in form), ")")


def _arguments(part: ProblemPart) -> Iterator[str]:
    yield literal(part.name)
    if part.words:
        yield f"words={tuples(part.words)}"
    for otherwise in part.otherwise:
        yield f"otherwise=({value(otherwise)},)"
    if part.longest is not None:
        yield f"longest={literal(part.longest)}"
    if part.parts:
        yield f"parts={error_parts(part.parts)}"
