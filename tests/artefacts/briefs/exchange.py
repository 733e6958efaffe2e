"""Reads what a brief says of how requests are sent and what follows; what lacks is a LookupError once it is needed."""

import json
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tests.artefacts.briefs.reading import fenced

_TICKS = r"`([^`]+)`"


@dataclass(frozen=True)
class State:
    """A state of a record; `event` is "" if none is sent."""

    is_first: bool
    is_final: bool
    next: tuple[str, ...]
    event: str


@dataclass(frozen=True)
class Advice:
    """The status of a problem, and what to do: `wait` is the header that names the delay, "" for one of our own."""

    status: int
    retry: bool
    wait: str


@dataclass(frozen=True)
class Signing:
    """How a notification is signed, with an example: `text` is what is signed, with names of headers in braces."""

    header: str
    text: str
    version: str
    algorithm: str
    encoding: str
    separator: str
    one_is_enough: bool
    secret_prefix: str
    time_header: str
    tolerance: int
    secret: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Outcome:
    """What the sandbox does to a request: the states after the first one, or the problem and how often."""

    moves: tuple[str, ...] | None
    problem: str
    times: int


@dataclass(frozen=True)
class Sandbox:
    """What it is in place of and accepts; `field` is the path of the field that names an outcome."""

    replaces: str
    key: str
    field: str
    outcomes: dict[str, Outcome]


