"""Card numbers, accounts, phones and names: sent in every way that goes wrong, told to nobody but the handler."""

import http.client
import json
import logging
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError, create_model

from tests.artefacts.published import PATHS, UNIONS, Json, listing, modules, request_models, sample, schemas
from tests.artefacts.serving import HEADERS, Handlers, application
from tests.conformance.live.server import serving

PAN = "4111111111111111"
ACCOUNT = "70123456789012345678"
PHONE = "+919812345678"
NAME = "Quirina Unwritten"
SECRETS = (PAN, ACCOUNT, PHONE, NAME)

PROBLEM = "application/problem+json"


def leaks(text: str, secrets: tuple[str, ...] = SECRETS) -> list[str]:
    """Return the secrets that a text gives away, whole or by their first or last eight characters."""
    ways = {secret: (secret[:8], secret[-8:]) for secret in secrets}
    spelt = text + text.replace(".", "")  # 4.111111111111111e+15
    return [secret for secret, parts in ways.items() if any(part in spelt for part in parts)]


# Payloads


def card(**changes: Any) -> Json:
    """Return a CREDIT_CARD payout with the test card, and members changed."""
    full = sample("payout", "CREDIT_CARD", "full")
    return {**full, "recipient": {"full_name": NAME}, "card": {"holder_name": NAME, "number": PAN}, **changes}


def account(**changes: Any) -> Json:
    """Return a UPI payout with account and phone, and members changed."""
    full = sample("payout", "UPI", "full")
    people = {
        "sender": {"full_name": NAME, "phone": PHONE, "address": f"{NAME} Road"},
        "recipient": {**full["recipient"], "full_name": NAME, "wallet_uid": ACCOUNT, "phone": PHONE, "upi_id": ACCOUNT},
    }
    return {**full, **people, **changes}


def customer(**changes: Any) -> Json:
    """Return a UPI pay-in with name and phone, and members changed."""
    full = sample("pay_in", "UPI", "full")
    return {**full, "customer": {**full["customer"], "first_name": NAME, "phone": PHONE}, **changes}


def without(payload: Json, name: str) -> Json:
    """Return a payload without a member."""
    return {key: value for key, value in payload.items() if key != name}


def valid() -> dict[str, tuple[str, Json]]:
    """Return payloads that are accepted, with their direction."""
    return {
        "card": ("payout", card()),
        "account, phone and name": ("payout", account()),
        "customer": ("pay_in", customer()),
        "card in metadata": ("payout", card(metadata={"card": PAN, PAN: NAME})),
    }


def invalid() -> dict[str, tuple[str, Json]]:
    """Return payloads that are rejected, with their direction."""
    inner = card()["card"]
    payouts = {
        "wrong type beside it": card(amount="12.5"),
        "unknown member with it": card(pan=PAN),
        "unknown member with it, as a number": card(pan=int(PAN)),
        "unknown member with it inside": card(note={"deep": [PAN, {"name": NAME}]}),
        "unknown member beside it": card(card={**inner, "cvc": PAN[:3]}),
        "unknown member in the card": card(card={**inner, "number2": PAN}),
        "as a JSON number": card(card={**inner, "number": int(PAN)}),
        "as a JSON number with a fraction": card(card={**inner, "number": float(PAN) + 0.5}),
        "in an array": card(card={**inner, "number": [PAN]}),
        "in an object": card(card={**inner, "number": {"value": PAN}}),
        "in place of the card": card(card=PAN),
        "in place of the card, as a number": card(card=int(PAN)),
        "in place of the recipient": card(recipient=PAN),
        "as member of the recipient": card(recipient={"full_name": NAME, "card_number": PAN}),
        "as amount": card(amount=PAN),
        "as amount, a number": card(amount=int(PAN)),
        "as currency": card(currency=PAN),
        "as country": card(country=PAN),
        "as webhook_url": card(webhook_url=PAN),
        "in webhook_url": card(webhook_url=f"http://merchant.example.com/{PAN}"),
        "in a long reference": card(reference=PAN * 20),
        "as metadata": card(metadata=PAN),
        "null beside it": card(reference=None),
        "null beside a wrong card": card(reference=None, card=PAN),
        "absent amount": without(card(), "amount"),
        "absent card": without(card(pan=PAN), "card"),
        "as method code": card(method_code=PAN),
        "as method code, a number": card(method_code=int(PAN)),
        "unknown method": card(method_code="NONE_SUCH"),
        "unavailable direction": card(method_code="QR_BANK"),
        "absent method code": without(card(), "method_code"),
        "of another method": card(method_code="UPI", currency="INR", country="IN"),
        "account with letters": account(recipient={**account()["recipient"], "wallet_uid": f"{ACCOUNT}x"}),
        "account too long": account(recipient={**account()["recipient"], "wallet_uid": ACCOUNT * 2}),
        "account and a newline": account(recipient={**account()["recipient"], "wallet_uid": ACCOUNT + "\n"}),
        "account alone": account(recipient={"full_name": NAME, "wallet_uid": ACCOUNT}),
        "account and an unknown member": account(recipient={"full_name": NAME, "iban": ACCOUNT}),
        "phone as a number": account(recipient={"full_name": NAME, "phone": int(PHONE)}),
        "phone in an array": account(sender={"phone": [PHONE]}),
        "name in an array": account(sender={"full_name": [NAME]}),
        "sender is a name": account(sender=NAME),
        "another's name": account(recipient={**account()["recipient"], "nickname": NAME}),
    }
    pay_ins = {
        "card in a pay-in": customer(card={"number": PAN}),
        "card as customer": customer(customer=PAN),
        "card as country": customer(customer={**customer()["customer"], "country": PAN}),
        "card as address": customer(ip_address=int(PAN)),
        "name in the customer": customer(customer={**customer()["customer"], "first_name": {"name": NAME}}),
    }
    return {name: ("payout", payload) for name, payload in payouts.items()} | {
        name: ("pay_in", payload) for name, payload in pay_ins.items()
    }


