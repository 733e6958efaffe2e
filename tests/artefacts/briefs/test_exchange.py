"""A brief is enough for a whole exchange: a program that reads nothing else sends, repeats, waits and verifies.

Each fact that the walk acts on is taken away or changed once, and the walk fails. What it does not act on is in a table
of its own, with what reads it.
"""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import projects
import pytest
from targets import one_of_each_kind

from tests.any_catalogue.small_catalogues.interfaces import INTERFACES
from tests.artefacts.briefs.exchange import Exchange
from tests.artefacts.briefs.walk import Delivered, Walk
from tests.artefacts.sandbox import sandboxes

pytestmark = pytest.mark.slow


class Served(NamedTuple):
    """A brief of each direction, and the sandbox of their catalogue with a receiver."""

    texts: dict[str, str]
    sandbox: sandboxes.Sandbox
    receiver: sandboxes.Receiver

    @property
    def text(self) -> str:
        """The brief of a payout."""
        return self.texts["payout"]

    def walk(self, text: str) -> Walk:
        """Return a walk by a text."""
        return Walk(text, self.sandbox.url, self.receiver.secret, self.delivered)

    def delivered(self) -> list[Delivered]:
        """Return the notifications until now."""
        return [(one["headers"], one["text"].encode()) for one in self.receiver.received]


def serving(project: Path, folder: Path) -> Iterator[Served]:
    """Give a sandbox that runs as the brief of a payout says."""
    briefs = {path.parent.name: path for path in sorted(project.glob("generated/briefs/*/*.md"), reverse=True)}
    texts = {direction: path.read_text(encoding="utf-8") for direction, path in briefs.items()}
    stated = Exchange(texts["payout"])
    with (
        sandboxes.receiving() as receiver,
        sandboxes.running(project, folder, stated.forward, receiver.url) as sandbox,
    ):
        assert stated.start == f"python -m {sandbox.package.name}.sandbox"
        receiver.secret = printed(stated.secret, sandbox)
        yield Served(texts, sandbox, receiver)
        assert receiver.wrong == []


