"""The named selections that the templates of pages use."""

from collections.abc import Callable, Mapping
from typing import Any

from paycat.pages.decision_uses import decision_pages
from paycat.pages.diagram import diagram
from paycat.pages.downloads import downloads, method_downloads, of_methods
from paycat.pages.durations import duration
from paycat.pages.json_texts import pretty
from paycat.pages.limits import limit_words
from paycat.pages.matrix import filters
from paycat.pages.navigation import decision, pages
from paycat.pages.notifications import attempts, notification_headers, notification_pages, signed_message
from paycat.pages.operations import header_named, operation_groups
from paycat.pages.problems import problem_pages
from paycat.pages.records import record_pages
from paycat.pages.registers import erratum_pages, standings
from paycat.pages.schema_words import type_words
from paycat.pages.texts import phrase, prose
from paycat.pages.verifiers import verifiers
from paycat.pages.words import availability_title, direction_title

VIEWS: Mapping[str, Callable[..., Any]] = {
    "attempts": attempts,
    "availability_title": availability_title,
    "decision": decision,
    "decision_pages": decision_pages,
    "diagram": diagram,
    "direction_title": direction_title,
    "downloads": downloads,
    "duration": duration,
    "erratum_pages": erratum_pages,
    "filters": filters,
    "header_named": header_named,
    "limit_words": limit_words,
    "method_downloads": method_downloads,
    "notification_headers": notification_headers,
    "notification_pages": notification_pages,
    "of_methods": of_methods,
    "operation_groups": operation_groups,
    "pages": pages,
    "phrase": phrase,
    "pretty": pretty,
    "problem_pages": problem_pages,
    "prose": prose,
    "record_pages": record_pages,
    "signed_message": signed_message,
    "standings": standings,
    "type_words": type_words,
    "verifiers": verifiers,
}
