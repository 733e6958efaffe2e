"""The filters that print values: what a reader of the language reads is the value, whatever it holds."""

import ast
import io
import json
import re
import shlex
import subprocess
import tokenize
import tomllib

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from system_programs import needed

from paycat.languages import data, javascript, markdown, python
from paycat.languages.data import shell, shell_variable
from paycat.languages.python import filled_docstring
from paycat.languages.source import Source, fill, joined
from paycat.languages.table import LANGUAGES, language_of

texts = st.text(
    st.one_of(st.characters(codec="utf-8"), st.sampled_from("\\\"'`\n\r\t#*_[]<>|&{}$;\x00\x1b\x7f\x85\u2028"))
)
lines = texts.map(lambda text: " ".join(text.split()))
hostile = pytest.mark.parametrize(
    "text",
    ['"""', '\\"""', 'a"', "\\", "\\'", "'\"", "\n", "\r", "\0", "{x}", "*/", "#", "\\N{DIGIT ONE}", "\x1b", "\u2028"],
)


@given(texts)
def test_a_python_literal_is_its_text(text: str) -> None:
    assert ast.literal_eval(python.literal(text)) == text


@hostile
def test_a_python_literal_is_its_hostile_text(text: str) -> None:
    assert ast.literal_eval(python.literal(text)) == text


@pytest.mark.parametrize("value", [float("nan"), float("inf"), object(), b"x"])
def test_what_has_no_literal_is_rejected(value: object) -> None:
    with pytest.raises(ValueError, match="literal"):
        python.literal(value)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | texts, lambda inner: st.lists(inner) | st.dictionaries(texts, inner)
    )
)
def test_a_python_value_is_its_data(value: object) -> None:
    assert ast.literal_eval(python.value(value)) == value


@given(texts)
@example('"')
@example('a""')
@example("\\")
def test_a_docstring_is_its_text(text: str) -> None:
    [statement] = ast.parse(f"{python.docstring(text)}\n").body
    assert isinstance(statement, ast.Expr)
    assert ast.literal_eval(statement.value) == (f"{text}\n" if "\n" in text else text)


@given(texts)
@example('"')
def test_a_text_within_a_docstring_is_its_text(text: str) -> None:
    [statement] = ast.parse(f'"""a {python.docstring_text(text)} b"""\n').body
    assert isinstance(statement, ast.Expr)
    assert ast.literal_eval(statement.value) == f"a {text} b"


@given(texts)
def test_a_comment_is_nothing_but_comments(text: str) -> None:
    source = f"{python.comment(text, 4)}\n"
    found = {token.type for token in tokenize.generate_tokens(io.StringIO(source).readline)}
    assert found <= {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENDMARKER}
    assert ast.parse(source).body == []


@pytest.mark.parametrize("text", ["", "1e400", "a b", "class", "a.None", "é", "a-b", "x=1", "a..b", "a\n"])
def test_what_is_no_name_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="not a name"):
        python.name(text)


@given(texts)
def test_toml_reads_the_text(text: str) -> None:
    assert tomllib.loads(f"a = {data.toml_string(text)}\n") == {"a": text}


@given(texts)
def test_json_javascript_and_yaml_read_the_text(text: str) -> None:
    assert json.loads(data.json(text)) == text
    assert json.loads(data.js(text)) == text
    assert not set("<>&\u2028\u2029") & set(data.js(text))
    assert yaml.safe_load(data.yaml(text)) == text


def test_a_shell_reads_a_text_and_a_variable_behind_it() -> None:
    hostile_texts = ["", "X-Key: ", "!$HOME `id` \\ \\\" ' $(id) %s \\n", "é !!"]
    words = [f"{shell_variable('KEY', text)} {shell_variable('KEY', text, '%%:*')}" for text in hostile_texts]
    command = [needed("sh"), "-c", f"printf '%s\\0' {' '.join(words)}"]
    printed = subprocess.run(command, env={"KEY": "a:b:c"}, capture_output=True, check=True).stdout.decode()
    assert printed.split("\0")[:-1] == [word for text in hostile_texts for word in (f"{text}a:b:c", f"{text}a")]


@given(lines)
def test_a_shell_reads_one_word(text: str) -> None:
    text = text.replace("\0", "")
    assert shlex.split(shell(text)) == [text]


@pytest.mark.parametrize("text", ["a\nb", "a\rb", "a\0b"])
def test_a_word_of_a_command_is_one_line(text: str) -> None:
    with pytest.raises(ValueError, match="one line"):
        shell(text)


@settings(max_examples=300)
@given(lines)
@example("1. one")
@example("- one")
@example("# one")
@example("---")
@example("===")
@example("[a]: b")
@example("![a](javascript:b)")
@example("<img src=x onerror=y>")
@example("&lt;b&gt; &#60;")
@example("| a | b |")
@example("~~~ sh")
@example("_a_ *b* __c__ `d`")
@example("a \\")
def test_markdown_reads_a_text_as_prose(text: str) -> None:
    tokens = MarkdownIt("gfm-like", {"html": True, "linkify": False}).parse(markdown.text(text))
    assert [token.type for token in tokens] in ([], ["paragraph_open", "inline", "paragraph_close"])
    inner = [one for token in tokens for one in token.children or ()]
    assert {one.type for one in inner} <= {"text", "text_special"}
    assert "".join(one.content for one in inner).replace("\0", "\ufffd") == text.replace("\0", "\ufffd")


