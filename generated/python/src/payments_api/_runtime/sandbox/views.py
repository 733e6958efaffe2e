# Part of paycat's runtime, copied unchanged. Do not edit.

"""What a reader of the page chose: filters, a search, and where the pages of both lists begin."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

from sqlalchemy import ColumnElement, or_

from .store import RECORDS, REQUESTS

_LONGEST = {"records_kept": 4_096}
_USUALLY_LONGEST = 255
_MOST_DIGITS = 9
_SEARCHED = (
    REQUESTS.c.http_method,
    REQUESTS.c.path,
    REQUESTS.c.key,
    REQUESTS.c.problem,
    REQUESTS.c.reference,
    REQUESTS.c.record,
)
_DOCUMENTS = (REQUESTS.c.sent, REQUESTS.c.answer)
"""JSON, in which a text may be spelt otherwise."""


@dataclass(frozen=True, slots=True)
class View:
    """A choice; an empty text chooses nothing."""

    search: str = ""
    """What is somewhere in a request with its answer, or in the identifier or the reference of a record."""
    reference: str = ""
    """What is in the reference of both."""
    http_method: str = ""
    status: str = ""
    """A status such as 404, or a class of them such as 4xx."""
    state: str = ""
    """The name of a state machine, a slash, and one of its states or nothing."""
    requests_before: str = ""
    """The number of the last request of the page before."""
    records_before: str = ""
    """The identifier of the last record of the page before."""
    records_kept: str = ""
    """The identifiers of records that are shown whatever else is chosen, as a reader uses them; with commas between."""

    def of_requests(self) -> Iterator[ColumnElement[bool]]:
        """Yield what must hold for a request."""
        if self.search:
            spelt = json.dumps(self.search, ensure_ascii=False)[1:-1]
            texts = dict.fromkeys((self.search, spelt))
            yield or_(
                *(_contains(column, self.search) for column in _SEARCHED),
                *(_contains(column, text) for text in texts for column in _DOCUMENTS),
            )
        if self.reference:
            yield _contains(REQUESTS.c.reference, self.reference)
        if self.http_method:
            yield REQUESTS.c.http_method == self.http_method
        if self.status:
            yield from _of_status(self.status)
        if self.requests_before:
            yield REQUESTS.c.number < _number(self.requests_before)

    def of_records(self) -> Iterator[ColumnElement[bool]]:
        """Yield what must hold for a record."""
        if self.search:
            searched = (RECORDS.c.id, RECORDS.c.reference)
            yield or_(*(_contains(column, self.search) for column in searched))
        if self.reference:
            yield _contains(RECORDS.c.reference, self.reference)
        if self.state:
            machine, _, state = self.state.partition("/")
            yield RECORDS.c.machine == machine
            if state:
                yield RECORDS.c.state == state
        if self.records_before:
            yield RECORDS.c.id < self.records_before


def view_of(query: Mapping[str, str]) -> View:
    """Return what the query of an address chooses."""
    names = (one.name for one in fields(View))
    chosen = {name: query.get(name, "") for name in names}
    # No database keeps a text with U+0000 or with half a character.
    kept = {
        name: text[: _LONGEST.get(name, _USUALLY_LONGEST)]
        .replace("\0", "")
        .encode(errors="replace")
        .decode()
        for name, text in chosen.items()
    }
    return View(**kept)


def _contains(column: ColumnElement[str], text: str) -> ColumnElement[bool]:
    return column.icontains(text, autoescape=True)


def _of_status(text: str) -> Iterator[ColumnElement[bool]]:
    column = REQUESTS.c.status
    first = text[:1]
    if text[1:] == "xx" and _number(first):
        yield column.between(_number(first) * 100, _number(first) * 100 + 99)
    else:
        yield column == _number(text, otherwise=-1)


def _number(text: str, otherwise: int = 0) -> int:
    """Return a whole number, or another one if it is none that is counted to."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS
    return int(text) if is_number else otherwise
