"""Each receiver of the page of notifications is run as it is printed: what it takes, what not, and what it does twice.

The deliveries are signed by the package's own `sign`, now or at another time: the receivers read the clock.
"""

import base64
import hashlib
import hmac
import json
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import projects
import pytest
from targets import one_of_each_kind

from paycat.cache import opened
from paycat.conformance.run.engines.ajv.node import node_program
from paycat.lint.checking import check_folder
from paycat.packages.operations.notifications import example_notifications
from tests.any_catalogue.small_catalogues.catalogues import domestic_payments, recipients, written
from tests.artefacts.integrators.node_packages import node_modules
from tests.artefacts.published import modules
from tests.artefacts.receivers.receiving import RECEIVERS, Delivery, Verdict, built, verdicts
from tests.artefacts.sandbox.sandboxes import standard_secret
from tests.pages.html_pages import Page, rendered

pytestmark = pytest.mark.slow

CHOSEN = ("receive-package", "receive-webcrypto", "receive-php")
"""The package, and receivers without it in a scripting language and in TypeScript; `make test-deep` runs the others."""

SECRET = "whsec_" + base64.b64encode(b"the secret of these deliveries").decode()
OLD = "whsec_" + base64.b64encode(b"the secret that was replaced").decode()
OTHER = "whsec_" + base64.b64encode(b"a secret of somebody else").decode()
SECRETS = projects.read_yaml(Path(__file__).parents[1] / "secrets.yaml")
TOLERANCE = 300
WHILE_IT_RUNS = 60
"""Seconds, more than a program takes from here to its clock."""


def body_with(description: str) -> bytes:
    """Return the body of an example with another description, as another program than ours may write it."""
    document = json.loads(modules()["webhooks"].example_notifications()[0].body)
    document["data"]["description"] = description
    return json.dumps(document, ensure_ascii=False, indent=1).encode()


BODY = body_with("é 😀 \\n")
FAILS = body_with("it fails")
"""The callers' `act` fails on it."""
THRICE = body_with("it comes thrice")
FAILS_THRICE = body_with("it comes thrice, and it fails")
"""The callers deliver them three times at once."""


def signed(body: bytes = BODY, *, id: str = "evt_1", secret: str = SECRET, age: float = 0) -> Delivery:
    """Return a delivery as the package signs it."""
    headers = modules()["webhooks"].sign(body, secret, id=id, at=time.time() - age)
    return Delivery(headers, body, (SECRET, OLD))


def changed(delivery: Delivery, **headers: str | None) -> Delivery:
    """Return a delivery with some headers changed, or left out."""
    named = {f"webhook-{name}": value for name, value in headers.items()}
    kept = {name: value for name, value in {**delivery.headers, **named}.items() if value is not None}
    return replace(delivery, headers=kept)


def together(*deliveries: Delivery) -> Delivery:
    """Return the first delivery with the signatures of all of them."""
    signatures = " ".join(one.headers["webhook-signature"] for one in deliveries)
    return changed(deliveries[0], signature=signatures)


def signature_of(delivery: Delivery) -> str:
    return delivery.headers["webhook-signature"]


GENUINE: dict[str, Callable[[], Delivery]] = {
    "as it is": signed,
    "almost too old": lambda: signed(age=TOLERANCE - WHILE_IT_RUNS),
    "almost too early": lambda: signed(age=WHILE_IT_RUNS - TOLERANCE),
    "names of headers in capitals": lambda: replace(
        signed(), headers={name.title(): value for name, value in signed().headers.items()}
    ),
    "by the old secret": lambda: signed(secret=OLD),
    "by both secrets": lambda: together(signed(), signed(secret=OLD)),
    "by a secret that nobody told us, and ours": lambda: together(signed(secret=OTHER), signed()),
    "with a signature of a newer scheme before": lambda: changed(
        signed(), signature=f"v2,{'A' * 88} v1a,x {signature_of(signed())}"
    ),
    "blanks around the JSON": lambda: signed(b"\r\n " + BODY + b"\r\n"),
}
REJECTED: dict[str, Callable[[], Delivery]] = {
    "another body": lambda: replace(signed(), body=BODY.replace(b"\xf0\x9f\x98\x80", b"\xf0\x9f\x98\x81")),
    "the same JSON, written again": lambda: replace(signed(), body=json.dumps(json.loads(BODY)).encode()),
    "a line break at the end": lambda: replace(signed(), body=BODY + b"\n"),
    "an empty body": lambda: replace(signed(), body=b""),
    "another id": lambda: changed(signed(), id="evt_2"),
    "another time": lambda: changed(signed(), timestamp=str(int(time.time()) + 7)),
    "too old": lambda: signed(age=TOLERANCE + WHILE_IT_RUNS),
    "from the future": lambda: signed(age=-TOLERANCE - WHILE_IT_RUNS),
    "by another secret": lambda: signed(secret=OTHER),
    "another version": lambda: changed(signed(), signature=signature_of(signed()).replace("v1,", "v2,")),
    "no version": lambda: changed(signed(), signature=signature_of(signed()).removeprefix("v1,")),
    "a signature that is cut": lambda: changed(signed(), signature=signature_of(signed())[:-1]),
    "a signature with more": lambda: changed(signed(), signature=signature_of(signed()) + "A"),
    "signatures with commas between": lambda: changed(signed(), signature=f"v1,x,{signature_of(signed())}"),
    "a signature that is no base64": lambda: changed(signed(), signature="v1,***"),
    "an empty signature": lambda: changed(signed(), signature="v1,"),
    "no id": lambda: changed(signed(), id=None),
    "no time": lambda: changed(signed(), timestamp=None),
    "no signature": lambda: changed(signed(), signature=None),
    **{
        f"bytes that are no text in the {name}": partial(lambda name: changed(signed(), **{name: "\udcff"}), name)
        for name in ("id", "timestamp", "signature")
    },
    **{
        f"the time {text!r}": partial(lambda text: changed(signed(), timestamp=text), text)
        for text in ("nan", "-1", "1e9", "+1", "0x7fffffff", "1_0", "9" * 400, "²", "1.5", "now")
    },
}


