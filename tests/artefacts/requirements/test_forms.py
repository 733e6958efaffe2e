"""A form that knows the requirements alone says of every body that it can make what the published vectors say."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from paycat.contract.model import Contract, Request
from paycat.contract.validate import validate
from tests.artefacts.requirements.forms import (
    CannotAskError,
    Values,
    answers,
    found_in,
    in_folder,
    node,
    pruned,
    reject_items,
    spread,
    values_of,
)
from tests.artefacts.requirements.written import CATALOGUES, Json, Written, vectors, written

BEYOND_FORMS = {
    "another JSON type",
    "another fixed value",
    "blank text",
    "item of a list",
    "no fixed value",
    "no object",
    "null",
    "unknown member",
}
"""Why a form cannot make a body: it sends texts where texts are wanted, only fields that it knows, and no blanks."""

LEAST_COMPARED = {"frozen": 2000, "starter": 850, "small": 1100, "names": 450}


@pytest.fixture(params=CATALOGUES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def folder(name: str, tmp_path: Path) -> Path:
    return in_folder(written(name), tmp_path)


def test_it_validates_as_the_vectors(name: str, folder: Path) -> None:
    known, beyond = written(name).requirements(), Counter[str]()
    asked: list[tuple[Json, Values]] = []
    for vector in vectors(name):
        try:
            reject_items(known[_named(name, vector)], _violations(vector))
            asked.append((vector, values_of(known[_named(name, vector)], vector["payload"])))
        except CannotAskError as error:
            beyond[str(error)] += 1
    said = answers(folder, [(_named(name, vector), values) for vector, values in asked])
    wrong = [
        (vector["id"], found_in(answer))
        for (vector, _), answer in zip(asked, said, strict=True)
        if found_in(answer) != spread(known[_named(name, vector)], _violations(vector))
        or (vector["valid"] and answer["sent"] != pruned(vector["payload"], _groups(known[_named(name, vector)])))
    ]
    assert wrong == []
    assert set(beyond) <= BEYOND_FORMS
    assert len(asked) >= LEAST_COMPARED[name], beyond
    assert {vector["valid"] for vector, _ in asked} == {True, False}
    assert len(asked) + beyond.total() == len(vectors(name))


def test_it_validates_as_the_contract_whatever_is_left_out_or_too_much(name: str, folder: Path) -> None:
    made = written(name)
    cases = [case for key, one in made.requirements().items() for case in _edited(key, one)]
    said = answers(folder, [(key, values) for key, values, _ in cases])
    types = _requests(made.contract)
    for (key, values, edit), answer in zip(cases, said, strict=True):
        body = _body(made.requirements()[key], values)
        wanted = {(one.pointer, one.code) for one in validate(types[key], body)}
        assert found_in(answer) == spread(made.requirements()[key], wanted), (key, edit)
        assert answer["found"] == [] or all(one["text"] for one in answer["found"])
    assert len(cases) > len(types) * 10


def test_every_violation_at_a_field_has_words(name: str) -> None:
    known = {
        (key, field["pointer"]): field["errors"]
        for key, one in written(name).requirements().items()
        for field in one["fields"]
    }
    told = [
        (_named(name, vector), pointer, code)
        for vector in vectors(name)
        for pointer, code in _violations(vector)
        if (_named(name, vector), pointer) in known
    ]
    assert told
    assert [one for one in told if not known[one[0], one[1]].get(one[2])] == []


def test_the_example_runs(name: str, folder: Path) -> None:
    first, *_ = told = node(folder, "example.mjs").splitlines()
    assert first == "0 problems"
    assert any(line.endswith(" is required.") for line in told)
    form = (folder / "form.html").read_text(encoding="utf-8")
    assert form.count("<label>") == form.count("</label>") > 0
    assert form.count("<fieldset>") == form.count("<legend>") == form.count("</fieldset>") > 1


def test_the_form_shows_hints_and_exclusive_bounds(tmp_path: Path) -> None:
    folder = in_folder(written("frozen"), tmp_path)
    node(folder, "example.mjs")
    form = (folder / "form.html").read_text(encoding="utf-8")
    assert "<legend>Recipient</legend>" in form
    assert "<small>local@handle: one @, no blanks.</small>" in form
    assert 'step="0.01" min="0.01" max="9999999999999.99"' in form


def test_patterns_fit_the_html_attribute(name: str, folder: Path) -> None:
    """A browser reads the attribute with the flag v, and passes over what it cannot read."""
    program = """
