"""Beside a pattern schemas have what makes Python and Java, as they read `$`, accept its texts and no others."""

from itertools import product
from typing import Any

import pytest

from paycat.shapes.constraints.pattern import Pattern
from paycat.shapes.patterns.compiled import matches
from paycat.shapes.patterns.line_breaks import BREAKS
from paycat.shapes.patterns.portable import form_of
from tests.shapes.written_patterns import is_accepted

TEXTS = ["".join(signs) for size in range(6) for signs in product("ab\n ,x", repeat=size)]
ENDS = ("\n", "\r\n", *map(chr, BREAKS))
"""What Java takes for one line break (java.util.regex.Pattern, "Line terminators")."""
BROKEN = ["".join(signs) for size in range(5) for signs in product(("a", "b", *ENDS), repeat=size)]
_ALL, _NO_NEL, _NO_LF = "[\\x0a\\x0d\\x85\u2028\u2029]", "[\\x0a\\x0d\u2028\u2029]", "[\\x0d\\x85\u2028\u2029]"
GUARDS: dict[str, Any] = {
    "^[ab]{2}$": {"pattern": _ALL},
    "^[^<>]+$": None,
    "a|b": None,
    "a$": {"pattern": f"{_ALL}$"},
    "^[^<>]{1,3}$": {"minLength": 4},
    "^a\n$": {"anyOf": [{"pattern": _NO_LF}, {"minLength": 3}]},
    r"^ab(\s[ab])?$": {"anyOf": [{"pattern": r"\x85"}, {"pattern": f"{_NO_NEL}$"}]},
    "^a|b$": {"pattern": f"{_ALL}$", "not": {"pattern": rf"^a[\s\S]*{_ALL}$"}},
    r"^a+[\s]*[b]*$": {
        "anyOf": [
            {"pattern": r"\x85"},
            {"pattern": f"{_NO_NEL}$", "not": {"pattern": "^a+" + form_of(r"^\s*$").pattern[1:-1] + f"{_NO_NEL}$"}},
        ]
    },
    "^a+\n?b*$": {
        "anyOf": [
            {"pattern": _NO_LF},
            {"pattern": r"\x0a$", "not": {"pattern": r"^a+\x0a$", "not": {"pattern": r"\x0a\x0a$"}}},
        ]
    },
}
NOT_EXACT_IN_JAVA = {
    **dict.fromkeys((r"^[^\s@]{1,64}@[^\s@]{1,255}$", r"^\S{1,35}(\s\S{1,35})?$", r"^\S{1,2}-\S{1,2}$", r"\sb?$"), ""),
    **dict.fromkeys((r"\S$", r"^[^ ].*[^ ]$", r"^.*[^.]$", r"^[^/].*$", "^[^a]{1,2}b[^a]{1,2}$"), ""),
    **dict.fromkeys((r"^(?:[^\r\n]{1,35}(\r?\n)?){1,4}$", "^(\r\n)*a?$"), "\r"),
}
"""What may have line breaks, but not at every end; and what Java lets through there, beside U+0085."""
MORE = (
    *(r"(^|,)x(,|$)", r"^(a+\s?)+$", r"^a\s{0,2}b?$", r"^a{2}\s?$", "^(ab|[^x])$", "^(a|a\n)b?$", "^a?\n{2}$"),
    *(
        r"a\s?$",
        "^a\r?$",
        "^(a\n|b\r)$",
        "^a[\r\n]{0,2}$",
        "^a[^b]*$",
        "^[^b]{2}b?$",
        "^\n{0,2}a?$",
        "^$",
        r"^(a|\n)*b?$",
        "^(\na|b\n)+$",
        r"\bab?\b",
    ),
)


@pytest.mark.parametrize("source", [*GUARDS, *MORE])
def test_a_schema_that_is_read_as_python_reads_it_accepts_what_the_pattern_means(source: str) -> None:
    form = form_of(source)
    schema = Pattern().schema(form.pattern)
    wrong = [text for text in TEXTS if is_accepted(schema, text) is not matches(form.pattern, text)]
    assert wrong == []
    assert any(is_accepted(schema, text) for text in TEXTS)


def _java(pattern: str, text: str) -> bool:
    """Search as Java does: `$` matches at the end, and before a line break there."""
    before = (text[: -len(end)] for end in ENDS if text.endswith(end) and pattern.endswith("$"))
    return any(matches(pattern, one) for one in (text, *before))


@pytest.mark.parametrize("source", [*GUARDS, *MORE])
def test_a_schema_that_is_read_as_java_reads_it_accepts_what_the_pattern_means(source: str) -> None:
    form = form_of(source)
    schema = Pattern().schema(form.pattern)
    wrong = [text for text in BROKEN if is_accepted(schema, text, _java) is not matches(form.pattern, text)]
    assert wrong == []


@pytest.mark.parametrize("source", GUARDS)
def test_what_is_beside_a_pattern(source: str) -> None:
    assert Pattern().schema(form_of(source).pattern).get("not") == GUARDS[source]


@pytest.mark.parametrize("source", NOT_EXACT_IN_JAVA)
def test_where_java_cannot_be_exact_one_line_break_at_the_end_is_told_and_python_is_exact(source: str) -> None:
    form = form_of(source)
    schema = Pattern().schema(form.pattern)
    assert [text for text in TEXTS if is_accepted(schema, text) is not matches(form.pattern, text)] == []
    ends = {"", "\n", "\r", "\u2028", "\r\n"} - {NOT_EXACT_IN_JAVA[source]}
    told = [text + end for text in ("a", "ab", "a-b", "b@a", "x" * 35) for end in ends]
    assert [one for one in told if is_accepted(schema, one, _java) is not matches(form.pattern, one)] == []