Receive = Callable[..., list[Verdict]]


@pytest.fixture(scope="module")
def page() -> Page:
    """The page of the project that all tests read."""
    text = (projects.GENERATED / "docs" / "notifications.html").read_text(encoding="utf-8")
    return Page("notifications.html", text)


@pytest.fixture(scope="module", params=one_of_each_kind(RECEIVERS, CHOSEN))
def receive(request: pytest.FixtureRequest, page: Page, tmp_path_factory: pytest.TempPathFactory) -> Receive:
    """Each receiver, built once; it gets deliveries, and the secrets."""
    return receiver_of(page, request.param, tmp_path_factory.mktemp(request.param))


def receiver_of(page: Page, id: str, folder: Path) -> Receive:
    """Return what gives deliveries to a program of a page."""
    command = built(id, page.code(id), folder)
    typed = id == "receive-package"
    sources = str(projects.GENERATED / "python" / "src") if typed else ""

    def received(*deliveries: Delivery) -> list[Verdict]:
        found = verdicts(command, folder, deliveries, sources)
        if typed:  # What it acts on is an event: the body where that is what it says.
            return [
                Verdict(one.status, sent.body) if "204" in one.status and says(one.acted_on, sent.body) else one
                for one, sent in zip(found, deliveries, strict=True)
            ]
        return found

    return received


def says(event: bytes, body: bytes) -> bool:
    """Return whether an event that was written as JSON is the one of a body."""
    made, sent = json.loads(event or "{}"), json.loads(body)
    if not made:
        return False
    return bool(made["type"] == sent["type"] and made["data"]["description"] == sent["data"]["description"])


def test_every_program_of_the_page_is_run(page: Page) -> None:
    shown = [pre.attrib["id"] for tab in page.having("data-tab") for pre in tab.iter("pre")]
    assert shown == list(RECEIVERS)


def test_a_genuine_notification_is_acted_on(receive: Receive) -> None:
    for name, make in GENUINE.items():
        delivery = make()
        assert receive(delivery) == [Verdict("204", delivery.body)], name


def test_any_other_is_rejected(receive: Receive) -> None:
    deliveries = {name: make() for name, make in REJECTED.items()}
    found = dict(zip(deliveries, receive(*deliveries.values(), signed()), strict=False))
    assert found == dict.fromkeys(REJECTED, Verdict("400", b""))


def test_a_notification_is_rejected_once_its_secret_is_replaced(receive: Receive) -> None:
    old = signed(secret=OLD)
    replaced = [replace(one, secrets=(SECRET,)) for one in (old, signed())]
    assert receive(*replaced) == [Verdict("400", b""), Verdict("204", BODY)]
    assert receive(replace(old, secrets=(OLD,))) == [Verdict("204", BODY)]


def test_it_acts_once_on_a_notification_that_comes_again(receive: Receive) -> None:
    again = [signed(), signed(), signed(age=WHILE_IT_RUNS), signed(secret=OLD), signed(id="evt_2"), signed()]
    expected = [BODY, b"", b"", b"", BODY, b""]
    assert receive(*again) == [Verdict("204", acted_on) for acted_on in expected]


def test_it_acts_again_where_acting_failed(receive: Receive) -> None:
    assert receive(signed(FAILS), signed(), signed()) == [
        Verdict("error", b"acting failed"),
        Verdict("204", BODY),
        Verdict("204", b""),
    ]