def printed(command: str, sandbox: sandboxes.Sandbox) -> str:
    """Return what a command of a brief prints for a sandbox with a database of its own."""
    _, *arguments = shlex.split(command)
    done = subprocess.run(
        [sys.executable, *arguments, "--database", sandbox.database],
        env=sandboxes.environment(sandbox.package),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The brief of a payout of the frozen catalogue."""
    yield from serving(projects.PROJECT, tmp_path_factory.mktemp("frozen"))


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """That of a catalogue with other names, whose requests have no reference and must have a key."""
    project = INTERFACES["domestic-payments"].generated(tmp_path_factory.mktemp("other") / "project")
    yield from serving(project, tmp_path_factory.mktemp("sandbox"))


@pytest.mark.parametrize("direction", one_of_each_kind(["pay_in", "payout"], ["pay_in"]))
def test_a_brief_is_enough_for_an_exchange(direction: str, frozen: Served) -> None:
    frozen.walk(frozen.texts[direction]).run()


def test_that_of_another_catalogue_is_enough(other: Served) -> None:
    for text in other.texts.values():
        other.walk(text).run()


REMOVED = {
    "address": r"`https://\S+` as `application/json`",
    "authorization": r"- Header `Authorization`.*\n",
    "content type": r"- Header `Content-Type`.*\n",
    "header of the key": r"- Header `Idempotency-Key`.*\n",
    "same key and body": " with the same key and body",
    "answer to a repetition": r": with an equal body.*; with",
    "answer to a conflict": "with another body.*",
    "time of an answer": r"- The service responds.*\n",
    "response": r"- Response: .*\n",
    "reading": r"- Reading: .*\n",
    "smallest body": "Smallest body:\n",
    "example of the response": "Its response:\n",
    "member of the state": r"The member `.*` of `.*`\. T",
    "waiting": "Read the record until.*",
    "later states": " A `.*` record may change later.*",
    "first state": "first, ",
    "final states": r"(?<!not) final(?=[;.])",
    "next states": r"; next [^;.]*",
    "events": r"; event `[^`]*`",
    "signed text": r"- Signed text: .*\n",
    "header of the signature": r"- Header `webhook-signature`.*\n",
    "algorithm": " of the HMAC-SHA256",
    "encoding": "the base64 of the HMAC",
    "rotation": "One that matches is enough",
    "tolerance": r"- Tolerance: .*\n",
    "form of the secret": r"- Secret: .*\n",
    "secret of the example": r"- Example secret: .*\n",
    "headers of the example": r"- Example header: .*\n",
    "body of the example": "Example body:\n",
    "problems": r"- `[^`]*`, `\d+`: .*\n",
    "status of problems": r"(?<=`), `\d+`(?=: )",
    "a retry": "send the same request again",
    "no retry": "The same request will fail again.",
    "delay": "as many seconds as `Retry-After` says",
    "type of problems": "`type` is `[^`]*`",
    "address of the sandbox": r"- Address: .*\n",
    "key of the sandbox": r"- Key: .*\n",
    "outcomes": r"- Outcomes: .*\n",
}
"""What is taken out of a brief, as a regular expression."""

NOT_WALKED = {
    "how long the key is kept": (r" for \d+ hours", "retention_hours"),
    "unknown states": (r"Treat an unknown state as not final\. ", "unknown_is_not_final"),
    "header of the identifier": (r"- Header `webhook-id`.*\n", "notification_headers"),
    "header of the time": (r"- Header `webhook-timestamp`.*\n", "notification_headers"),
    "start of the sandbox": (r"- Start: .*\n", "start"),
    "receiver": (r"; with `--forward-to.*", "forward"),
    "secret of the sandbox": (r"- Signing secret: .*\n", "secret"),
    "where the sandbox is": (r"- Address: `[^`]*`", "address"),
}
"""What no walk acts on, and what reads it: a repetition after hours, a state that nobody knows, what `serving` does."""

CHANGED = {
    "address": ("/payouts` as", "/payout` as"),
    "scheme of the key": ("`Bearer KEY`", "`Basic KEY`"),
    "content type": ("`Content-Type`: `application/json`", "`Content-Type`: `text/plain`"),
    "header of the key": ("`Idempotency-Key`", "`Repeat-Key`"),
    "mark of a repetition": ("`Idempotent-Replayed`: `true`", "`Idempotent-Replayed`: `yes`"),
    "problem of a conflict": (
        "with another body, the problem `idempotency-key-reused`",
        "with another body, the problem `forbidden`",
    ),
    "status of the response": ("- Response: `201`", "- Response: `202`"),
    "address of reading": ("/payouts/{id}`", "/payins/{id}`"),
    "member of the identifier": ("member `id` of", "member `reference` of"),
    "first state": ("- `pending`: first, not", "- `processing`: first, not"),
    "completion": ("until `completed_at` is not null", "until `created_at` is not null"),
    "a later state": ("handle `returned` as", "handle `failed` as"),
    "a final state": ("- `failed`: final", "- `failed`: not final"),
    "signed text": ("{webhook-id}.{webhook-timestamp}", "{webhook-timestamp}.{webhook-id}"),
    "algorithm": ("HMAC-SHA256", "HMAC-SHA512"),
    "encoding": ("the base64 of the HMAC-", "the hex of the HMAC-"),
    "version of the signature": ("entries `v1,`", "entries `v2,`"),
    "form of the secret": ("Secret: `whsec_` and", "Secret: `whsec` and"),
    "signature of the example": ("webhook-signature: v1,", "webhook-signature: v1,A"),
    "status of a problem": ("`unauthenticated`, `401`", "`unauthenticated`, `400`"),
    "type of problems": ("/problems/` and the name", "/errors/` and the name"),
    "key of the sandbox": ("- Key: `sk_", "- Key: `pk_"),
    "name of an outcome": ("`test-429-then-201`", "`test-428-then-201`"),
}
"""What is in place of a text of a brief."""


def fails(served: Served, text: str) -> None:
    """Assert that a walk by another text than that of the brief fails, and at something that the brief says."""
    assert text != served.text, "the attack changes the brief"
    with pytest.raises((LookupError, AssertionError, ValueError, StopIteration)):
        served.walk(text).run()


@pytest.mark.parametrize("fact", REMOVED)
def test_no_fact_can_be_removed(fact: str, frozen: Served) -> None:
    fails(frozen, re.sub(REMOVED[fact], "", frozen.text))


@pytest.mark.parametrize("fact", NOT_WALKED)
def test_what_no_walk_acts_on_is_stated(fact: str, frozen: Served) -> None:
    pattern, attribute = NOT_WALKED[fact]
    assert getattr(Exchange(frozen.text), attribute)
    with pytest.raises(LookupError):
        getattr(Exchange(re.sub(pattern, "", frozen.text)), attribute)


@pytest.mark.parametrize("fact", CHANGED)
def test_no_fact_can_be_another(fact: str, frozen: Served) -> None:
    fails(frozen, frozen.text.replace(*CHANGED[fact]))


def test_numbers_that_no_walk_measures_are_those_of_the_catalogue(frozen: Served, other: Served) -> None:
    for served in (frozen, other):
        interface, stated = served.sandbox.contract["interface"], Exchange(served.text)
        assert stated.signing
        assert stated.signing.tolerance == interface["signing"]["tolerance_seconds"]
        assert stated.retention_hours == interface["idempotency"]["retention_hours"]
        assert stated.answer_seconds == next(
            one["value"] for one in interface["limits"] if one["name"] == "answer_seconds"
        )


def test_a_key_is_kept_as_long_as_the_brief_says(tmp_path: Path) -> None:
    for served in serving(projects.PROJECT, tmp_path):
        walk = served.walk(served.text)
        body, key, (name, value) = walk.body(), "kept", walk.exchange.replayed
        with walk.http:
            walk.send(body, key)
            served.sandbox.turn(f"PT{walk.exchange.retention_hours - 1}H")
            assert walk.send(body, key).headers.get(name) == value
            served.sandbox.turn("PT2H")
            assert name not in walk.send(body, key).headers
