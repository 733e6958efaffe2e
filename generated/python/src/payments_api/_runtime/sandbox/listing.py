# Part of paycat's runtime, copied unchanged. Do not edit.

"""Lists, newest first. A cursor names the last record of a page, so records that come later move nothing."""

import base64
import binascii
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import select

from ..problems import ProblemError
from ..reading import read_document
from .facts import Action, Page
from .service import Service
from .store import RECORDS, Store

_USUAL_LIMIT = 100
_AT_ONCE = 200


class Listing:
    """Reads records from the database."""

    def __init__(self, service: Service, store: Store) -> None:
        self._service = service
        self._store = store

    def read(self, machine: str, id: str) -> dict[str, Any]:
        """Return a record. Raises ProblemError if there is none with the identifier."""
        where = (RECORDS.c.id == id, RECORDS.c.machine == machine)
        rows = self._store.rows(select(RECORDS.c.body).where(*where))
        if not rows:
            raise self._service.error("not_found")
        return read_document(rows[0]["body"].encode())

    def page(self, action: Action, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return a page of records. Raises ProblemError if the cursor is none."""
        page = _page(action)
        machine = self._service.facts.machines[action.machine]
        sent = _filters(page, arguments)
        limit = _limit(page, arguments)
        by_reference = next(
            (sent.pop(name) for name in [*sent] if (name,) in machine.reference), None
        )
        found: list[tuple[str, dict[str, Any]]] = []
        rows = self._rows(action.machine, by_reference, self._cursor(page, arguments))
        for id, body in rows:
            record = read_document(body.encode())
            if all(record.get(name) == value for name, value in sent.items()):
                found.append((id, record))
            if len(found) > limit:
                break
        shown = found[:limit]
        more = len(found) > limit
        return _result(page, [one for _, one in shown], shown[-1][0] if more else None)

    def choices(self, action: Action, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return a page of what requests may name, such as banks.

        Raises ProblemError if the cursor is none, or no request can name any with a required filter.
        """
        page = _page(action)
        sent = _filters(page, arguments)
        asked = {page.filters[name] for name in page.required}
        offered = [
            one
            for one in action.choices
            if all(one.get(name) == sent.get(name) for name in asked)
        ]
        if not offered:
            raise self._invalid(" ".join(_advice(page, action.choices)))
        items = [one["item"] for one in offered]
        others = {name: value for name, value in sent.items() if name not in asked}
        items = [
            one
            for one in items
            if all(one.get(name) == value for name, value in others.items())
        ]
        start = self._cursor(page, arguments)
        begin = int(start) if start and start.isdecimal() else 0
        end = begin + _limit(page, arguments)
        following = str(end) if end < len(items) else None
        return _result(page, items[begin:end], following)

    def _rows(
        self, machine: str, reference: str | None, before: str | None
    ) -> Iterator[tuple[str, str]]:
        while True:
            query = select(RECORDS.c.id, RECORDS.c.body)
            query = query.where(RECORDS.c.machine == machine)
            if reference is not None:
                query = query.where(RECORDS.c.reference == reference)
            if before is not None:
                query = query.where(RECORDS.c.id < before)
            rows = self._store.rows(query.order_by(RECORDS.c.id.desc()).limit(_AT_ONCE))
            for row in rows:
                yield row["id"], row["body"]
                before = row["id"]
            if len(rows) < _AT_ONCE:
                return

    def _cursor(self, page: Page, arguments: Mapping[str, Any]) -> str | None:
        text = arguments.get(page.cursor)
        if text is None:
            return None
        try:
            last = base64.b64decode(str(text), altchars=b"-_", validate=True).decode()
        except (binascii.Error, ValueError):
            last = ""
        if not last.isprintable() or not last:
            raise self._invalid("The cursor is not one of a page.")
        return last

    def _invalid(self, detail: str) -> ProblemError[Any]:
        return self._service.error("invalid_fields", detail)


def _page(action: Action) -> Page:
    assert action.page is not None, "the operation lists something"
    return action.page


def _filters(page: Page, arguments: Mapping[str, Any]) -> dict[str, Any]:
    sent = {member: arguments.get(name) for name, member in page.filters.items()}
    return {member: value for member, value in sent.items() if value is not None}


def _advice(page: Page, choices: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the values that each required filter may have."""
    for name in page.required:
        values = {str(one.get(page.filters[name])) for one in choices}
        yield f"The parameter {name} must be one of {', '.join(sorted(values))}."


def _limit(page: Page, arguments: Mapping[str, Any]) -> int:
    asked = arguments.get(page.limit)
    return (
        min(int(asked), page.most)
        if asked is not None
        else min(_USUAL_LIMIT, page.most)
    )


def _result(page: Page, items: Sequence[Any], last: str | None) -> dict[str, Any]:
    cursor = None if last is None else base64.urlsafe_b64encode(last.encode()).decode()
    found: dict[str, Any] = {page.items: items, page.following: cursor}
    if page.has_more:
        found[page.has_more] = cursor is not None
    return found