def unreadable() -> dict[str, bytes]:
    """Return bodies that are rejected before they are read to the end."""
    text = json.dumps(card())
    return {
        "lone surrogate beside it": text.replace('"metadata": {', '"metadata": {"a": "\\ud800",').encode(),
        "lone surrogate behind it": text.replace(PAN, f"{PAN}\\ud800").encode(),
        "truncated": text[: text.index(PAN) + len(PAN)].encode(),
        "bare number": PAN.encode(),
        "bare text": f'"{PAN}"'.encode(),
        "not JSON": f"{PAN} {NAME}".encode(),
        "member twice": f'{{"{PAN}":1,"{PAN}":1}}'.encode(),
        "not UTF-8": text.replace(PAN, f"{PAN}\xff").encode("latin-1"),
        "number that no double keeps": text.replace(f'"{PAN}"', f"{PAN}.0000001").encode(),
        "too large": text.encode() + b" " * 70_000,
    }


# Problems and logs


@contextmanager
def served(app: Any) -> Iterator[Callable[..., tuple[int, str, str]]]:
    """Serve an application with uvicorn in this process; yield what posts a body and returns status, type and body."""
    with serving(app, log_level="trace") as url:
        port = int(url.rpartition(":")[2])

        def post(direction: str, body: bytes, headers: dict[str, str] | None = None) -> tuple[int, str, str]:
            # The client of the standard library logs nothing, so whatever is logged comes from the service.
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            try:
                connection.request("POST", PATHS[direction], body, {**HEADERS, **(headers or {})})
                answer = connection.getresponse()
                shown = answer.read().decode() + str(answer.getheaders())
                return answer.status, answer.headers["content-type"], shown
            finally:
                connection.close()

        yield post


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return every log record with all that it holds: message, arguments, exception, stack; but no times and ids."""
    style = logging.Formatter("%(name)s %(levelname)s %(message)s")
    held = (
        {name: one for name, one in vars(record).items() if not isinstance(one, int | float)}
        for record in caplog.records
    )
    return [f"{style.format(record)} {rest!r}" for record, rest in zip(caplog.records, held, strict=True)]


@pytest.fixture
def all_logs(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """Take the records of every logger, at every level."""
    caplog.set_level(1)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi", "starlette", "asyncio"):
        caplog.set_level(1, logger=name)
    return caplog


def test_no_problem_and_no_log_holds_a_value(all_logs: pytest.LogCaptureFixture) -> None:
    bodies = [(name, direction, json.dumps(payload).encode()) for name, (direction, payload) in invalid().items()]
    bodies += [(name, "payout", body) for name, body in unreadable().items()]
    found = []
    with served(application(Handlers())) as post:
        for name, (direction, payload) in valid().items():
            assert post(direction, json.dumps(payload).encode())[0] == 201, f"{name} is rejected"
        for name, direction, body in bodies:
            status, media_type, shown = post(direction, body)
            assert 400 <= status < 500, f"{name} is answered with {status}"
            assert media_type == PROBLEM, name
            # A member is named as the caller named it; the body "member twice" has the number for a name.
            found += [f"the answer to: {name} ({secret})" for secret in leaks(shown)]
    found += [f"log record: {line[:300]}" for line in logged(all_logs) if leaks(line)]
    assert not found, listing(found)
    assert any("uvicorn.asgi" in line for line in logged(all_logs)), "uvicorn's finest level is heard"


def test_the_caller_reads_his_own_member_names_but_no_log_does(all_logs: pytest.LogCaptureFixture) -> None:
    with served(application(Handlers())) as post:
        status, _, shown = post("payout", json.dumps(card(**{PAN: 1})).encode())
    assert status == 422
    assert f"#/{PAN}" in shown
    assert [line for line in logged(all_logs) if leaks(line)] == []


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Idempotency-Key": PAN}, 201),
        ({"Idempotency-Key": f"{PAN} {NAME}"}, 400),
        ({"Idempotency-Key": PAN * 20}, 400),
        ({"Content-Type": PAN}, 415),
        ({"Content-Encoding": PAN}, 415),
        ({"Authorization": f"Bearer {PAN}"}, 401),
        ({"Authorization": PAN}, 401),
        ({"X-Card": PAN}, 201),
    ],
    ids=str,
)
def test_no_header_is_repeated(all_logs: pytest.LogCaptureFixture, headers: dict[str, str], status: int) -> None:
    with served(application(Handlers())) as post:
        got, _, shown = post("payout", json.dumps(card()).encode(), headers)
    assert got == status, shown
    assert leaks(shown) == []
    assert [line for line in logged(all_logs) if leaks(line)] == []


def _fail_with_repr(request: Any) -> None:
    raise RuntimeError(repr(request))


def _fail_with_payload(request: Any) -> None:
    raise RuntimeError(request.model_dump_json())


def _fail_for_a_cause(request: Any) -> None:
    try:
        raise KeyError(request.model_dump())
    except KeyError as error:
        raise RuntimeError(f"failed: {error}") from error


def _fail_validating(request: Any) -> None:
    type(request).model_validate({**request.model_dump(), "amount": NAME, "pan": PAN})


def _fail_making_a_record(request: Any) -> None:
    modules()["records"].PayoutRecord(**request.model_dump())


def _fail_with_a_group(request: Any) -> None:
    raise ExceptionGroup(request.model_dump_json(), [ValueError(request.model_dump_json())])


def _answer_what_is_no_record(request: Any) -> Any:
    return request.model_dump_json()


FAILURES = [
    _fail_with_repr,
    _fail_with_payload,
    _fail_for_a_cause,
    _fail_validating,
    _fail_making_a_record,
    _fail_with_a_group,
    _answer_what_is_no_record,
]


@pytest.mark.parametrize("act", FAILURES, ids=lambda act: act.__name__)
def test_a_failing_handler_gives_nothing_away(all_logs: pytest.LogCaptureFixture, act: Callable[[Any], Any]) -> None:
    with served(application(Handlers(act))) as post:
        for name, (direction, payload) in valid().items():
            status, media_type, shown = post(direction, json.dumps(payload).encode())
            assert (status, media_type) == (500, PROBLEM), name
            assert leaks(shown) == [], f"the answer to: {name}"
    lines = logged(all_logs)
    assert [line for line in lines if leaks(line)] == []
    assert [line for line in lines if "payments_api.server" in line and " ERROR " in line], (
        "the failure itself is logged"
    )


# Texts of models and exceptions


def _texts(value: Any) -> Iterator[str]:
    yield repr(value)
    yield str(value)
    yield f"{value}"
    yield f"{value!r}"
    yield "%s %r" % (value, value)  # noqa: UP031 - as logging does it
    yield repr([value])
    yield str({"request": value})
    if isinstance(value, BaseModel):
        for told in ("__rich_repr__", "__pretty__"):
            show = getattr(value, told)
            yield repr([*(show() if told == "__rich_repr__" else show(repr))])


def _models(value: BaseModel) -> Iterator[BaseModel]:
    yield value
    for inner in vars(value).values():
        if isinstance(inner, BaseModel):
            yield from _models(inner)


@pytest.mark.parametrize("name", without(valid(), "card in metadata"))
def test_no_text_of_a_request_holds_a_value(name: str) -> None:
    direction, payload = valid()[name]
    request = modules()["requests"].model_of(direction, payload["method_code"]).model_validate(payload)
    for model in _models(request):
        assert [text for text in _texts(model) if leaks(text)] == [], type(model).__name__


@pytest.mark.parametrize(("direction", "method"), [(direction, method) for direction, method, _ in request_models()])
def test_every_sensitive_field_is_masked(direction: str, method: str) -> None:
    """What is sensitive is read from the JSON Schema; what is masked shows in the model's text."""
    payload = sample(direction, method, "full")
    values: dict[str, str] = {}
    for number, (location, schema) in enumerate(_sensitive(schemas()[f"{direction}/{method}"], ())):
        values[".".join(location)] = (f"{number:02}" + "7" * 18)[: schema.get("maxLength", 20)]
        _set(payload, location, values[".".join(location)])
    assert values, "every request has a sensitive field"
    request = modules()["requests"].model_of(direction, method).model_validate(payload)
    shown = "".join(_texts(request))
    assert [location for location, value in values.items() if value in shown] == [], "shown in repr or str"
    assert [location for location in values if f"{location.rpartition('.')[2]}='***'" not in shown] == [], (
        "not shown as masked"
    )


