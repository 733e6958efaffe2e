"""The checker of the pages says what the service says: every published vector, and where its findings stand."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.conformance.derive.model import Vector
from paycat.conformance.run.engines.ajv.node import LineProcess, node_program
from paycat.conformance.run.output_folder import read_vectors
from paycat.contract.model import Contract
from tests.any_catalogue.small_catalogues.catalogues import written
from tests.any_catalogue.small_catalogues.codes import HOSTILE, codes

ASSETS = projects.GENERATED / "docs" / "assets"
PROGRAM = Path(__file__).with_name("checker.mjs")
OF_HEADERS = ("Authorization", "Content-Encoding", "Content-Type")
OF_OBJECTS = ("constructor", "__proto__", "toString", *HOSTILE[3::8])
"""Codes of which the first are names that every object in JavaScript has."""
NO_TEXTS = {"utf_16", "utf_32", "not_utf8", "overlong", "surrogate_bytes"}
"""Bodies that are no UTF-8, so that no text area can hold them."""


class Checker:
    def __init__(self, assets: Path) -> None:
        scripts = [assets / "check.js", assets / "service.js", *sorted((assets / "rules").iterdir())]
        self.process = LineProcess([node_program("test"), str(PROGRAM), *map(str, scripts)])

    def __call__(self, direction: str, text: str, addressed: str | None = None) -> Any:
        asked = {"direction": direction, "text": text, "addressed": addressed}
        return json.loads(self.process.ask(json.dumps(asked)))


@pytest.fixture(scope="module")
def checker() -> Iterator[Checker]:
    checker = Checker(ASSETS)
    yield checker
    checker.process.close()


def text_of(vector: Vector) -> str | None:
    try:
        return vector.body().decode()
    except UnicodeDecodeError:
        return None


def validated(checker: Checker, generated: Path) -> tuple[int, set[str], list[Any]]:
    """Return how many vectors ran, which could not, and those that got other violations than they must."""
    ran, no_texts, wrong = 0, set(), []
    for vector in (one for batch in read_vectors(generated, "generated") for one in batch.vectors):
        if vector.stage == "schema" or vector.headers.keys() & set(OF_HEADERS):
            continue
        text = text_of(vector)
        if text is None:
            no_texts.add(vector.id.rpartition("/")[2])
            continue
        ran += 1
        answer = checker(vector.direction, text, vector.addressed)
        got = [(one["code"], one["pointer"]) for one in answer["violations"]]
        if got != [(one.code, one.pointer) for one in vector.violations] or bool(answer["problem"]) == vector.valid:
            wrong.append((vector.id, vector.violations, got))
    return ran, no_texts, wrong


def test_every_vector_gets_its_violations(checker: Checker) -> None:
    """No limitation is declared: decimal places, which schemas cannot say, are told from the text."""
    ran, no_texts, wrong = validated(checker, projects.GENERATED)
    assert wrong == []
    assert ran > 4000
    assert no_texts == NO_TEXTS


@pytest.mark.parametrize("made", [projects.small, partial(written, codes(OF_OBJECTS))], ids=["shapes", "codes"])
def test_every_vector_of_another_catalogue_does(made: Callable[[Path], Path], tmp_path: Path) -> None:
    """The small catalogue has fields of every shape; the other one has codes of any form."""
    project = made(tmp_path / "project")
    ended = projects.paycat("generate", cwd=project)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    checker = Checker(project / "generated" / "docs" / "assets")
    try:
        ran, no_texts, wrong = validated(checker, project / "generated")
    finally:
        checker.process.close()
    assert wrong == []
    assert ran > 500
    assert no_texts == NO_TEXTS


def smallest(contract: Contract) -> tuple[str, dict[str, Any]]:
    request = next(one for one in contract.requests() if any(group.conditions for group in one.root.groups()))
    return request.direction, json.loads(json.dumps(request.sample("minimal").payload))


def test_findings_stand_where_the_mistake_is(checker: Checker, contract: Contract) -> None:
    direction, payload = smallest(contract)
    text = json.dumps({**payload, "amount": "10"}, indent=2).replace('"currency"', '"currencyy"')
    violations = checker(direction, text)["violations"]
    marked = {one["code"]: text[one["offset"] : one["offset"] + one["length"]] for one in violations}
    assert marked == {"type": '"10"', "required": "{", "unknown_field": '"currencyy"'}
    by_code = {one["code"]: one for one in violations}
    assert (by_code["type"]["line"], by_code["type"]["column"]) == (2, text.splitlines()[1].index('"10"') + 1)
    assert by_code["type"]["advice"] == "Send a JSON number."
    assert by_code["unknown_field"]["advice"] == "Did you mean currency?"


@pytest.mark.parametrize(
    ("text", "location", "words"),
    [
        ('{"a": 1, "b": {"a": 1, "a": 2}}', '"a"', "A member name occurs twice in one object (line 1, column 24)."),
        ('{"a": 1e400}', "1e400", "The body holds a number that JSON readers cannot keep exactly (line 1, column 7)."),
        ('{"a": 0.1234567890123456789}', "0.1234567890123456789", "The body holds a number"),
        ('{"a": "\\ud800"}', '"\\ud800"', "The body is not UTF-8 text"),
        ('{"a": "b\\u0000"}', '"b\\u0000"', "The body holds the character U+0000 (line 1, column 7)."),
        ('{"a": 1,}', "}", "The body is not JSON"),
        ('{"a": 1 // one\n}', "/", "The body is not JSON"),
        ("[1]", "[1]", "The body is not a JSON object."),
        ("", "", "The body is not JSON"),
    ],
)
def test_unreadable_texts_are_placed(checker: Checker, text: str, location: str, words: str) -> None:
    answer = checker("payout", text)
    [violation] = answer["violations"]
    assert (violation["pointer"], answer["problem"]["status"]) == ("#", 400)
    assert text[violation["offset"] : violation["offset"] + violation["length"]] == location
    assert violation["advice"].startswith(words)


def test_whole_numbers_are_read_as_the_service_reads_them(checker: Checker, contract: Contract) -> None:
    """A number beyond the doubles is too large, and no number only beyond what is read at all."""
    direction, payload = smallest(contract)
    for digits, code in ((400, "maximum"), (4300, "maximum"), (4301, "malformed-json")):
        text = json.dumps({**payload, "amount": "_"}).replace('"_"', "1" + "0" * (digits - 1))
        assert [one["code"] for one in checker(direction, text)["violations"]] == [code]


def test_members_of_every_object_in_javascript_are_none_of_the_payload(checker: Checker, contract: Contract) -> None:
    direction, payload = smallest(contract)
    unknown = {"__proto__": 1, "constructor": 2, "toString": 3}
    violations = checker(direction, json.dumps({**payload, **unknown}))["violations"]
    assert {(one["pointer"], one["code"]) for one in violations} == {(f"#/{name}", "unknown_field") for name in unknown}


def test_a_violation_tells_where_its_rule_comes_from(checker: Checker, contract: Contract) -> None:
    direction, payload = smallest(contract)
    [violation] = checker(direction, json.dumps({**payload, "amount": 0}))["violations"]
    fields = {field.path: field for one in contract.requests() for field in one.root.fields()}
    rule = fields["amount"].constraint("exclusive_minimum")
    assert rule is not None
    assert tuple(violation["decisions"]) == rule.reason.decisions
    assert violation["message"] == contract.interface.violation("exclusive_minimum").meaning
