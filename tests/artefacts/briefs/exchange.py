"""Reads what a brief says of how requests are sent and what follows; whatever it lacks is a LookupError."""

import json
import re
from dataclasses import dataclass
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
    """How it is started, where it is and what it accepts; `field` is the path of the field that names an outcome."""

    start: str
    forward: str
    secret: str
    address: str
    replaces: str
    key: str
    field: str
    outcomes: dict[str, Outcome]


@dataclass(frozen=True)
class Exchange:
    """What a brief says around the body."""

    method: str
    url: str
    headers: dict[str, str]
    key_header: str
    replayed: tuple[str, str]
    conflict: str
    retention_hours: int
    answer_seconds: int
    created: int
    response: dict[str, Any]
    reading: tuple[str, str, str, str, int]
    state_member: str
    states: dict[str, State]
    signing: Signing | None
    problem_type: str
    problem_media_type: str
    problems: dict[str, Advice]
    sandbox: Sandbox


def read_exchange(text: str) -> Exchange:
    """Return what a brief says. Raises LookupError if it does not say something."""
    head, _, rest = text.partition("\n## Exchange\n")
    parts = dict(re.findall(r"\n### (.+)\n\n((?:(?!\n### ).|\n(?!### ))*)", rest))
    request, states = _part(parts, "Request"), _part(parts, "States")
    method, url = _groups(rf"^.*?{_TICKS} `(https://\S+)` as `application/json`", head)
    replayed, value = _groups(rf"gets the first answer again, with the header {_TICKS}: {_TICKS}", request)
    reading = _groups(
        rf"^- Reading: {_TICKS} {_TICKS}, with the member {_TICKS} of the record as {_TICKS}\. Response: `(\d+)`",
        request,
    )
    media_type, base = _groups(rf"is answered with {_TICKS}: `type` is {_TICKS} and the name", _part(parts, "Problems"))
    (key_header,) = _groups(
        rf"^- Repetition: use a new {_TICKS} for each new request\. If you receive no answer, repeat the "
        "request with the same key and body",
        request,
    )
    return Exchange(
        method=method,
        url=url,
        headers=_headers(request, key_header),
        key_header=key_header,
        replayed=(replayed, value),
        conflict=_groups(rf"with another body, the problem {_TICKS}", request)[0],
        retention_hours=int(_groups(r"The key is kept for (\d+) hours?", request)[0]),
        answer_seconds=int(_groups(r"responds within (\d+) seconds", request)[0]),
        created=int(_groups(r"^- Response: `(\d+)`", request)[0]),
        response=json.loads(fenced("Its response", head)),
        reading=(*reading[:4], int(reading[4])),
        state_member=_groups(rf"^The member {_TICKS} of", states)[0],
        states=_states(states),
        signing=_signing(parts["Notifications"]) if "Notifications" in parts else None,
        problem_type=base,
        problem_media_type=media_type,
        problems=_problems(_part(parts, "Problems")),
        sandbox=_sandbox(_part(parts, "Sandbox"), "Notifications" in parts),
    )


def _part(parts: dict[str, str], title: str) -> str:
    if title not in parts:
        raise LookupError(f"the brief has no part {title!r}")
    return parts[title]


def _groups(pattern: str, text: str) -> tuple[str, ...]:
    found = re.search(pattern, text, re.MULTILINE)
    if not found:
        raise LookupError(f"the brief does not say {pattern!r}")
    return found.groups()


def _headers(request: str, key_header: str) -> dict[str, str]:
    """Return the headers of a request, with `KEY` in the place of the secret key, and those that are required."""
    headers = dict(re.findall(rf"^- Header {_TICKS}: {_TICKS}", request, re.MULTILINE))
    further = re.findall(rf"^- Header {_TICKS}, (required|optional)(.*)$", request, re.MULTILINE)
    if key_header not in {name for name, _, _ in further}:
        raise LookupError(f"the brief does not list the header {key_header}")
    for name, level, said in further:
        if level == "required" and name != key_header:
            headers[name] = _groups(rf"Such as {_TICKS}\.", said)[0]
    for name in ("Authorization", "Content-Type"):
        if name not in headers:
            raise LookupError(f"the brief does not list the header {name}")
    return headers


def _states(text: str) -> dict[str, State]:
    _groups(r"Treat an unknown state as not final\. Read the record until its state is final, and wait longer", text)
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
    _groups("One that matches is enough", text)
    time_header, tolerance = _groups(rf"^- Tolerance: reject a {_TICKS} more than (\d+) s away", text)
    pairs = re.findall(r"^- Example header: `([^:`]+): ([^`]+)`$", text, re.MULTILINE)
    listed = re.findall(rf"^- Header {_TICKS}: ", text, re.MULTILINE)
    if [name for name, _ in pairs] != listed:
        raise LookupError("the example does not have the headers")
    return Signing(
        header=header,
        text=_groups(rf"^- Signed text: {_TICKS}", text)[0],
        version=version,
        algorithm=algorithm,
        encoding=encoding,
        separator=separator,
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


def _sandbox(text: str, has_notifications: bool) -> Sandbox:
    address, replaces = _groups(rf"^- Address: {_TICKS} in place of {_TICKS}\.$", text)
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
        start=_groups(rf"^- Start: {_TICKS}", text)[0],
        forward=_groups(r"with `(--\S+) URL`, notifications go", text)[0] if has_notifications else "",
        secret=_groups(rf"^- Signing secret: {_TICKS} prints it\.$", text)[0] if has_notifications else "",
        address=address,
        replaces=replaces,
        key=_groups(rf"^- Key: {_TICKS}\.$", text)[0],
        field=named[1] if named else "",
        outcomes=outcomes,
    )