import { existsSync, readFileSync, readdirSync } from "node:fs";
let count = 0;
for (const folder of ["pay_in", "payout"].filter((one) => existsSync(`requirements/${one}`)))
  for (const file of readdirSync(`requirements/${folder}`))
    for (const { pattern } of JSON.parse(readFileSync(`requirements/${folder}/${file}`, "utf8")).fields)
      if (pattern) count += new RegExp(`^(?:${pattern})$`, "v").test("") ? 1 : 1;
console.log(count);
"""
    assert int(node(folder, "--input-type=module", "-e", program)) > 5


def _edited(key: str, requirements: Json) -> Iterator[tuple[str, Values, str]]:
    """Yield values of the fullest sample with one field dropped, blank, or beyond each of its bounds."""
    full = next(one["payload"] for one in requirements["examples"] if one["name"] == "full")
    values = values_of(requirements, full)
    yield key, values, "nothing"
    yield key, {}, "everything dropped"
    for field in requirements["fields"]:
        name = field["field"]["path"]
        if field["level"] == "fixed":
            continue
        yield key, {inner: text for inner, text in values.items() if inner != name}, f"{name} dropped"
        yield key, {**values, name: ""}, f"{name} blank"
        for text in _too_much(field):
            yield key, {**values, name: text}, f"{name} is {text[:20]}"


def _too_much(field: Json) -> Iterator[str]:
    for one in field["field"]["constraints"]:
        match one["keyword"], one["value"]:
            case "max_length", most:
                yield "0" * (most + 1)
                yield "\N{GRINNING FACE}" * most
            case "maximum", most:
                yield f"{int(Decimal(most)) + 1}"
            case "exclusive_minimum", bound:
                yield str(bound)
            case "decimal_places", places:
                yield f"1.{'0' * places}1"


_READ: dict[str, Callable[[str], Any]] = {
    "string": str,
    "number": float,
    "integer": float,
    "boolean": json.loads,
    "object": lambda _: {},
    "array": json.loads,
}


def _body(requirements: Json, values: Values) -> Any:
    """Return the body that values stand for; written again, as what is compared should not validate itself."""
    body: Json = {}
    for field in requirements["fields"]:
        text = field["value"] if field["level"] == "fixed" else values.get(field["field"]["path"], "")
        if text == "":
            continue
        *above, last = field["field"]["path"].split(".")
        holder = body
        for step in above:
            holder = holder.setdefault(step, {})
        holder[last] = _READ[field["type"]](text)
    return body


def _requests(contract: Contract) -> dict[str, Request]:
    return {f"{request.direction}/{request.name}": request for request in contract.requests()}


def _named(name: str, vector: Json) -> str:
    method = written(name).contract.method(vector["method"])
    assert method
    return f"{vector['direction']}/{method.name}"


def _violations(vector: Json) -> set[tuple[str, str]]:
    return {(one["pointer"], one["code"]) for one in vector["violations"]}


def _groups(requirements: Json) -> set[str]:
    return {group["path"] for group in requirements["groups"]} - {""}


def test_a_form_of_another_file_is_told_apart(tmp_path: Path) -> None:
    """The comparison is worth something: requirements that say otherwise are noticed."""
    made = written("starter")
    longest = '"keyword": "max_length",\n            "value": 3'
    files = {path: text.replace(f"{longest}5", f"{longest}4") for path, text in made.files.items()}
    assert files != made.files
    with pytest.raises(AssertionError):
        test_it_validates_as_the_vectors("starter", in_folder(Written(made.contract, files), tmp_path))
