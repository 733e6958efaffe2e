"""Notifications that are signed in a form that the catalogue states: each receiver takes what the sandbox sends.

The receivers are the programs of the page, as they are printed, and the packages for Python and TypeScript. What signs
here is written for this test alone.
"""

import base64
import hmac
import json
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import projects
import pytest
import yaml
from targets import one_of_each_kind

from paycat.conformance.run.engines.ajv.node import LineProcess
from tests.artefacts.receivers.receiving import RECEIVERS, Delivery, Verdict, built, verdicts
from tests.artefacts.sandbox import sandboxes
from tests.artefacts.typescript.typescript_package import Driver
from tests.pages.html_pages import Page

pytestmark = pytest.mark.slow

Json = dict[str, Any]
Form = Mapping[str, Any]

FORMS: dict[str, Form] = projects.read_yaml(Path(__file__).with_name("forms.yaml"))
CHOSEN = ("receive-package", "receive-webcrypto", "receive-php")
"""As in the tests of Standard Webhooks; `make test-deep` runs the others."""
SECRET, OLD, OTHER = "geheimer-schlüssel-0123", "the-secret-that-was-replaced", "a-secret-of-somebody-else"
TOLERANCE, WHILE_IT_RUNS = 7200, 60
BODY = (
    b'{"type":"collection.failed","timestamp":"2026-03-03T06:30:00Z","data":{"id":"c_1","status":"failed",'
    b'"mandate_id":"m","scheme":"SEPA","end_to_end_id":"e","amount":1,"currency":"EUR","failure":null,'
    b'"changed_at":"2026-03-03T06:30:00Z"}}'
)
NO_TIMES = ("now", "-1", "1e12", "9" * 40)
EXAMPLE_LASTS = 2_000_000_000
"""Seconds by which the clock of a receiver may differ from the time of the worked example."""
PYTHON = """
import json, sys
sys.path.insert(0, sys.argv[1])
from debit_desk import webhooks

for line in sys.stdin:
    asked = json.loads(line)
    body, act = asked.pop("body").encode("latin-1"), asked.pop("act")
    try:
        if act == "sign":
            answer = webhooks.sign(body, **asked)
        else:
            event = webhooks.verify(body, asked.pop("headers"), asked.pop("secrets"), **asked)
            answer = {"event": json.loads(event.model_dump_json())}
    except (webhooks.SignatureError, ValueError, TypeError) as error:
        answer = {"error": {"name": type(error).__name__, "message": str(error)}}
    print(json.dumps(answer), flush=True)
"""


class Project:
    """A project whose notifications are signed in a form."""

    def __init__(self, name: str, folder: Path) -> None:
        self.form, self.folder = FORMS[name], Path(shutil.copytree(projects.SHORT, folder))
        interface = self.folder / "schemas/interface"
        events = {"delivery": "standard", "signing": dict(self.form)}
        (interface / "events.yaml").write_text(yaml.dump(events), encoding="utf-8")
        (interface / "rules.yaml").write_text("auth: bearer\nidempotency: standard\n", encoding="utf-8")
        made = projects.paycat("generate", cwd=self.folder)
        assert (made.returncode, made.stderr) == (0, ""), made.stdout
        self.generated = self.folder / "generated"
        self.page = page_of(self.generated)

    def signed(self, body: bytes = BODY, *, id: str = "evt_1", secret: str = SECRET, age: float = 0) -> Delivery:
        """Return a delivery of some seconds ago, as the form states it."""
        factor = 1000 if self.form.get("timestamp") == "milliseconds" else 1
        values = {"nonce": id, "timestamp": str(int((time.time() - age) * factor))}
        values["signature"] = signature(self.form, values, body, secret)
        return Delivery({name: values[word] for word, name in self.form["headers"].items()}, body, (SECRET, OLD))

    def changed(self, delivery: Delivery, word: str, change: Callable[[str], str | None]) -> Delivery:
        """Return a delivery with the header of a word changed, or left out."""
        name = self.form["headers"][word]
        headers = {**delivery.headers, name: change(delivery.headers[name])}
        return replace(delivery, headers={name: value for name, value in headers.items() if value is not None})

    def forged(self) -> dict[str, Delivery]:
        """Return deliveries that are not genuine."""
        right, prefix = self.signed(), self.form.get("prefix", "")
        changes: dict[str, tuple[str, Callable[[str], str | None]]] = {
            "another time": ("timestamp", lambda text: str(int(text) + 7)),
            "no prefix": ("signature", lambda text: text.removeprefix(prefix)),
            "another prefix": ("signature", lambda text: text.replace(prefix, "v1,")),
            "the prefix twice": ("signature", lambda text: prefix + text),
            "in capitals": ("signature", str.upper),
            "cut": ("signature", lambda text: text[:-1]),
            "more": ("signature", lambda text: f"{text}0"),
            "two signatures": ("signature", lambda text: f"{text} {text}"),
            "the prefix alone": ("signature", lambda _: prefix),
            "empty": ("signature", lambda _: ""),
            **{f"no {word}": (word, lambda _: None) for word in self.form["headers"]},
            **{f"the time {text!r}": ("timestamp", partial(lambda text, _: text, text)) for text in NO_TIMES},
            **({"another id": ("nonce", lambda _: "evt_2")} if "nonce" in self.form["headers"] else {}),
        }
        return {
            **{name: self.changed(right, word, change) for name, (word, change) in changes.items()},
            "another body": replace(right, body=BODY.replace(b"EUR", b"USD")),
            "a line feed at the end": replace(right, body=BODY + b"\n"),
            "late": self.signed(age=TOLERANCE + WHILE_IT_RUNS),
            "early": self.signed(age=-TOLERANCE - WHILE_IT_RUNS),
            "by another secret": self.signed(secret=OTHER),
        }


