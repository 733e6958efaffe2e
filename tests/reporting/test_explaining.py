"""Everything that has a name is explained, and each location on a page is the location."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import projects
import pytest

from docs.pages.examples import examples
from docs.pages.format import format_page
from paycat.catalogue.annotations import Words, marks_in
from paycat.catalogue.statement import keys_of
from paycat.changes.taxonomy import CHANGE_TYPES
from paycat.diagnostics import SHIPPED
from paycat.lint.rule import pages
from paycat.project.workspace import Workspace
from paycat.reporting.explaining.explain import UnknownWordError, explain, explain_finding, named
from paycat.reporting.explaining.explanation import Occurrence
from paycat.reporting.explaining.format_reference import EXAMPLES, models, references
from paycat.reporting.explaining.project import Project, read_project
from paycat.shapes.constraints import KINDS, STATEMENTS
from paycat.shapes.json_types import SHAPES
from paycat.yaml.nodes import Mapping, Node, Sequence
from tests.any_catalogue.small_catalogues.catalogues import Catalogue, other_currencies

PROJECTS = {
    "frozen": projects.PROJECT,
    "small": projects.SMALL,
    "starter": projects.HERE / "bank_collections",
}
OF_PAYCAT = (STATEMENTS, SHAPES, CHANGE_TYPES)


@pytest.fixture(scope="module")
def project() -> Project:
    return read_project(Workspace(projects.PROJECT))


@pytest.fixture(scope="module")
def lines() -> dict[str, list[str]]:
    return {}


def line_at(location: Occurrence, lines: dict[str, list[str]]) -> str:
    path = location.path
    assert path.startswith(("schemas/", "generated/", SHIPPED)), path
    if path not in lines:
        folder = projects.ROOT / "src" if path.startswith(SHIPPED) else projects.PROJECT
        lines[path] = (folder / path).read_text(encoding="utf-8").split("\n")
    return lines[path][location.line - 1]


@cache
def text_of(path: str) -> str:
    return (projects.PROJECT / path).read_text(encoding="utf-8")


def test_every_key_has_an_example_of_a_sound_catalogue() -> None:
    keys = [(one.name, key) for one in references().values() for key in (*one.keys, *one.common)]
    words = {"DIRECTION": ("collection", "refund")}
    without = [(name, key.key) for name, key in keys if key.example.split(":")[0] not in words.get(key.key, (key.key,))]
    assert without == []
    written = projects.ROOT / "src/paycat/reporting/explaining" / EXAMPLES
    assert written.read_text(encoding="utf-8") == examples(), "run make docs"


def test_the_page_of_the_format_is_made_of_the_models() -> None:
    assert (projects.ROOT / "docs" / "format.md").read_text(encoding="utf-8") == format_page(), "run make docs"


def keys_in(node: Node) -> Iterator[str]:
    """Return every key of a file, but for those of payloads and examples, which are no statements."""
    if isinstance(node, Mapping):
        for entry in node.entries:
            yield entry.key.text
            if entry.key.text not in ("payload", "example"):
                yield from keys_in(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from keys_in(item)


def literals_in(annotation: Any) -> Iterator[str]:
    """Return every word that a key may have as its value."""
    if get_origin(annotation) is Literal:
        yield from (word for word in get_args(annotation) if isinstance(word, str))
    for inner in get_args(annotation):
        yield from literals_in(inner)


@pytest.mark.parametrize("name", PROJECTS)
def test_every_key_and_id_of_a_catalogue_has_a_name(name: str) -> None:
    project = read_project(Workspace(PROJECTS[name]))
    stated = {key for source in project.catalogue.files for key in keys_in(source.node)}
    codes = {source.value.method_code for source in project.catalogue.methods.values()}
    countries = {country for method in project.contract.methods for country in method.countries}
    assert len(stated) > 250
    assert sorted((stated | codes | countries) - {word for word, _ in named(project)}) == []


def test_every_id_of_a_contract_has_a_name(project: Project) -> None:
    """Whatever the contract calls by an id, a name, a code, a key or a slug, wherever it is.

    A constraint on what the service answers has a code, too, which no answer names and no catalogue has to explain.
    """
    known = {word for word, _ in named(project)} | {kind.usual_code for kind in KINDS.values()}
    unknown: Counter[str] = Counter()

    def look(value: Any) -> None:
        if isinstance(value, list):
            for one in value:
                look(one)
        elif isinstance(value, dict):
            found = map(value.get, ("id", "name", "code", "key", "slug", "component", "artefact"))
            unknown.update(word for word in found if isinstance(word, str) and word and word not in known)
            for key, inner in value.items():
                if key not in ("payload", "corrected", "example", "contact", "license"):
                    look(inner)

    contract = project.contract.written()
    look({key: contract[key] for key in contract if key != "service"})
    assert unknown == {}


def test_everything_of_paycat_has_a_name(project: Project) -> None:
    expected = {word for table in OF_PAYCAT for word in table}
    expected |= {word for page in pages() for word in (page.id, page.slug, *page.codes)}
    for model in models():
        expected |= set(keys_of(model))
        for one in keys_of(model).values():
            expected |= set(literals_in(one.described.annotation))
            for words in marks_in(Words, one.described.annotation, *one.described.metadata):
                expected |= set(words.meanings)
    assert len(expected) > 700
    assert sorted(expected - {word for word, _ in named(project)}) == []
    assert all(explain_finding(word) for word in sorted(expected)[::20])


def test_everything_is_explained(project: Project, lines: dict[str, list[str]]) -> None:
    for word, explained in islice(named(project), 0, None, 7):
        one = explained()
        assert one.name == word or one.kind or one.title == word, word
        assert one.what or one.defined, word
        assert all(isinstance(line, str) and line for line in (*one.what, *one.why, *one.fix)), word
        for location in (*one.defined, *one.used):
            assert location.path.startswith("generators/") or line_at(location, lines).strip()


@pytest.mark.parametrize(
    ("word", "kinds"),
    [
        ("payout.returned", {"state of payout", "event type"}),
        ("PayoutRecord", {"record"}),
        ("PayoutRecord.status", {"member of PayoutRecord"}),
        ("createPayout", {"operation"}),
        ("payoutUpdated", {"notification"}),
        ("INR", {"currency"}),
        ("Indian rupee", {"currency"}),
        ("India", {"country"}),
        ("Limit", {"parameter"}),
        ("limit", {"parameter"}),
        ("Retry-After", {"response header"}),
        ("unknown-method", {"problem"}),
        ("unknown_method", {"value of cause"}),
        ("pay_in", {"direction", "state machine", "request table"}),
        ("body_bytes", {"section of schemas/interface/rules.yaml", "key of the catalogue"}),
        ("payout.UPI:sample/minimal", {"sample of payout.UPI"}),
        ("phone", {"field type", "field of 3 requests"}),
        ("UpiPayoutRecipient", {"required object"}),
        ("pan", {"value of sensitive"}),
        ("openapi", {"limitation"}),
        ("max_length", {"violation code"}),
        ("decimal_places", {"limitation", "key of the catalogue"}),
    ],
)
def test_a_name_may_be_several_items(word: str, kinds: set[str], project: Project) -> None:
    assert {one.kind for one in explain(word, project)} >= kinds


def test_many_items_of_one_kind_have_one_page(project: Project) -> None:
    [one] = explain("minimal", project)
    assert len(one.defined) > 10
    assert all(explain(location.note, project) for location in one.defined[:3])


def test_constraints_are_in_words(project: Project) -> None:
    [amount] = (one for one in explain("amount", project) if one.kind == "field type")
    assert "greater than 0 (D-07)" in amount.what
    assert "at most 9999999999999.99 (D-64)" in amount.what
    [status] = explain("PayoutRecord.status", project)
    assert "one of pending, processing, succeeded, failed, returned" in status.what
    [limit] = explain("Limit", project)
    assert "whole number, from 1 to 100, 20 when left out" in limit.what


def test_limits_in_each_currency_are_told_whole(tmp_path: Path) -> None:
    """Of a field, however many currencies it has; as it is in one of them; and of a currency, however many fields."""
    codes = [f"{letter}-c" for letter in "abcdefghijklmno"]
    catalogue = Catalogue()
    other_currencies(catalogue)
    coin = {"name": "A coin", "exponent": 2, "iso_4217": False, "source": "§1"}
    catalogue.files["currencies.yaml"]["currencies"] |= dict.fromkeys(codes, coin)
    method = catalogue.files["methods/SEPA_TRANSFER.yaml"]
    method["currencies"] += codes
    fields = method["payout"]["fields"]
    names = ["amount", *(f"fee_{letter}" for letter in "abcde")]
    for name in names[1:]:
        fields[name] = {"requirement": "optional", "type": "amount", "meaning": "A fee", "by_currency": {}}
        catalogue.files["samples/payout/SEPA_TRANSFER.yaml"]["samples"]["full"]["payload"][name] = 5
    for name in names:
        fields[name]["by_currency"] |= {code: {"maximum": 100 + most} for most, code in enumerate(codes)}
    project = read_project(Workspace(catalogue.write(tmp_path / "project")))
    [field] = explain("payout.SEPA_TRANSFER.amount", project)
    told = {line.partition(" is ")[2].partition(":")[0]: line for line in field.what if line.startswith("where ")}
    assert list(told) == ["EUR", "GBP", "JPY", "BHD", *codes]
    assert told["GBP"].startswith("where currency is GBP: at least 1 (rejected as minimum); at most 5000 (rejected as ")
    for code, line in list(told.items())[4:]:
        assert f"at most {100 + codes.index(code)} (" in line
    [in_one] = explain("payout.SEPA_TRANSFER.amount(currency=GBP)", project)
    assert {"at least 1 (rejected as minimum)", "at most 5000 (rejected as maximum)"} <= {*in_one.what}
    limits = [one for one in explain("c-c", project) if one.kind.startswith("currency limits")]
    assert [(one.name, one.what) for one in limits] == [
        (f"payout.SEPA_TRANSFER.{name}.c-c", ("at most 102",)) for name in names
    ]


def test_the_project_is_up_to_date(project: Project) -> None:
    assert project.note == ""


@pytest.mark.slow
def test_a_field_is_carried_by_schema_document_and_class(project: Project) -> None:
    fields = [
        (f"{request.direction}.{request.method}.{field.path}", request, field)
        for request in project.contract.requests()
        for field in request.root.fields()
    ]
    assert fields
    for word, request, field in fields[::3]:
        [one] = explain(word, project)
        *documents, module = one.carried
        assert f"generated/json-schema/{request.direction}/{request.method}.schema.json" in documents
        assert {path.split("/")[1] for path in documents} == {"json-schema", "openapi"}, word
        assert all(field.name in text_of(path) for path in documents), word
        assert module.startswith("generated/python/"), word


@pytest.mark.slow
def test_a_member_of_a_record_is_carried_by_documents_and_class(project: Project) -> None:
    for record in project.contract.interface.records:
        for member in record.members:
            [one] = explain(f"{record.name}.{member.name}", project)
            kinds = {path.split("/")[1] for path in one.carried}
            assert kinds == {"openapi", "python"}, one.name
            assert all(member.name in text_of(path) for path in one.carried), one.name


@pytest.mark.slow
def test_every_decision_that_shapes_payloads_is_carried(project: Project, lines: dict[str, list[str]]) -> None:
    for decision in project.contract.decisions:
        [one] = explain(decision.id, project)
        assert all(decision.id in text_of(path) for path in one.carried), decision.id
        assert all(decision.id in line_at(location, lines) for location in one.used), decision.id
        if decision.shapes == "payload":
            assert one.carried, decision.id
            assert one.used, decision.id


@pytest.mark.parametrize(
    "word",
    [
        "",
        " ",
        "D-",
        "D-999",
        "payout.SEPA",
        "a" * 5000,
        "PIX",
        "\x1b[31m",
        "a:\udcff",
        ":",
        "§2.4",
        "foobar",
        "SEPA",
        "refund",
        "breaking",
        "unproven",
        "dispatch",
        "typescript",
    ],
)
def test_what_is_near_nothing_has_no_guess(word: str, project: Project) -> None:
    with pytest.raises(UnknownWordError, match=r"^No item has the id or name .*'$"):
        explain(word, project)


@pytest.mark.parametrize(
    ("word", "guess"),
    [
        ("PayoutRecrod.status", "PayoutRecord.status"),
        ("payout.UPI.recipint.phone", "payout.UPI.recipient.phone"),
        ("upi", "UPI"),
        ("lenght", "length"),
        ("unknow-key", "unknown-key"),
        ("state_machin", "state_machine"),
    ],
)
def test_a_guess_exists_and_is_near(word: str, guess: str, project: Project) -> None:
    with pytest.raises(UnknownWordError, match=re.escape(f"did you mean {guess!r}?")):
        explain(word, project)
    assert explain(guess, project)


def test_pages_of_paycat_need_no_project(tmp_path: Path) -> None:
    assert not any(tmp_path.iterdir())
    assert [one.kind for one in explain_finding("R-29")] == ["rule"]
    assert [one.kind for one in explain_finding("field-removed")] == ["change type"]
    assert explain_finding("UPI") == ()