def test_it_acts_once_on_deliveries_that_arrive_at_once(receive: Receive) -> None:
    """The others must come again, as acting may fail."""
    assert receive(signed(THRICE), signed(THRICE), signed(FAILS_THRICE, id="evt_2"), signed(id="evt_2")) == [
        Verdict("204+409+409", THRICE),
        Verdict("204+204+204", b""),
        Verdict("409+409+error", b"acting failed"),
        Verdict("204", BODY),
    ]


def test_a_forged_notification_does_not_make_a_genuine_one_known(receive: Receive) -> None:
    assert receive(signed(secret=OTHER), signed()) == [Verdict("400", b""), Verdict("204", BODY)]


def test_a_secret_in_its_form_verifies(receive: Receive) -> None:
    for name, secret in SECRETS["accepted"].items():
        genuine = forged(signed(), base64.b64decode(secret.removeprefix("whsec_")))
        assert receive(replace(genuine, secrets=(secret,))) == [Verdict("204", BODY)], name


def test_what_is_no_secret_shows_at_once(receive: Receive) -> None:
    """A variable that is not set would otherwise be a key that everybody knows, or reject everything in silence."""
    by_no_key = forged(signed(), b"")
    attacks = {
        (name, beside, number): replace(delivery, secrets=(*beside, *secrets))
        for name, secrets in SECRETS["refused"].items()
        for beside in (((SECRET,), ()) if secrets else ((),))
        for number, delivery in enumerate((by_no_key, signed(), changed(signed(), timestamp=None)))
    }
    found = dict(zip(attacks, receive(*attacks.values()), strict=True))
    for (name, *_), verdict in found.items():
        assert verdict.status == "error", name
        assert verdict.acted_on.decode() in (SECRETS["message"], SECRETS["packages"].get(name)), name


@pytest.mark.parametrize("id", ["receive-node", "receive-webcrypto"])
def test_a_secret_in_bytes_is_the_callers_mistake(id: str, page: Page, tmp_path: Path) -> None:
    """A pattern matches the text of a Buffer, of which the key would be another one: every signature would be wrong."""
    command = built(id, page.code(id), tmp_path)
    caller = tmp_path / RECEIVERS[id].beside[0]
    caller.write_text(caller.read_text(encoding="utf-8").replace("secrets.map(String)", "secrets as never"))
    assert verdicts(command, tmp_path, [signed()]) == [Verdict("error", SECRETS["message"].encode())]


def forged(delivery: Delivery, key: bytes) -> Delivery:
    """Return a delivery signed with a key."""
    before = f"{delivery.headers['webhook-id']}.{delivery.headers['webhook-timestamp']}.".encode()
    mac = hmac.digest(key, before + delivery.body, hashlib.sha256)
    return changed(delivery, signature=f"v1,{base64.b64encode(mac).decode()}")


CATALOGUES: dict[str, Callable[[Path], Path]] = {
    "every construct": lambda folder: projects.small(folder / "project"),
    "domestic payments": lambda folder: written(domestic_payments, folder),
    "recipients": lambda folder: written(recipients, folder),
}


@pytest.mark.parametrize("name", one_of_each_kind(CATALOGUES, ["every construct"]))
def test_receivers_of_another_catalogue(name: str, tmp_path: Path) -> None:
    contract, findings = check_folder(CATALOGUES[name](tmp_path) / "schemas")
    assert contract is not None, findings
    shown = rendered(contract, opened())["notifications.html"]
    examples = example_notifications(contract)
    secret = examples["secret"]
    published = [Delivery(one["headers"], one["body"].encode(), (secret,)) for one in examples["notifications"]]
    genuine = [
        replace(signed(one.body, id=one.headers["webhook-id"], secret=standard_secret(secret)), secrets=(secret,))
        for one in published
    ]
    tampered = [replace(one, body=one.body.replace(b"}", b" }", 1)) for one in genuine]
    assert genuine
    for id in ("receive-python", "receive-node", "receive-webcrypto"):
        (tmp_path / id).mkdir()
        receive = receiver_of(shown, id, tmp_path / id)
        found = receive(*published, *tampered, *genuine)
        rejected = [Verdict("400", b"")] * (2 * len(genuine))
        assert found == [*rejected, *(Verdict("204", one.body) for one in genuine)], id


@pytest.mark.parametrize("id", one_of_each_kind(["receive-node", "receive-webcrypto"], ["receive-webcrypto"]))
def test_the_types_hold(id: str, page: Page, tmp_path: Path) -> None:
    built(id, page.code(id), tmp_path)
    (tmp_path / "node_modules").symlink_to(node_modules())
    strict = ["--noEmit", "--strict", "--noUncheckedIndexedAccess", "--allowImportingTsExtensions", "--types", "node"]
    kinds = ["--target", "es2023", "--module", "nodenext", *(["--lib", "es2023,dom"] if "web" in id else [])]
    command = [node_program("tests"), "node_modules/.bin/tsc", *strict, *kinds, *RECEIVERS[id].beside]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
