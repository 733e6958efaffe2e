"""The calls of calls.yaml, and what no table states: moments, chance, each problem of the interface."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from case_files import cases_in, read_file

from tests.artefacts.client.answers import (
    BUSY,
    CLOSED,
    CREATED,
    EXAMPLES,
    INTERFACE,
    NO_ANSWER,
    NO_CONNECTION,
    PAYOUT,
    PROBLEM,
    amount,
    answered,
    problem,
    stated,
)
from tests.artefacts.client.clients import PAY, Client, Found, Request, TypeScriptClient
from tests.artefacts.published import PATHS, contract, modules, strict
from tests.artefacts.serving import KEY
from tests.artefacts.typescript.typescript_package import Driver
from tests.artefacts.unreadable import BY_CLIENTS, UNREADABLE

FILE = Path(__file__).with_name("calls.yaml")
ANSWERS = read_file(FILE)["answers"]
ENDS = ("record", "response", "error", "kept", "says", "items", "requests", "keys", "pauses")
OPTIONAL = ("server", "call", "args", "with", "options", "each", "TypeScript", *ENDS)
UUID = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
MISTAKES = {"Python": "ValueError", "TypeScript": "TypeError"}


def calls() -> Iterator[Any]:
    """Yield each call of the file, those of a case with `each` one by one."""
    for case in cases_in(FILE, optional=OPTIONAL, beside=["answers"]):
        for entry in case.stated.get("each", [None]):
            values = {"each": entry, **(entry if isinstance(entry, dict) else {})}
            yield pytest.param(_filled({**case.stated}, values), id=f"{case.name}: {entry}"[:90].removesuffix(": None"))


def _filled(stated: Any, values: dict[str, Any]) -> Any:
    """Return what a case states with the values of one of its entries."""
    match stated:
        case dict():
            return {_filled(name, values): _filled(value, values) for name, value in stated.items() if name != "each"}
        case list():
            return [_filled(one, values) for one in stated]
        case str() if stated.startswith("$"):
            return values[stated[1:]]
        case str():
            return re.sub(r"\$(\w+)", lambda found: str(values[found[1]]), stated)
    return stated


@pytest.mark.parametrize("case", [*calls()])
def test_a_call_ends_as_stated(case: dict[str, Any], client: Client) -> None:
    answers = [stated(ANSWERS[one] if isinstance(one, str) else one) for one in case.get("server", ["payout"])]
    call = case.get("call", "create_payout")
    found = client.call(call, *case.get("args", ()), answers=answers, named=case.get("with"), **case.get("options", {}))
    expected = {name: case[name] for name in ENDS if name in case} | case.get(client.language, {})
    assert ("error" in expected) is ("error" in found), found.get("error")
    if expected.get("error") == "Mistake":
        expected |= {"error": MISTAKES[client.language], "requests": 0}
    if isinstance(expected.get("error"), str):
        expected["error"] = {"name": expected["error"]}
    if says := expected.pop("says", ""):
        assert re.sub(r"\{(\w+)\}", lambda name: client.spelled(name[1]), says) in found["error"]["message"]
    if expected.pop("kept", False):
        assert holds(found["error"], {name: answers[0][name] for name in ("status", "body")})
    if expected.get("keys") == "one":
        assert_one_key(found)
        del expected["keys"]
    for name, wanted in expected.items():
        assert holds(found[name], wanted), (name, found[name])


def holds(found: Any, wanted: Any) -> bool:
    """Return whether a value is the wanted one, has its members, is in its range, or is a list of as many."""
    match wanted:
        case dict():
            return all(holds(found.get(name), value) for name, value in wanted.items())
        case "none":
            return set(found) == {None}
        case int() if isinstance(found, list):
            return len(found) == wanted
        case [least, most] if isinstance(found, int | float):
            return bool(least <= found <= most)
        case list():
            return len(found) == len(wanted) and all(map(holds, found, wanted))
    return bool(found == wanted)


def assert_one_key(found: Found) -> None:
    """Assert that all requests are the same, with one fresh key, which an error has too."""
    [key] = {*found["keys"]}
    assert UUID.fullmatch(key)
    assert len({one["body"] for one in found["requests"]}) == 1
    assert found.get("error", {}).get("idempotency_key", key) == key


# What is sent


def test_what_is_sent(client: Client) -> None:
    request = Request("payout", "UPI", "full", (("amount", 1000.1),))
    [sent] = client.call("create_payout", request, answers=[CREATED], named={"idempotency_key": "k-1"})["requests"]
    assert (sent["method"], sent["path"]) == ("POST", PATHS["payout"])
    expected = {"authorization": f"Bearer {KEY}", "idempotency-key": "k-1", "content-type": "application/json"}
    assert holds(sent["headers"], expected)
    assert sent["headers"]["user-agent"] == "payments_api/" + contract()["service"]["version"]
    assert '"amount":1000.1,' in sent["body"]
    assert strict(json.loads(sent["body"])) == strict(request.payload)


@pytest.mark.parametrize("text", ["0.07", "1.5", "1234567.89", "50000001", "9999999999999.99"])
def test_an_amount_is_sent_and_read_exactly(text: str, client: Client) -> None:
    request = Request(changes=(("amount", json.loads(text)),))
    found = client.call("create_payout", request, answers=[amount(text, http_status=201)])
    assert f'"amount":{text}' in found["requests"][0]["body"]
    assert str(found["record"]["amount"]) == text


@pytest.mark.parametrize("body", ["{}", [], 1, {"amount": 1}, None], ids=repr)
def test_only_a_request_is_sent(body: Any, client: Client) -> None:
    found = client.call("create_payout", body, answers=[CREATED])
    if (client.language, body) == ("TypeScript", {"amount": 1}):
        assert len(found["requests"]) == 1, "its compiler knows what a request is"
        return
    assert (found["error"]["name"], found["requests"]) == ("TypeError", [])
    kind = f"model of a request, not a {type(body).__name__}" if client.language == "Python" else "request, an object"
    assert f"createPayout takes a {kind}" in found["error"]["message"]


@pytest.mark.slow
def test_nothing_is_no_request(driver: Driver) -> None:
    found = TypeScriptClient(driver).call("create_payout", PAY, answers=[CREATED], body="nothing")
    assert (found["error"]["message"], found["requests"]) == ("createPayout takes a request, an object", [])


@pytest.mark.parametrize("name", [name for name in BY_CLIENTS if UNREADABLE[name].text is not None])
def test_an_answer_that_is_no_json_says_why(name: str, client: Client) -> None:
    case = UNREADABLE[name]
    for body, what in ((answered(200, case.text), "record"), (answered(400, case.text, PROBLEM), "problem")):
        error = client.call("get_payout", answers=[body])["error"]
        assert error["name"] == "AnswerError"
        assert error["message"].endswith(f" is not as documented: the {what} cannot be read: {case.words_of_clients}")


def test_every_call_has_a_key_of_its_own(client: Client) -> None:
    [first], [second] = (client.call("create_payout", answers=[CREATED])["keys"] for _ in range(2))
    assert first != second


# Where the credential goes


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9:8000", "localhost", "LOCALHOST", "[::1]:8000"])
def test_this_machine_may_be_called_without_encryption(host: str, client: Client) -> None:
    assert "record" in client.call("get_payout", answers=[PAYOUT], base_url=f"http://{host}/base")


@pytest.mark.parametrize(
    "host", ["service.test", "10.0.0.1", "127.0.0.1.service.test", "localhost.test", "0.0.0.0", "[::]", "[fe80::1]"]
)
def test_no_other_host_gets_the_credential_unencrypted(host: str, client: Client) -> None:
    def called(url: str, **options: Any) -> Found:
        return client.call("get_payout", answers=[PAYOUT], base_url=url, **options)

    name = host.strip("[]")
    other = f"http://other.{name.replace(':', '')}.test"
    for rejected in (called(f"http://{host}"), called(other, allow_http=[host])):
        assert "everybody on the way" in rejected["error"]["message"]
        assert rejected["requests"] == []
    # The characters of a text are no hosts, and its parts none either.
    for rejected in (called(f"http://{host}", allow_http=f"my-{name}"), called(f"http://{host}", allow_http=[])):
        assert "everybody on the way" in rejected["error"]["message"]
        assert rejected["requests"] == []
    for allowed in ([name], name):
        assert "record" in called(f"http://{host}", allow_http=allowed)
    assert "record" in called(f"https://{host}")


def test_no_error_shows_a_value(client: Client) -> None:
    secret = "Very Secret Person"
    for answer in (
        problem(400, "malformed-json", detail=secret, title=secret),
        answered(201, json.dumps({"id": secret, "amount": secret, "status": [secret], "created_at": secret})),
        answered(201, f'{{"{secret}'),
        problem(422, "validation-failed", errors=[{"pointer": "#/a", "code": "type", "detail": secret}]),
        answered(500, secret, "text/plain"),
    ):
        found = client.call("create_payout", answers=[answer])
        assert secret not in found["shown"] + found["error"]["message"]


@pytest.mark.parametrize("key", ["", "sk\nx", "sk two", "schlüssel"])
def test_no_error_shows_a_credential_that_is_none(key: str, client: Client) -> None:
    found = client.call("get_payout", answers=[PAYOUT], api_key=key)
    assert found["error"]["message"].endswith("must be visible ASCII characters")
    assert not key or key not in found["shown"]
    assert found["requests"] == []


# When a call is repeated


def test_the_pauses_grow_within_bounds(client: Client) -> None:
    found = client.call("create_payout", answers=[BUSY], retries=12, longest_pause=3)
    assert (found["error"]["status"], len(found["requests"])) == (429, 13)
    assert all(0 <= pause <= min(3, 0.5 * 2**index) for index, pause in enumerate(found["pauses"]))
    assert len(set(found["pauses"])) > 10, "they are not all alike"


@pytest.mark.parametrize("asked", ["1" + "0" * 9, "9" * 5_000], ids=len)
def test_a_wait_beyond_all_measure_is_long_and_not_none(asked: str, client: Client) -> None:
    found = client.call("create_payout", answers=[problem(503, "service-unavailable", {"Retry-After": asked}), CREATED])
    assert (found["error"]["retry_after"], len(found["requests"]), found["pauses"]) == (10**9, 1, [])


def test_a_proxy_that_names_a_moment_is_waited_for(client: Client) -> None:
    def asking(seconds: int) -> dict[str, Any]:
        moment = format_datetime(datetime.now(UTC) + timedelta(seconds=seconds), usegmt=True)
        return answered(503, "<p>Closed</p>", "text/html", {"Retry-After": moment})

    [pause] = client.call("create_payout", answers=[asking(20), CREATED])["pauses"]
    assert 15 <= pause <= 20.5
    found = client.call("create_payout", answers=[asking(3600), CREATED])
    assert (found["error"]["name"], len(found["requests"]), found["pauses"]) == ("AnswerError", 1, [])


@pytest.mark.parametrize("method", ["POST", "DELETE", "PUT", "PATCH"])
@pytest.mark.parametrize("trouble", [BUSY, CLOSED, NO_CONNECTION, NO_ANSWER], ids=lambda one: str(one)[:40])
def test_what_could_be_done_twice_is_never_repeated(method: str, trouble: dict[str, Any], client: Client) -> None:
    """No operation of this interface is such a one, so it is made: a call that changes something, without a key."""
    found = client.without_key(method, [trouble, CREATED])
    assert (found["keys"], found["pauses"]) == ([None], [])
    assert found["error"]["outcome_unknown"] is (trouble in (CLOSED, NO_ANSWER))
    assert found["error"].get("idempotency_key") is None
    assert "repeat the same request with" not in found["error"]["message"]


def test_a_call_can_be_repeated_by_hand(client: Client) -> None:
    key = client.call("create_payout", answers=[NO_ANSWER])["error"]["idempotency_key"]
    assert client.call("create_payout", answers=[CREATED], named={"idempotency_key": key})["keys"] == [key]


# What comes back


def test_a_record_is_read_as_it_is(client: Client) -> None:
    found = client.call("create_payout", answers=[CREATED])
    assert strict(found["record"]) == strict(EXAMPLES["PayoutRecord"])


@pytest.mark.parametrize("one", INTERFACE["problems"], ids=lambda one: one["slug"])
def test_each_problem_has_a_class_of_its_own(one: dict[str, Any], client: Client) -> None:
    error = client.call("get_payout", answers=[problem(one["status"], one["slug"])], retries=0)["error"]
    known = modules()["client.errors"].PROBLEM_ERRORS[one["slug"]].__name__
    assert (error["name"], error["slug"], error["request_id"]) == (known, one["slug"], "req_1")
    assert known != "ApiError"
    assert one["title"] in error["message"]
