"""The published clients: what they send, what they return, and what they raise; plain and async alike."""

import inspect
import json
import re
import traceback
from decimal import Decimal
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.artefacts.client.scripted import (
    BASE,
    KINDS,
    on_stub,
    operations,
    problem,
    raised,
    record,
    request_of,
    scripted,
    using,
)
from tests.artefacts.published import DIRECTIONS, PATHS, contract, modules, request_types, sample, strict
from tests.artefacts.serving import KEY, Handlers

CREATE = {"pay_in": "create_pay_in", "payout": "create_payout"}
RECORDS = {"pay_in": "PayInRecord", "payout": "PayoutRecord"}
both = pytest.mark.parametrize("kind", KINDS)


def create(direction: str, request: Any, **arguments: Any) -> Any:
    """Return the call that creates a transaction."""
    return lambda client: getattr(client, CREATE[direction])(request, **arguments)


@both
@pytest.mark.parametrize("name", ["minimal", "full"])
@pytest.mark.parametrize(("direction", "method"), request_types())
def test_every_sample_is_accepted_by_the_stub(kind: str, direction: str, method: str, name: str) -> None:
    handlers, request = Handlers(), request_of(direction, method, name)
    found = on_stub(kind, handlers, create(direction, request))
    assert type(found).__name__ == RECORDS[direction]
    assert (found.reference, found.amount, found.currency) == (request.reference, request.amount, request.currency)
    assert handlers.seen == [request]


@both
def test_what_is_sent(kind: str) -> None:
    script = scripted(record("PayoutRecord", 201))
    request = request_of("payout", "UPI", "full", amount=1000.1)
    using(kind, script, create("payout", request, idempotency_key="k-1"))
    [sent] = script.requests
    assert (sent.method, str(sent.url)) == ("POST", f"{BASE}{PATHS['payout']}")
    assert sent.headers["Authorization"] == f"Bearer {KEY}"
    assert sent.headers["Idempotency-Key"] == "k-1"
    assert sent.headers["Content-Type"] == "application/json"
    assert b'"amount":1000.1,' in sent.content
    assert strict(json.loads(sent.content)) == strict({**sample("payout", "UPI", "full"), "amount": 1000.1})


@both
def test_parameters_go_where_they_belong(kind: str) -> None:
    script = scripted(record("PayInRecord"), record("PayInList"), record("BankList"))
    using(kind, script, lambda client: client.get_pay_in("a/b c"))
    using(kind, script, lambda client: client.list_pay_ins(reference="ü & 1", limit=5))
    using(kind, script, lambda client: client.list_banks(method_code="X"))
    first, second, third = (request.url for request in script.requests)
    assert first.raw_path == b"/base/v1/payins/a%2Fb%20c"
    assert dict(second.params) == {"reference": "ü & 1", "limit": "5"}
    assert dict(third.params) == {"method_code": "X"}
    assert script.keys == [None, None, None]


@both
@pytest.mark.parametrize("identifier", ["", ".", ".."])
def test_an_identifier_that_would_be_another_path_is_never_sent(kind: str, identifier: str) -> None:
    script = scripted(record("PayInRecord"))
    with pytest.raises(ValueError, match="id is no identifier"):
        using(kind, script, lambda client: client.get_pay_in(identifier))
    assert script.requests == []


@both
@pytest.mark.parametrize("key", ["", "two words", "line\nbreak", "ü"])
def test_a_key_that_is_no_header_is_never_sent(kind: str, key: str) -> None:
    script = scripted(record("PayoutRecord", 201))
    with pytest.raises(ValueError, match="visible ASCII"):
        using(kind, script, create("payout", request_of("payout", "UPI"), idempotency_key=key))
    assert script.requests == []


def test_the_clients_have_the_operations_of_the_server_and_one_text() -> None:
    plain, twin = (getattr(modules()["client"], kind) for kind in KINDS)
    names = [name for name, _ in inspect.getmembers(plain, inspect.isfunction) if not name.startswith("_")]
    assert set(operations()) == {name for name in names if not name.startswith(("iterate_", "wait_for_"))} - {"close"}
    for name in sorted(set(names) - {"close"}):
        ours, theirs = getattr(plain, name), getattr(twin, name)
        assert inspect.signature(ours).parameters == inspect.signature(theirs).parameters
        assert ours.__doc__ == theirs.__doc__


