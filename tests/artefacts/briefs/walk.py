"""A program that knows a brief and nothing else of what is generated: it sends a request, and checks what follows."""

import base64
import copy
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from urllib.parse import quote

import httpx

from tests.artefacts.briefs.exchange import Exchange
from tests.artefacts.briefs.reading import Brief, read

Delivered = tuple[dict[str, str], bytes]
"""The headers of a notification, by name in small letters, and its body."""

_NUMBERS = count(time.time_ns() % 10**9)
_MOST_READINGS = 80


@dataclass
class Walk:
    """A walk by a brief against a sandbox at an address; `delivered` returns the notifications until now."""

    text: str
    address: str
    secret: str
    delivered: Callable[[], list[Delivered]]
    brief: Brief = field(init=False)
    exchange: Exchange = field(init=False)

    def __post_init__(self) -> None:
        self.brief, self.exchange = read(self.text), Exchange(self.text)
        self.http = httpx.Client(timeout=self.exchange.answer_seconds, trust_env=False)

    def run(self) -> None:
        """Do all of it. Raises AssertionError where the service does something else than the brief says."""
        with self.http:
            self.without_key()
            self.retry_after_a_problem()
            body, key = self.body(self.longest()), _new_key()
            record = self.retry_after_a_lost_answer(body, key)
            self.conflict(body, key)
            events = self.wait(record)
            if self.exchange.signing:
                self.example()
                self.notifications(record, events)

    def body(self, outcome: str | None = None) -> Any:
        """Return the smallest body with a value of its own where no two may have the same, which names an outcome."""
        body, stated = copy.deepcopy(self.brief.smallest), self.exchange.sandbox
        if stated.outcomes:
            text = f"{outcome or self.quickest()}-{next(_NUMBERS)}"
            _set(body, stated.field.split("."), text)
        assert self.brief.verdict(body) == set()
        return body

    def quickest(self) -> str:
        """Return the outcome that leads to a final state with the fewest moves."""
        ending = self._ending()
        return min(ending, key=lambda name: len(ending[name]))

    def longest(self) -> str | None:
        """Return the outcome that leads to a final state with the most moves; None without outcomes."""
        ending = self._ending()
        return max(ending, key=lambda name: len(ending[name]), default=None)

    def _ending(self) -> dict[str, tuple[str, ...]]:
        states, outcomes = self.exchange.states, self.exchange.sandbox.outcomes
        return {name: one.moves for name, one in outcomes.items() if one.moves and states[one.moves[-1]].is_final}

    def send(self, body: Any, key: str, **changed: str) -> httpx.Response:
        """Return the answer to a request."""
        headers = {
            name: value.replace("KEY", self.exchange.sandbox.key) for name, value in self.exchange.headers.items()
        }
        headers |= ({self.exchange.key_header: key} if self.exchange.key_header else {}) | changed
        method, url = self.exchange.call
        return self.http.request(method, self.at(url), content=json.dumps(body), headers=headers)

    def at(self, url: str) -> str:
        """Return an address of the service at the sandbox, which listens at another port than usual."""
        assert url.startswith(self.exchange.sandbox.replaces)
        return self.address + url.removeprefix(self.exchange.sandbox.replaces)

    def problem(self, answer: httpx.Response) -> str:
        """Return the problem that an answer is, which has the status and the form that the brief says."""
        media_type, base = self.exchange.problem_form
        assert answer.headers["content-type"].partition(";")[0] == media_type, answer.text
        type = answer.json()["type"]
        assert type.startswith(base), type
        name = str(type.removeprefix(base))
        assert answer.status_code == self.exchange.problems[name].status
        return name

    def without_key(self) -> None:
        """A key that is not known is a problem that a retry does not solve."""
        name = self.problem(self.send(self.body(), _new_key(), Authorization="Bearer of-nobody"))
        assert not self.exchange.problems[name].retry
        assert self.exchange.problems[name].status == httpx.codes.UNAUTHORIZED

    def retry_after_a_problem(self) -> None:
        """Do what the brief says about each problem that ends."""
        outcomes = {name: one for name, one in self.exchange.sandbox.outcomes.items() if one.problem and one.times}
        for outcome, stated in outcomes.items():
            body, key = self.body(outcome), _new_key()
            for _ in range(stated.times):
                answer = self.send(body, key)
                assert self.problem(answer) == stated.problem
                advice = self.exchange.problems[stated.problem]
                assert advice.retry
                time.sleep(min(1, int(answer.headers[advice.wait])) if advice.wait else 1)
            answer = self.send(body, key)
            assert answer.status_code == self.exchange.created, (outcome, answer.text)

    def retry_after_a_lost_answer(self, body: Any, key: str) -> dict[str, Any]:
        """Return the record of a request of which the first answer was lost."""
        lost = self.send(body, key)
        answer = self.send(body, key if self.exchange.repeats_as_it_was else _new_key())
        name, value = self.exchange.replayed
        assert (answer.status_code, answer.headers.get(name)) == (self.exchange.created, value), answer.text
        assert name not in lost.headers
        record = answer.json()
        assert record == lost.json(), "it is no second record"
        assert record.keys() == self.exchange.response.keys()
        return dict(record)

    def conflict(self, body: Any, key: str) -> None:
        """The same key with another body is a problem that a retry does not solve."""
        name = self.problem(self.send(self.another(body), key))
        assert name == self.exchange.conflict
        assert not self.exchange.problems[name].retry

    def another(self, body: Any) -> Any:
        """Return another body that the rules of the brief accept."""
        for path in _texts(body):
            changed = copy.deepcopy(body)
            _set(changed, path, f"{_get(body, path)}2")
            if self.brief.verdict(changed) == set():
                return changed
        raise LookupError("no text can be another")

    def wait(self, record: dict[str, Any]) -> list[str]:
        """Read a record until it is completed, and then until it can change no more.

        Returns the events that follow from the states that it was in.
        """
        states, member = self.exchange.states, self.exchange.state_member
        assert states[record[member]].is_first
        completed, completing = self.exchange.completed_member, self.exchange.completing_states
        seen = self.follow(
            record, [record[member]], lambda one: one[completed] if completed else one[member] in completing
        )
        if not states[seen[-1]].is_final:
            assert {*states[seen[-1]].next} <= self.exchange.later_states
            seen = self.follow(record, seen, lambda _: False)
        return [states[one].event for one in seen[1:]]

    def follow(
        self, record: dict[str, Any], seen: list[str], is_reached: Callable[[dict[str, Any]], object]
    ) -> list[str]:
        """Read a record until a point of it, or until its state is final; return the states that it was in."""
        method, url, id, placeholder, status = self.exchange.reading
        states, member = self.exchange.states, self.exchange.state_member
        read_at = self.at(url).replace(placeholder, quote(record[id], safe=""))
        headers = {"Authorization": self.exchange.headers["Authorization"].replace("KEY", self.exchange.sandbox.key)}
        for _ in range(_MOST_READINGS):
            answer = self.http.request(method, read_at, headers=headers)
            assert answer.status_code == status, answer.text
            state = answer.json()[member]
            if state != seen[-1]:
                assert state in states[seen[-1]].next
                seen = [*seen, state]
            if is_reached(answer.json()) or states[state].is_final:
                return seen
            time.sleep(0.1)
        raise AssertionError(f"no end: {seen}")

    def example(self) -> None:
        """The example of the brief is genuine at its own time, and at no other."""
        signing = self.exchange.signing
        assert signing
        assert self.is_of_one_event(signing.headers, signing.body)
        now = int(signing.headers[signing.time_header])
        assert self.is_genuine(signing.headers, signing.body, signing.secret, now)
        assert not self.is_genuine(signing.headers, signing.body, signing.secret, now + signing.tolerance + 1)

    def notifications(self, record: dict[str, Any], events: list[str]) -> None:
        """Every notification of a record is genuine, has the event of its state, and nothing else passes for one."""
        _, _, id, _, _ = self.exchange.reading
        of_record: list[Delivered] = []
        for _ in range(_MOST_READINGS):
            of_record = [one for one in self.delivered() if record[id].encode() in one[1]]
            if len(of_record) == len(events):
                break
            time.sleep(0.1)
        signing = self.exchange.signing
        assert signing
        assert len(of_record) == len(events)
        for headers, body in of_record:
            assert any(f'"{event}"'.encode() in body for event in events)
            assert self.is_of_one_event(headers, body)
            tampered, old = body.replace(b"{", b"{ ", 1), time.time() + 2 * signing.tolerance
            assert self.is_genuine(headers, body, self.secret, time.time())
            assert not self.is_genuine(headers, tampered, self.secret, time.time())
            assert not self.is_genuine(headers, body, self.secret, old)
            assert self.is_genuine(self.rotated(headers), body, self.secret, time.time())

    def is_of_one_event(self, headers: Mapping[str, str], body: bytes) -> bool:
        """Return whether the identifier in the signed text is that of the event, if the body has one."""
        signing = self.exchange.signing
        assert signing
        header = signing.text.partition("}")[0].removeprefix("{")
        return json.loads(body).get("id") in (None, headers[header])

    def rotated(self, headers: Mapping[str, str]) -> dict[str, str]:
        """Return headers as they are while the secret is replaced: with a signature of the other secret first."""
        signing = self.exchange.signing
        assert signing
        other = f"{signing.version},{base64.b64encode(bytes(32)).decode()}"
        return {**headers, signing.header: {"blank": " "}[signing.separator].join((other, headers[signing.header]))}

    def is_genuine(self, headers: Mapping[str, str], body: bytes, secret: str, now: float) -> bool:
        """Return whether a notification is genuine, by what the brief says."""
        signing = self.exchange.signing
        assert signing
        assert secret.startswith(signing.secret_prefix)
        if abs(now - int(headers[signing.time_header])) > signing.tolerance:
            return False
        pieces = signing.text.split("{body}")
        before, after = (piece.format_map(headers).encode() for piece in pieces)
        key = base64.b64decode(secret.removeprefix(signing.secret_prefix), validate=True)
        digest = hmac.digest(key, before + body + after, getattr(hashlib, signing.algorithm.lower()))
        encoded = {"base64": base64.b64encode(digest).decode(), "hex": digest.hex()}[signing.encoding]
        entries = headers[signing.header].split({"blank": " "}[signing.separator])
        enough = any if signing.one_is_enough else all
        return enough(hmac.compare_digest(entry, f"{signing.version},{encoded}") for entry in entries)


def _new_key() -> str:
    return f"walk-{next(_NUMBERS)}"


def _texts(value: Any) -> Iterator[list[str]]:
    """Yield the path of each text in an object."""
    for name, inner in value.items():
        if isinstance(inner, str):
            yield [name]
        elif isinstance(inner, dict):
            yield from ([name, *path] for path in _texts(inner))


def _get(value: Any, path: list[str]) -> Any:
    for step in path:
        value = value[step]
    return value


def _set(value: Any, path: list[str], new: Any) -> None:
    _get(value, path[:-1])[path[-1]] = new
