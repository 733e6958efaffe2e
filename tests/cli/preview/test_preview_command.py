"""`paycat preview` as a process of its own: what it shows of edits, whom it answers, and how it ends."""

import re
import shutil
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import projects
import pytest

from tests.changes.revisions.git_projects import git
from tests.cli.preview.previewed import BROKEN, LENGTH, LONGER, METHOD, Previewed, committed, replaced


@pytest.fixture(scope="session")
def two_methods(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of two methods, generated and committed."""
    return committed(projects.of_two_methods(tmp_path_factory.mktemp("two") / "project", ("python", "typescript")))


@pytest.fixture
def project(two_methods: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return Path(shutil.copytree(two_methods, tmp_path / "project"))


@pytest.fixture(scope="module")
def shared(two_methods: Path) -> Iterator[Previewed]:
    """A preview of the project, in which nothing is edited."""
    with Previewed(two_methods) as preview:
        preview.next("checked")
        yield preview


def test_an_edit_is_shown(project: Path) -> None:
    before = projects.state(project)
    with Previewed(project) as preview:
        first, compared, planned = (preview.next(kind) for kind in ("checked", "compared", "files"))
        assert (first["errors"], first["version"], first["shows"], first["since"]) == (0, 1, [], "")
        assert (compared["summary"], compared["changes"]) == ("Nothing changed", [])
        assert (planned["created"], planned["changed"], planned["removed"]) == ([], [], [])
        assert "1 to 20 digits" in preview.ask("/pages/1/payout/UPI.html").text
        replaced(project, LENGTH, LONGER)
        checked = preview.next("checked")
        assert checked["shows"] == ["pay_in/UPI.html", "payout/UPI.html"]
        assert (checked["errors"], checked["version"], checked["saved"]) == (0, 2, [METHOD])
        assert "1 to 24 digits" in preview.ask("/pages/2/payout/UPI.html").text
        assert "{1,24}" in preview.ask("/pages/2/assets/rules/payout.UPI.js").text
        [change] = preview.next("compared")["changes"]
        assert (change["type"], change["verdict"]) == ("length-widened", "safe")
        assert "from at most 20 characters to at most 24 characters" in change["text"]
        marked = [one for one in change["payload"]["lines"] if one["marked"]]
        assert [(one["note"], '"wallet_uid"' in one["text"]) for one in marked] == [("max_length", True)]
        assert "docs/payout/UPI.html" in preview.next("files")["changed"]
        after = projects.state(project)
    edited = {str(Path(METHOD))}
    assert {path for path in before.keys() | after if before.get(path) != after.get(path)} == edited, "nothing else"


def test_the_last_good_page_stays_while_a_file_is_broken(project: Path) -> None:
    with Previewed(project) as preview:
        good = preview.next("checked")
        page = preview.ask("/pages/1/payout/UPI.html").text
        replaced(project, *BROKEN)
        broken = preview.next("checked")
        assert (broken["version"], broken["since"]) == (1, good["at"])
        assert broken["pages"] == good["pages"]
        assert broken["findings"][0]["place"].startswith(f"{METHOD}:")
        assert [one["errors"] for one in broken["methods"] if one["name"] == "UPI"] == [broken["errors"]]
        assert preview.ask("/pages/1/payout/UPI.html").text == page
        replaced(project, *reversed(BROKEN))
        again = preview.next("checked")
        assert (again["version"], again["since"], again["errors"]) == (2, "", 0)


def test_a_project_that_is_broken_from_the_start(project: Path) -> None:
    replaced(project, *BROKEN)
    with Previewed(project) as preview:
        checked = preview.next("checked")
        assert (checked["version"], checked["pages"], checked["since"]) == (0, [], "")
        assert [one["name"] for one in checked["methods"]] == ["BANK_TRANSFER_JPY", "UPI"]
        assert preview.ask("/pages/0/index.html").status == 404
        replaced(project, *reversed(BROKEN))
        assert preview.next("checked")["version"] == 1
        assert preview.next("files")["changed"] == []


def test_what_is_compared_with(project: Path) -> None:
    """A tag; HEAD, which is read again when it moves; and a repository that has none of it."""
    replaced(project, LENGTH, LONGER)
    with Previewed(project, "--against", "v1") as preview:
        assert re.fullmatch(r"v1 \([0-9a-f]{7}\)", preview.next("compared")["against"])
    with Previewed(project) as preview:
        old = preview.next("compared")
        assert old["against"].startswith("HEAD (")
        assert len(old["changes"]) == 1
        assert projects.paycat("generate", cwd=project).returncode == 0
        git(project, "add", "--all")
        git(project, "commit", "--quiet", "--message", "longer")
        replaced(project, "\nnote: Instant", "\n# Nothing.\nnote: Instant")
        new = preview.next("compared")
        while new["against"] == old["against"]:  # What was generated is a save of other files.
            new = preview.next("compared")
        assert new["changes"] == []
    with Previewed(project, "--against", "nowhere") as preview:
        compared = preview.next("compared")
        assert (compared["summary"], [one["code"] for one in compared["findings"]]) == ("", ["unknown-revision"])


def test_files_that_others_change_are_compared_again(project: Path) -> None:
    with Previewed(project) as preview:
        preview.next("files")
        (project / "generated/docs/index.html").unlink()
        assert preview.next("files")["created"] == ["docs/index.html"]
        (project / "generated/README.txt").write_text("mine\n")
        planned = preview.next("files")
        assert [one["place"] for one in planned["findings"]] == ["generated/README.txt"]


HOSTS = ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", ""]


@pytest.mark.parametrize("host", HOSTS)
def test_only_who_names_the_address_is_answered(shared: Previewed, host: str) -> None:
    port = shared.named.rpartition(":")[2]
    for path in ("/", "/events", "/pages/1/index.html", "/preview.js"):
        answer = shared.ask(path, Host=host.format(port=port))
        assert (answer.status, answer.text) == (421, "This is not the address of the preview.\n"), path


def test_who_names_the_address_is_answered(shared: Previewed) -> None:
    port = shared.named.rpartition(":")[2]
    for host in (shared.named, f"localhost:{port}"):
        assert shared.ask("/", Host=host).status == 200


PATHS = {
    "/": "text/html",
    "/style.css": "text/css",
    "/preview.css": "text/css",
    "/check.js": "text/javascript",
    "/preview.js": "text/javascript",
    "/pages/1/index.html": "text/html",
    "/pages/1/assets/style.css": "text/css",
    "/pages/1/assets/service.js": "text/javascript",
    f"/pages/{'9' * 5000}/index.html": "text/html",
}


@pytest.mark.parametrize("path", PATHS)
def test_answers_are_guarded(shared: Previewed, path: str) -> None:
    answer = shared.ask(path)
    assert (answer.status, answer.headers["content-type"]) == (200, f"{PATHS[path]}; charset=utf-8")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert policy.endswith("frame-ancestors 'self'" if path.startswith("/pages/") else "frame-ancestors 'none'")
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    assert "access-control-allow-origin" not in answer.headers


def test_its_own_page_has_nothing_inline(shared: Previewed) -> None:
    text = shared.ask("/").text
    assert re.findall(r"<style|\sstyle=|\son\w+=|<script(?![^>]* src=)", text) == []
    assert set(re.findall(r'(?:src|href)="([^"#][^"]*)"', text)) == {
        "data:,",
        "/style.css",
        "/preview.css",
        "/check.js",
        "/preview.js",
    }


OUTSIDE = [
    "/pages/1/../../../../etc/passwd",
    "/pages/1/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/pages/1//etc/passwd",
    "/pages/1/..%2fpack.yaml",
    "/pages/1/templates/base.html.j2",
    "/pages/1/pack.yaml",
    "/pages/../preview/working.py",
    "/pages/1/",
    "/page.html",
    "/server.py",
    "/schemas/catalogue.yaml",
    "/../pyproject.toml",
]


@pytest.mark.parametrize("path", OUTSIDE)
def test_no_path_is_that_of_a_file(shared: Previewed, path: str) -> None:
    assert shared.ask(path).status == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_it_only_reads(shared: Previewed, method: str) -> None:
    for path in ("/", "/events", "/pages/1/index.html"):
        assert shared.ask(path, method).status == 405


def test_a_second_one_at_the_same_port(shared: Previewed, two_methods: Path) -> None:
    port = shared.named.rpartition(":")[2]
    ended = projects.paycat("preview", "--port", port, cwd=two_methods)
    message = f"port {port} of 127.0.0.1 is in use, perhaps by another preview; use --port 0 for any that is free"
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", f"Error: {message}\n")


NO_REQUESTS = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\r\n\r\n",
    b"GET /pages/1/\xff HTTP/1.1\r\n\r\n",
    b"GET /events HTTP/1.1\r\nHost: evil\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n",
]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_quietly(two_methods: Path, number: signal.Signals) -> None:
    with Previewed(two_methods, "--no-cache") as preview:
        assert preview.greeting == f"{preview.url}/ shows project; Ctrl-C ends it\n"
        preview.next("checked")  # Its stream is open, and the files are being made.
        for one in NO_REQUESTS:
            assert preview.sent(one).startswith(b"HTTP/1.1 4")
        assert preview.end(number) == (0, "stopped\n", "")


def test_who_reads_nothing_holds_up_nobody(project: Path) -> None:
    """Streams that nobody reads, and requests that never end."""
    with Previewed(project) as preview, ExitStack() as stack:
        for start in (f"GET /events HTTP/1.1\r\nHost: {preview.named}\r\n\r\n", "GET /ev"):
            for _ in range(100):
                stack.enter_context(preview.connected()).sendall(start.encode())
        preview.next("files")
        replaced(project, LENGTH, LONGER)
        assert preview.next("checked")["saved"] == [METHOD]
        assert "1 to 24 digits" in preview.ask("/pages/2/payout/UPI.html").text
        assert preview.end(signal.SIGTERM) == (0, "stopped\n", "")


def test_no_cache_keeps_nothing(two_methods: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAYCAT_CACHE_DIR", str(tmp_path / "results"))
    with Previewed(two_methods, "--no-cache") as preview:
        preview.next("checked")
        preview.ask("/pages/1/payout/UPI.html")
    assert not (tmp_path / "results").exists()


def test_the_other_address_of_this_machine(two_methods: Path) -> None:
    with Previewed(two_methods, "--host", "::1") as preview:
        preview.next("checked")
        assert preview.url.startswith("http://[::1]:")
        assert preview.ask("/").status == 200
        assert preview.ask("/", Host=preview.named.replace("[::1]", "127.0.0.1")).status == 421
