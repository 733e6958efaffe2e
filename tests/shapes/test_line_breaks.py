"""What schemas have beside a pattern: read as Python reads `$`, they accept the texts of the pattern and no others."""

from itertools import product
from typing import Any

import pytest

from paycat.shapes.constraints.pattern import Pattern
from paycat.shapes.patterns.compiled import matches
from paycat.shapes.patterns.portable import form_of
from tests.shapes.written_patterns import is_accepted

TEXTS = ["".join(signs) for size in range(6) for signs in product("ab\n ,x", repeat=size)]
GUARDS: dict[str, Any] = {
    "^[ab]{2}$": {"pattern": "\\n"},
    "^[^<>]+$": None,
    "a|b": None,
    "a$": {"pattern": "\\n$"},
    "^[^<>]{1,3}$": {"minLength": 4},
    "^a\n$": {"minLength": 3},
    r"^ab(\s[ab])?$": {"pattern": "\\n$"},
    "^a|b$": {"pattern": "\\n$", "not": {"pattern": r"^a[\s\S]*\x0a$"}},
    r"^a+[\s]*[b]*$": {"pattern": "\\n$", "not": {"pattern": "^a+" + form_of(r"^\s*$").pattern[1:-1] + r"\x0a$"}},
    "^a+\n?b*$": {"pattern": "\\n$", "not": {"pattern": r"^a+\x0a$", "not": {"pattern": "\\n\\n$"}}},
}
MORE = (
    *(r"(^|,)x(,|$)", r"^(a+\s?)+$", r"^a\s{0,2}b?$", r"^a{2}\s?$", "^(ab|[^x])$", "^(a|a\n)b?$", "^a?\n{2}$"),
    *(r"a\s?$", r"\sb?$", "^a[^b]*$", "^[^b]{2}b?$", "^\n{0,2}a?$", "^$", r"^(a|\n)*b?$", "^(\na|b\n)+$", r"\bab?\b"),
)


@pytest.mark.parametrize("source", [*GUARDS, *MORE])
def test_a_schema_that_is_read_as_python_reads_it_accepts_what_the_pattern_means(source: str) -> None:
    form = form_of(source)
    schema = Pattern().schema(form.pattern)
    wrong = [text for text in TEXTS if is_accepted(schema, text) is not matches(form.pattern, text)]
    assert wrong == []
    assert any(is_accepted(schema, text) for text in TEXTS)


@pytest.mark.parametrize("source", GUARDS)
def test_what_is_beside_a_pattern(source: str) -> None:
    assert Pattern().schema(form_of(source).pattern).get("not") == GUARDS[source]
