"""Each form takes what the published formats allow and nothing else, and editors say the same as the loader."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.catalogue import forms
from paycat.catalogue.form import FORM, Form
from paycat.lint.checking import check_folder
from paycat.reporting.findings import in_one_line
from paycat.text.characters import unwanted_in
from paycat.yaml.reading import load

HERE = Path(__file__).parent
VALUES: dict[str, dict[str, list[Any]]] = projects.read_yaml(HERE / "values.yaml")
FORMS = [form for form in vars(forms).values() if isinstance(form, Form)]
STARTER = projects.HERE / "bank_collections"
INSIDE = ("\n", "\r\n", "\x00", "\x1b", "\u202e", "\u2028", "\u200b", "\u00a0", "\ud800", "\ufdd0")
"""Signs that no form but a line of text takes anywhere in a text."""

each_form = pytest.mark.parametrize("form", FORMS, ids=lambda form: form.pattern)


def of(form: Form) -> dict[str, list[str]]:
    return {verdict: [str(text) for text in texts] for verdict, texts in VALUES[form.name].items()}


def test_every_form_has_values() -> None:
    assert {form.name for form in FORMS} == VALUES.keys()


@each_form
def test_a_form_takes_what_is_allowed(form: Form) -> None:
    assert form.holds(form.example)
    allowed = of(form)["accepted"]
    assert [text for text in allowed if not form.holds(text)] == []


@each_form
def test_a_form_rejects_everything_else(form: Form) -> None:
    assert [text for text in of(form)["rejected"] if form.holds(text)] == []
    if form not in (forms.LINE, forms.JOINT, forms.CHOICE_VALUE, forms.TAG, forms.FILE_NAME, forms.ANSWER):
        spread = [
            f"{form.example[:at]}{sign}{form.example[at:]}" for sign in INSIDE for at in (0, 1, len(form.example))
        ]
        assert [text for text in spread if form.holds(text)] == []


@each_form
def test_a_form_is_resolved_quickly(form: Form) -> None:
    for text in ("a" * 50_000, "a." * 25_000, "a-" * 25_000, "https://" + "a." * 25_000, "/" + "a/" * 25_000 + '"'):
        assert not unwanted_in(text)
        form.holds(text)


@each_form
def test_a_pattern_means_the_same_in_ecmascript(form: Form) -> None:
    """No construct of Python alone; the browsers' tests run some of them, this holds for all."""
    assert re.fullmatch(r"\(?\^.*\$\)?", form.pattern)
    assert not re.search(r"\(\?|\\[AbBdDGsSwWZ]|\[\^?\[:", form.pattern)


def schemas() -> Iterator[tuple[str, Any]]:
    for file in sorted((projects.GENERATED / "editor").glob("*.schema.json")):
        yield file.name, json.loads(file.read_text(encoding="utf-8"))


def nodes(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        schema = list(schema.values())
    for inner in schema if isinstance(schema, list) else ():
        yield from nodes(inner)


def test_editors_have_every_form_with_the_pattern_of_the_loader() -> None:
    known = {(form.name, form.pattern) for form in FORMS}
    stated = {(node[FORM], node["pattern"]) for _, schema in schemas() for node in nodes(schema) if FORM in node}
    locations = {
        (form.name, form.pattern) for form in (forms.PATH_NAME, forms.QUERY_NAME)
    }  # Told by the place's own form.
    referred = {(form.name, form.pattern) for form in (forms.COUNTRY, forms.FINDING)}  # Editors know which there are.
    assert stated <= known
    assert known - stated <= locations | referred


@cache
def sound() -> dict[str, str]:
    folder = STARTER / "schemas"
    return {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8") for file in folder.rglob("*.yaml")}


PLACES = [
    ("interface/problems.yaml", "media_type: application/problem+json", "media type of JSON"),
    ("interface/problems.yaml", "base: https://collections.example.com/problems/", "web address"),
    ("interface/problems.yaml", "  body-unreadable:", "problem slug"),
    ("interface/problems.yaml", "  required:", "code"),
    ("interface/operations.yaml", "    name: Request-Id", "header name"),
    ("interface/operations.yaml", "    name: Idempotency-Key", "parameter name"),
    ("interface/operations.yaml", "    path: /v1/collections", "path"),
    ("interface/operations.yaml", "  Refunds:", "tag"),
    ("interface/records.yaml", "  RefundRecord:", "record name"),
    ("interface/states.yaml", "      accepted:", "name"),
    ("interface/sandbox.yaml", "secret_key: test_token", "secret key"),
    ("interface/sandbox.yaml", "  test-hold:", "name"),
    ("catalogue.yaml", "package: bank_collections", "package name"),
    ("catalogue.yaml", "version: 0.1.0", "version"),
    ("methods/SEPA_DEBIT.yaml", "method_code: SEPA_DEBIT", "method code"),
]


@pytest.mark.parametrize(("file", "line", "form"), PLACES, ids=lambda text: text.strip())
def test_a_hostile_value_is_found_at_its_place(file: str, line: str, form: str, tmp_path: Path) -> None:
    hostile = json.dumps('x"; import os; "')
    for name, text in sound().items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    lines = sound()[file].splitlines()
    at = next(number for number, one in enumerate(lines) if one.startswith(line))
    key, _, value = lines[at].partition(":")
    blanks = " " * (len(key) - len(key.lstrip()))
    is_key = line.endswith(":")
    lines[at] = f"{blanks}{hostile}:{value}" if is_key else f"{key}: {hostile}"
    (tmp_path / file).write_text("\n".join(lines) + "\n", encoding="utf-8")
    _, found = check_folder(tmp_path)
    column = len(blanks) + 1 if is_key else len(key) + 3
    start = f"schemas/{file}:{at + 1}:{column} error bad-form: "
    told = [in_one_line(one) for one in found if in_one_line(one).startswith(start)]
    assert len(told) == 1, [in_one_line(one) for one in found]
    assert f"is not a valid {form}; write " in told[0]


@pytest.mark.parametrize(
    "character",
    [
        "\\0",
        "\\e",
        "\\x7F",
        "\\N",
        "\\L",
        "\\P",
        "\\u202e",
        "\\u2066",
        "\\u200f",
        "\\ufdd0",
        "\\U0001fffe",
        "\\r",
        "\\u061c",
    ],
)
@pytest.mark.parametrize("text", ['title: "a{}b"\n', '"a{}b": c\n', 'a: [b, "c{}"]\n'])
def test_escapes_of_control_characters_are_found(character: str, text: str) -> None:
    _, found = load(text.format(character).encode(), "a.yaml")
    assert [one.code for one in found] == ["yaml-control-character"]


def test_what_scripts_need_is_left_alone() -> None:
    assert load('a: "क्\u200dष 👩\u200d👧 \\u00a0 \\t \\n"\n'.encode(), "a.yaml")[1] == []
