# Part of paycat's runtime, copied unchanged. Do not edit.

"""Reads the record of a call from an HTTP answer, or raises the error that explains why there is none."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import NoneType
from typing import Any, cast

from pydantic import ValidationError

from ..json_values import items_of
from ..media_types import parsed
from ..models import RecordModel
from ..reading import ReadingError, mistakes, read_document
from ..texts import code_or_nothing, path_or_nothing, plain, pointer_or_nothing
from ..violations import Violation
from .errors import AnswerError
from .operations import Answer, Call, ClientOperation
from .receiving import Received
from .response import keep_response
from .service import Service
from .tokens import lacking

_FOREVER = 1_000_000_000
_LONGEST_CURSOR = 2_000
_MOST_ERRORS = 100
_TEXTS = ("existing_id", "method", "direction", "availability")
_MOST_TOLD = 10


@dataclass(frozen=True, slots=True)
class Answers:
    """Reads the answers of a service."""

    service: Service

    def record_of(self, call: Call[Answer], answer: Received, doubt: bool) -> Answer:
        """Return the record that an answer holds, or None if it has no content. Raises ApiError or AnswerError.

        `doubt` is true if an earlier attempt may have been carried out.
        """
        operation = call.operation
        if answer.cut:
            raise self._unreadable(call, answer, answer.cut)
        if answer.status != operation.status:
            raise self._problem(call, answer, doubt)
        if operation.record is NoneType:
            return cast(Answer, None)
        kind, _ = parsed(operation.answer_media_type)
        if _media_type(answer) != kind:
            raise self._unreadable(call, answer, f"it is not {kind}")
        try:
            model = cast(type[RecordModel], operation.record)
            record = model.model_validate(read_document(answer.body))
        except ReadingError as error:
            why = f"the record cannot be read: {error}"
        except ValidationError as error:
            why = f"the record does not hold what it must: {mistakes(error)}"
        else:
            names = (self.service.request_id_header, self.service.replayed_header)
            keep_response(record, answer.status, answer.headers, *names)
            return cast(Answer, record)
        raise self._unreadable(call, answer, why)

    def no_token(
        self, call: Call[Any], answer: Received, doubt: bool, path: str
    ) -> AnswerError:
        """Return the error of an answer of the address of tokens, which gives none."""
        try:
            document = {} if answer.cut else read_document(answer.body)
        except ReadingError:
            document = {}
        lack = f"no valid {lacking(document)}" if answer.status == 200 else ""
        code = code_or_nothing(document.get("error")) or lack
        why = f" ({code})" if code else ""
        return AnswerError(
            f"{path} gave no token: it answered with status {answer.status}{why}",
            operation=call.operation.id,
            outcome_unknown=doubt,
            idempotency_key=call.idempotency_key,
            status=answer.status,
            request_id=self._request_id(answer),
        )

    def slug_of(self, answer: Received) -> str:
        """Return the kind of problem that an answer is; empty if it is none."""
        if (
            answer.cut
            or answer.status < 400
            or _media_type(answer) != self.service.problem_media_type
        ):
            return ""
        try:
            said = self.service.form.read(read_document(answer.body))
        except ReadingError:
            return ""
        return self._slug(answer.status, said)

    def asks_to_wait(self, answer: Received) -> bool:
        """Return whether an answer is a problem that says when to repeat the request."""
        return self.slug_of(answer) in self.service.waiting

    def still_runs(self, call: Call[Any], answer: Received) -> bool:
        """Return whether an earlier request with the key of a call is not done."""
        is_repeated = call.changes and call.repeatable
        return is_repeated and self.slug_of(answer) == self.service.still_running

    def in_doubt(self, call: Call[Any], answer: Received) -> bool:
        """Return whether the call may have been carried out, or may still be."""
        slug, running = self.slug_of(answer), self.service.still_running
        kind = self.service.problems.get(running)
        may_run = kind is not None and kind.status == answer.status
        is_running = slug == running or (not slug and call.repeatable and may_run)
        return call.changes and (answer.status >= 500 or is_running)

    def _problem(self, call: Call[Any], answer: Received, doubt: bool) -> Exception:
        if (
            answer.status < 400
            or _media_type(answer) != self.service.problem_media_type
        ):
            why = "it is neither the record nor a problem"
            return self._unreadable(call, answer, why)
        try:
            document = read_document(answer.body)
            problem = self.service.problem_record.model_validate(document)
        except ReadingError as error:
            why = f"the problem cannot be read: {error}"
            return self._unreadable(call, answer, why)
        except ValidationError as error:
            why = f"the problem does not hold what it must: {mistakes(error)}"
            return self._unreadable(call, answer, why)
        said = self.service.form.read(document)
        slug, listed = self._slug(answer.status, said), said.get("violations", [])
        errors = tuple(map(_violation, listed[:_MOST_ERRORS]))
        return self.service.errors.get(slug, self.service.error)(
            self._text(answer.status, slug, errors, len(listed)),
            operation=call.operation.id,
            outcome_unknown=doubt or self.in_doubt(call, answer),
            idempotency_key=call.idempotency_key,
            status=answer.status,
            slug=slug,
            problem=problem,
            document=document,
            title=plain(said.get("title")),
            detail=plain(said.get("detail"), 1_000),
            errors=errors,
            **{word: plain(said.get(word)) for word in _TEXTS},
            available_directions=tuple(
                map(plain, items_of(said.get("available_directions"))[:_MOST_ERRORS])
            ),
            request_id=self._request_id(answer) or plain(said.get("request_id")),
            retry_after=retry_after(answer),
        )

    def _text(
        self, status: int, slug: str, errors: tuple[Violation, ...], count: int
    ) -> str:
        # Only what is known beforehand: the answer's own words could repeat a value.
        kind = self.service.problems.get(slug)
        message = f"{status} {slug}: {kind.title}" if kind else f"{status} {slug}"
        named = [
            f"{one.pointer or one.path or '?'} {one.code or '?'}"
            for one in errors[:_MOST_TOLD]
        ]
        if count > len(named):
            named.append(f"and {count - len(named):,} more")
        rejected = "; ".join(named)
        return f"{message} ({rejected})" if rejected else message

    def _slug(self, status: int, said: Mapping[str, Any]) -> str:
        """Return the kind of problem; where the body names none, the only one of its status, or of its title, too."""
        kinds = self.service.problems.items()
        titles = {slug: kind.title for slug, kind in kinds if kind.status == status}
        titled = [slug for slug, title in titles.items() if title == said.get("title")]
        slugs = [*titles] if len(titles) == 1 else titled
        return plain(said["slug"]) or (slugs[0] if len(slugs) == 1 else "")

    def _unreadable(self, call: Call[Any], answer: Received, why: str) -> AnswerError:
        return AnswerError(
            f"the answer with status {answer.status} is not as documented: {why}",
            operation=call.operation.id,
            outcome_unknown=call.changes,
            idempotency_key=call.idempotency_key,
            status=answer.status,
            request_id=self._request_id(answer),
            body=answer.body,
        )

    def _request_id(self, answer: Received) -> str:
        return plain(answer.headers.get(self.service.request_id_header))


def another_page(
    operation: ClientOperation[Any], seen: set[str | None], found: str
) -> str:
    """Return where the next page begins; `seen` has the cursors of all pages.

    Raises AnswerError where no page can begin.
    """
    if found in seen:
        why = "the page names itself or an earlier one as the next one"
    elif len(found) > _LONGEST_CURSOR:
        why = f"the cursor has more than {_LONGEST_CURSOR:,} characters"
    else:
        seen.add(found)
        return found
    raise AnswerError(why, operation=operation.id, status=operation.status)


def retry_after(answer: Received) -> int | None:
    """Return the seconds to wait before the request is repeated, if the answer says so.

    Proxies may name a moment instead of seconds. The result is at most a billion.
    """
    text = str(answer.headers.get("Retry-After", "")).strip()
    if not (text.isascii() and text.isdigit()):
        return _seconds_until(text[:64])
    digits = text.lstrip("0")
    return int(digits or "0") if len(digits) < 10 else _FOREVER


def _seconds_until(moment: str) -> int | None:
    try:
        then = parsedate_to_datetime(moment)
        zone = then.tzinfo or UTC
        left = (then.replace(tzinfo=zone) - datetime.now(UTC)).total_seconds()
    except (ValueError, OverflowError):
        return None
    return min(max(0, math.ceil(left)), _FOREVER)


def _violation(said: Mapping[str, Any]) -> Violation:
    combinations = items_of(said.get("accepted_combinations"))
    return Violation(
        pointer=pointer_or_nothing(said.get("pointer")),
        path=path_or_nothing(said.get("path")),
        code=code_or_nothing(said.get("code")),
        detail=plain(said.get("message")),
        accepted_combinations=tuple(
            tuple(map(plain, items_of(names)[:_MOST_TOLD]))
            for names in combinations[:_MOST_TOLD]
        ),
    )


def _media_type(answer: Received) -> str:
    kind, charset = parsed(str(answer.headers.get("Content-Type", "")))
    return kind if charset in ("", "utf-8") else ""
