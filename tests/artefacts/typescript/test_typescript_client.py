"""What only the TypeScript client has: a compiler, bodies that are no JSON, `fetch` and `AbortSignal`."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from paycat.contract.model import Contract
from paycat.languages.javascript import name
from paycat.packages.typescript.client import client_methods
from tests.artefacts.client.answers import (
    CLOSED,
    CREATED,
    NO_ANSWER,
    NO_CONNECTION,
    PAYOUT,
    amount,
    record,
)
from tests.artefacts.client.clients import PAY, Found, TypeScriptClient
from tests.artefacts.client.lying import dripping, lying
from tests.artefacts.typescript.typescript_package import DOM, NODE, Driver, check_types

pytestmark = pytest.mark.slow


@pytest.fixture
def client(driver: Driver) -> TypeScriptClient:
    """The client of the TypeScript package."""
    return TypeScriptClient(driver)


def paid(client: TypeScriptClient, *answers: dict[str, Any], **options: Any) -> Found:
    return client.call("create_payout", answers=answers, **options)


def read(client: TypeScriptClient, *answers: dict[str, Any], **options: Any) -> Found:
    return client.call("get_payout", answers=answers, **options)


def is_mistake(found: Found) -> bool:
    """Return whether a call ended before anything was sent, by a mistake of the caller."""
    return (found["error"]["name"], found["requests"]) == ("TypeError", [])


# What is compiled


@pytest.mark.parametrize("web", [DOM, NODE], ids=" ".join)
def test_a_consumer_compiles(web: Sequence[str], tmp_path: Path) -> None:
    check_types(tmp_path, Path(__file__).with_name("consumer.ts"), web=web)


@pytest.mark.parametrize("id", ["delete", "then", "toString", "constructor", "await"])
def test_an_operation_of_any_name_is_a_constant(id: str, contract: Contract) -> None:
    first, *others = contract.interface.operations
    operations = (first.model_copy(update={"id": id}), *others)
    interface = contract.interface.model_copy(update={"operations": operations})
    method, *_ = client_methods(contract.model_copy(update={"interface": interface}))
    assert method.name == "create"
    assert name(method.operation_name)


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


def test_fetch_follows_no_redirect_and_sends_no_cookie(client: TypeScriptClient) -> None:
    [request] = paid(client, CREATED)["sent"]
    assert (request["redirect"], request["credentials"]) == ("manual", "omit")


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
def test_a_request_is_sent_as_it_is(body: str, metadata: str | None, client: TypeScriptClient) -> None:
    [request] = paid(client, CREATED, body=body)["requests"]
    minimal = json.dumps(PAY.payload, separators=(",", ":"), ensure_ascii=False)
    assert request["body"] == minimal if metadata is None else minimal[:-1] + f',"metadata":{metadata}}}'


NO_JSON = (
    *("undefined in a list", "a hole in a list", "NaN", "a boxed NaN", "a date that is none", "a function"),
    *("a symbol", "a map", "bytes"),
)


@pytest.mark.parametrize("body", NO_JSON)
def test_what_is_no_json_is_not_sent_as_something_else(body: str, client: TypeScriptClient) -> None:
    found = paid(client, CREATED, body=body)
    assert is_mistake(found)
    place = "#/metadata/deep/a~1b" + "/0" * body.endswith("list")
    assert found["error"]["message"] == f"createPayout: {place} is no JSON value"


def test_a_request_within_itself_is_not_sent(client: TypeScriptClient) -> None:
    found = paid(client, CREATED, body="itself")
    assert is_mistake(found)
    assert "holds itself" in found["error"]["message"]


@pytest.mark.parametrize("value", [None, True, [], {}], ids=repr)
def test_only_texts_and_numbers_are_sent_beside_a_body(value: Any, client: TypeScriptClient) -> None:
    """A listing of the reference null would be empty, and say that nothing was paid."""
    for found in (
        client.call("list_payouts", named={"reference": value}, answers=[record("PayoutList")]),
        client.call("get_payout", value, answers=[PAYOUT]),
    ):
        assert is_mistake(found)
        assert "must be a text or a number" in found["error"]["message"]


# The client


@pytest.mark.parametrize("options", [{"retries": 0.5}, {"timeout": 120_000}, {"longest_pause": 120_000}], ids=str)
def test_a_limit_that_no_call_keeps_is_rejected(options: Any, client: TypeScriptClient) -> None:
    assert is_mistake(read(client, PAYOUT, **options))


@pytest.mark.parametrize("name", ["dead_line", "idempotency_key"])
def test_an_option_that_nothing_reads_is_rejected(name: str, client: TypeScriptClient) -> None:
    """It may be a misspelt one, such as the one without which a payment is sent twice."""
    found = client.call("get_payout", answers=[PAYOUT], **{name: "1"})
    assert (found["error"]["name"], found["requests"]) == ("TypeError", [])
    assert client.spelled(name) in found["error"]["message"]
    found = client.call("get_payout", "x", named={name: "1"}, answers=[PAYOUT])
    assert (found["error"]["name"], found["requests"]) == ("TypeError", [])


@pytest.mark.parametrize("until", [None, "succeeded"])
def test_only_a_list_of_states_is_awaited(until: Any, client: TypeScriptClient) -> None:
    found = client.call("wait_for_payout", named={"until": until}, answers=[PAYOUT])
    assert "until must be a list of states: pending" in found["error"]["message"]


@pytest.mark.parametrize("name", ["deadline", "longest_pause"])
@pytest.mark.parametrize("seconds", ["NaN", "20", None, 10**9])
def test_only_a_time_that_a_timer_can_be_set_to_is_waited(name: str, seconds: Any, client: TypeScriptClient) -> None:
    named = {"until": ["succeeded"], name: seconds}
    found = client.call("wait_for_payout", named=named, answers=[PAYOUT])
    assert is_mistake(found)
    assert f"{client.spelled(name)} is in seconds" in found["error"]["message"]


def test_waiting_takes_no_unknown_option(client: TypeScriptClient) -> None:
    found = client.call("wait_for_payout", named={"until": ["succeeded"], "dedline": 1}, answers=[PAYOUT])
    assert is_mistake(found)
    known = "until, deadline, longestPause, signal"
    assert found["error"]["message"] == f"there is no option dedline; the options are {known}"


def test_an_amount_that_a_number_cannot_hold_is_an_error(client: TypeScriptClient) -> None:
    for text in ("12345678901234567.89", "1e400"):
        assert "amount: not number" in read(client, amount(text))["error"]["message"]


def test_an_answer_beyond_what_can_be_read_does_not_lose_the_key(client: TypeScriptClient) -> None:
    huge = {**CREATED, "body": '{"id": "' + "\\n" * 5_000_000 + '"}'}
    found = paid(client, huge, largest_answer=20_000_000)
    error = found["error"]
    assert (error["name"], error["outcome_unknown"]) == ("AnswerError", True)
    assert error["idempotency_key"] == found["keys"][0]


# Errors of `fetch`


def test_no_error_of_another_fetch_shows_the_key(client: TypeScriptClient) -> None:
    """Some functions like `fetch` throw errors that hold the request, as axios does; each call checks what is shown."""
    of_axios = {"raises": {"error": "ERR_NETWORK", "message": "Network Error", "holds": "request"}}
    assert paid(client, of_axios, retries=0)["error"]["name"] == "NetworkError"


REFUSED, RESET = {"code": "ECONNREFUSED", "syscall": "connect"}, {"code": "ECONNRESET", "syscall": "read"}
NEVER_SENT = [
    {"error": "ECONNREFUSED", "syscall": "connect"},
    {"error": "EHOSTUNREACH", "syscall": "connect"},
    {"error": "ETIMEDOUT", "syscall": "connect"},
    {"error": "ENOTFOUND", "syscall": "getaddrinfo"},
    {"error": "UND_ERR_CONNECT_TIMEOUT"},
    {"error": "DEPTH_ZERO_SELF_SIGNED_CERT"},
    {"error": "ECONNREFUSED", "errors": [REFUSED, REFUSED]},
    {"error": "own", "cause": REFUSED},
]
PERHAPS_SENT = [
    {"error": "ECONNRESET", "syscall": "read"},
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
def test_an_error_of_node_says_whether_the_outcome_is_known(trouble: Any, client: TypeScriptClient) -> None:
    """An open connection fails with the same codes as one that is made, and then the service may have the request."""
    found = paid(client, {"raises": trouble}, retries=0)
    error = found["error"]
    assert (error["name"], error["outcome_unknown"]) == ("NetworkError", trouble in PERHAPS_SENT)
    assert (error["idempotency_key"], error["cause"]) == (found["keys"][0], trouble["error"])
    assert read(client, {"raises": trouble}, retries=0)["error"]["outcome_unknown"] is False


# A call that is aborted


def test_a_call_that_was_aborted_before_sends_nothing(client: TypeScriptClient) -> None:
    found = paid(client, CREATED, abort="before")
    assert found["requests"] == []
    assert (found["error"]["name"], found["error"]["outcome_unknown"]) == ("NetworkError", False)
    assert "createPayout: the call was aborted" in found["error"]["message"]


@pytest.mark.parametrize("abort", ["sent", "answer"])
def test_a_call_can_be_aborted_while_it_runs(abort: str, client: TypeScriptClient) -> None:
    """When `fetch` was called, and perhaps has sent the request; when the head of the answer is there."""
    head = b"HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n"
    with lying(dripping(head, [b"{"], 600)) as liar:
        error = client.call("create_payout", base_url=liar.url, abort=abort)["error"]
    assert (error["name"], error["outcome_unknown"]) == ("NetworkError", True)
    assert len(liar.requests) == 1 or abort == "sent"
    assert "the call was aborted" in error["message"]
    assert error["idempotency_key"] in error["message"]


@pytest.mark.parametrize(("sleep", "cause"), [("node", "ABORT_ERR"), ("broken", "RangeError")])
@pytest.mark.parametrize(("trouble", "unknown"), [(NO_ANSWER, True), (CLOSED, True), (NO_CONNECTION, False)], ids=str)
def test_a_pause_that_fails_does_not_lose_the_key(
    sleep: str, cause: str, trouble: Any, unknown: bool, client: TypeScriptClient
) -> None:
    """The timers of node reject when they are aborted."""
    found = paid(client, trouble, sleep=sleep, abort="pause", retries=9)
    error = found["error"]
    assert (error["name"], error["outcome_unknown"], error["cause"]) == ("NetworkError", unknown, cause)
    assert found["keys"] == [error["idempotency_key"]]


def test_waiting_can_be_aborted(client: TypeScriptClient) -> None:
    named, pending = {"until": ["succeeded"], "deadline": 60}, record("PayoutRecord", status="pending")
    found = client.call("wait_for_payout", named=named, answers=[pending], sleep="node", abort="pause")
    assert (found["error"]["name"], len(found["requests"])) == ("NetworkError", 1)
    assert found["error"]["message"] == "getPayout: the call was aborted"
