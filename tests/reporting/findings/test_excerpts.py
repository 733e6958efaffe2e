"""The line of a finding with its carets: any line, any place, and who may see which line."""

from pathlib import Path

import projects
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from paycat.diagnostics import Diagnostic, Severity, Span
from paycat.reporting.findings import FORMATS
from paycat.reporting.findings_context import Context, excerpt, marked

NASTY = "\x1b[31m\u202e\t決e\u0301😀👩\u200d💻\udcff\x00\"'{}[]:, #%"

#: The line; the column of the place; what is marked.
MARKS = (
    ("requirment: conditional", 1, "requirment"),
    ("note: Instant transfers, in India # more", 7, "Instant transfers, in India"),
    ('  title: "one: # two" # more', 10, '"one: # two"'),
    ("title: 'it''s {1}'", 8, "'it''s {1}'"),
    ('title: "not closed', 8, '"not closed'),
    ("a: { b: one two, c: d }", 9, "one two"),
    ("a: { b: one two, c: d }", 4, "{"),
    ("countries: [IN, NP]", 13, "IN"),
    ("    one two,", 5, "one two"),
    ("      IN]", 7, "IN"),
    ("url: https://a.example/b#c", 6, "https://a.example/b#c"),
    ("    key: value", 1, "key"),
    ("key:   ", 5, " "),
    ("\tkey: value", 1, "\t"),
    ("key: value", 99, ""),
    ("", 1, ""),
)


@pytest.mark.parametrize(("line", "column", "wanted"), MARKS)
def test_what_is_marked(line: str, column: int, wanted: str) -> None:
    start, end = marked(line, column, "schemas/a.yaml")
    assert line[start:end] == wanted
    assert end == start + max(len(wanted), 1)


def test_a_line_of_a_template_is_marked_whole() -> None:
    assert marked("  {{ one }} two ", 1, "generators/a/templates/b.j2") == (2, 15)


@given(st.text(st.sampled_from(NASTY) | st.characters(), max_size=300), st.integers(0, 400))
@example("a" * 300, 150)
@example('"' + "決" * 300 + '"', 1)
def test_any_line_gives_carets_below_what_is_marked(line: str, column: int) -> None:
    start, end = marked(line, column, "schemas/a.yaml")
    assert 0 <= start <= len(line)
    assert start < end <= max(len(line), start + 1)
    shown, carets = excerpt(line, 7, start, end)
    assert (shown + carets).isprintable()
    assert carets.startswith("      | ")
    assert carets.strip(" |^") == ""
    assert carets.rstrip("^").rstrip(" |") == ""
    assert "^" in carets
    assert cell_len(shown) < 12 * 110


@given(st.text("a決😀", max_size=60), st.text("b値", min_size=1, max_size=20))
def test_carets_stand_below_wide_signs(before: str, key: str) -> None:
    line = f'"{before}": 1, {key}: 2'
    start = line.index(f" {key}") + 1
    shown, carets = excerpt(line, 1, start, start + len(key))
    assert cell_len(shown.partition(f" {key}:")[0]) + 1 == carets.index("^")
    assert carets.count("^") == cell_len(key)


FINDINGS = st.builds(
    Diagnostic,
    code=st.sampled_from(["unknown-key", "unused-type", "drift-changed", "required"]),
    span=st.builds(
        Span,
        st.sampled_from(
            ["schemas/a.yaml", "schemas/é, 1: 50%.yaml", "schemas/none.yaml", "schemas/samples/a.yaml", "\udcff"]
        ),
        st.integers(0, 5),
        st.integers(0, 30),
    ),
    message=st.text(st.sampled_from(NASTY + "\n\r") | st.characters(), max_size=40),
    help=st.text(max_size=10),
    severity=st.sampled_from(list(Severity)),
    cause=st.none() | st.builds(Span, st.just("schemas/a.yaml"), st.integers(0, 9), st.just(0)),
)


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Context:
    """A project with a file of nasty lines."""
    project = tmp_path_factory.mktemp("nasty")
    for path in ("schemas/a.yaml", "schemas/é, 1: 50%.yaml", "schemas/samples/a.yaml"):
        file = project / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(f"{NASTY}\n\n{'決' * 200}: 1\r\n4111 1111 1111 1111".encode(errors="surrogateescape"))
    return Context("paycat check", project)


@pytest.mark.parametrize("name", FORMATS)
@given(found=st.lists(FINDINGS, max_size=4))
def test_any_finding_is_told_in_every_format(context: Context, name: str, found: list[Diagnostic]) -> None:
    text = FORMATS[name](found, context)
    assert text.encode() or not found
    assert [sign for sign in text if not sign.isprintable() and sign not in "\n\t"] == []
    if name == "github":
        assert text.count("\n") == len(found)
    if not any(one.span.path in ("schemas/a.yaml", "schemas/é, 1: 50%.yaml") for one in found):
        assert "4111 1111" not in text


def lines_seen(sources: Context, path: str) -> str | None:
    return sources.shown_line(Span(path, 1, 1))


def test_whose_lines_are_shown(tmp_path: Path) -> None:
    for path in (
        "schemas/a.yaml",
        "schemas/samples/payout/a.yaml",
        "generated/a.json",
        "body.json",
        "generators/x/pack.yaml",
    ):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{path}\n")
    sources = Context("x", tmp_path)
    assert lines_seen(sources, "schemas/a.yaml") == "schemas/a.yaml"
    assert lines_seen(sources, "generators/x/pack.yaml") == "generators/x/pack.yaml"
    for path in ("schemas/samples/payout/a.yaml", "generated/a.json", "body.json"):
        assert lines_seen(sources, path) is None
    assert lines_seen(Context("x", tmp_path, {"schemas/a.yaml": tmp_path / "schemas/a.yaml"}), "schemas/a.yaml") is None
    assert lines_seen(sources, "schemas/none.yaml") is None
    assert sources.shown_line(Span("schemas/a.yaml", 9, 1)) is None
    assert sources.shown_line(Span("schemas/a.yaml")) is None


def test_what_comes_with_paycat_is_shown_where_it_stands(tmp_path: Path) -> None:
    shipped = projects.ROOT / "src/paycat/defaults/words.yaml"
    (tmp_path / "paycat/defaults").mkdir(parents=True)
    (tmp_path / "paycat/defaults/words.yaml").write_text("the project's own\n")
    for path, file in (
        ("generators/contract/pack.yaml", projects.GENERATORS / "contract/pack.yaml"),
        ("paycat/defaults/words.yaml", shipped),
    ):
        assert lines_seen(Context("x", tmp_path), path) == file.read_text().splitlines()[0]


def test_files_are_named_from_the_root_of_the_repository(tmp_path: Path) -> None:
    project = tmp_path / "deep" / "project"
    project.mkdir(parents=True)
    assert Context("x", project).name("schemas/a.yaml") == "schemas/a.yaml"
    (tmp_path / ".git").write_text("gitdir: elsewhere\n")
    given = {"../body.json": tmp_path / "deep" / "project" / ".." / "body.json"}
    sources = Context("x", project, given)
    assert sources.name("schemas/a.yaml") == "deep/project/schemas/a.yaml"
    assert sources.name("../body.json") == "deep/body.json"
    assert sources.name("/elsewhere/body.json") == "/elsewhere/body.json"