def signature(form: Form, values: Mapping[str, str], body: bytes, secret: str) -> str:
    """Return the value of the header with the signature, by Python's own library alone."""
    parts = (body if part == "body" else values[part].encode() for part in form["parts"])
    mac = hmac.digest(secret.encode(), form.get("joined_by", "\n").encode().join(parts), "sha256")
    written = mac.hex() if form.get("encoding") == "hex" else base64.b64encode(mac).decode()
    return str(form.get("prefix", "")) + written


def page_of(generated: Path) -> Page:
    return Page("notifications.html", (generated / "docs/notifications.html").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def project_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Project]:
    """Make the project of a form, once."""
    return cache(lambda name: Project(name, tmp_path_factory.mktemp("signed") / "project"))


@pytest.fixture(scope="module", params=FORMS)
def project(request: pytest.FixtureRequest, project_of: Callable[[str], Project]) -> Project:
    """A project for each form, generated."""
    return project_of(request.param)


@pytest.fixture(scope="module")
def sent(project: Project, tmp_path_factory: pytest.TempPathFactory) -> list[Delivery]:
    """What the sandbox sends of a collection, with the secret that it prints."""
    folder, deliveries = tmp_path_factory.mktemp("sandbox"), []

    class Receiver(sandboxes.Receiver):
        def keep(self, headers: dict[str, str], body: bytes) -> tuple[int, dict[str, str]]:
            deliveries.append(Delivery(headers, body, ()))
            return 204, {}

    with (
        sandboxes.receiving(Receiver()) as receiver,
        sandboxes.running(project.folder, folder, "--forward-to", receiver.url) as sandbox,
    ):
        created = sandbox.create("collection", sandboxes.fresh(), notify_url="https://creditor.test/hooks")
        assert created.status_code == 201, created.text
        sandbox.turn("P1D")
        sandboxes.until(lambda: len(deliveries) > 1, "no notification arrives")
        secret = sandboxes.signing_secret(sandbox)
    return [replace(delivery, secrets=(secret,)) for delivery in deliveries]


@pytest.fixture(scope="module", params=one_of_each_kind(RECEIVERS, CHOSEN))
def receive(
    request: pytest.FixtureRequest, project: Project, tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., list[Verdict]]:
    """Each receiver of the page, built once."""
    folder = tmp_path_factory.mktemp(request.param)
    command = built(request.param, project.page.code(request.param), folder)
    return lambda *deliveries: told(verdicts(command, folder, deliveries, str(project.generated / "python/src")))


def told(found: list[Verdict]) -> list[Verdict]:
    """Return verdicts in which what was acted on is the name of its event."""
    return [replace(one, acted_on=type_in(one.acted_on)) if one.status == "204" else one for one in found]


def type_in(body: bytes) -> bytes:
    return str(json.loads(body)["type"]).encode() if body else b""


