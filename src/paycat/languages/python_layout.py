"""How formatters lay out an expression in Python: on one line where it fits, otherwise an item a line."""

from collections.abc import Iterable
from dataclasses import dataclass

from paycat.languages.python import WIDTH, literal

_STEP = 4


@dataclass(frozen=True, slots=True)
class Bracketed:
    """An expression with brackets; the last of its items has a comma if each has a line of its own."""

    opening: str
    items: "tuple[Expression, ...]"
    closing: str

    def __str__(self) -> str:
        comma = "," if self.opening.endswith("(") and len(self.items) == 1 and len(self.opening) == 1 else ""
        return f"{self.opening}{', '.join(map(str, self.items))}{comma}{self.closing}"


@dataclass(frozen=True, slots=True)
class LongText:
    """An argument whose value is a text; a long one becomes several literals in parentheses."""

    argument: str
    text: str

    def __str__(self) -> str:
        return f"{self.argument}={literal(self.text)}"


Expression = str | Bracketed | LongText


def call(function: str, arguments: Iterable[Expression]) -> Bracketed:
    """Return a call."""
    return Bracketed(f"{function}(", tuple(arguments), ")")


def subscript(name: str, items: Iterable[Expression]) -> Bracketed:
    """Return a type with its arguments, such as `Literal["a", "b"]`."""
    return Bracketed(f"{name}[", tuple(items), "]")


def nested_tuple(value: Iterable[object]) -> Bracketed:
    """Return tuples of tuples of texts."""
    items = (literal(one) if isinstance(one, str) else nested_tuple(one) for one in value)  # type: ignore[arg-type]  # what is no text is a tuple
    return Bracketed("(", tuple(items), ")")


def laid_out(before: str, expression: Expression, after: str, indent: int) -> str:
    """Return the lines of an expression; those after the first are indented by `indent` or more."""
    line = f"{before}{expression}{after}"
    if isinstance(expression, str) or indent + len(line) <= WIDTH:
        return line
    inner = indent + _STEP
    if isinstance(expression, LongText):
        pieces = _pieces(expression.text, WIDTH - inner)
        opening, lines, closing = f"{expression.argument}=(", list(map(str, pieces)), ")"
    else:
        opening, closing = expression.opening, expression.closing
        lines = [laid_out("", item, ",", inner) for item in expression.items]
    middle = "".join(f"{' ' * inner}{one}\n" for one in lines)
    return f"{before}{opening}\n{middle}{' ' * indent}{closing}{after}"


def _pieces(text: str, width: int) -> list[str]:
    """Return literals of at most a width that are a text together."""
    pieces, current = [], ""
    for sign in text:
        if current and len(literal(current + sign)) > width:
            pieces.append(current)
            current = ""
        current += sign
    return [literal(piece) for piece in (*pieces, current)]
