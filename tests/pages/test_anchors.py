"""No two things on a page have one id, whatever a catalogue calls them, and browsers make the same ids."""

import json
import re
import string
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from paycat.conformance.run.engines.ajv.node import LineProcess, node_program
from paycat.pages.anchors import anchor
from tests.any_catalogue.small_catalogues.catalogues import Catalogue, Data
from tests.pages.html_pages import parsed, unresolved

Cli = Callable[..., Any]

VISIBLE = string.digits + string.ascii_letters + string.punctuation
NAMES = st.lists(st.text(VISIBLE) | st.text(), min_size=1, max_size=3)
PARTS = ("main", "check", "contents", "results", "search", "status", "headers", "limits", "events", "verify", "field")
"""What parts of pages are called, or ids begin with."""
RENAMED = {
    "getRefund": "limits",
    "createRefund": "headers",
    "refundMoved": "events",
    "closed-for-now": "violation-codes",
    "fault": "main",
    "test-hold": "test-data",
    "RefundId": "versions",
    "CallId": "main",
    "MessageId": "check",
}
TABLE = {"requirement": "optional", "shape": "text", "length": "..20", "meaning": "A value", "source": "§2.1"}
MEMBER = {"shape": "text", "made": "example", "requirement": "optional", "meaning": "A value."}


def hostile() -> Catalogue:
    """Return a catalogue of which things are called like parts of pages, and like each other."""
    catalogue = Catalogue()
    catalogue.only("SEPA_TRANSFER")
    catalogue.without_invalid_samples()
    text = yaml.safe_dump(catalogue.files, sort_keys=False, width=10_000)
    for old, new in RENAMED.items():
        text, count = re.subn(rf"(?<![\w-]){old}(?![\w-])", new, text)
        assert count, old
    catalogue.files = yaml.safe_load(text)
    samples = catalogue.files["samples/payout/SEPA_TRANSFER.yaml"]["samples"]
    for name in PARTS:
        catalogue.files["requests/payout.yaml"]["fields"][name] = deepcopy(TABLE)
        samples["full"]["payload"][name] = "a"
    members = catalogue.files["interface/records.yaml"]["records"]["RefundRecord"]["members"]
    members |= {name: deepcopy(MEMBER) for name in ("$ref", "@id", "a:b", "A-d", "example")}
    samples |= {f"minimal-{name}": like(samples["minimal"], name) for name in ("json", "response", "json-tab")}
    return catalogue


def like(sample: Data, meaning: str) -> Data:
    return {**deepcopy(sample), "meaning": f"The same, called {meaning}"}


@pytest.mark.slow
def test_no_page_has_an_id_twice_and_every_link_leads_somewhere(tmp_path: Path, cli: Cli) -> None:
    project = hostile().write(tmp_path / "project")
    checked = cli("check", cwd=project)
    assert " error " not in checked.out
    made = cli("generate", "--to", "made", cwd=project)
    assert (made.code, made.err) == (0, ""), made.out
    folder = project / "made"
    files = {path.relative_to(folder).as_posix(): read(path) for path in folder.rglob("*") if path.is_file()}
    pages = parsed(files)
    assert list(unresolved(files, pages)) == []
    request = pages["docs/payout/SEPA_TRANSFER.html"].by_id
    assert {f"field.{name}" for name in PARTS} <= request.keys()
    records = pages["docs/records.html"].by_id
    assert {
        f"record.RefundRecord.{name}" for name in ("~24~ref", "~40~id", "a~3a~b", "A-d", "example")
    } <= records.keys()
    searched = files["docs/assets/search-index.js"]
    for entry in json.loads(searched[searched.index("(") + 1 : searched.rindex(")")]):
        page, _, id = entry["url"].partition("#")
        assert not id or id in pages[f"docs/{page}"].by_id, entry


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@given(NAMES, NAMES)
def test_other_names_have_other_ids(some: list[str], others: list[str]) -> None:
    assert (anchor("field", *some) == anchor("field", *others)) is (some == others)
    assert anchor("field", *some) != anchor("fields", *others)


@given(NAMES)
def test_an_id_has_a_dot_and_is_in_an_address_as_it_is(names: list[str]) -> None:
    made = anchor("field", *names)
    assert "." in made
    assert set(made) <= {*string.ascii_letters, *string.digits, *"-._~"}


@pytest.fixture(scope="module")
def in_browsers(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The function of web/src that makes ids, as a process."""
    asked = LineProcess([node_program("test"), str(Path(__file__).with_name("anchors.mjs"))])
    yield lambda names: json.loads(asked.ask(json.dumps(names)))
    asked.close()


def test_browsers_make_the_same_ids(in_browsers: Callable[[list[str]], str]) -> None:
    names = [[sign] for sign in (*VISIBLE, " ", "ä", "字", "😀", "\ud800", "a.b~c", "")]
    for one in [*names, ["a", "b.c"], ["a.b", "c"], []]:
        assert in_browsers(["field", *one]) == anchor("field", *one), one
