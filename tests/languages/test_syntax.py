"""A language as data: what it prints, and that data by which a hostile text ends a string or a comment is found."""

from typing import Any

import pytest
import test_strings

from paycat.languages.hostile import mistakes_in
from paycat.languages.source import UnsuitableValueError
from paycat.languages.syntax import LanguageStatement
from paycat.languages.table import stated_language

KOTLIN: dict[str, Any] = {
    "name": "kotlin",
    "endings": (".kt",),
    "strings": {
        "quote": '"',
        "escapes": {'"': '\\"', "\\": "\\\\"},
        "codes": {"ffff": "\\u{hex4}"},
        "plain": "!#%&'()*+,-./:;<=>?@[]^_`{|}~",
    },
    "comments": {"begin": "/**", "each": " * ", "end": " */", "instead": {"/*": "/&#42;", "*/": "*&#47;"}},
    "names": {"reserved": ("val",), "quoted": "`{name}`"},
}


def language(part: str = "strings", **changed: Any) -> LanguageStatement:
    """Return the language above, with other data in a part of it."""
    return LanguageStatement(**{**KOTLIN, part: {**KOTLIN[part], **changed}})


def test_filters_print_by_the_data() -> None:
    filters = stated_language(language()).filters
    assert filters["kotlin_string"]('$a "\\\n\x7f😀') == '"\\u0024a \\"\\\\\\u000a\\u007f\\ud83d\\ude00"'
    assert filters["kotlin_comment"]("a */ b\u2028c\x00") == "/** a *&#47; b c\\u0000 */"
    assert filters["kotlin_comment"](f"{'a' * 120} b", 2) == f"/**\n   * {'a' * 120}\n   * b\n   */"
    assert [filters["kotlin_name"](name) for name in ("a_1", "val")] == ["a_1", "`val`"]
    for name in ("", "1a", "a b", "a\n", "é", "a$"):
        with pytest.raises(UnsuitableValueError, match="not a name"):
            filters["kotlin_name"](name)
    with pytest.raises(UnsuitableValueError, match="U\\+00E9"):
        stated_language(language(codes={"7f": "\\{octal3}"})).filters["kotlin_string"]("é")
    assert {made.language for made in (filters["kotlin_string"](""), filters["kotlin_name"]("a"))} == {"kotlin"}


SAFE: dict[str, dict[str, Any]] = {
    "as it is": {},
    "quotes by their code": {"escapes": {}},
    "quotes that are doubled": {"escapes": {'"': '""'}},
    "codes in braces": {"codes": {"10ffff": "\\u{{hex}}"}},
    "bytes of ASCII alone": {"codes": {"7f": "\\{octal3}"}},
}
UNSAFE: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "a plain quote": ({"escapes": {}, "plain": '"'}, ("plain",)),
    "a plain escape sign": ({"escapes": {'"': '\\"'}, "plain": "\\"}, ("plain",)),
    "a plain sign of a code": ({"escapes": {}, "plain": "\\"}, ("plain",)),
    "a quote for itself": ({"escapes": {'"': '"'}}, ("escapes", '"')),
    "a quote that only begins an escape": ({"escapes": {'"': '"x'}}, ("escapes", '"')),
    "a line break": ({"plain": "\n"}, ("plain",)),
    "a separator of lines": ({"plain": "\u2028"}, ("plain",)),
    "a line break in an escape": ({"escapes": {'"': '\\"', "\\": "\\\\", "\n": "\\\n"}}, ("escapes", "\n")),
    "a code that takes the next digit": ({"codes": {"ffff": "\\x{hex}"}}, ("codes", "ffff")),
    "a code with too few digits": ({"codes": {"10ffff": "\\u{hex4}"}}, ("codes", "10ffff")),
    "a code before a digit": ({"codes": {"ffff": "\\x{hex}0"}}, ("codes", "ffff")),
    "two signs with one escape": ({"escapes": {'"': '\\"', "'": '\\"', "\\": "\\\\"}}, ("escapes", "'")),
    "an escape that begins as another": ({"escapes": {'"': '\\"', "\n": "\\n", "\t": "\\nt"}}, ("escapes", "\t")),
    "an escape that begins as a code": (
        {"escapes": {'"': '\\"', "\0": "\\0"}, "codes": {"7f": "\\{octal3}"}},
        ("codes", "7f"),
    ),
    "an escape of digits": ({"escapes": {'"': '\\"', "\n": "\\12"}, "codes": {"7f": "\\{octal3}"}}, ("escapes", "\n")),
    "a code of a letter": ({"codes": {"ffff": "u{hex4}"}}, ("codes", "ffff")),
    "a second code of a letter": ({"codes": {"ffff": "\\u{hex4}", "10ffff": "U{hex8}"}}, ("codes", "10ffff")),
    "a code of digits alone": ({"codes": {"ffff": "{hex4}"}}, ("codes", "ffff")),
    "an escape of a letter": ({"escapes": {'"': '\\"', "\\": "\\\\", "\n": "n"}}, ("escapes", "\n")),
}


