"""Code in colours shows the text to the letter, and lets no markup through."""

import re

import pytest
from markupsafe import Markup, escape

from paycat.pages.colours import coloured
from tests.pages.conftest import NASTY, SHELL

LANGUAGES = (
    "JSON",
    "Response",
    "Shell",
    "curl",
    "Python",
    "TypeScript",
    "JavaScript",
    "Java",
    "Go",
    "PHP",
    "Ruby",
    "YAML",
)
TEXTS = (
    *("", "\n", " a\r\nb\rc\n\n", "\ufeff{}", "\u2028\x0b\x00", "'\"`", NASTY, SHELL),
    '{"a": [1, -2.5e3, true, null, "\\n"], "<b>": {}}',
    'curl --header "Authorization: Bearer $KEY" \\\n  --data-raw \'{\n  "a": 1\n}\'',
    "# x\nclass A(B):\n    def f(self):\n        return f'{self}' + \"b\"\n",
    '<?php // x\n$a = "b";\nfunction c(): int { return 1; }\n',
)


@pytest.mark.parametrize("language", [*LANGUAGES, "Text", "URL", "No such language"])
def test_text_is_shown_to_the_letter(language: str) -> None:
    for text in TEXTS:
        made = coloured(text, language)
        assert isinstance(made, Markup)
        plain, tags = re.subn(r'<span class="[a-z]">|</span>', "", made)
        assert plain == str(escape(text)), text
        assert tags % 2 == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_colours(language: str) -> None:
    assert any("<span" in coloured(text, language) for text in TEXTS)


def test_names_and_values_of_json_differ() -> None:
    assert coloured('{"a": "b", "c": 1}', "JSON") == (
        '{<span class="t">&#34;a&#34;</span>: <span class="s">&#34;b&#34;</span>, '
        '<span class="t">&#34;c&#34;</span>: <span class="m">1</span>}'
    )
