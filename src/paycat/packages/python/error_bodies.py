"""How the body of an error is made, as an expression."""

from collections.abc import Iterable

from paycat.contract.problem_form import ProblemPart
from paycat.languages.python import lines, literal, source, tuples, value
from paycat.languages.source import Source


def error_parts(form: Iterable[ProblemPart]) -> Source:
    """Return the members of the body of an error as an expression."""
    return lines("(", map(_part, form), ")")


def _part(part: ProblemPart) -> Source:
    words = "" if not part.words else f", words={tuples(part.words)}"
    otherwise = "".join(f", otherwise=({value(known)},)" for known in part.otherwise)
    longest = "" if part.longest is None else f", longest={literal(part.longest)}"
    parts = f", parts={error_parts(part.parts)}" if part.parts else ""
    return source(f"Part({literal(part.name)}{words}{otherwise}{longest}{parts})")
