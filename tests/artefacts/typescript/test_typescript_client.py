"""What the TypeScript client sends, when it sends that again, and what it throws: as the Python client does."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from paycat.contract.model import Contract
from paycat.languages.javascript import name
from paycat.pages.typescript_client import client_methods
from tests.artefacts.client.scripted import EXAMPLES
from tests.artefacts.published import contract as published
from tests.artefacts.published import modules, sample
from tests.artefacts.serving import KEY
from tests.artefacts.typescript.typescript_package import DOM, NODE, Driver, check_types

pytestmark = pytest.mark.slow

UUID = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
BASE = "https://service.test/base"
INTERFACE = published()["interface"]
STATES = {one["record"]: one["states"] for one in INTERFACE["state_machines"]}


def record(name: str, http_status: int = 200, headers: dict[str, str] | None = None, **changes: Any) -> dict[str, Any]:
    """Return an answer with the example of a record, with members changed."""
    body = json.dumps({**EXAMPLES[name], **changes})
    return {"status": http_status, "headers": {"Content-Type": "application/json", **(headers or {})}, "body": body}


def problem(status: int, slug: str, headers: dict[str, str] | None = None, **members: Any) -> dict[str, Any]:
    """Return an answer with a problem."""
    document = {"type": INTERFACE["problem_base"] + slug, "title": "A problem", "status": status, **members}
    whole = {"Content-Type": "application/problem+json", "Request-Id": "req_1", **(headers or {})}
    return {"status": status, "headers": whole, "body": json.dumps(document)}


CREATED = record("PayoutRecord", 201)
BUSY = problem(429, "rate-limited")
CLOSED = problem(503, "service-unavailable")
RUNNING = problem(409, "idempotency-in-progress", {"Retry-After": "2"})
NO_CONNECTION, NO_ANSWER = {"error": "ECONNREFUSED", "syscall": "connect"}, {"error": "ECONNRESET", "syscall": "read"}
PAGE = {"status": 503, "headers": {"Content-Type": "text/html"}, "body": "<p>Closed</p>"}


HOW = ("abortAfter", "bare", "body", "sleep")
"""What the driver is told beside the options of the client."""


def called(driver: Driver, call: str, args: list[Any], *script: dict[str, Any], **options: Any) -> Any:
    """Return what a call ends with, with its requests and pauses."""
    told = {name: options.pop(name) for name in HOW if name in options}
    options = {"key": KEY, "baseUrl": BASE, **options}
    found = driver.ask(act="call", call=call, args=args, script=script, options=options, **told)
    found["keys"] = [one["headers"].get("Idempotency-Key") for one in found["requests"]]
    return found


def paid(driver: Driver, *script: dict[str, Any], **options: Any) -> Any:
    return called(driver, "createPayout", [sample("payout", "UPI", "minimal")], *script, **options)


def read(driver: Driver, *script: dict[str, Any], **options: Any) -> Any:
    return called(driver, "getPayout", ["x"], *script, **options)


# What is compiled


@pytest.mark.parametrize("web", [DOM, NODE], ids=" ".join)
def test_a_consumer_compiles(web: Sequence[str], tmp_path: Path) -> None:
    check_types(tmp_path, Path(__file__).with_name("consumer.ts"), web=web)


@pytest.mark.parametrize("id", ["delete", "then", "toString", "constructor", "await"])
def test_an_operation_of_any_name_has_a_method(id: str, contract: Contract) -> None:
    first, *others = contract.interface.operations
    operations = (first.model_copy(update={"id": id}), *others)
    interface = contract.interface.model_copy(update={"operations": operations})
    method, *_ = client_methods(contract.model_copy(update={"interface": interface}))
    assert method.name == f"{id}_"
    assert name(method.name)


@pytest.mark.parametrize("word", ["constructor", "toString", "hasOwnProperty", "valueOf", "signal"])
def test_no_option_is_what_each_object_has(word: str, contract: Contract) -> None:
    """An option that is not given would be found in the prototype, and sent."""
    interface = contract.interface
    first = next(one for one in interface.parameters if one.location_in == "query")
    others = [one.model_copy(update={"name": word} if one is first else {}) for one in interface.parameters]
    changed = interface.model_copy(update={"parameters": tuple(others)})
    methods = client_methods(contract.model_copy(update={"interface": changed}))
    named = {option.name for one in methods for option in one.options if option.parameter.name == word}
    assert named == {f"{word}_"}


# What is sent


def test_a_request_is_as_the_interface_says(driver: Driver) -> None:
    [request] = paid(driver, CREATED)["requests"]
    assert request["url"] == f"{BASE}/v1/payouts"
    assert (request["method"], request["redirect"], request["credentials"]) == ("POST", "manual", "omit")
    assert request["headers"]["Authorization"] == f"Bearer {KEY}"
    assert request["headers"]["Content-Type"] == "application/json"
    assert request["headers"]["User-Agent"] == "payments_api/" + published()["service"]["version"]
    assert json.loads(request["body"]) == sample("payout", "UPI", "minimal")


@pytest.mark.parametrize("text", ["0.07", "1234567.89", "50000001", "9999999999999.99"])
def test_an_amount_is_written_exactly(text: str, driver: Driver) -> None:
    payload = {**sample("payout", "UPI", "minimal"), "amount": json.loads(text)}
    [request] = called(driver, "createPayout", [payload], CREATED)["requests"]
    assert f'"amount":{text}' in request["body"]


def test_parameters_are_where_they_belong(driver: Driver) -> None:
    page = record("PayoutList")
    found = called(driver, "listPayouts", [{"reference": "a b&c", "limit": 2}], page)
    assert found["requests"][0]["url"] == f"{BASE}/v1/payouts?reference=a+b%26c&limit=2"
    found = called(driver, "getPayout", ["a/b?c"], record("PayoutRecord"))
    assert found["requests"][0]["url"] == f"{BASE}/v1/payouts/a%2Fb%3Fc"


@pytest.mark.parametrize("id", ["", ".", ".."])
def test_no_identifier_makes_another_path(id: str, driver: Driver) -> None:
    found = called(driver, "getPayout", [id], record("PayoutRecord"))
    assert (found["error"]["name"], found["requests"]) == ("TypeError", [])


@pytest.mark.parametrize("body", ["{}", [], None, 1], ids=repr)
def test_only_a_request_is_sent(body: Any, driver: Driver) -> None:
    found = called(driver, "createPayout", [body], CREATED)
    assert (found["error"]["name"], found["requests"]) == ("TypeError", [])
    assert "createPayout takes a request" in found["error"]["message"]


@pytest.mark.parametrize(
    ("body", "metadata"),
    [
        ("bigint", '{"n":12345678901234567890,"m":[-1]}'),
        ("parsed", '{"n":12345678901234567890}'),
        ("undefined", None),
        ("date", '{"at":"1970-01-01T00:00:00.000Z","bare":{"a":1}}'),
        ("foreign", None),
        ("names", r'{"__proto__":1,"toString":"\ud800\n"}'),
    ],
)
def test_a_request_is_sent_as_it_is(body: str, metadata: str | None, driver: Driver) -> None:
    [request] = paid(driver, CREATED, body=body)["requests"]
    minimal = json.dumps(sample("payout", "UPI", "minimal"), separators=(",", ":"), ensure_ascii=False)
    assert request["body"] == minimal if metadata is None else minimal[:-1] + f',"metadata":{metadata}}}'


NO_JSON = (
    *("undefined in a list", "a hole in a list", "NaN", "a boxed NaN", "a date that is none", "a function"),
    *("a symbol", "a map", "bytes"),
)


@pytest.mark.parametrize("body", NO_JSON)
def test_what_is_no_json_is_not_sent_as_something_else(body: str, driver: Driver) -> None:
    found = paid(driver, CREATED, body=body)
    assert (found["error"]["name"], found["requests"]) == ("TypeError", [])
    place = "#/metadata/deep/a~1b" + "/0" * body.endswith("list")
    assert found["error"]["message"] == f"createPayout: {place} is no JSON value"


def test_a_request_within_itself_is_not_sent(driver: Driver) -> None:
    found = paid(driver, CREATED, body="itself")
    assert (found["error"]["name"], found["requests"]) == ("TypeError", [])
    assert "holds itself" in found["error"]["message"]


@pytest.mark.parametrize("value", [None, True, [], {}], ids=repr)
def test_only_texts_and_numbers_are_sent_beside_a_body(value: Any, driver: Driver) -> None:
    """A listing of the reference null would be empty, and say that nothing was paid."""
    for found in (
        called(driver, "listPayouts", [{"reference": value}], record("PayoutList")),
        called(driver, "getPayout", [value], record("PayoutRecord")),
    ):
        assert (found["error"]["name"], found["requests"]) == ("TypeError", [])
        assert "must be a text or a number" in found["error"]["message"]


@pytest.mark.parametrize("key", ["", "a b", "a\nb", "é"])
def test_no_header_is_broken(key: str, driver: Driver) -> None:
    found = called(driver, "createPayout", [sample("payout", "UPI", "minimal"), {"idempotencyKey": key}], CREATED)
    assert (found["error"]["name"], found["requests"]) == ("TypeError", [])


# The client


def test_the_address_may_end_with_the_path(driver: Driver) -> None:
    [request] = read(driver, record("PayoutRecord"), baseUrl=f"{BASE}/v1/")["requests"]
    assert request["url"] == f"{BASE}/v1/payouts/x"


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9:8000", "localhost", "LOCALHOST", "[::1]:8000"])
def test_this_machine_may_be_called_without_encryption(host: str, driver: Driver) -> None:
    assert "record" in read(driver, record("PayoutRecord"), baseUrl=f"http://{host}/base")


@pytest.mark.parametrize(
    "host", ["service.test", "10.0.0.1", "127.0.0.1.service.test", "localhost.test", "0.0.0.0", "[::]", "[fe80::1]"]
)
def test_no_other_host_gets_the_key_unencrypted(host: str, driver: Driver) -> None:
    found = read(driver, record("PayoutRecord"), baseUrl=f"http://{host}")
    assert "everybody on the way" in found["error"]["message"]
    allowed = {"allowHttp": [host.strip("[]")]}
    assert "record" in read(driver, record("PayoutRecord"), baseUrl=f"http://{host}", **allowed)


@pytest.mark.parametrize(
    "url",
    [
        *("https://user@service.test", "https://service.test?", "https://service.test#", "https://service.test/ a"),
        *("ftp://service.test", "service.test", "https://", "https:service.test", "https://service.test/\ta", ""),
    ],
)
def test_an_address_that_is_none_is_rejected(url: str, driver: Driver) -> None:
    found = read(driver, record("PayoutRecord"), baseUrl=url)
    assert found["error"]["name"] == "TypeError"
    assert "baseUrl must" in found["error"]["message"]


@pytest.mark.parametrize("key", ["", "a b", "sk\n", "schlüssel"])
def test_a_key_that_is_none_is_not_shown(key: str, driver: Driver) -> None:
    found = read(driver, record("PayoutRecord"), key=key)
    assert found["error"]["message"] == "the key must be visible ASCII characters"


@pytest.mark.parametrize(
    "options",
    [
        {"retries": -1},
        {"retries": 0.5},
        {"longestWait": -1},
        {"deadline": 0},
        {"deadline": 120_000},
        {"largestAnswer": 0},
    ],
    ids=str,
)
def test_a_limit_that_no_call_keeps_is_rejected(options: Any, driver: Driver) -> None:
    assert read(driver, record("PayoutRecord"), **options)["error"]["name"] == "TypeError"


def test_nothing_shows_the_key(driver: Driver) -> None:
    """Some functions like `fetch` throw errors that hold the request, as axios does."""
    for script in (CREATED, BUSY, NO_ANSWER, {"error": "ERR_NETWORK", "message": "Network Error", "holds": "request"}):
        found = paid(driver, script, retries=0)
        assert KEY not in found["printed"] + found.get("error", {}).get("printed", "")


def test_a_record_comes_with_its_response(driver: Driver) -> None:
    answered = record("PayoutRecord", 201, {"Idempotent-Replayed": "true", "Request-Id": "req_9"})
    found = paid(driver, answered)
    assert found["record"] == EXAMPLES["PayoutRecord"]
    assert found["response"] == {"status": 201, "requestId": "req_9", "replayed": True}
    assert paid(driver, CREATED)["response"]["replayed"] is False


# Retries


@pytest.mark.parametrize(
    "trouble", [BUSY, CLOSED, RUNNING, PAGE, NO_CONNECTION, NO_ANSWER], ids=lambda one: str(one)[:40]
)
def test_a_call_is_repeated_with_its_key(trouble: Any, driver: Driver) -> None:
    found = paid(driver, trouble, trouble, CREATED)
    assert found["record"]["object"] == "payout"
    assert len(found["keys"]) == 3
    assert len(set(found["keys"])) == 1
    assert UUID.fullmatch(found["keys"][0])
    assert len({one["body"] for one in found["requests"]}) == 1
    assert len(found["pauses"]) == 2
    assert paid(driver, CREATED)["keys"] != found["keys"][:1], "every call has a key of its own"


def test_pauses_are_at_least_what_the_service_asks_for(driver: Driver) -> None:
    [pause] = paid(driver, problem(429, "rate-limited", {"Retry-After": "7"}), CREATED)["pauses"]
    assert 7 <= pause <= 7.5
    assert paid(driver, problem(429, "rate-limited", {"Retry-After": "3"}), longestWait=3)["pauses"] == [3, 3, 3]


def test_pauses_grow_within_bounds(driver: Driver) -> None:
    found = paid(driver, BUSY, retries=12, longestWait=3)
    assert (found["error"]["status"], len(found["requests"])) == (429, 13)
    assert all(0 <= pause <= min(3, 0.5 * 2**index) for index, pause in enumerate(found["pauses"]))
    assert len(set(found["pauses"])) > 10, "they are not all alike"


@pytest.mark.parametrize("asked", ["31", "86400", "999999999", "1" + "0" * 9, "9" * 5_000])
def test_a_service_that_asks_for_too_long_is_not_asked_again(asked: str, driver: Driver) -> None:
    found = paid(driver, problem(503, "service-unavailable", {"Retry-After": asked}), CREATED)
    assert found["error"]["retryAfter"] == min(int(asked[:12]), 10**9)
    assert (len(found["requests"]), found["pauses"]) == (1, [])


@pytest.mark.parametrize("asked", ["", "0", "soon", "-1", "1.5", "Wed, 21 Oct 2015 07:28:00 GMT", "1 Oct 2026"])
def test_an_unusual_retry_after_is_passed_over(asked: str, driver: Driver) -> None:
    [pause] = paid(driver, problem(503, "service-unavailable", {"Retry-After": asked}), CREATED)["pauses"]
    assert 0 <= pause <= 0.5


@pytest.mark.parametrize(
    "answer",
    [(400, "malformed-json"), (401, "unauthenticated"), (409, "duplicate-reference"), (422, "validation-failed")],
    ids=str,
)
def test_other_problems_are_final(answer: tuple[int, str], driver: Driver) -> None:
    found = paid(driver, problem(*answer), CREATED)
    assert (found["error"]["status"], len(found["requests"]), found["error"]["outcomeUnknown"]) == (answer[0], 1, False)
    assert paid(driver, problem(500, "internal-error"), CREATED)["error"]["outcomeUnknown"] is True


def test_each_problem_has_a_class_of_its_own(driver: Driver) -> None:
    for one in INTERFACE["problems"]:
        error = read(driver, problem(one["status"], one["slug"]), retries=0)["error"]
        known = modules()["client.errors"].PROBLEM_ERRORS[one["slug"]]
        assert (error["name"], error["slug"], error["requestId"]) == (known.__name__, one["slug"], "req_1")
        assert one["title"] in error["message"]
    assert read(driver, problem(418, "brand-new"))["error"]["name"] == "ApiError"


REFUSED, RESET = {"code": "ECONNREFUSED", "syscall": "connect"}, {"code": "ECONNRESET", "syscall": "read"}
NEVER_SENT = [
    NO_CONNECTION,
    {"error": "EHOSTUNREACH", "syscall": "connect"},
    {"error": "ETIMEDOUT", "syscall": "connect"},
    {"error": "ENOTFOUND", "syscall": "getaddrinfo"},
    {"error": "UND_ERR_CONNECT_TIMEOUT"},
    {"error": "DEPTH_ZERO_SELF_SIGNED_CERT"},
    {"error": "ECONNREFUSED", "errors": [REFUSED, REFUSED]},
    {"error": "own", "cause": REFUSED},
]
PERHAPS_SENT = [
    NO_ANSWER,
    {"error": "EHOSTUNREACH", "syscall": "write"},
    {"error": "EHOSTUNREACH", "syscall": "read"},
    {"error": "ENETUNREACH", "syscall": "read"},
    {"error": "ETIMEDOUT", "syscall": "read"},
    {"error": "ECONNREFUSED"},
    {"error": "UND_ERR_SOCKET"},
    {"error": "ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED"},
    {"error": "ECONNREFUSED", "errors": [REFUSED, RESET]},
    {"error": "own", "cause": RESET},
    {"error": "own", "holds": "itself"},
]


@pytest.mark.parametrize("trouble", NEVER_SENT + PERHAPS_SENT, ids=str)
def test_a_network_failure_says_whether_the_outcome_is_known(trouble: Any, driver: Driver) -> None:
    """An open connection fails with the same codes as one that is made, and then the service may have the request."""
    unknown = trouble in PERHAPS_SENT
    found = paid(driver, trouble, retries=0)
    error = found["error"]
    assert (error["name"], error["outcomeUnknown"], error["idempotencyKey"]) == (
        "NetworkError",
        unknown,
        found["keys"][0],
    )
    assert (f'idempotencyKey: "{found["keys"][0]}"' in error["message"]) is unknown
    assert error["cause"] == trouble["error"]
    assert read(driver, trouble, retries=0)["error"]["outcomeUnknown"] is False


def test_an_attempt_in_doubt_leaves_the_call_in_doubt(driver: Driver) -> None:
    for last in (BUSY, NO_CONNECTION, problem(409, "duplicate-reference")):
        assert paid(driver, NO_ANSWER, last)["error"]["outcomeUnknown"] is True
        assert paid(driver, NO_CONNECTION, last)["error"]["outcomeUnknown"] is False
    error = paid(driver, RUNNING)["error"]
    assert (error["slug"], error["outcomeUnknown"], error["retryAfter"]) == ("idempotency-in-progress", True, 2)


@pytest.mark.parametrize("method", ["POST", "DELETE", "PUT", "PATCH"])
@pytest.mark.parametrize("trouble", [BUSY, CLOSED, NO_CONNECTION, NO_ANSWER], ids=lambda one: str(one)[:40])
def test_what_could_be_done_twice_is_never_repeated(method: str, trouble: Any, driver: Driver) -> None:
    """No operation of this interface is such a one, so it is made: a call that changes something, without a key."""
    operation = {"id": "pay", "httpMethod": method, "path": "/v1/payouts", "status": 201, "record": "PayoutRecord"}
    call = {"operation": operation, "body": sample("payout", "UPI", "minimal")}
    found = called(driver, "answer", [call], trouble, CREATED, bare=True)
    assert (found["keys"], found["pauses"]) == ([None], [])
    assert found["error"]["outcomeUnknown"] is (trouble in (CLOSED, NO_ANSWER))
    assert "repeat the same request with" not in found["error"]["message"]


# A call that is ended


def test_a_call_that_was_aborted_before_sends_nothing(driver: Driver) -> None:
    found = paid(driver, CREATED, abortAfter=0)
    assert found["requests"] == []
    assert (found["error"]["name"], found["error"]["outcomeUnknown"]) == ("NetworkError", False)
    assert "createPayout: the call was aborted" in found["error"]["message"]


@pytest.mark.parametrize("sleep", ["node", "broken"])
@pytest.mark.parametrize(("trouble", "unknown"), [(NO_ANSWER, True), (CLOSED, True), (NO_CONNECTION, False)], ids=str)
def test_a_pause_that_fails_does_not_lose_the_key(sleep: str, trouble: Any, unknown: bool, driver: Driver) -> None:
    """The timers of node reject when they are aborted."""
    asked = {**trouble, "headers": {**trouble.get("headers", {}), "Retry-After": "20"}}
    found = paid(driver, *[NO_ANSWER] * unknown, asked, sleep=sleep, abortAfter=50, retries=9)
    error = found["error"]
    assert (error["name"], error["outcomeUnknown"]) == ("NetworkError", unknown)
    assert set(found["keys"]) == {error["idempotencyKey"]}
    assert error["cause"] == {"node": "ABORT_ERR", "broken": "RangeError"}[sleep]


def test_an_answer_beyond_what_can_be_read_does_not_lose_the_key(driver: Driver) -> None:
    huge = {**CREATED, "body": '{"id": "' + "\\n" * 5_000_000 + '"}'}
    found = paid(driver, huge, largestAnswer=20_000_000)
    error = found["error"]
    assert (error["name"], error["outcomeUnknown"]) == ("AnswerError", True)
    assert error["idempotencyKey"] == found["keys"][0]


# Pages and waiting


def test_pages_are_read_one_after_the_other(driver: Driver) -> None:
    item = EXAMPLES["PayoutRecord"]
    pages = [
        record("PayoutList", data=[item, item], has_more=True, next_cursor="c1"),
        record("PayoutList", data=[item], has_more=False, next_cursor=None),
    ]
    found = called(driver, "iteratePayouts", [{"limit": 2}], *pages)
    assert found["items"] == [item] * 3
    assert [one["url"].partition("?")[2] for one in found["requests"]] == ["limit=2", "limit=2&cursor=c1"]
    again = called(driver, "iteratePayouts", [], pages[0])
    assert "names itself" in again["error"]["message"]
    other = {**pages[0], "body": pages[0]["body"].replace('"c1"', '"c2"')}
    circle = called(driver, "iteratePayouts", [], pages[0], other, pages[0])
    assert ("an earlier one" in circle["error"]["message"], len(circle["requests"])) == (True, 3)
    first = called(driver, "iteratePayouts", [{"cursor": "c2"}], pages[0], other)
    assert (first["error"]["name"], len(first["requests"])) == ("AnswerError", 2)


@pytest.mark.parametrize(("call", "name"), [("waitForPayIn", "PayInRecord"), ("waitForPayout", "PayoutRecord")])
def test_a_record_is_read_until_it_has_a_state(call: str, name: str, driver: Driver) -> None:
    first, second, *_ = (state["name"] for state in STATES[name])
    script = [record(name, status=one) for one in (first, first, second)]
    found = called(driver, call, ["id-1", {"until": [second]}], *script)
    assert (found["record"]["status"], found["pauses"]) == (second, [1, 2])
    last = next(state["name"] for state in reversed(STATES[name]) if state["final"])
    found = called(driver, call, ["id-1", {"until": [first]}], record(name, status=last))
    assert (found["record"]["status"], found["pauses"]) == (last, [])


def test_waiting_ends_in_time(driver: Driver) -> None:
    waiting = {"until": ["succeeded"], "longest": 20, "longestPause": 5}
    found = called(driver, "waitForPayout", ["id-1", waiting], record("PayoutRecord", status="pending"))
    error = found["error"]
    assert (error["name"], error["record"]["status"], error["operation"]) == (
        "StillWaitingError",
        "pending",
        "getPayout",
    )
    assert found["pauses"] == pytest.approx([1, 2, 4, 5, 5, 3], abs=0.5)
    assert (
        called(driver, "waitForPayout", ["x", waiting], problem(404, "not-found"))["error"]["name"] == "NotFoundError"
    )


@pytest.mark.parametrize("until", [[], ["suceeded"], "succeeded", None])
def test_only_known_states_can_be_awaited(until: Any, driver: Driver) -> None:
    found = called(driver, "waitForPayout", ["x", {"until": until}], record("PayoutRecord"))
    assert "until must be a list of states: pending" in found["error"]["message"]


@pytest.mark.parametrize("name", ["longest", "longestPause"])
@pytest.mark.parametrize("seconds", [0, -5, "NaN", "20", None, 10**9])
def test_only_a_time_that_can_be_waited_for_is_waited(name: str, seconds: Any, driver: Driver) -> None:
    waiting = {"until": ["succeeded"], name: seconds}
    found = called(driver, "waitForPayout", ["x", waiting], record("PayoutRecord"))
    assert (found["error"]["name"], found["requests"]) == ("TypeError", [])
    assert f"{name} is in seconds" in found["error"]["message"]


def test_waiting_can_be_aborted(driver: Driver) -> None:
    pending = record("PayoutRecord", status="pending")
    waiting = {"until": ["succeeded"], "longest": 60}
    found = called(driver, "waitForPayout", ["x", waiting], pending, sleep="node", abortAfter=100)
    assert (found["error"]["name"], len(found["requests"])) == ("NetworkError", 1)
    assert found["error"]["message"] == "getPayout: the call was aborted"
