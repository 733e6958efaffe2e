"""Which known name is suggested for an unknown one: a near one, and never one that says the opposite."""

import json
import subprocess
from pathlib import Path

import projects
import pytest
from counted_calls import calls_of

from paycat.conformance.run.engines.ajv.node import node_program
from paycat.diagnostics import did_you_mean
from paycat.text.near_names import _OPPOSITES, near_name

NEAR = {
    "fone": "phone",
    "amout": "amount",
    "lenght": "length",
    "maxlength": "maxLength",
    "WEBHOOK": "webhook",
    "recipient.fone": "recipient.phone",
    "note": "notes",
    "minimun": "minimum",
}
APART = [
    ("country", "amount"),
    ("minimum", "maximum"),
    ("maximum", "minimum"),
    ("minimun", "maximum"),
    ("max_length", "min_length"),
    ("exclusiveMinimum", "exclusiveMaximum"),
    ("pay_in", "payout"),
    ("payin", "pay_out"),
    ("required", "optional"),
    ("supported", "not_supported"),
    ("not_supported", "supported"),
    ("unsupported", "supported"),
    ("inactive", "active"),
    ("creditor_name", "debtor_name"),
    ("start_date", "end_date"),
    ("lowercase", "uppercase"),
    ("sender", "receiver"),
]


@pytest.mark.parametrize("word", NEAR)
def test_a_near_name_is_suggested(word: str) -> None:
    known = [*NEAR.values(), "country", "maximum", "minLength", "beneficiary"]
    assert near_name(word, known) == NEAR[word]
    assert did_you_mean(word, known) == f"did you mean {NEAR[word]!r}?"


@pytest.mark.parametrize(("word", "name"), APART)
def test_a_far_name_or_an_opposite_is_not(word: str, name: str) -> None:
    assert near_name(word, [name]) is None
    assert did_you_mean(word, [name]) == f"known: {name}"


def test_the_next_best_is_suggested_where_the_best_is_an_opposite() -> None:
    assert near_name("minimums", ["maximum", "minimum"]) == "minimum"
    assert near_name("max_lenght", ["min_length", "max_length"]) == "max_length"


def test_a_huge_name_costs_nothing() -> None:
    known = [f"{'a' * 50_000}{number}" for number in range(100)] + ["amount"]
    assert near_name("a" * 1_000_000, known) is None
    assert near_name("amoun", known) == "amount"
    assert calls_of(lambda: [near_name(word, known) for word in ("a" * 1_000_000, "amoun")]) < 1_000


def test_thousands_of_misspelt_names_cost_little() -> None:
    words = [f"max_lengt{number}" for number in range(1_000, 4_000)]
    assert {near_name(word, NEAR.values()) for word in words} == {"maxLength"}
    assert calls_of(lambda: [near_name(word, NEAR.values()) for word in words[::10]]) < 700 * len(words[::10])


@pytest.mark.parametrize("name", ["near_names.py", "problem_documents.py"])
def test_the_generated_package_has_the_same_code(name: str) -> None:
    own = projects.ROOT / "src" / "paycat" / "text" / name
    (made,) = projects.GENERATED.rglob(f"_runtime/{name}")
    assert code_of(made.read_text()) == code_of(own.read_text())


def test_the_script_of_the_pages_suggests_the_same(tmp_path: Path) -> None:
    """The cases above, and every word of an opposite pair against the other, as it is and misspelt."""
    pairs = [*APART, *((one, other) for pair in _OPPOSITES for one, other in (pair, pair[::-1]))]
    known = sorted({*NEAR.values(), "country", "maximum", "minLength", "beneficiary", "min_amount"})
    asked = [(word, known) for word in (*NEAR, "max_amount", "minimums", *known)]
    for one, other in pairs:
        asked += [(f"{one}{end}", [f"{other}_amount", other]) for end in ("", "x", "_amount", "_amont")]
    script = tmp_path / "asking.mjs"
    module = projects.GENERATORS / "typescript" / "compiled" / "near_names.js"
    script.write_text(
        f"import {{ nearName }} from {json.dumps(module.as_uri())};\n"
        f"console.log(JSON.stringify({json.dumps(asked)}.map(([word, known]) => nearName(word, known))));\n"
    )
    done = subprocess.run([node_program("test"), script], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [near_name(word, names) for word, names in asked]


def code_of(text: str) -> str:
    return text[text.index('"""') :]
