"""What only the Python clients have: both kinds alike, the published stub, HTTPX, their docstrings and environment."""

import inspect
import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from functools import cached_property, reduce
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.artefacts.client.answers import EXAMPLES, PAYOUT, amount
from tests.artefacts.client.clients import BASE, PAY, PythonClient, Request, called
from tests.artefacts.published import DIRECTIONS, PATHS, contract, modules, request_types
from tests.artefacts.serving import KEY, Handlers, application

KINDS = ("Client", "AsyncClient")
RECORDS = {"pay_in": "PayInRecord", "payout": "PayoutRecord"}


def on_stub(python: PythonClient, handlers: Handlers, request: Request) -> Any:
    """Return what creating a transaction with the published stub ends with."""
    app = application(handlers)
    transport: Any = httpx.ASGITransport(app)
    if python.kind == "Client":
        transport = httpx.MockTransport(lambda sent: python.in_loop(_asked(app, sent)))
    return python.use(
        lambda client: reduce(getattr, called(f"create_{request.direction}"), client)(request.model),
        api_key=KEY,
        base_url="http://localhost",
        transport=transport,
    )


async def _asked(app: Any, sent: httpx.Request) -> httpx.Response:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app)) as client:
        found = await client.send(httpx.Request(sent.method, sent.url, headers=sent.headers, content=sent.read()))
    return httpx.Response(found.status_code, headers=found.headers, content=found.content)


def answering(python: PythonClient, found: httpx.Response, act: Any) -> Any:
    """Return what `act` makes of a client that has this one answer."""
    return python.use(act, api_key=KEY, base_url=BASE, transport=httpx.MockTransport(lambda _: found))


