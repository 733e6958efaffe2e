"""No text of a catalogue runs, requests or changes anything on a page; if one could, the policy would stop it."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from browsing import DOCS, Files, Opening, Seen, Serving
from hostile import RAN, hostile_pages
from playwright.sync_api import Browser, Page, expect

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; "
    "connect-src http://127.0.0.1:* http://localhost:*; base-uri 'none'; form-action 'none'"
)
FOREIGN = """img, iframe, object, embed, base, style, textarea:not(#check-text, .send textarea),
  form:not([data-search], [data-filter], [data-settings], [data-check] > form)"""
SCRIPTS = r"^(\.\.\/)?assets\/((first|site|check|pictures|search-index|service)|rules\/[a-z_]+\.[A-Z_]+)\.js$"
ODD = """([foreign, scripts]) => [...document.querySelectorAll('*')].filter(one =>
  one.matches(foreign)
  || one.matches('script') && !new RegExp(scripts).test(one.getAttribute('src'))
  || one.matches('link') && !/^(data:,|(\\.\\.\\/)?assets\\/style\\.css)$/.test(one.getAttribute('href'))
  || [...one.attributes].some(({name}) => name.startsWith('on') || name === 'style' || name === 'srcdoc')
  || one.matches('svg a') && !one.getAttribute('href').startsWith('#')
  || one.matches('a[href]:not(svg a)') && (!['file:', 'http:', 'https:', 'mailto:'].includes(one.protocol)
     || one.protocol === 'https:' && one.rel !== 'noopener noreferrer')
).map(one => one.outerHTML.slice(0, 200))"""
LINKS = """() => [...document.querySelectorAll('a[href]:not(svg a)')]
  .map(one => one.href).filter(one => one.startsWith('file:'))"""
WAYS_IN = f"""
<script>globalThis.ran = 1</script><img src=x onerror="{RAN}"><svg onload="{RAN}"></svg>
<a id=in href="javascript:{RAN}">a</a>
<p id=styled style="color: rgb(1, 2, 3)">a</p><style>p {{ color: rgb(4, 5, 6) }}</style>
<img src="https://evil.example/a.png"><iframe src="https://evil.example"></iframe>
<script src="https://evil.example/a.js"></script><link rel=stylesheet href="https://evil.example/a.css">
<base href="https://evil.example/"><form action="https://evil.example"><button id=send>a</button></form>
"""
PROBE = """
document.documentElement.dataset.evaluated = (() => {
  const ways = [() => eval("1"), () => new Function("return 1")()];
  return ways.map((way) => { try { return way(); } catch (error) { return error.name; } }).join(" ");
})();
"""
CONNECTS = """async () => {
  const blocked = [];
  addEventListener('securitypolicyviolation', event => blocked.push(event.blockedURI));
  for (const host of ['http://127.0.0.1:9/', 'http://localhost:9/', 'https://evil.example/', 'http://10.0.0.1:9/'])
    await fetch(host).catch(() => {});
  await new Promise(resolve => setTimeout(resolve, 200));
  return blocked;
}"""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    hostile_pages(folder)
    return folder


@pytest.fixture
def way_in(hostile: Path) -> Iterator[Path]:
    """A page whose template was careless: whatever a text says stands in it as it is."""
    page = hostile / "way-in.html"
    text = (hostile / "check.html").read_text(encoding="utf-8")
    page.write_text(text.replace("<h1>", f"{WAYS_IN}<h1>").replace("assets/site.js", "assets/probe.js"))
    (hostile / "assets" / "probe.js").write_text(PROBE)
    yield page
    page.unlink()


def pages(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html"))


def quiet(page: Page, seen: Seen) -> None:
    assert (seen.messages, seen.outside) == ([], [])
    assert page.evaluate("globalThis.ran") is None


def test_pages_run_and_request_nothing(opening: Opening, hostile: Path) -> None:
    page, seen = opening().new_page(), Seen()
    seen.watch(page)
    told: list[Any] = []
    for path in pages(hostile):
        page.goto((hostile / path).as_uri())
        told += [(path, one) for one in page.evaluate(ODD, [FOREIGN, SCRIPTS])]
        for link in page.evaluate(LINKS):
            assert link.startswith(hostile.parent.as_uri()), (path, link)
        for element in page.locator("details").all():
            element.evaluate("one => one.open = true")
        quiet(page, seen)
    assert told == []
    assert len(pages(hostile)) > 15


def test_what_scripts_show_is_text(opening: Opening, hostile: Path) -> None:
    """Results of the search, and the answers of the checker."""
    page, seen = opening().new_page(), Seen()
    seen.watch(page)
    page.goto((hostile / "check.html").as_uri())
    for word in ("onerror", "script", "iframe", "javascript"):
        page.fill("#search", word)
        page.locator("#results a").first.wait_for()
        assert page.evaluate(ODD, [FOREIGN, SCRIPTS]) == []
    page.keyboard.press("Escape")
    page.click("[data-check-sample]")
    expect(page.locator("#check-text")).not_to_have_value("")
    text = page.input_value("#check-text").replace("{", '{"a": 1, "<img src=x>": 2,', 1)
    for payload in (text, text.replace('": "', '": ["'), "{}", "[", '{"method_code": null}'):
        page.fill("#check-text", payload)
        page.click("[data-check] button[type=submit]")
        page.locator(".findings li").first.wait_for()
        assert page.evaluate(ODD, [FOREIGN, SCRIPTS]) == []
    quiet(page, seen)


@pytest.mark.parametrize("folder", ["shipped", "hostile"])
def test_every_page_has_the_policy(hostile: Path, folder: str) -> None:
    """Before anything that it is about."""
    for file in (DOCS if folder == "shipped" else hostile).rglob("*.html"):
        head, _, rest = file.read_text(encoding="utf-8").partition(
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        )
        assert rest.startswith("\n<meta name="), file
        assert head.count("<") == 4, file


def test_policy_stops_what_gets_in(opening: Opening, way_in: Path) -> None:
    page, seen = opening().new_page(), Seen()
    seen.watch(page)
    ends: dict[str, str | None] = {}
    page.on("requestfailed", lambda request: ends.update({request.url: request.failure}))
    page.goto(way_in.as_uri())
    for id in ("in", "send"):
        page.locator(f"#{id}").evaluate("one => one.click()")
    assert page.evaluate("document.documentElement.dataset.evaluated") == "EvalError EvalError"
    assert page.evaluate("globalThis.ran") is None
    color = page.evaluate("getComputedStyle(document.getElementById('styled')).color")
    assert color not in ("rgb(1, 2, 3)", "rgb(4, 5, 6)")
    assert page.evaluate("document.baseURI") == way_in.as_uri()
    assert page.url == way_in.as_uri()
    assert {url: ends.get(url) for url in seen.outside} == dict.fromkeys(seen.outside, "csp")
    assert sum("Content Security Policy" in one for one in seen.messages) > 8
    assert set(page.evaluate(CONNECTS)) == {"https://evil.example/", "http://10.0.0.1:9/"}


def test_pages_work_over_http(browser: Browser, hostile: Path, serving: Serving) -> None:
    """The policy lets the pages' own scripts through there, too."""
    origin = serving(partial(Files, directory=str(hostile)))
    context = browser.new_context()
    try:
        page, seen = context.new_page(), Seen()
        seen.watch(page)
        page.goto(f"{origin}/check.html")
        page.fill("#search", "amount")
        page.locator("#results a").first.wait_for()
        page.keyboard.press("Escape")
        page.click("[data-check-sample]")
        expect(page.locator("#check-text")).not_to_have_value("")
        page.click("[data-check] button[type=submit]")
        expect(page.locator(".verdict")).to_contain_text("Accepted.")
        assert page.evaluate("getComputedStyle(document.body).margin") == "0px"
        assert seen.messages == []
        assert [one for one in seen.outside if not one.startswith(origin)] == []
    finally:
        context.close()
