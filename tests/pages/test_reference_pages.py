"""The reference pages: they tell the whole contract, every link in them leads somewhere, and texts stay texts."""

from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

import projects
import pytest

from paycat.cache import opened
from paycat.contract.model import Contract
from paycat.lint.checking import check_folder
from paycat.packages.operations.calls import environment_variable
from paycat.packs.reading import ReadPack, read_packs
from paycat.packs.render import render
from paycat.pages.anchors import address, anchor, field_anchor
from paycat.pages.interface import is_retryable, retry_advice
from paycat.pages.search import entries
from paycat.pages.words import type_words
from paycat.project.release import release_name
from tests.pages.html_pages import Page, Pages, links_of, parsed, unresolved
from tests.pages.html_pages import text_of as text_in

HOSTILE = """ <script>alert("no")</script> & <b onclick='no'>"quoted"</b>"""
FREE_TEXTS = {
    *("title", "summary", "description", "meaning", "note", "when", "specification", "base_url_description"),
    *("question", "quote", "chosen", "because", "risk", "says", "governs", "section"),
}


def packs(*names: str) -> list[ReadPack]:
    found, findings = read_packs(projects.GENERATORS, "generators")
    assert not findings
    return [pack for pack in found if not names or pack.name in names]


def rendered(contract: Contract, *names: str) -> dict[str, str]:
    return render(contract, packs(*names), cache=opened()).texts()


@pytest.fixture(scope="module")
def files(contract: Contract) -> dict[str, str]:
    return rendered(contract)


@pytest.fixture(scope="module")
def pages(files: dict[str, str]) -> Pages:
    return parsed(files)


@pytest.fixture(scope="module")
def starter() -> Contract:
    contract, findings = check_folder(projects.HERE / "bank_collections" / "schemas")
    assert contract is not None, findings
    return contract


def words(text: str) -> str:
    """Return a text without what differs between Markdown and what is read of it."""
    return "".join(text.replace("`", "").replace("*", "").split())


def text_of(page: Page) -> str:
    return words(page.code("main"))


def test_every_link_of_every_page_leads_somewhere(files: dict[str, str], pages: Pages) -> None:
    assert list(unresolved(files, pages)) == []


def test_a_link_that_leads_nowhere_would_be_found(files: dict[str, str]) -> None:
    names = ("docs/gaps.html", "docs/decisions.html")
    broken = {name: files[name].replace('href="decisions.html#', 'href="decisions.html#no-') for name in names}
    assert any("decisions.html#no-" in found for found in unresolved(files, parsed(broken)))
    assert any("operations.html" in found for found in unresolved({}, parsed(broken)))


def test_what_search_finds_is_there(contract: Contract, pages: Pages) -> None:
    assert_found(contract, pages)


def assert_found(contract: Contract, pages: Pages) -> None:
    found = [urlsplit(entry.url) for entry in entries(contract)]
    assert {f"docs/{one.path}" for one in found} == pages.keys()
    lost = [one.geturl() for one in found if one.fragment not in {"", *pages[f"docs/{one.path}"].by_id}]
    assert lost == []


def test_a_catalogue_that_cites_nothing_has_no_pages_of_reasons() -> None:
    contract, _ = check_folder(projects.ROOT / "tests/any_catalogue/whole_interfaces/direct_debits/schemas")
    assert contract is not None
    files = rendered(contract)
    assert files.keys().isdisjoint({"docs/gaps.html", "docs/decisions.html", "docs/errata.html"})
    assert list(unresolved(files, parsed(files))) == []
    assert_found(contract, parsed(files))


def test_ids_are_unique(pages: Pages) -> None:
    assert all("main" in page.by_id for page in pages.values())


def test_headings_are_in_order_and_every_page_has_one_first(pages: Pages) -> None:
    for path, page in pages.items():
        levels = [int(heading.tag[1]) for heading in page.all("h1", "h2", "h3", "h4", "h5", "h6")]
        assert levels.index(1) == 0, path
        assert levels.count(1) == 1, path
        assert all(below <= above + 1 for above, below in pairwise(levels)), path


def test_everything_of_the_interface_is_told(contract: Contract, pages: Pages) -> None:
    assert_interface(contract, pages)


