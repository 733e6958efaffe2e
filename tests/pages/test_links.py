"""What texts may be on a page: no HTML, image or heading, and no link but to the pages and the catalogue's hosts."""

import re
from html import unescape

import projects
import pytest
from markdown_it import MarkdownIt
from markupsafe import escape

from paycat.contract.model import Contract
from paycat.pages.registers import released
from paycat.pages.texts import phrase, plain, prose

ALLOWED = {
    "https://docs.payments.test/a?b=c#d": "https://docs.payments.test/a?b=c#d",
    "HTTP://API.payments.test": "HTTP://API.payments.test",
    "http://eu.api.payments.test:8080/": "http://eu.api.payments.test:8080/",
    "mailto:help@docs.payments.test?subject=a": "mailto:help@docs.payments.test?subject=a",
    "mailto:interface@payments.test": "mailto:interface@payments.test",
    "problems.html": "../problems.html",
    "payout/UPI.html#recipient.phone": "../payout/UPI.html#recipient.phone",
    "#amount": "#amount",
}
REJECTED = (
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java&#10;script:alert(1)",
    "java&Tab;script:alert(1)",
    "&#1;javascript:alert(1)",
    "javascript&colon;alert(1)",
    "vbscript:alert(1)",
    "data:text/html;base64,PHNjcmlwdD4=",
    "data:image/png;base64,AAAA",
    "blob:https://example.org/1",
    "file:///etc/passwd",
    "ftp://example.org",
    "ms-settings:about",
    "view-source:https://example.org",
    "//example.org",
    "/\\example.org",
    "\\\\example.org",
    "&sol;/example.org",
    "/etc/passwd",
    "../../secret.html",
    "payout/../../secret.html",
    "%2e%2e/secret.html",
    "https:example.org",
    "https:/example.org",
    "https:\\\\example.org",
    "https://user:password@example.org/",
    "https://",
    "?query",
    "https://example.org/",
    "http://127.0.0.1:8080/",
    "http://[::1]/",
    "https://payments.test/",
    "https://docs.payments.test.example.org/",
    "https://xdocs.payments.test/",
    "https://docs.payments.test%2eexample.org/",
    "https://example.org%5c.docs.payments.test/",
    "https://\u0501ocs.payments.test/",
    "mailto:help@example.org",
    "mailto:interface@payments.test,help@example.org",
    "mailto:help@example.org?cc=api@docs.payments.test",
)
HTML = (
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "<!-- a -->",
    "<details open>",
    "</main>",
    "<?php ?>",
    "<![CDATA[a]]>",
)


@pytest.mark.parametrize("target", ALLOWED)
@pytest.mark.parametrize("written", ["[a]({})", "[a](<{}>)"])
def test_link_that_is_allowed(contract: Contract, target: str, written: str) -> None:
    made = prose(contract, written.format(target), "payout/UPI.html")
    abroad = ' rel="noopener noreferrer"' if ":" in target else ""
    assert made == f'<p><a href="{ALLOWED[target]}"{abroad}>a</a></p>'


@pytest.mark.parametrize("target", REJECTED)
@pytest.mark.parametrize("written", ["[a]({})", "[a](<{}>)", "[a]({} 'b')", "[a][b]\n\n[b]: {}", "![a]({})", "<{}>"])
def test_link_that_is_not_is_shown(contract: Contract, target: str, written: str) -> None:
    for made in (prose(contract, written.format(target), ""), phrase(contract, written.format(target), "")):
        assert "<a" not in made
        assert "<img" not in made
    assert "<a" not in released(written.format(target))


def test_image_is_a_link(contract: Contract) -> None:
    made = phrase(contract, "![a](https://docs.payments.test/a.png)", "")
    assert made == '!<a href="https://docs.payments.test/a.png" rel="noopener noreferrer">a</a>'


def test_id_in_a_link_is_no_link_of_its_own(contract: Contract) -> None:
    id = contract.decisions[0].id
    assert phrase(contract, f"[{id}](https://docs.payments.test)", "").count("<a ") == 1
    assert (
        phrase(contract, f"{id}.", "pay_in/a.html") == f'<a href="../decisions.html#decision.{id}" class="id">{id}</a>.'
    )


@pytest.mark.parametrize("text", ["# a", "a\n===", "- ## a", "> # a", "[a]: /b"])
def test_a_heading_is_text(contract: Contract, text: str) -> None:
    made = prose(contract, text, "")
    assert not re.search("<h[1-6]", made)
    assert text.replace("- ", "").replace("> ", "") in unescape(made)


@pytest.mark.parametrize("html", HTML)
def test_html_is_text(contract: Contract, html: str) -> None:
    for text in (html, f"a {html} b", f"- {html}", f"a\n\n{html}\n\nb"):
        shown = str(escape(html))
        assert shown.replace("&#34;", "&quot;") in released(text)
        assert shown in prose(contract, text, "")
        assert shown in phrase(contract, text, "")
    assert plain(f"a {html}") == f"a {html}"


@pytest.mark.parametrize("name", ["changelog.md", "with-words.md"])
def test_changelog_keeps_its_folds(name: str) -> None:
    """Its own HTML, of all that browsers know, means what it meant."""
    text = (projects.ROOT / "tests" / "changes" / "revisions" / "changelog" / name).read_text(encoding="utf-8")
    assert released(text) == MarkdownIt("commonmark", {"html": True}).render(text).strip()
    assert released(text).count("<details>") > 0


@pytest.mark.parametrize(
    "text",
    [
        "<details>\n<summary>a</summary>\n\nno end",
        "<details>\n<summary>a <b>b</b></summary>\n\n</details>",
        "<details open>\n<summary>a</summary>\n\n</details>",
        "<details ontoggle=alert(1) open>\n<summary>a</summary>\n\n</details>",
        "</details>\n\n<details>\n<summary>a</summary>",
        "- <details>\n  <summary>a</summary>\n\n- </details>",
        "- a\n\n  <details>\n  <summary>a</summary>\n\n- b\n\n  </details>",
        "> <details>\n> <summary>a</summary>\n\n</details>",
    ],
)
def test_what_is_no_fold_is_text(text: str) -> None:
    assert "<details" not in released(text)
    assert "</details" not in released(text)


def test_title_of_a_fold_is_text() -> None:
    made = released("<details>\n<summary>&lt;img src=x onerror=alert(1)&gt; &amp;lt;</summary>\n\nb\n\n</details>")
    assert made == ("<details>\n<summary>&lt;img src=x onerror=alert(1)&gt; &amp;lt;</summary>\n<p>b</p>\n</details>")
