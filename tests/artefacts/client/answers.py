"""What a service sends, as data for a client of any language: answers to scripted calls, and a notification."""

import json
from typing import Any

from tests.artefacts.client.clients import Answer
from tests.artefacts.published import contract

INTERFACE = contract()["interface"]
EXAMPLES = {one["name"]: one["example"] for one in INTERFACE["records"]}
PROBLEM = "application/problem+json"


def answered(status: int, body: str, kind: str = "application/json", headers: dict[str, str] | None = None) -> Answer:
    """Return an answer."""
    return {"status": status, "headers": {"Content-Type": kind, **(headers or {})}, "body": body}


def record(name: str, http_status: int = 200, headers: dict[str, str] | None = None, **changes: Any) -> Answer:
    """Return an answer with the example of a record, with members changed."""
    return answered(http_status, json.dumps({**EXAMPLES[name], **changes}), headers=headers)


def problem(status: int, slug: str, headers: dict[str, str] | None = None, **members: Any) -> Answer:
    """Return an answer with a problem."""
    document = {"type": INTERFACE["problem_base"] + slug, "title": "A problem", "status": status, **members}
    return answered(status, json.dumps(document), PROBLEM, {"Request-Id": "req_1", **(headers or {})})


def amount(text: str, name: str = "PayoutRecord", http_status: int = 200) -> Answer:
    """Return an answer with the example of a record whose amount is written as it is given."""
    found = record(name, http_status, amount="\0")
    return {**found, "body": found["body"].replace('"\\u0000"', text)}


def stated(answer: Any) -> Answer:
    """Return an answer as a file of cases states it."""
    match answer:
        case {"record": name, **more}:
            changes = {name: _value(value) for name, value in more.get("with", {}).items()}
            return record(name, more.get("status", 200), more.get("headers"), **changes)
        case {"problem": slug, "status": status, **more}:
            return problem(status, slug, more.get("headers"), **more.get("with", {}))
        case {"body": body, "status": status, **more}:
            headers = {**({"Content-Type": more["type"]} if "type" in more else {}), **more.get("headers", {})}
            return {"status": status, "headers": headers, "body": body}
        case {"failure": _}:
            return dict(answer)
    raise AssertionError(f"no answer: {answer}")


def _value(value: Any) -> Any:
    """Return a member of a record, in whose lists `example` names the record that an item is."""
    items = value if isinstance(value, list) else []
    return [{**EXAMPLES[one.pop("example")], **one} for one in map(dict, items)] if items else value


CREATED = record("PayoutRecord", 201)
PAYOUT = record("PayoutRecord")
BUSY = problem(429, "rate-limited")
CLOSED = problem(503, "service-unavailable")
NO_CONNECTION, NO_ANSWER = {"failure": "connection"}, {"failure": "answer"}


def written(document: Any) -> bytes:
    """Return a document as the body of a notification."""
    return json.dumps(document).encode()


EVENT = {**EXAMPLES["PayoutEvent"], "type": "payout.succeeded"}
BODY = written(EVENT)
