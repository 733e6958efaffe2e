"""Guides of docs/ as reference pages: Markdown in the forms of the pages, and nothing that a page may not have."""

import pytest

from paycat.cache import opened
from paycat.contract.model import Contract
from paycat.languages.source import UnsuitableValueError
from paycat.packs.guides import guide
from paycat.pages.guides import guide_parts
from paycat.pages.navigation import GUIDES
from tests.pages.html_pages import rendered, text_of

MEASURED = ("clients.html", "what-your-generator-loses.html")


def test_a_table_scrolls_and_has_no_style() -> None:
    [part] = guide_parts("## A <b>\n\n| a | b |\n| --- | ---: |\n| 1 | `2` |\n")
    assert part.html == (
        '<h2 id="section.a-~3c~b~3e~">A &lt;b&gt;</h2>\n'
        '<div class="scroll guide" tabindex="0" role="region" aria-label="A &lt;b&gt;">\n'
        '<table>\n<thead>\n<tr>\n<th scope="col">a</th>\n<th scope="col">b</th>\n</tr>\n</thead>\n'
        "<tbody>\n<tr>\n<td>1</td>\n<td><code>2</code></td>\n</tr>\n</tbody>\n</table>\n</div>"
    )


def test_code_is_a_part_of_its_own() -> None:
    parts = guide_parts("a\n\n```js\nb <c>\n```\n\n```\nd\n```\n\n- e\n\n  ```sh\n  f\n  ```\n")
    assert [(one.language, one.code) for one in parts] == [("", ""), ("JavaScript", "b <c>"), ("Text", "d"), ("", "")]
    assert parts[0].html == "<p>a</p>"
    assert "f\n</code></pre>" in parts[3].html


def test_a_link_to_a_guide_leads_to_its_page() -> None:
    [part] = guide_parts("[a](clients.md), [b](https://example.org), [c](other.md), [d](../e.md)")
    assert part.html == (
        '<p><a href="clients.html">a</a>, <a href="https://example.org" rel="noopener noreferrer">b</a>, '
        '<a href="other.md">c</a>, [d](../e.md)</p>'
    )


def test_only_guides_are_read() -> None:
    for path in ("errata.html", "../../pyproject.html", "rules.html"):
        with pytest.raises(UnsuitableValueError, match="no guide is the text of the page"):
            guide(path)


def test_what_was_measured_elsewhere_is_not_claimed(contract: Contract) -> None:
    """Pages with figures say at the beginning that another service than the one of the pages was measured."""
    pages = rendered(contract, opened())
    for path in GUIDES:
        shown = text_of(pages[path].by_id["main"])
        if path in MEASURED:
            assert "a test service with ten methods" in shown
            assert shown.index("and not of any other catalogue") < 900
        assert "generated/" not in shown, "a release has no such folder"