@contextmanager
def own_client(*, follow: bool = False) -> Iterator[tuple[httpx.Client, list[httpx.Request]]]:
    """Yield an HTTPX client that answers with a record, or with a redirect, and the requests that it gets."""
    requests: list[httpx.Request] = []
    elsewhere = httpx.Response(302, headers={"Location": "https://elsewhere.test"})

    def found(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return elsewhere if follow else httpx.Response(200, json=EXAMPLES["PayInRecord"])

    with httpx.Client(transport=httpx.MockTransport(found), timeout=3, follow_redirects=follow) as own:
        yield own, requests


@pytest.mark.parametrize("name", ["minimal", "full"])
@pytest.mark.parametrize(("direction", "method"), request_types())
def test_every_sample_is_accepted_by_the_stub(python: PythonClient, direction: str, method: str, name: str) -> None:
    handlers, request = Handlers(), Request(direction, method, name)
    found, sent = on_stub(python, handlers, request), request.model
    assert type(found).__name__ == RECORDS[direction]
    assert (found.reference, found.amount, found.currency) == (sent.reference, sent.amount, sent.currency)
    assert handlers.seen == [sent]


def test_the_clients_have_the_operations_of_the_server_and_one_text() -> None:
    plain, twin = (_methods(kind) for kind in KINDS)
    operations = {one.handler for one in modules()["server.routes"].OPERATIONS.values()}
    own_names = {name for name in plain if not name.endswith((".iterate", ".wait"))}
    assert {".".join(called(operation)) for operation in operations} == own_names
    assert plain.keys() == twin.keys()
    for name, ours in plain.items():
        assert inspect.signature(ours).parameters == inspect.signature(twin[name]).parameters
        assert ours.__doc__ == twin[name].__doc__


def test_methods_say_what_can_go_wrong() -> None:
    problems = {one["slug"]: one for one in contract()["interface"]["problems"]}
    for operation in contract()["interface"]["operations"]:
        names = called(re.sub(r"(?<!^)(?=[A-Z])", "_", operation["id"]).lower())
        told = " ".join(inspect.getdoc(_methods("Client")[".".join(names)]).split())
        assert told.startswith(operation["summary"])
        for slug in operation["problems"]:
            error = modules()["client.errors"].PROBLEM_ERRORS[slug].__name__
            assert f"{error} ({problems[slug]['status']}): {problems[slug]['when']}" in told


def test_a_resource_is_made_once_and_described() -> None:
    client = modules()["client"].Client(KEY)
    assert client.payouts is client.payouts
    assert type(client).payouts.__doc__ == type(client.payouts).__doc__ == "Payments sent to recipients."


def _methods(kind: str) -> dict[str, Any]:
    """Return the methods of the resources of a client, by the names that call them."""
    client = getattr(modules()["client"], kind)(KEY)
    resources = [name for name, found in inspect.getmembers(type(client)) if isinstance(found, cached_property)]
    return {
        f"{resource}.{name}": method
        for resource in resources
        for name, method in inspect.getmembers(type(getattr(client, resource)), inspect.isfunction)
        if not name.startswith("_")
    }


# Amounts


@pytest.mark.parametrize("text", ["1499.50", "0.1", "12345678901234567.89", "1e2", "7"])
def test_amounts_are_read_exactly(text: str, python: PythonClient) -> None:
    content, kind = amount(text, "PayInRecord")["body"], {"Content-Type": "application/json"}
    found = answering(python, httpx.Response(200, content=content, headers=kind), lambda client: client.payins.get("x"))
    assert found.amount == Decimal(text)


@settings(max_examples=100, deadline=None)
@given(st.decimals(min_value="0.01", max_value="9999999999999.99", places=2))
def test_amounts_come_back_from_the_stub_as_they_were(number: Decimal) -> None:
    def found(sent: httpx.Request) -> httpx.Response:
        [written] = re.findall(r'"amount":([0-9.e+]+),', sent.content.decode())
        assert Decimal(written) == number
        return httpx.Response(201, headers={"Content-Type": "application/json"}, content=amount(written)["body"])

    with modules()["client"].Client(KEY, base_url=BASE, transport=httpx.MockTransport(found)) as client:
        assert client.payouts.create(Request(changes=(("amount", number),)).model).amount == number


# Failures


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_rejected_request_tells_its_members(direction: str, python: PythonClient) -> None:
    combinations = [["a", "b"], ["c"]]
    stated = {"pointer": "#/a", "code": "conditional_required", "detail": "told", "accepted_combinations": combinations}

    def act(request: Any) -> Any:
        raise modules()["problems"].ProblemError(
            "validation-failed", "1 field needs attention.", members={"errors": [stated]}
        )

    with pytest.raises(modules()["client"].ValidationFailedError) as caught:
        on_stub(python, Handlers(act), Request(direction))
    error = caught.value
    assert isinstance(error, modules()["client"].ApiError)
    assert (error.status, error.slug, error.detail) == (422, "validation-failed", "1 field needs attention.")
    [member] = error.errors
    assert (member.pointer, member.code, member.detail) == ("#/a", "conditional_required", "told")
    assert member.accepted_combinations == (("a", "b"), ("c",))
    assert re.fullmatch("req_[a-p]{32}", error.request_id)
    assert error.outcome_unknown is False
    assert isinstance(error.problem, modules()["records"].Problem)
    assert error.document["instance"] == PATHS[direction]


@pytest.mark.parametrize(
    ("error", "unknown"),
    [
        *(("ConnectError", False), ("ConnectTimeout", False), ("PoolTimeout", False), ("ReadTimeout", True)),
        *(("WriteTimeout", True), ("ReadError", True), ("RemoteProtocolError", True), ("DecodingError", True)),
    ],
)
def test_an_error_of_httpx_says_whether_the_outcome_is_known(error: str, unknown: bool, python: PythonClient) -> None:
    paid = python.call("create_payout", answers=[{"raises": error}])
    told = paid["error"]
    assert (told["name"], told["outcome_unknown"], told["cause"]) == ("NetworkError", unknown, error)
    assert told["idempotency_key"] == paid["keys"][0]
    read = python.call("get_payout", answers=[{"raises": error}])
    assert read["error"]["outcome_unknown"] is False
    # An answer that cannot be decoded would be the same again.
    assert len(paid["requests"]) == len(read["requests"]) == (1 if error == "DecodingError" else 4)


def test_every_problem_has_an_exception_of_its_own() -> None:
    client, known = modules()["client"], modules()["problems"].PROBLEMS
    errors = modules()["client.errors"].PROBLEM_ERRORS
    assert list(errors) == list(known)
    assert all(issubclass(one, client.ApiError) and getattr(client, one.__name__) is one for one in errors.values())


# The client


def test_a_client_shows_its_address(python: PythonClient) -> None:
    assert BASE in python.call("get_payout", answers=[PAYOUT])["shown"]


@pytest.mark.parametrize("seconds", [math.nan, math.inf])
def test_no_time_is_without_end(seconds: float, python: PythonClient) -> None:
    for named in ("deadline", "longest_pause"):
        waiting = {"until": ["succeeded"], named: seconds}
        found = python.call("wait_for_payout", answers=[PAYOUT], named=waiting)
        assert f"{named} must be a number of seconds above 0" in found["error"]["message"]
        assert found["requests"] == []
    assert "above 0" in python.call("get_payout", answers=[PAYOUT], deadline=seconds)["error"]["message"]


@pytest.mark.parametrize("url", ["https:///x", "http://2130706433", "http://other.2130706433.test"])
def test_an_address_that_a_browser_would_mend_is_rejected(url: str, python: PythonClient) -> None:
    found = python.call("get_payout", answers=[PAYOUT], base_url=url, allow_http=["other"])
    assert (found["error"]["name"], found["requests"]) == ("ValueError", [])
    assert "base_url must begin with https://" in found["error"]["message"]


def test_a_host_of_digits_may_be_allowed(python: PythonClient) -> None:
    found = python.call("get_payout", answers=[PAYOUT], base_url="http://2130706433", allow_http=["2130706433"])
    assert "record" in found


def test_a_client_has_one_transport() -> None:
    with own_client() as (own, _), pytest.raises(ValueError, match="not both"):
        modules()["client"].Client(KEY, http=own, transport=httpx.MockTransport(lambda _: httpx.Response(200)))


def test_the_address_is_the_contracts_and_ones_own_client_stays_open() -> None:
    with own_client() as (own, requests):
        with modules()["client"].Client(KEY, http=own) as client:
            client.payins.get("x")
        assert not own.is_closed
        modules()["client"].Client(KEY, http=own, timeout=7).payins.get("x")
    first, second = requests
    assert str(first.url) == f"{contract()['service']['base_url']}/v1/payins/x"
    assert [one.extensions["timeout"]["read"] for one in (first, second)] == [3, 7]


def test_a_redirect_gets_no_credential_even_if_ones_own_client_follows() -> None:
    with own_client(follow=True) as (own, requests), pytest.raises(modules()["client"].AnswerError):
        modules()["client"].Client(KEY, http=own).payins.get("x")
    assert len(requests) == 1


def test_pages_are_requested_as_they_are_needed() -> None:
    requests: list[httpx.Request] = []

    def found(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(200, json={**EXAMPLES["PayInList"], "has_more": True, "next_cursor": "c1"})

    with modules()["client"].Client(KEY, base_url=BASE, transport=httpx.MockTransport(found)) as client:
        items = client.payins.iterate()
        assert requests == []
        next(items)
    assert len(requests) == 1


def test_the_environment_has_what_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    client = modules()["client"].Client
    with pytest.raises(ValueError, match="PAYMENTS_API_KEY"):
        client()
    monkeypatch.setenv("PAYMENTS_API_KEY", "sk_of_environment")
    monkeypatch.setenv("PAYMENTS_BASE_URL", "https://environment.test/base")
    with own_client() as (own, requests):
        client(http=own).payins.get("x")
        client(http=own, base_url=BASE).payins.get("x")
    assert [str(one.url) for one in requests] == ["https://environment.test/base/v1/payins/x", f"{BASE}/v1/payins/x"]
    assert requests[0].headers["Authorization"] == "Bearer sk_of_environment"


def test_a_record_has_its_response(python: PythonClient) -> None:
    def created(**headers: str) -> Any:
        found = httpx.Response(201, json=EXAMPLES["PayoutRecord"], headers=headers)
        return answering(python, found, lambda client: client.payouts.create(PAY.model))

    response_of = modules()["client"].response_of
    found, again = created(RateLimit="r=1"), created()
    assert response_of(found).headers["ratelimit"] == "r=1"
    assert found == again
    assert found.model_dump_json() == again.model_dump_json()
    with pytest.raises(LookupError):
        response_of(type(found).model_validate(found.model_dump()))