def test_a_receiver_acts_on_what_the_sandbox_sends(
    receive: Callable[..., list[Verdict]], sent: list[Delivery], project: Project
) -> None:
    assert receive(*sent) == [Verdict("204", type_in(one.body)) for one in sent]
    assert {"webhook-signature", "webhook-id"}.isdisjoint(name for one in sent for name in one.headers)


def test_a_receiver_rejects_what_is_forged(receive: Callable[..., list[Verdict]], project: Project) -> None:
    forged = project.forged()
    found = dict(zip(forged, receive(*forged.values()), strict=True))
    assert found == dict.fromkeys(forged, Verdict("400", b""))
    genuine = [
        project.signed(),
        project.signed(secret=OLD, id="evt_2", body=BODY.replace(b"c_1", b"c_2")),
        project.signed(age=TOLERANCE - WHILE_IT_RUNS, id="evt_3", body=BODY.replace(b"c_1", b"c_3")),
        project.signed(age=WHILE_IT_RUNS - TOLERANCE, id="evt_4", body=BODY.replace(b"c_1", b"c_4")),
    ]
    assert receive(*genuine) == [Verdict("204", b"collection.failed")] * 4


def test_a_receiver_acts_once(receive: Callable[..., list[Verdict]], project: Project) -> None:
    other = project.signed(id="evt_2", body=BODY.replace(b"c_1", b"c_2"))
    again = [project.signed(), project.signed(age=5), project.signed(secret=OLD), other, project.signed()]
    acted = [True, False, False, True, False]
    assert receive(*again) == [Verdict("204", b"collection.failed" if once else b"") for once in acted]


@pytest.mark.parametrize("secrets", [(), ("",), (SECRET, ""), ("a secret",), (f"{SECRET}\n",)], ids=repr)
def test_what_is_no_secret_shows_at_once(
    receive: Callable[..., list[Verdict]], secrets: tuple[str, ...], project: Project
) -> None:
    [verdict] = receive(replace(project.signed(), secrets=secrets))
    assert verdict.status == "error"
    expected = {"pass at least one secret, each a text without blanks", "no secret was given"}
    assert verdict.acted_on.decode() in expected, "it shows no part of a secret"


# The packages


@pytest.fixture(scope="module", params=["Python", "TypeScript"])
def ask(request: pytest.FixtureRequest, project: Project) -> Iterator[Callable[..., Json]]:
    """The receiver of each package: `verify` or `sign`."""
    if request.param == "Python":
        process = LineProcess([sys.executable, "-c", PYTHON, str(project.generated / "python/src")])
        yield lambda **question: json.loads(process.ask(json.dumps(question)))
        process.close()
    else:
        driver = Driver(project.generated / "typescript")
        yield driver.ask
        driver.close()


def verified(ask: Callable[..., Json], delivery: Delivery, **options: Any) -> tuple[str, str]:
    """Return the event of a delivery, or the error."""
    body, secrets = delivery.body.decode("latin-1"), [*delivery.secrets]
    answer = ask(act="verify", body=body, headers=dict(delivery.headers), secrets=secrets, **options)
    if error := answer.get("error"):
        return error["name"], error["message"]
    return "event", answer["event"]["type"]


def test_a_package_verifies_what_the_sandbox_sends(ask: Callable[..., Json], sent: list[Delivery]) -> None:
    assert [verified(ask, one) for one in sent] == [("event", type_in(one.body).decode()) for one in sent]


def test_a_package_rejects_what_is_forged_and_says_why(ask: Callable[..., Json], project: Project) -> None:
    for name, delivery in project.forged().items():
        kind, message = verified(ask, delivery)
        expected = "no signature matches"
        if name.startswith("no ") and name != "no prefix":
            expected = f"the header {project.form['headers'][name[3:]].lower()} is missing"
        elif name in ("late", "early"):
            expected = "the time is too far away"
        elif name.startswith("the time"):
            expected = "a header is too long" if "999" in name else "the time cannot be read"
        assert (kind, message) == ("SignatureError", expected), name
    for name in project.form["headers"].values():
        once = project.signed()
        twice = replace(once, headers={**once.headers, name.swapcase(): "x"})
        assert verified(ask, twice) == ("SignatureError", "a header came twice")
    not_ascii = project.changed(project.signed(), "signature", lambda text: f"{text}é")
    assert verified(ask, not_ascii) == ("SignatureError", "a header has other characters than ASCII")
    for secrets in ((), ("",), (SECRET, ""), ("a secret",), (f"{SECRET}\n",), (None,)):
        kind, message = verified(ask, replace(project.signed(), secrets=secrets))  # type: ignore[arg-type]  # wrong on purpose
        assert kind in ("ValueError", "TypeError")
        assert message in ("no secret was given", "pass at least one secret, each a text without blanks")