class Exchange:
    """What a brief says around the body: each fact is read when a program needs it. Raises LookupError if it lacks."""

    def __init__(self, text: str) -> None:
        self.head, _, rest = text.partition("\n## Exchange\n")
        self._parts = dict(re.findall(r"\n### (.+)\n\n((?:(?!\n### ).|\n(?!### ))*)", rest))

    @cached_property
    def call(self) -> tuple[str, str]:
        """The HTTP method and the address."""
        method, url = _groups(rf"^.*?{_TICKS} `(https://\S+)` as `application/json`", self.head)
        return method, url

    @cached_property
    def headers(self) -> dict[str, str]:
        """The headers of a request, with `KEY` in the place of the secret key, without that of the idempotency key."""
        headers = dict(re.findall(rf"^- Header {_TICKS}: {_TICKS}", self._request, re.MULTILINE))
        for name, level, said in self._further_headers:
            if level == "required" and name != self.key_header:
                headers[name] = _groups(rf"Such as {_TICKS}\.", said)[0]
        return headers

    @cached_property
    def key_header(self) -> str:
        """The header of the idempotency key, if it is listed."""
        (name,) = _groups(rf"^- Repetition: use a new {_TICKS} for each new request\.", self._request)
        return name if name in {listed for listed, _, _ in self._further_headers} else ""

    @cached_property
    def repeats_as_it_was(self) -> bool:
        """Whether a request is repeated with the same key and body."""
        return "If you receive no answer, repeat the request with the same key and body" in self._request

    @cached_property
    def replayed(self) -> tuple[str, str]:
        """The header of an answer that is the first one again, and its value."""
        name, value = _groups(rf"gets the first answer again, with the header {_TICKS}: {_TICKS}", self._request)
        return name, value

    @cached_property
    def conflict(self) -> str:
        """The problem of a key that comes with another body."""
        return _groups(rf"with another body, the problem {_TICKS}", self._request)[0]

    @cached_property
    def retention_hours(self) -> int:
        """How long a key is kept."""
        return int(_groups(r"The key is kept for (\d+) hours?", self._request)[0])

    @cached_property
    def answer_seconds(self) -> int:
        """How long an answer takes at most."""
        return int(_groups(r"responds within (\d+) seconds", self._request)[0])

    @cached_property
    def created(self) -> int:
        """The status of the response."""
        return int(_groups(r"^- Response: `(\d+)`", self._request)[0])

    @cached_property
    def response(self) -> dict[str, Any]:
        """The example of the response."""
        return dict(json.loads(fenced("Its response", self.head)))

    @cached_property
    def reading(self) -> tuple[str, str, str, str, int]:
        """The method and address that read the record, its member for the placeholder, the placeholder, the status."""
        method, url, member, placeholder, status = _groups(
            rf"^- Reading: {_TICKS} {_TICKS}, with the member {_TICKS} of the record as {_TICKS}\. Response: `(\d+)`",
            self._request,
        )
        return method, url, member, placeholder, int(status)

    @cached_property
    def state_member(self) -> str:
        """The member of a record that has its state."""
        return _groups(rf"^The member {_TICKS} of", self._states)[0]

    @cached_property
    def unknown_is_not_final(self) -> bool:
        """What to think of a state that the brief does not name."""
        return bool(_groups(r"(Treat an unknown state as not final)\.", self._states))

    @cached_property
    def completed_member(self) -> str:
        """The member that is null until a record is completed; "" where a record is read until its state is final."""
        return self._reading_ends[0]

    @cached_property
    def completing_states(self) -> list[str]:
        """The states, beside the final ones, in which a record without such a member is completed."""
        return self._reading_ends[1]

    @property
    def _reading_ends(self) -> tuple[str, list[str]]:
        said = rf"Read the record until (?:{_TICKS} is not null|its state is ((?:`[^`]+` or )*)final), and wait longer"
        member, states = _groups(said, self._states)
        return member or "", re.findall(_TICKS, states or "")

    @cached_property
    def later_states(self) -> set[str]:
        """The states that a completed record may have later."""
        said = re.findall(r"may change later[^:]*: handle (.*?) as a case of its own", self._states)
        return {state for later in said for state in re.findall(_TICKS, later)}

    @cached_property
    def states(self) -> dict[str, State]:
        """The states by name."""
        return _states(self._states)

    @cached_property
    def signing(self) -> Signing | None:
        """How notifications are signed; None if there are none."""
        return _signing(self._parts["Notifications"]) if "Notifications" in self._parts else None

    @cached_property
    def notification_headers(self) -> list[str]:
        """The headers of a notification that are explained; the example has the same."""
        listed = re.findall(rf"^- Header {_TICKS}: ", _part(self._parts, "Notifications"), re.MULTILINE)
        if not self.signing or list(self.signing.headers) != listed:
            raise LookupError("the example does not have the headers")
        return listed

    @cached_property
    def problem_form(self) -> tuple[str, str]:
        """The media type of a problem, and what its type begins with."""
        media_type, base = _groups(rf"is answered with {_TICKS}: `type` is {_TICKS} and the name", self._problems)
        return media_type, base

    @cached_property
    def problems(self) -> dict[str, Advice]:
        """What to do about each problem."""
        return _problems(self._problems)

    @cached_property
    def sandbox(self) -> Sandbox:
        """What a program must know of the sandbox that runs."""
        return _sandbox(self._sandbox)

    @cached_property
    def start(self) -> str:
        """The command that starts the sandbox."""
        return _groups(rf"^- Start: {_TICKS}", self._sandbox)[0]

    @cached_property
    def address(self) -> str:
        """Where the sandbox is."""
        return _groups(rf"^- Address: {_TICKS}", self._sandbox)[0]

    @cached_property
    def forward(self) -> str:
        """The option that names a receiver."""
        return _groups(r"with `(--\S+) URL`, notifications go", self._sandbox)[0]

    @cached_property
    def secret(self) -> str:
        """The command that prints the signing secret."""
        return _groups(rf"^- Signing secret: {_TICKS} prints it\.$", self._sandbox)[0]

    @property
    def _further_headers(self) -> list[tuple[str, str, str]]:
        return re.findall(rf"^- Header {_TICKS}, (required|optional)(.*)$", self._request, re.MULTILINE)

    @property
    def _request(self) -> str:
        return _part(self._parts, "Request")

    @property
    def _states(self) -> str:
        return _part(self._parts, "States")

    @property
    def _problems(self) -> str:
        return _part(self._parts, "Problems")

    @property
    def _sandbox(self) -> str:
        return _part(self._parts, "Sandbox")


