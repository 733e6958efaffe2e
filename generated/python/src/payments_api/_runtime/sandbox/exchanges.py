# Part of paycat's runtime, copied unchanged. Do not edit.

"""What is kept of a request and of its answer, for the page."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..body import BodyError
from ..problems import Form
from ..reading import ReadingError, read_document
from .facts import Facts
from .filling import first, id_member
from .masking import HIDDEN, Masking, without_long_numbers, without_numbers_inside

LARGEST = 16_384
"""Most bytes of a body that is kept."""

_LONGEST = 255
_HIDDEN_MEMBER = "access_token"
"""The member of an answer that gives a token (RFC 6749, section 5.1)."""
_TOO_LARGE = f"It has more than {LARGEST:,} bytes, so it is not kept."
_UNREADABLE = "It is not a JSON object, so what is sensitive in it is not known, and it is not kept."
_UNREAD = "The service answered before it read it, so it is not kept."
_OTHER = "It is not a JSON object, so it is not kept."


@dataclass(slots=True)
class Exchange:
    """A request as it came, and how it was answered; of a body that is too large, only as much as shows that."""

    at: float
    http_method: str
    path: str
    key: str
    has_body: bool
    status: int = 0
    replayed: bool = False
    is_lost: bool = False
    sent: bytes = b""
    answer: bytes = b""


class Keeping:
    """Makes rows of the table of requests: nothing sensitive is in them."""

    def __init__(
        self,
        facts: Facts,
        form: Form,
        read_object: Callable[[bytes], dict[str, Any]],
    ) -> None:
        self._form = form
        self._machines = facts.machines.values()
        self._masking = Masking(facts)
        self._read_object = read_object
        self._ids = {id_member(one) for one in self._machines}

    def row(self, one: Exchange) -> dict[str, Any]:
        """Return the row of an exchange. `record` is what may be the identifier of a record."""
        sent, sent_note = self._sent(one)
        answer, answer_note = _answer(one.answer)
        is_problem = one.status >= 400
        said = self._form.read(answer) if is_problem and answer else {}
        ids = [answer[name] for name in self._ids if answer and name in answer]
        ids += [said["existing_id"]] if "existing_id" in said else []
        answer = without_numbers_inside(answer, [] if is_problem else ids)
        references = (first(sent, machine.reference) for machine in self._machines)
        return {
            "at": one.at,
            "http_method": short(without_long_numbers(one.http_method)),
            "path": short(one.path),
            "key": short(without_long_numbers(one.key)),
            "status": one.status,
            "replayed": one.replayed,
            "problem": short(said["slug"] or str(one.status)) if said else "",
            "reference": short(_first_text(references)),
            "record": _first_text(ids)[:64],
            "sent": _text(sent),
            "sent_note": sent_note,
            "answer": _text(answer),
            "answer_note": answer_note,
        }

    def _sent(self, one: Exchange) -> tuple[dict[str, Any] | None, str]:
        """Return what may be kept of a body, and why that is nothing."""
        body = one.sent
        if not body:
            return None, _UNREAD if one.has_body else ""
        if len(body) > LARGEST:
            return None, _TOO_LARGE
        try:
            return self._masking.masked(self._read_object(body)), ""
        except BodyError:
            return None, _UNREADABLE


def short(text: str) -> str:
    """Return a text as every database keeps it."""
    return text[:_LONGEST].replace("\0", "�")


def _answer(body: bytes) -> tuple[dict[str, Any] | None, str]:
    if not body:
        return None, ""
    if len(body) > LARGEST:
        return None, _TOO_LARGE
    try:
        document = read_document(body)
    except ReadingError:
        return None, _OTHER
    if _HIDDEN_MEMBER in document:
        document = {**document, _HIDDEN_MEMBER: HIDDEN}
    return document, ""


def _text(document: Mapping[str, Any] | None) -> str:
    if document is None:
        return ""
    # A number that no float keeps is shown as a text.
    text = json.dumps(document, ensure_ascii=False, default=str)
    return text.encode(errors="replace").decode()


def _first_text(values: Iterable[Any]) -> str:
    return next((one for one in values if isinstance(one, str)), "")
