"""Files of cases: what is wrong in one is named, and any text is written into one without a change of the rest."""

import re
from pathlib import Path

import pytest
from case_files import cases_in, entry, text_at, value_of, with_text
from hypothesis import given
from hypothesis import strategies as st

FILE = """\
# A comment.
cases:
  # The first one.
  first:
    edits:
      - { file: a.yaml, find: "é𝄞\\u2028", replace: '' }
      # Inside of it.

  second:  # In two lines.
    expected: "a\\
      b"
    edits: [
      { file: b.yaml, content: "" }]

  third:
    expected: |
      One
        two

    edits: []
    # At the end.
others: {}
"""
TEXTS = (
    "a\n",
    "a",
    "",
    "\n",
    "a\n\n",
    " a\n b\n",
    "\n a\n",
    "a\n\n\nb\n",
    "a \n",
    "a\n \n",
    "\ta\tb\n",
    "# a\n",
    "---\n",
)
ODD = (
    "\x00\n",
    "\x1b[1ma\n  b\x1b[0m\n",
    "a\r\nb\r\n",
    "a\rb\n",
    "\ufeffa\n",
    "a\x85b\u2028c\u2029\n",
    "\xa0a\u200b\n",
    "\x7f",
)
ANY = st.one_of(
    st.sampled_from(TEXTS + ODD), st.text(st.sampled_from("ab \t\n\r\\\"'#:-|\x00\x85\u2028\ufeffé𝄞"), max_size=12)
)
WRITTEN = """\
  first:
    edits:
      - { file: a.yaml, find: "é𝄞\\u2028", replace: '' }
      # Inside of it.
    expected: |
      New
        text

  second:  # In two lines.
    expected: |2-
         New
    edits: [
"""


def at(name: str) -> tuple[str, str, str]:
    return "cases", name, "expected"


def stated(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "cases.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_text_is_written_below_its_case() -> None:
    text = with_text(FILE, at("first"), "New\n  text\n")
    text = with_text(text, at("second"), "   New")
    assert WRITTEN in text
    assert text.partition("  third:")[2] == FILE.partition("  third:")[2]
    assert with_text(text, at("first"), "New\n  text\n") == text
    assert with_text(text, at("first"), None) == with_text(FILE, at("second"), "   New")


@given(st.lists(st.tuples(st.sampled_from(["first", "second", "third"]), ANY), max_size=6))
def test_any_text_can_be_written(texts: list[tuple[str, str]]) -> None:
    written, wanted = FILE, value_of(FILE)
    for name, text in texts:
        written = with_text(written, at(name), text)
        wanted["cases"][name]["expected"] = text
    assert value_of(written) == wanted
    for name in ("first", "second", "third"):
        written = with_text(written, at(name), None)
    assert written == re.sub(r'    expected: (?:"a\\\n      b"\n|\|\n      One\n        two\n)', "", FILE)


@pytest.mark.parametrize("text", TEXTS + ODD)
@pytest.mark.parametrize("column", [0, 4])
def test_what_a_block_hides_is_in_quotes(text: str, column: int) -> None:
    shown = entry("expected", text, column)
    assert value_of(shown) == {"expected": text}
    assert shown.partition(": ")[2].startswith('"' if text in ODD or not text.split("\n")[-2:][0].strip() else "|")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cases:\n  a: { edits: [] }\n  b: { edits: [] }\n  a: { edits: [] }\n", "line 2: 'a' is there twice"),
        ("cases:\n  a: { edits: [], expectd: b }\n", "a: unknown key 'expectd'"),
        ("cases:\n  a: { expected: b }\n", "a: the key 'edits' is missing"),
        ("case:\n  a: { edits: [] }\n", "unknown key 'case'"),
        ("cases:\n  a: text\n", "a: a case has keys"),
        ("cases:\n  1: { edits: [] }\n", "the name 1 is no text"),
        ("cases: [\n", "did not find expected node content"),
        ("", "it holds no cases"),
    ],
)
def test_what_is_wrong_is_named_with_the_file(text: str, said: str, tmp_path: Path) -> None:
    file = stated(tmp_path, text)
    with pytest.raises(AssertionError, match=re.escape(said)) as raised:
        cases_in(file, required=["edits"])
    assert str(file) in str(raised.value)


def test_a_case_without_its_text_says_what_to_do(tmp_path: Path) -> None:
    (case,) = cases_in(stated(tmp_path, "cases:\n  a: { edits: [] }\n"), required=["edits"])
    with pytest.raises(AssertionError, match="cases / a / expected: run `make update-cases`"):
        text_at(case.expected)


def test_a_case_in_braces_has_no_place_for_a_text() -> None:
    with pytest.raises(AssertionError, match="write the case 'a' as a block"):
        with_text("cases:\n  a: { edits: [] }\n", at("a"), "text\n")