def test_methods_say_what_can_go_wrong() -> None:
    problems = {one["slug"]: one for one in contract()["interface"]["problems"]}
    for operation in contract()["interface"]["operations"]:
        told = " ".join(inspect.getdoc(getattr(modules()["client"].Client, _function(operation["id"]))).split())
        assert told.startswith(operation["summary"])
        for slug in operation["problems"]:
            error = modules()["client.errors"].PROBLEM_ERRORS[slug].__name__
            assert f"{error} ({problems[slug]['status']}): {problems[slug]['when']}" in told


def _function(identifier: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", identifier).lower()


# Amounts


@both
@pytest.mark.parametrize("text", ["1499.50", "0.1", "9999999999999.99", "12345678901234567.89", "1e2", "7"])
def test_amounts_are_read_exactly(kind: str, text: str) -> None:
    body = json.dumps(json.loads(record("PayInRecord").content) | {"amount": "\0"}).replace('"\\u0000"', text)
    answer = httpx.Response(200, headers={"Content-Type": "application/json"}, content=body.encode())
    found = using(kind, scripted(answer), lambda client: client.get_pay_in("x"))
    assert found.amount == Decimal(text)


@settings(max_examples=100, deadline=None)
@given(st.decimals(min_value="0.01", max_value="9999999999999.99", places=2))
def test_amounts_come_back_from_the_stub_as_they_were(amount: Decimal) -> None:
    request = request_of("payout", "UPI", amount=amount)
    script = scripted()

    def answer(sent: httpx.Request) -> httpx.Response:
        body = sent.content.decode()
        [written] = re.findall(r'"amount":([0-9.e+]+),', body)
        assert Decimal(written) == amount
        text = json.dumps(json.loads(record("PayoutRecord").content) | {"amount": "\0"}).replace('"\\u0000"', written)
        return httpx.Response(201, headers={"Content-Type": "application/json"}, content=text.encode())

    found = using("Client", script, create("payout", request), transport=httpx.MockTransport(answer))
    assert found.amount == amount


# Failures


@both
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_rejected_request_tells_its_members(kind: str, direction: str) -> None:
    def act(request: Any) -> Any:
        raise modules()["problems"].ProblemError(
            "validation-failed",
            "1 field needs attention.",
            members={
                "errors": [
                    {
                        "pointer": "#/a",
                        "code": "conditional_required",
                        "detail": "told",
                        "accepted_combinations": [["a", "b"], ["c"]],
                    }
                ]
            },
        )

    call = create(direction, request_of(direction, "UPI"))
    with pytest.raises(modules()["client"].ValidationFailedError) as caught:
        on_stub(kind, Handlers(act), call)
    error = caught.value
    assert isinstance(error, modules()["client"].ApiError)
    assert (error.status, error.slug, error.detail) == (422, "validation-failed", "1 field needs attention.")
    [member] = error.errors
    assert (member.pointer, member.code, member.detail) == ("#/a", "conditional_required", "told")
    assert member.accepted_combinations == (("a", "b"), ("c",))
    assert re.fullmatch("req_[0-9a-f]{32}", error.request_id)
    assert error.outcome_unknown is False
    assert isinstance(error.problem, modules()["records"].Problem)
    assert error.document["instance"] == PATHS[direction]


@both
def test_a_problem_of_a_newer_version_is_told_by_its_slug(kind: str) -> None:
    script = scripted(problem(418, "brand-new", detail="Something new.", since="2"))
    error = raised(kind, script, lambda client: client.get_payout("x"))
    assert type(error).__name__ == "ApiError"
    assert (error.slug, error.status, error.document["since"]) == ("brand-new", 418, "2")
    assert str(error) == "getPayout: 418 brand-new"


ODD = {
    "a redirect": httpx.Response(302, headers={"Location": "https://elsewhere.test"}),
    "another success": record("PayoutRecord", 202),
    "text": httpx.Response(201, text="ok"),
    "no type": httpx.Response(201, content=b"{}"),
    "broken JSON": httpx.Response(201, headers={"Content-Type": "application/json"}, content=b'{"id": '),
    "a list": httpx.Response(201, json=[]),
    "a member twice": httpx.Response(201, headers={"Content-Type": "application/json"}, content=b'{"id":1,"id":2}'),
    "NaN": httpx.Response(201, headers={"Content-Type": "application/json"}, content=b'{"id":NaN}'),
    "another record": record("BankList", 201),
    "a missing member": httpx.Response(201, json={"id": "payout_1"}),
    "a page of a proxy": httpx.Response(502, html="<p>Bad gateway</p>"),
    "a broken problem": httpx.Response(400, headers={"Content-Type": "application/problem+json"}, content=b"{"),
    "a bare problem": httpx.Response(400, headers={"Content-Type": "application/problem+json"}, content=b"{}"),
}


@both
@pytest.mark.parametrize("name", ODD)
def test_another_answer_than_documented_is_an_error_of_its_own(kind: str, name: str) -> None:
    script = scripted(ODD[name])
    error = raised(kind, script, create("payout", request_of("payout", "UPI")))
    assert type(error).__name__ == "AnswerError", error
    assert error.status == ODD[name].status_code
    assert error.body == ODD[name].content
    assert error.outcome_unknown, "the money may have moved"
    assert error.idempotency_key == script.keys[0]
    assert f"idempotency_key={error.idempotency_key!r}" in str(error)
    assert len(script.requests) == 1
    reading = raised(kind, scripted(ODD[name]), lambda client: client.get_payout("x"))
    assert not reading.outcome_unknown


@both
def test_no_value_is_told_by_an_error(kind: str) -> None:
    secret = "Very Secret Person"
    request = request_of("payout", "UPI", recipient={**sample("payout", "UPI", "minimal")["recipient"]})
    answers = [
        problem(400, "malformed-json", detail=secret, title=secret),
        httpx.Response(201, json={"id": secret, "amount": secret, "status": [secret], "created_at": secret}),
        httpx.Response(201, headers={"Content-Type": "application/json"}, content=f'{{"{secret}'.encode()),
        problem(422, "validation-failed", errors=[{"pointer": "#/a", "code": "type", "detail": secret}]),
        httpx.Response(500, text=secret),
    ]
    for answer in answers:
        error = raised(kind, scripted(answer), create("payout", request))
        told = "".join(traceback.format_exception(error)) + repr(error)
        assert secret not in told
        assert KEY not in told


@both
def test_the_credential_is_shown_nowhere(kind: str) -> None:
    shown: list[str] = []

    def act(client: Any) -> Any:
        shown.extend([repr(client), str(client), repr(vars(client))])
        return client.get_payout("x")

    error = raised(kind, scripted(httpx.ConnectError("rejected")), act, retries=0)
    shown += traceback.format_exception(error)
    shown.append(repr(vars(error)))
    assert KEY not in "".join(shown)
    assert BASE in shown[0]


@pytest.mark.parametrize("credential", ["", "sk\nx", "sk two", "schlüssel"])
def test_a_credential_that_is_no_header_is_rejected_without_being_told(credential: str) -> None:
    with pytest.raises(ValueError, match="visible ASCII") as caught:
        modules()["client"].Client(credential)
    assert not credential or credential not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize(
    "options",
    [
        {"base_url": "service.test"},
        {"base_url": "ftp://service.test"},
        {"base_url": "https://a:b@service.test"},
        {"base_url": "https://service.test?x=1"},
        {"retries": -1},
        {"longest_wait": -1},
        {"http": httpx.Client(), "transport": httpx.MockTransport(lambda _: httpx.Response(200))},
    ],
    ids=" ".join,
)
def test_arguments_that_no_request_can_be_made_of(options: Any) -> None:
    with pytest.raises(ValueError, match=r"base_url|negative|not both"):
        modules()["client"].Client(KEY, **options)


def test_the_address_is_the_contracts_and_ones_own_client_stays_open() -> None:
    script = scripted(record("PayInRecord"))
    with httpx.Client(transport=httpx.MockTransport(script.answer), timeout=3) as own:
        with modules()["client"].Client(KEY, http=own) as client:
            client.get_pay_in("x")
        assert not own.is_closed
        modules()["client"].Client(KEY, http=own, timeout=7).get_pay_in("x")
    first, second = script.requests
    assert str(first.url) == f"{contract()['service']['base_url']}/v1/payins/x"
    assert [one.extensions["timeout"]["read"] for one in (first, second)] == [3, 7]


def test_a_redirect_gets_no_credential_even_if_ones_own_client_follows() -> None:
    script = scripted(ODD["a redirect"])
    with (
        httpx.Client(transport=httpx.MockTransport(script.answer), follow_redirects=True) as own,
        pytest.raises(modules()["client"].AnswerError),
    ):
        modules()["client"].Client(KEY, http=own).get_pay_in("x")
    assert len(script.requests) == 1


# Pages


@both
def test_pages_are_read_one_after_the_other(kind: str) -> None:
    one, two = ({**json.loads(record("PayInRecord").content), "id": name} for name in ("a", "b"))
    script = scripted(
        record("PayInList", data=[one], has_more=True, next_cursor="c1"),
        record("PayInList", data=[], has_more=True, next_cursor="c2"),
        record("PayInList", data=[two], has_more=False, next_cursor=None),
    )
    found = using(kind, script, lambda client: _all(client.iterate_pay_ins(reference="r", limit=1)))
    assert [item.id for item in found] == ["a", "b"]
    rest = {"reference": "r", "limit": "1"}
    assert [dict(sent.url.params) for sent in script.requests] == [
        rest,
        rest | {"cursor": "c1"},
        rest | {"cursor": "c2"},
    ]


def _all(items: Any) -> Any:
    return items if hasattr(items, "__aiter__") else list(items)


@both
def test_a_page_that_names_itself_ends_with_an_error(kind: str) -> None:
    script = scripted(record("PayInList", has_more=True, next_cursor="c1"))
    error = raised(kind, script, lambda client: _all(client.iterate_pay_ins()))
    assert "names itself" in str(error)
    assert len(script.requests) == 2


@both
def test_pages_that_go_in_a_circle_end_with_an_error(kind: str) -> None:
    pages = [record("PayInList", has_more=True, next_cursor=cursor) for cursor in ("c1", "c2", "c1")]
    script = scripted(*pages)
    error = raised(kind, script, lambda client: _all(client.iterate_pay_ins()))
    assert "an earlier one" in str(error)
    assert len(script.requests) == 3
    script = scripted(*pages)
    raised(kind, script, lambda client: _all(client.iterate_pay_ins(cursor="c2")))
    assert len(script.requests) == 2


def test_pages_are_asked_for_as_they_are_needed() -> None:
    script = scripted(record("PayInList", has_more=True, next_cursor="c1"))

    def act(client: Any) -> Any:
        items = client.iterate_pay_ins()
        assert script.requests == []
        return next(items)

    using("Client", script, act)
    assert len(script.requests) == 1


def test_the_environment_has_what_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    client = modules()["client"].Client
    with pytest.raises(ValueError, match="PAYMENTS_API_KEY"):
        client()
    monkeypatch.setenv("PAYMENTS_API_KEY", "sk_of_environment")
    monkeypatch.setenv("PAYMENTS_API_URL", "https://environment.test/base")
    script = scripted(record("PayInRecord"))
    for options in ({}, {"base_url": BASE}):
        with client(transport=httpx.MockTransport(script.answer), **options) as one:
            one.get_pay_in("x")
    first, second = script.requests
    assert str(first.url) == "https://environment.test/base/v1/payins/x"
    assert first.headers["Authorization"] == "Bearer sk_of_environment"
    assert str(second.url) == f"{BASE}/v1/payins/x"


@pytest.mark.parametrize("end", ["/v1", "/v1/", "", "/"])
def test_an_address_may_end_in_what_all_paths_begin_with(end: str) -> None:
    script = scripted(record("PayInRecord"))
    using("Client", script, lambda client: client.get_pay_in("x"), base_url=f"{BASE}{end}")
    assert str(script.requests[0].url) == f"{BASE}/v1/payins/x"


@both
def test_a_dict_is_no_request(kind: str) -> None:
    body = sample("payout", "UPI", "minimal")
    with pytest.raises(TypeError, match="createPayout takes a model of a request, not a dict"):
        using(kind, scripted(), lambda client: client.create_payout(body))


@both
def test_a_record_has_its_response(kind: str) -> None:
    answer = record("PayoutRecord", 201)
    answer.headers.update({"Request-Id": "req_7", "Idempotent-Replayed": "true", "RateLimit": "r=1"})
    request = request_of("payout", "UPI")
    found = using(kind, scripted(answer), create("payout", request))
    response = modules()["client"].response_of(found)
    assert (response.status, response.request_id, response.replayed) == (201, "req_7", True)
    assert response.headers["ratelimit"] == "r=1"
    again = using(kind, scripted(record("PayoutRecord", 201)), create("payout", request))
    assert found == again
    assert found.model_dump_json() == again.model_dump_json()
    assert modules()["client"].response_of(again).replayed is False
    with pytest.raises(LookupError):
        modules()["client"].response_of(type(found).model_validate(found.model_dump()))