@given(lines)
@example("`")
@example("``a`")
@example("")
def test_markdown_reads_code(text: str) -> None:
    tokens = MarkdownIt("commonmark").parse(f"a {markdown.code(text)}")
    inner = [one for token in tokens for one in token.children or ()]
    assert [one.type for one in inner] == ["text", "code_inline"]
    assert inner[1].content.strip() == text.replace("\0", "\ufffd").strip()


@given(texts)
@example("```\n# out")
def test_markdown_reads_a_block_of_code(text: str) -> None:
    tokens = MarkdownIt("commonmark").parse(markdown.fenced(text, "json"))
    assert [token.type for token in tokens] == ["fence"]


LAID_OUT = """\
# A heading that is longer than the width

A paragraph of
two lines, then `some code`.
- An item that is longer than the width
  and goes on.
- Another.

| A table | is as | wide as | it is |
|---|---|---|---|
| one | two | three | four |

````python
```
if a_line_of_code_is_longer:
    # - it stays
````
The last paragraph is here.
"""


def test_filled_markdown_reads_the_same() -> None:
    made = markdown.fill(LAID_OUT, 24)
    read = MarkdownIt("commonmark").enable("table")
    assert read.render(made).split() == read.render(LAID_OUT).split()
    kept = {line for line in LAID_OUT.splitlines() if line.startswith(("#", "|", "`", "if", "    "))}
    assert all(len(line) <= 24 or line in kept for line in made.splitlines())
    assert kept <= set(made.splitlines())
    assert "- An item that is longer\n  than the width and\n  goes on.\n- Another.\n" in made


def test_source_stays_source() -> None:
    made = fill(python.docstring_text("one two"), 0, 5)
    assert isinstance(made, Source)
    assert (made, made.language) == ("one\ntwo", "python")
    both = joined([python.literal("a"), python.literal("b")], ", ")
    assert isinstance(both, Source)
    assert not isinstance(joined([python.literal("a"), "b"]), Source)
    assert not isinstance(joined([python.literal("a"), data.json("b")]), Source)


def test_every_language_has_its_endings_alone() -> None:
    endings = [ending for language in LANGUAGES for ending in language.endings]
    assert len(endings) == len(set(endings))
    assert language_of("a.py.j2") is next(one for one in LANGUAGES if one.name == "python")
    assert language_of("a.kt.j2") is None


def test_calls_and_tuples_are_expressions() -> None:
    assert python.call("Field", {"min_length": python.literal(1), "pattern": python.literal("a")}) == (
        'Field(min_length=1, pattern="a")'
    )
    assert python.tuples([[["a"], ["b", "c"]]]) == '((("a",), ("b", "c")),)'


@given(texts, st.integers(0, 40))
def test_a_long_literal_is_its_text(text: str, indent: int) -> None:
    assert ast.literal_eval(python.long_literal(text, indent, 8)) == text


@pytest.mark.parametrize("length", range(70, 100))
def test_a_docstring_keeps_to_the_width(length: int) -> None:
    text = ("abcd " * 40)[:length].strip()
    written = f"    {filled_docstring(text, 4)}\n"
    assert all(len(line) <= 88 for line in written.splitlines())
    assert " ".join(ast.literal_eval(written.strip()).split()) == text


@given(texts)
@example("*/ alert(1) /*")
@example("@deprecated")
def test_a_comment_of_typescript_ends_where_it_must(text: str) -> None:
    """It is one comment, on lines that it begins itself, and no tag of TSDoc is in it."""
    comment = javascript.tsdoc(text, 2)
    assert comment.startswith("/**")
    assert comment.index("*/") == len(comment) - 2
    assert all(line.startswith((" * ", "   * ", "   */", "/**")) for line in comment.split("\n"))
    assert not re.search(r"(?<!\\)@[A-Za-z]", comment)
    assert not set("\x00\r\x85\u2028\u2029") & set(comment)


def test_no_member_sets_the_prototype() -> None:
    """A literal of JavaScript with this name would, unless it is computed."""
    value = {"__proto__": {"a": 1}, "b": '"__proto__": ', 'c"__proto__': [{"__proto__": "__proto__"}]}
    made = '{["__proto__"]: {"a": 1}, "b": "\\"__proto__\\": ", "c\\"__proto__": [{["__proto__"]: "__proto__"}]}'
    assert data.js(value) == made
    assert javascript.member("__proto__") == '["__proto__"]'


@given(texts.filter(lambda text: text != "__proto__"))  # It is computed, as tested above.
def test_a_member_of_typescript_is_its_text(text: str) -> None:
    member = javascript.member(text)
    assert member == text if re.fullmatch("[A-Za-z_$][A-Za-z0-9_$]*", text) else json.loads(member) == text


@pytest.mark.parametrize("text", ["", "a b", "1a", "class", "é", "a\n", "a;b"])
def test_what_is_no_name_in_javascript_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="not a name"):
        javascript.name(text)