def test_the_tolerance_decides_to_the_millisecond(ask: Callable[..., Json], project: Project) -> None:
    delivery = project.signed()
    factor = 1000 if project.form.get("timestamp") == "milliseconds" else 1
    moment = int(delivery.headers[project.form["headers"]["timestamp"]]) / factor
    for age in (TOLERANCE, -TOLERANCE):
        assert verified(ask, delivery, now=moment + age)[0] == "event"
        assert verified(ask, delivery, now=moment + age * (1 + 1e-4))[1] == "the time is too far away"


def test_a_package_signs_as_the_form_says(ask: Callable[..., Json], project: Project) -> None:
    at = 1_767_323_100.75
    id = {"id": "evt_1"} if "nonce" in project.form["headers"] else {}
    values = {"nonce": "evt_1", "timestamp": "1767323100750" if not id else "1767323100"}
    values["signature"] = signature(project.form, values, BODY, SECRET)
    headers = ask(act="sign", body=BODY.decode(), secret=SECRET, at=at, **id)
    assert headers == {name: values[word] for word, name in project.form["headers"].items()}


# The worked example


@pytest.fixture(scope="module", params=["Standard Webhooks", *FORMS])
def example(request: pytest.FixtureRequest, project_of: Callable[[str], Project]) -> tuple[Page, Path]:
    """The page of each form, and the sources of its package."""
    if request.param not in FORMS:
        return page_of(projects.GENERATED), projects.GENERATED / "python/src"
    made = project_of(request.param)
    return made.page, made.generated / "python/src"


@pytest.mark.parametrize("id", one_of_each_kind(RECEIVERS, CHOSEN))
def test_the_worked_example_is_right_in_each_language(id: str, example: tuple[Page, Path], tmp_path: Path) -> None:
    """Each program verifies it once its clock may differ by decades, and no other signature."""
    page, sources = example
    tolerance = r"((?:TOLERANCE_SECONDS|toleranceSeconds) += +)\d+"
    program, times = re.subn(tolerance, rf"\g<1>{EXAMPLE_LASTS}", page.code(id))
    if id == "receive-package":
        program, times = re.subn(r"verify\(body, headers, secrets", rf"\g<0>, tolerance={EXAMPLE_LASTS}", program)
    assert times == 1
    headers = dict(line.split(": ", 1) for line in page.code("worked-headers").splitlines())
    shown = Delivery(headers, page.code("worked-body").encode(), (page.code("worked-secret"),))
    command = built(id, program, tmp_path)
    found = told(verdicts(command, tmp_path, [replace(shown, body=shown.body + b" "), shown], str(sources)))
    assert found == [Verdict("400", b""), Verdict("204", type_in(shown.body))]


def test_page_and_brief_show_the_text_that_is_signed(project: Project) -> None:
    page, form = project.page, project.form
    headers = dict(line.split(": ", 1) for line in page.code("worked-headers").splitlines())
    values = {word: headers[header] for word, header in form["headers"].items()}
    body, secret = page.code("worked-body"), page.code("worked-secret")
    joint = form["joined_by"]
    assert page.code("worked-text") == joint.join(body if part == "body" else values[part] for part in form["parts"])
    assert values["signature"] == signature(form, values, body.encode(), secret)
    brief = (project.generated / "briefs/collection/SEPA.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^- Example header: `(.+?): (.+)`$", brief, re.MULTILINE))
    values = {word: shown[header] for word, header in form["headers"].items()}
    [body] = re.findall(r"^Example body:\n\n```json\n(.+)\n```$", brief, re.MULTILINE)
    [pattern] = re.findall(r"^- Signed text: `(.+?)`, with ", brief, re.MULTILINE)
    names = ("{body}" if part == "body" else f"{{{form['headers'][part]}}}" for part in form["parts"])
    assert pattern == joint.replace("\n", r"\n").join(names)
    [secret] = re.findall(r"^- Example secret: `(.+)`$", brief, re.MULTILINE)
    assert values["signature"] == signature(form, values, body.encode(), secret)