def assert_interface(contract: Contract, pages: Pages) -> None:
    interface = contract.interface
    named = {one.key: one for one in interface.parameters}
    expected = {
        "operations": {
            *(anchor("operation", one.id) for one in interface.operations),
            *(anchor("parameter", one.id, key) for one in interface.operations for key in one.parameters),
            *(anchor("response-header", one.key) for one in interface.response_headers),
            *("base-url", "authentication", "idempotency", "limits", "versions"),
        },
        "records": {
            *(anchor("record", record.name) for record in interface.records),
            *(anchor("record", record.name, member.name) for record in interface.records for member in record.members),
        },
        "states": {
            *(anchor("state-machine", machine.name) for machine in interface.state_machines),
            *(
                anchor("state", machine.name, state.name)
                for machine in interface.state_machines
                for state in machine.states
            ),
        },
        "notifications": {
            *(anchor("notification", one.name) for one in interface.notifications),
            *(anchor("event", one.name) for one in interface.event_types),
            *(anchor("notification-header", key) for one in interface.notifications for key in one.headers),
            *("delivery", "signing", "worked-example"),
        },
        "problems": {
            *(anchor("problem", one.slug) for one in interface.problems),
            *(anchor("violation", one.code) for one in interface.violation_codes),
            *(anchor("failure", one.code) for one in interface.failure_codes),
        },
        "sandbox": {
            *(anchor("course", one.state_machine) for one in interface.sandbox.courses),
            *(anchor("outcome", one.reference) for one in interface.sandbox.outcomes),
            *("start", "courses", "outcomes"),
        },
    }
    for name, wanted in expected.items():
        assert wanted <= pages[f"docs/{name}.html"].by_id.keys(), name
    told = {
        "operations": [
            text
            for one in interface.operations
            for text in (one.summary, one.description, one.path, *one.problems, one.success.description)
        ],
        "records": [member.meaning for record in interface.records for member in record.members if member.meaning],
        "states": [
            one.meaning for machine in interface.state_machines for one in (*machine.states, *machine.transitions)
        ],
        "notifications": [
            *(one.meaning for one in interface.event_types),
            *(one.description for one in interface.notifications),
            *(
                one.description
                for one in named.values()
                if any(one.key in found.headers for found in interface.notifications)
            ),
        ],
        "problems": [
            *(text for one in interface.problems for text in (one.title, one.when)),
            *(one.meaning for one in (*interface.violation_codes, *interface.failure_codes)),
        ],
        "sandbox": [text for one in interface.sandbox.outcomes for text in (one.reference, one.meaning)],
    }
    for name, texts in told.items():
        shown = text_of(pages[f"docs/{name}.html"])
        assert [text for text in texts if words(text) not in shown] == [], name


def test_each_state_says_its_kind_and_where_it_leads(contract: Contract, pages: Pages) -> None:
    page = pages["docs/states.html"]
    for machine in contract.interface.state_machines:
        for state in machine.states:
            cells = [text_in(cell) for cell in page.by_id[anchor("state", machine.name, state.name)]]
            kinds = [("first", state.name == machine.initial), ("final", state.final)]
            assert cells[:2] == [state.name, ", ".join(kind for kind, holds in kinds if holds) or "not final"]
            assert cells[3] == (", ".join(one.end for one in machine.transitions if one.start == state.name) or "none")


def test_null_is_told_beside_the_shape(contract: Contract) -> None:
    member = next(one for one in contract.interface.record("PayInRecord").members if one.name == "livemode")
    for nullable, told in ((False, "true or false"), (True, "true or false or null")):
        assert type_words(member.model_copy(update={"nullable": nullable}), root_path="") == told
    assert type_words(member.model_copy(update={"shape": "any"}), root_path="") == "any value"


def test_the_registers_are_told_completely(contract: Contract, pages: Pages) -> None:
    assert_registers(contract, pages)


def assert_registers(contract: Contract, pages: Pages) -> None:
    for name, kind, register, members in (
        ("decisions", "decision", contract.decisions, ("id", "title", "chosen", "because", "risk")),
        ("gaps", "gap", contract.gaps, ("id", "section", "kind", "state", "question", "quote")),
        ("errata", "erratum", contract.errata, ("id", "section", "says", "governs")),
    ):
        page = pages[f"docs/{name}.html"]
        assert {anchor(kind, one.id) for one in register} <= page.by_id.keys()
        for one in register:
            shown = words("".join(page.section(anchor(kind, one.id)).itertext()))
            texts = [getattr(one, member) or "" for member in members]
            assert [text for text in texts if words(text) not in shown] == [], one.id


def test_a_decision_leads_to_what_it_shapes(contract: Contract, pages: Pages) -> None:
    page = pages["docs/decisions.html"]
    for request in contract.requests():
        for field in request.root.fields():
            for id in field.reason.decisions:
                target = f"{request.direction}/{request.method}.html#{field_anchor(field.path)}"
                assert target in links_of(page.section(anchor("decision", id))), (id, target)
    for record in contract.interface.records:
        for id in record.reason.decisions:
            assert address("record", record.name) in links_of(page.section(anchor("decision", id)))


def test_an_erratum_names_the_samples_that_follow_it(contract: Contract, pages: Pages) -> None:
    page = pages["docs/errata.html"]
    followed = [
        (sample.erratum, f"{request.direction}/{request.method}.html#sample.{sample.name}")
        for request in contract.requests()
        for sample in request.samples
        if sample.erratum
    ]
    assert followed
    assert all(target in links_of(page.section(anchor("erratum", erratum))) for erratum, target in followed)