def _sensitive(schema: Json, location: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Json]]:
    for name, node in schema["properties"].items():
        if "x-sensitive" in node:
            yield (*location, name), node
        if "properties" in node:
            yield from _sensitive(node, (*location, name))


def _set(payload: Json, location: tuple[str, ...], value: str) -> None:
    for name in location[:-1]:
        payload = payload.setdefault(name, {})
    payload[location[-1]] = value


def _messages(error: BaseException) -> str:
    chain = "".join(traceback.format_exception(error))
    return f"{error} {error!r} {error.args!r} {chain}"


def _told(ways: dict[str, Callable[[], Any]]) -> list[str]:
    """Return what the validation errors of each way say that they must not."""
    found = []
    for way, act in ways.items():
        with pytest.raises(ValidationError) as raised:
            act()
        text = _messages(raised.value)
        found += [f"{way} shows {secret}: …{text[max(0, at - 60) : at + 20]}" for secret, at in _first(text)]
    return found


def _first(text: str) -> list[tuple[str, int]]:
    return [(secret, text.find(secret[:8])) for secret in leaks(text)]


@pytest.mark.parametrize("name", invalid())
def test_no_validation_error_of_a_model_holds_a_value(name: str) -> None:
    direction, payload = invalid()[name]
    requests, code = modules()["requests"], payload.get("method_code")
    model = requests.model_of(direction, code if code in requests.REQUESTS[direction] else "UPI")
    text = json.dumps(payload)
    ways: dict[str, Callable[[], Any]] = {
        "model_validate": lambda: model.model_validate(payload),
        "model_validate_json": lambda: model.model_validate_json(text),
        "the constructor": lambda: model(**payload),
    }
    assert _told(ways) == []