def _part(parts: dict[str, str], title: str) -> str:
    if title not in parts:
        raise LookupError(f"the brief has no part {title!r}")
    return parts[title]


def _groups(pattern: str, text: str) -> tuple[str, ...]:
    found = re.search(pattern, text, re.MULTILINE)
    if not found:
        raise LookupError(f"the brief does not say {pattern!r}")
    return found.groups()


def _states(text: str) -> dict[str, State]:
    states = {}
    for name, first, final, facts in re.findall(
        rf"^- {_TICKS}: (first, )?((?:not )?final)(.*?)\. ", text, re.MULTILINE
    ):
        following = re.search(r"; next (.*?)(?:;|$)", facts)
        event = re.search(rf"; event {_TICKS}", facts)
        states[name] = State(
            bool(first),
            final == "final",
            tuple(re.findall(_TICKS, following[1])) if following else (),
            event[1] if event else "",
        )
    if any(one.is_final == bool(one.next) for one in states.values()):
        raise LookupError("a state is final if and only if no other follows")
    if [one.is_first for one in states.values()].count(True) != 1:
        raise LookupError("the brief names no first state")
    return states


def _signing(text: str) -> Signing:
    header, version, encoding, algorithm, separator = _groups(
        rf"^- Header {_TICKS}: entries `([^`]+),` with the (\w+) of the HMAC-(\w+) of the signed text, "
        r"with a (\w+) between",
        text,
    )
    time_header, tolerance = _groups(rf"^- Tolerance: reject a {_TICKS} more than (\d+) s away", text)
    pairs = re.findall(r"^- Example header: `([^:`]+): ([^`]+)`$", text, re.MULTILINE)
    return Signing(
        header=header,
        text=_groups(rf"^- Signed text: {_TICKS}", text)[0],
        version=version,
        algorithm=algorithm,
        encoding=encoding,
        separator=separator,
        one_is_enough="One that matches is enough" in text,
        secret_prefix=_groups(rf"^- Secret: {_TICKS} and the base64 of the key", text)[0],
        time_header=time_header,
        tolerance=int(tolerance),
        secret=_groups(rf"^- Example secret: {_TICKS}$", text)[0],
        headers=dict(pairs),
        body=fenced("Example body", text).encode(),
    )


def _problems(text: str) -> dict[str, Advice]:
    problems, advice = {}, ""
    for line in text.split("\n"):
        if not line.startswith("- "):
            advice = line or advice
            continue
        name, status = _groups(rf"^- {_TICKS}, `(\d+)`: ", line)
        again = "send the same request again" in advice
        if not again and advice != "The same request will fail again.":
            raise LookupError(f"the brief does not say what to do about {name}")
        wait = re.search(rf"^Wait(?: as many seconds as {_TICKS} says|, longer each time), then", advice)
        if again and not wait:
            raise LookupError(f"the brief does not say how long to wait after {name}")
        problems[name] = Advice(int(status), again, (wait and wait[1]) or "")
    return problems


def _sandbox(text: str) -> Sandbox:
    named = re.search(
        rf"^- Outcomes: {_TICKS} names one, alone or with a hyphen and more characters\.$", text, re.MULTILINE
    )
    outcomes = {}
    for name, what in re.findall(rf"^  - {_TICKS}: (.*)$", text, re.MULTILINE):
        times = re.search(r", (\d+) times?$", what)
        problem = re.match(rf"problem {_TICKS}", what)
        moves = tuple(re.findall(_TICKS, what)) if what.startswith("`") else () if what == "no moves" else None
        outcomes[name] = Outcome(moves, problem[1] if problem else "", int(times[1]) if times else 0)
    if outcomes and not named:
        raise LookupError("the brief does not say which field names an outcome")
    return Sandbox(
        replaces=_groups(rf"^- Address: .* in place of {_TICKS}\.$", text)[0],
        key=_groups(rf"^- Key: {_TICKS}\.$", text)[0],
        field=named[1] if named else "",
        outcomes=outcomes,
    )
