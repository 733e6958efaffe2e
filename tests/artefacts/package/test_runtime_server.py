"""The server of a service that no catalogue states: what decides by what the service passes."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, ClassVar, get_args

import pytest
from pydantic import BaseModel

from paycat.conformance.run.engines.stub import AppAnswer, exchange
from runtime.body import read_object
from runtime.credentials import Credential
from runtime.problems import Form, Kind, Part, ProblemError
from runtime.server import Context, Operation, Parameter, Service, create_app
from runtime.server.causes import Cause

STATUSES: Mapping[str, int] = {
    "malformed_body": 400,
    "payload_too_large": 413,
    "unauthenticated": 401,
    "not_found": 404,
    "http_method": 405,
    "invalid_fields": 422,
    "internal_error": 500,
}
KEY_CREDENTIAL = Credential("key", "bearer")
KEY = ("Authorization", "Bearer key")
JSON = ("Content-Type", "application/json")


class Note(BaseModel):
    """A record, and a request."""

    id: str
    text: str


class NoteError(ProblemError[str]):
    """Problems named as their causes are, in capitals."""

    form = Form(
        parts=tuple(Part(word, (word,)) for word in ("type", "title", "status", "detail", "instance", "request_id")),
        base="https://problems.example/",
    )
    _kinds: ClassVar[Mapping[Any, Kind]] = {cause.upper(): Kind(status, "Title") for cause, status in STATUSES.items()}


class Handlers:
    """Notes."""

    async def read(self, *, id: str, count: int, context: Context) -> Note:
        """Answer with a note that has the version 1, or fail."""
        if id == "none":
            raise NoteError("NOT_FOUND", "Nothing.", headers={"X-Kept": "yes"})
        if id == "broken":
            raise RuntimeError(id)
        context.answer_headers["ETag"] = '"1"'
        return Note(id=id, text=f"{count} for {context.caller}")

    async def write(self, *, request: Note, context: Context) -> Note:
        """Answer with the request."""
        return request


def service(*, tagged: bool = True) -> Service:
    """Return the service of notes."""
    id, count = Parameter("id", "id", required=True), Parameter("count", "count", whole=True, most=9, default=1)
    proved: dict[str, Any] = {"alternatives": ((KEY_CREDENTIAL,),)}
    read = Operation(
        "GET", "/notes/{id}", "read", 200, Note, path_parameters=(id,), query_parameters=(count,), **proved
    )
    write = Operation("POST", "/notes", "write", 201, Note, direction="note", located_by="id", **proved)
    of_kind = Operation(
        *("POST", "/notes/of/{kind}", "write", 201, Note, "note"),
        located_by="id",
        method_parameter="kind",
        reading_path="/notes/{id}",
        **proved,
    )
    return Service(
        operations={"read": read, "write": write, "write of a kind": of_kind},
        parse=lambda direction, body, method: Note.model_validate({**body, "text": method or direction}),
        read_object=lambda body: read_object(body, 2),
        credentials=[KEY_CREDENTIAL],
        largest=40,
        problem=NoteError,
        slugs={cause: cause.upper() for cause in get_args(Cause)},
        media_type="application/problem+json",
        request_id_header="Request-Id",
        tagged=tagged,
        logger=logging.getLogger("notes"),
    )


async def authenticate(credential: str) -> str | None:
    """Know one caller."""
    return "caller" if credential == "key" else None


def answer(target: str, *headers: tuple[str, str], body: bytes = b"", tagged: bool = True) -> AppAnswer:
    """Return the answer to a POST if there is a body, and to a GET otherwise."""
    app = create_app(service(tagged=tagged), Handlers(), authenticate)
    sent = [*headers, ("Content-Length", str(len(body)))]
    return asyncio.run(exchange(app, "POST" if body else "GET", target, sent, body))


def test_an_operation_is_answered_by_its_handler() -> None:
    found = answer("/notes/a?count=3", KEY)
    assert (found.status_code, found.json()) == (200, {"id": "a", "text": "3 for caller"})
    found = answer("/notes", KEY, JSON, body=b'{"id": "b c"}')
    assert (found.status_code, found.json()) == (201, {"id": "b c", "text": "note"})
    assert found.headers["location"] == "/notes/b%20c"


def test_the_path_names_the_method_of_a_request_decoded() -> None:
    found = answer("/notes/of/a%3Ab%25%20c%0A", KEY, JSON, body=b'{"id": "b c"}')
    assert (found.status_code, found.json()) == (201, {"id": "b c", "text": "a:b% c\n"})
    assert found.headers["location"] == "/notes/b%20c"


@pytest.mark.parametrize(
    ("cause", "target", "headers", "body"),
    [
        ("unauthenticated", "/notes/a", (), b""),
        ("not_found", "/other", (KEY,), b""),
        ("not_found", "/notes/none", (KEY,), b""),
        ("http_method", "/notes", (KEY,), b""),
        ("invalid_fields", "/notes/a?count=10", (KEY,), b""),
        ("internal_error", "/notes/broken", (KEY,), b""),
        ("malformed_body", "/notes", (KEY, JSON), b'{"id": [[1]]}'),
        ("payload_too_large", "/notes", (KEY, JSON), b'{"id": "%s"}' % (b"a" * 40)),
    ],
)
def test_a_cause_is_stated_by_the_problem_that_the_service_has_for_it(
    cause: str, target: str, headers: tuple[tuple[str, str], ...], body: bytes
) -> None:
    found = answer(target, *headers, body=body)
    problem: dict[str, Any] = found.json()
    assert (found.status_code, problem["status"]) == (STATUSES[cause], STATUSES[cause])
    assert problem["type"] == f"https://problems.example/{cause.upper()}"
    assert found.headers["content-type"] == "application/problem+json"


def test_headers_of_a_problem_are_sent() -> None:
    assert answer("/notes/none", KEY).headers["x-kept"] == "yes"


@pytest.mark.parametrize(("tagged", "status"), [(True, 304), (False, 200)])
def test_only_a_service_with_tags_looks_at_them(tagged: bool, status: int) -> None:
    found = answer("/notes/a", KEY, ("If-None-Match", 'W/"1"'), tagged=tagged)
    assert (found.status_code, found.headers["etag"]) == (status, '"1"')


def test_a_failure_is_logged_where_the_service_says(caplog: pytest.LogCaptureFixture) -> None:
    answer("/notes/broken", KEY)
    assert [one.name for one in caplog.records if one.levelno == logging.ERROR] == ["notes"]