@cache
def _union(direction: str) -> tuple[TypeAdapter[Any], type[BaseModel]]:
    union = getattr(modules()["requests"], UNIONS[direction])
    return TypeAdapter(union), create_model("Around", request=(union, ...))


@pytest.mark.parametrize("name", invalid())
def test_no_validation_error_of_the_union_or_of_a_model_around_it_holds_a_value(name: str) -> None:
    direction, payload = invalid()[name]
    adapter, around = _union(direction)
    text = json.dumps(payload)
    ways: dict[str, Callable[[], Any]] = {
        "the union, validate_python": lambda: adapter.validate_python(payload),
        "the union, validate_json": lambda: adapter.validate_json(text),
        "a model around it": lambda: around(request=payload),
    }
    assert _told(ways) == []


@pytest.mark.parametrize("name", invalid())
def test_no_problem_error_holds_a_value(name: str) -> None:
    direction, payload = invalid()[name]
    problem = modules()["problems"].ProblemError
    with pytest.raises(problem) as raised:
        modules()["parsing"].parse(direction, payload)
    assert leaks(_messages(raised.value)) == []
    assert leaks(json.dumps(raised.value.document("/v1/payouts", "req_1"))) == []
    assert raised.value.__context__ is None, "the exception below holds the values"


@pytest.mark.parametrize("name", unreadable())
def test_no_error_of_a_body_holds_a_value(name: str) -> None:
    body = modules()["body"]
    text = unreadable()[name]
    if name == "too large":
        assert len(text) > body.LARGEST
        return
    with pytest.raises(body.BodyError) as raised:
        body.read_object(text)
    assert leaks(f"{raised.value} {raised.value!r}") == []
    assert leaks("".join(traceback.format_exception(raised.value))) == []


@pytest.mark.parametrize("model", ["PayoutRecord", "MaskedCard", "MaskedRecipient", "PayInRecord"])
def test_no_validation_error_of_a_record_holds_a_value(model: str) -> None:
    """A handler that makes a record of a whole request by mistake."""
    record = getattr(modules()["records"], model)
    ways: dict[str, Callable[[], Any]] = {
        "a card payout": lambda: record.model_validate(card(full_name=1)),
        "a card payout, wrong inside": lambda: record.model_validate(card(full_name=[PAN], last4=[PAN])),
        "an account payout": lambda: record(**account(id=[PAN], full_name=[NAME], last4=1)),
    }
    assert _told(ways) == []