@pytest.mark.parametrize("changed", SAFE.values(), ids=SAFE)
def test_data_of_safe_strings_is_accepted(changed: dict[str, Any]) -> None:
    assert mistakes_in(language(**changed)) == []
    string = stated_language(language(**changed)).filters["kotlin_string"]
    for text in filter(str.isascii, test_strings.HOSTILE):
        assert string(text)


@pytest.mark.parametrize(("changed", "entry"), UNSAFE.values(), ids=UNSAFE)
def test_data_of_a_string_that_a_text_ends_is_found(changed: dict[str, Any], entry: tuple[str, ...]) -> None:
    [(place, _, _)] = mistakes_in(language(**changed))
    assert place == ("strings", *entry)


NAMES: dict[str, tuple[dict[str, Any], bool]] = {
    "as it is": ({}, True),
    "a sign before": ({"quoted": "@{name}"}, True),
    "letters and a sign before": ({"quoted": "r#{name}"}, True),
    "another name": ({"quoted": "{name}_"}, True),
    "no quotes": ({"quoted": None}, True),
    "the word itself": ({"quoted": "{name}"}, False),
    "another reserved word": ({"quoted": "{name}_", "reserved": ("val", "val_")}, False),
    "a sign after": ({"quoted": "{name}-x"}, False),
    "a digit before": ({"quoted": "1{name}"}, False),
    "two words": ({"reserved": ("brea k",)}, False),
}


@pytest.mark.parametrize(("changed", "is_safe"), NAMES.values(), ids=NAMES)
def test_data_of_names_that_is_no_name_is_found(changed: dict[str, Any], is_safe: bool) -> None:
    assert (mistakes_in(language("names", **changed)) == []) is is_safe


COMMENTS: dict[str, tuple[dict[str, Any], bool]] = {
    "as it is": ({}, True),
    "blanks": ({"instead": {"*/": "* /", "/*": "/ *"}}, True),
    "lines": ({"begin": "", "each": "// ", "end": "", "instead": {"\\": "/"}}, True),
    "of markup": ({"begin": "<!--", "each": "", "end": "-->", "instead": {"<": "(", "-": "_"}}, True),
    "nothing instead": ({"instead": {}}, False),
    "only the end": ({"instead": {"*/": "* /"}}, False),
    "an end that is put together": ({"instead": {"*/": "", "/*": ""}}, False),
    "a line that ends it": ({"each": " *"}, False),
    "no end": ({"end": ""}, False),
    "nothing that begins it": ({"begin": "", "each": "", "end": ""}, False),
    "a line that continues": ({"begin": "", "each": "// ", "end": "", "instead": {}}, False),
}


@pytest.mark.parametrize(("changed", "is_safe"), COMMENTS.values(), ids=COMMENTS)
def test_data_of_a_comment_that_a_text_ends_is_found(changed: dict[str, Any], is_safe: bool) -> None:
    assert (mistakes_in(language("comments", **changed)) == []) is is_safe
