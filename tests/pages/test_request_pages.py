"""The page of each request type tells all that the contract says of it, and nothing breaks out of its place."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from xml.etree.ElementTree import Element

import projects
import pytest
from starter_cases import edited

from paycat.catalogue.statement import Reason
from paycat.conformance.derive.files import request_lines
from paycat.conformance.derive.requests import ground
from paycat.contract.model import Request
from paycat.contract.nodes import FieldNode, Group
from paycat.pages.anchors import address, anchor, field_anchor
from paycat.pages.mistakes import COMMON
from paycat.pages.navigation import is_example_address
from tests.pages.conftest import NASTY, Made, made
from tests.pages.html_pages import Page, links_of, request_pages, text_of

CATALOGUES = ("catalogue", "starter", "hostile")


@pytest.fixture(params=CATALOGUES)
def each(request: pytest.FixtureRequest) -> Made:
    return request.getfixturevalue(request.param)


def told(page: Page, where: Element, *reasons: Reason) -> Iterator[str]:
    """Yield what is missing of reasons in a part of a page."""
    root = "../" * page.path.count("/")
    for reason in reasons:
        if reason.source and reason.source not in {text_of(one) for one in where.iter("span")}:
            yield f"{page.path}: source {reason.source}"
        for decision in reason.decisions:
            if root + address("decision", decision) not in links_of(where):
                yield f"{page.path}: decision {decision}"


def spoken(text: str) -> str:
    """Return a text of the catalogue as it is read in a page."""
    return " ".join(text.replace("`", "").split())


def test_every_method_has_a_page_in_each_direction_that_it_supports(each: Made) -> None:
    wanted = {f"{request.direction}/{request.method}.html" for request in each.contract.requests()}
    assert wanted == {path for path in each.pages if "/" in path}


def test_pages_are_well_formed_and_links_inside_lead_somewhere(each: Made) -> None:
    for _, page in request_pages(each.contract, each.pages):
        ids = page.by_id
        lost = {link for link in links_of(page.root) if link.startswith("#") and link[1:] not in ids}
        assert not lost, page.path
        copied = {one.attrib["data-copy"] for one in page.all("button") if "data-copy" in one.attrib}
        assert copied <= ids.keys()
        levels = [int(one.tag[1]) for one in page.root.iter() if one.tag in ("h1", "h2", "h3", "h4")]
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(levels)), page.path


def test_the_head_names_method_currency_and_countries(each: Made) -> None:
    for request, page in request_pages(each.contract, each.pages):
        method = each.contract.method(request.method)
        assert method is not None
        head = page.source.partition('id="the-payloads"')[0]
        shown = text_of(page.by_id["main"])
        assert text_of(page.all("h1")[0]).startswith(spoken(method.title))
        assert all(f"<code>{word}</code>" in head for word in (method.code, *method.currencies, *method.countries))
        operation = next(one for one in each.contract.interface.operations if one.request == request.direction)
        assert f"{operation.http_method} {each.contract.service.base_url}{operation.path}" in shown
        assert spoken(method.note) in shown


def test_every_field_is_told_with_its_level_rules_meaning_hints_and_reasons(each: Made) -> None:
    missing: list[str] = []
    for request, page in request_pages(each.contract, each.pages):
        for group in request.root.groups():
            for member in group.members:
                row = page.by_id[field_anchor(member.path)]
                assert row.attrib["class"] == "field"
                assert [one for one in row.iter() if "data-finding" in one.attrib], member.path
                missing += (f"{page.path} {member.path}: {one}" for one in _missing(page, row, member))
    assert not missing


def _level(member: FieldNode | Group) -> str:
    has_one_value = isinstance(member, FieldNode) and any(rule.keyword == "const" for rule in member.constraints)
    return "fixed" if has_one_value and member.requirement == "required" else member.requirement


def _missing(page: Page, row: Element, member: FieldNode | Group) -> Iterator[str]:
    text, codes = text_of(row), {"".join(one.itertext()) for one in row.iter("code")}
    levels = [text_of(one) for one in row.iter("span") if "level" in one.attrib.get("class", "").split()]
    assert levels == [_level(member)], member.path
    yield from (word for word in (spoken(member.meaning),) if word not in text)
    yield from told(page, row, member.reason)
    if isinstance(member, Group):
        return
    yield from told(page, row, *(one.reason for one in (*member.constraints, *member.hints)))
    for rule in member.constraints:
        if rule.keyword in ("const", "pattern") and str(rule.value) not in codes:
            yield f"{rule.keyword} {rule.value}"
        if f"../{address('violation', rule.code)}" not in links_of(row):
            yield f"code {rule.code}"
        if rule.keyword in ("max_length", "maximum", "exclusive_minimum") and f"{rule.value:,}" not in text:
            yield f"{rule.keyword} {rule.value:,}"
    for hint in member.hints:
        if spoken(hint.note) not in text or (hint.pattern and hint.pattern not in codes):
            yield f"hint {hint.note}"
    if bool(member.sensitive) is not ("sensitive:" in text):
        yield "sensitivity"


def test_fields_stand_in_the_order_of_the_field_table(each: Made) -> None:
    for request, page in request_pages(each.contract, each.pages):
        rows = [one.attrib["id"] for one in page.having("class") if one.attrib["class"] == "field"]
        assert rows == [field_anchor(path) for path in _paths(request.root)]


def _paths(group: Group) -> Iterator[str]:
    for member in group.members:
        yield member.path
        if isinstance(member, Group):
            yield from _paths(member)


def test_every_condition_is_told_with_its_combinations_and_reasons(each: Made) -> None:
    for request, page in request_pages(each.contract, each.pages):
        part = page.source.partition('id="the-conditions"')[2].partition("<h2")[0]
        items = {
            frozenset(link.removeprefix("#") for link in links_of(item) if "#sample." not in link)
            for part in page.all("ul")
            if part.attrib.get("class") == "combinations"
            for item in part.iter("li")
        }
        for group in request.root.groups():
            for condition in group.conditions:
                prefix = f"{group.path}." if group.path else ""
                combinations = [[field_anchor(prefix + name) for name in names] for names in condition.any_of]
                assert set(map(frozenset, combinations)) <= items
                assert all(address("decision", one) in part for one in condition.reason.decisions)


def test_every_sample_is_shown_as_it_is(each: Made) -> None:
    for request, page in request_pages(each.contract, each.pages):
        for sample in request.samples:
            assert anchor("sample", sample.name) in page.by_id
            assert json.loads(page.code(anchor("sample", sample.name, "json"))) == sample.payload
            assert spoken(sample.meaning) in text_of(page.by_id["main"])
            if sample.violations and sample.corrected is not None:
                assert json.loads(page.code(anchor("instead", sample.name, "json"))) == sample.corrected
            if sample.erratum:
                assert f"../{address('erratum', sample.erratum)}" in links_of(page.root)


def test_every_payload_has_the_call_in_each_language_and_the_response(each: Made) -> None:
    for request, page in request_pages(each.contract, each.pages):
        operation = next(one for one in each.contract.interface.operations if one.request == request.direction)
        record = each.contract.interface.record(operation.success.record)
        required = {one.name for one in record.members if one.requirement == "required"}
        for sample in request.samples:
            if sample.violations or sample.erratum:
                continue
            panel = page.by_id[anchor("sample", sample.name)]
            tabs = [one.attrib["data-tab"] for one in panel.iter() if "data-tab" in one.attrib]
            assert tabs == ["JSON", "curl", "Python", "TypeScript"]
            response = json.loads(page.code(anchor("sample", sample.name, "response")))
            assert required <= response.keys()
            reference = request.by_role("reference")
            if reference and reference.name in response:
                assert response[reference.name] == sample.at(reference.path)
            [send] = [one for one in panel.iter() if "data-send" in one.attrib]
            assert send.attrib["data-send"] == anchor("sample", sample.name, "json")
            assert send.attrib["data-path"] == operation.path
            assert send.attrib["data-idempotency-key"] in page.code(anchor("sample", sample.name, "curl"))


def test_a_page_says_whether_its_address_is_an_example(starter: Made) -> None:
    assert is_example_address(starter.contract)
    for url, is_example in (
        *(("https://api.payments.test/v1", True), ("https://api.example.com", True), ("http://localhost:8000", True)),
        *(("https://example.company.com", False), ("https://api.contest", False), ("https://test.bank", False)),
    ):
        service = starter.contract.service.model_copy(update={"base_url": url})
        assert is_example_address(starter.contract.model_copy(update={"service": service})) is is_example, url
    page = next(page for path, page in starter.pages.items() if "/" in path)
    assert "an example that leads to no server" in text_of(page.by_id["main"])


def test_every_code_is_shown_by_a_mistake_where_it_belongs(each: Made) -> None:
    common = codes_shown(each.pages["problems.html"])
    assert common == COMMON
    for request, page in request_pages(each.contract, each.pages):
        of_samples = {violation.code for sample in request.samples for violation in sample.violations}
        assert codes_shown(page) == (codes_of(each, request) - common) | of_samples


def codes_shown(page: Page) -> set[str]:
    documents = (json.loads(page.code(id)) for id in page.by_id if id.endswith(".problem"))
    return {error["code"] for document in documents for error in document.get("errors", ())}


def codes_of(made: Made, request: Request) -> set[str]:
    """Return the codes that the vectors of a request type have."""
    lines = request_lines(request, ground(made.contract, request.direction), made.cache).strip("\n").split("\n")
    return {
        one["code"] for vector in map(json.loads, lines) if vector["stage"] == "fields" for one in vector["violations"]
    }


def test_hostile_texts_are_shown_literally(hostile: Made) -> None:
    page, usual = hostile.pages["payout/SLOWER_PAYMENT.html"], hostile.pages["payout/FASTER_PAYMENT.html"]
    for tag in ("script", "img", "b"):
        assert len(page.all(tag)) == len(usual.all(tag)), tag
    assert spoken(NASTY) in text_of(page.all("h1")[0])
    assert text_of(page.by_id["field.beneficiary.account_number"]).count(spoken(NASTY)) == 2
    names = {name for one in page.root.iter() for name in one.attrib}
    assert names == {name for one in usual.root.iter() for name in one.attrib}


def test_what_goes_out_of_use_says_since_when_why_and_what_stands_for_it(tmp_path: Path) -> None:
    edits = projects.read_yaml(projects.ROOT / "tests" / "artefacts" / "deprecated.yaml")
    contract, pages, _ = made(edited(tmp_path / "project", edits) / "schemas")
    told = 0
    for request, page in request_pages(contract, pages):
        method = contract.method(request.method)
        assert method is not None
        locations = [(page.by_id["main"], method.deprecated)]
        locations += [(page.by_id[field_anchor(field.path)], field.deprecated) for field in request.root.fields()]
        for where, deprecated in locations:
            if deprecated:
                told += 1
                words = ("deprecated", deprecated.since, spoken(deprecated.note), deprecated.sunset or "")
                assert all(word in text_of(where) for word in words)
                links = {link.rpartition("#")[2] or link for link in links_of(where)}
                assert not deprecated.instead or links & {
                    field_anchor(deprecated.instead),
                    f"../pay_in/{deprecated.instead}.html",
                }
    assert told > 3
