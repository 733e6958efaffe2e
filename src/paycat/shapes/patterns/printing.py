"""A tree in, the pattern of it out that Python, ECMAScript, Java, Go and Rust read alike.

It is anchored, has classes in brackets, plain groups and greedy repeats. RE2 does not know escapes with `u`, and Java
reads `v` otherwise: characters beyond Latin-1 are themselves, and those that do not show have their code in two digits.
"""

import unicodedata

from paycat.shapes.patterns.ranges import EVERYTHING, LAST, Ranges, outside
from paycat.shapes.patterns.reading import ANY_SIGN
from paycat.shapes.patterns.tree import Alternation, Concatenation, Repeat, Signs, Tree

_SYNTAX = "^$\\.*+?()[]{}|"
_IN_CLASS = "^\\[]-"
_LAST_WITH_TWO_DIGITS = 0xFF


def printed(tree: Tree) -> str:
    """Return the pattern of the texts of a tree."""
    return f"^{_printed(tree, is_alone=not isinstance(tree, Alternation))}$"


def _printed(tree: Tree, *, is_alone: bool = False) -> str:
    match tree:
        case Signs(ranges):
            return _signs(ranges)
        case Concatenation(parts):
            return "".join(map(_printed, parts))
        case Repeat(part, minimum, maximum):
            pattern = _printed(part)
            is_atom = isinstance(part, Signs | Alternation)
            return (pattern if is_atom else f"(?:{pattern})") + _repeat(minimum, maximum)
        case Alternation(parts):
            pattern = "|".join(map(_printed, parts))
            return pattern if is_alone else f"(?:{pattern})"


def _repeat(minimum: int, maximum: int | None) -> str:
    match minimum, maximum:
        case 0, None:
            return "*"
        case 1, None:
            return "+"
        case 0, 1:
            return "?"
        case _, None:
            return f"{{{minimum},}}"
    return f"{{{minimum}}}" if minimum == maximum else f"{{{minimum},{maximum}}}"


def _signs(ranges: Ranges) -> str:
    if ranges == EVERYTHING:
        return ANY_SIGN
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return _sign(ranges[0][0], _SYNTAX)
    is_negated = ranges[-1][1] == LAST
    items = (_item(first_code, last_code) for first_code, last_code in (outside(ranges) if is_negated else ranges))
    return f"[{'^' if is_negated else ''}{''.join(items)}]"


def _item(first_code: int, last_code: int) -> str:
    dash = "-" if last_code > first_code + 1 else ""
    return _sign(first_code, _IN_CLASS) + (dash + _sign(last_code, _IN_CLASS) if last_code > first_code else "")


def _sign(code: int, escaped_signs: str) -> str:
    sign = chr(code)
    if code <= _LAST_WITH_TWO_DIGITS and unicodedata.category(sign)[0] in "CZ" and sign != " ":
        return f"\\x{code:02x}"
    return f"\\{sign}" if sign in escaped_signs else sign