def test_downloads_name_every_file_of_a_release_but_the_pages(files: dict[str, str], pages: Pages) -> None:
    """No release has the files for people who edit the catalogue."""
    linked = links_of(pages["docs/downloads.html"].by_id["main"])
    others = {path for path in files if not path.startswith(("docs/", "editor/"))}
    assert {f"../{path}" for path in others} | {"../SHA256SUMS"} <= linked
    assert [target for target in linked if target.startswith("../editor/")] == []


@pytest.mark.slow
def test_downloads_of_packs_that_are_switched_off_are_not_named(contract: Contract) -> None:
    off = tuple(pack.name for pack in packs() if pack.name not in ("docs", "json-schema"))
    service = contract.service.model_copy(update={"packs_off": off})
    few = rendered(contract.model_copy(update={"service": service}), "docs", "json-schema")
    page = parsed(few)["docs/downloads.html"]
    assert list(unresolved(few, parsed(few))) == []
    assert [one.attrib["id"] for one in page.root.iterfind(".//main//section//h2")] == ["pack.json-schema"]


@pytest.mark.slow
def test_no_page_shows_programs_for_a_package_that_is_switched_off(starter: Contract) -> None:
    package = starter.service.package
    service = starter.service.model_copy(update={"packs_off": ("python",)})
    for contract, named in ((starter, True), (starter.model_copy(update={"service": service}), False)):
        kept = [pack.name for pack in packs() if pack.name not in contract.service.packs_off]
        made = rendered(contract, *kept)
        found = parsed(made)
        assert list(unresolved(made, found)) == []
        shown = " ".join(text_of(page) for page in found.values())
        assert [words(one) in shown for one in (f"{package}.", "./python", "needs no account")] == [named] * 3
        assert ("quickstart.html" in made["docs/assets/search-index.js"]) is named


def test_downloads_name_what_a_release_adds(contract: Contract, pages: Pages) -> None:
    shown = text_in(pages["docs/downloads.html"].by_id["main"])
    version = contract.service.version
    assert f"{release_name(contract)}.zip" in shown
    assert f"packages/{contract.service.package}-{version}-py3-none-any.whl" in shown


def test_every_problem_says_what_to_do(contract: Contract, starter: Contract) -> None:
    for one in (contract, starter):
        for problem in one.interface.problems:
            advice = retry_advice(one, problem)
            retried = advice.startswith("Wait")
            assert retried is is_retryable(one, problem)
            assert retried or advice.startswith("The same request will fail again. ")
            assert "Correct the request first" not in advice, problem.slug
    duplicate = next(one for one in contract.interface.problems if one.cause == "duplicate_reference")
    assert "Read the earlier record instead." in retry_advice(contract, duplicate)


def test_notifications_are_promised_only_where_a_request_names_an_address(contract: Contract, pages: Pages) -> None:
    promised = {"notifications": "if the request had a webhook_url", "operations": "if the request has a webhook_url"}
    for name, words_of_it in promised.items():
        assert words_of_it in text_in(pages[f"docs/{name}.html"].by_id["main"]), name


def test_example_requests_are_complete(contract: Contract, pages: Pages) -> None:
    page = pages["docs/operations.html"]
    for operation in contract.interface.operations:
        shown = page.code(anchor("operation", operation.id, "curl"))
        assert f"curl --request {operation.http_method} " in shown
        assert f'--header "Authorization: Bearer ${environment_variable(contract, "api_key")}"' in shown
        assert contract.service.base_url in shown
        assert "{" not in shown.splitlines()[0], "a parameter of the path is not filled in"


@pytest.mark.slow
def test_texts_are_shown_as_they_are(contract: Contract) -> None:
    hostile = Contract.model_validate(with_hostile_texts(contract.model_dump(mode="json")))
    pages = parsed(rendered(hostile, "docs"))
    ordinary = parsed(rendered(contract, "docs"))
    for path, page in pages.items():
        assert len(page.all("script")) == len(ordinary[path].all("script")), path
        assert not page.having("onclick"), path
    assert_interface(hostile, pages)
    assert_registers(hostile, pages)


def with_hostile_texts(value: Any, name: str = "") -> Any:
    match value:
        case dict():
            return {key: with_hostile_texts(inner, key) for key, inner in value.items()}
        case list():
            return [with_hostile_texts(inner) for inner in value]
        case str() if name in FREE_TEXTS:
            return value + HOSTILE
        case _:
            return value


def test_another_catalogue_has_all_pages(starter: Contract, contract: Contract, pages: Pages) -> None:
    made = rendered(starter)
    others = parsed(made)
    assert beside_requests(starter, others) == beside_requests(contract, pages)
    assert list(unresolved(made, others)) == []
    assert_found(starter, others)
    assert_interface(starter, others)
    assert_registers(starter, others)


def beside_requests(contract: Contract, pages: Pages) -> set[str]:
    """Return the paths of the pages that are not those of single requests."""
    return pages.keys() - {f"docs/{one.direction}/{one.method}.html" for one in contract.requests()}
