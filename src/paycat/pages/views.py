"""The named selections that the templates of pages use."""

from collections.abc import Callable, Mapping
from typing import Any

from paycat.pages.conditions import condition_views, unexplained
from paycat.pages.downloads import download_label, downloads, method_downloads, of_methods
from paycat.pages.fields import field_rows, sensitive_words
from paycat.pages.navigation import decision, filters, is_packaged, pages
from paycat.pages.notifications import (
    attempts,
    has_receiver,
    notification_headers,
    notification_pages,
    signed_message,
)
from paycat.pages.operations import operation_groups
from paycat.pages.problems import problem_pages
from paycat.pages.quickstart import quickstart
from paycat.pages.records import record_pages
from paycat.pages.refused import mistakes
from paycat.pages.registers import decision_pages, erratum_pages, standings
from paycat.pages.releases import is_told, out_of_use, released
from paycat.pages.request_page import (
    errata_samples,
    other_samples,
    page_of,
    request_call,
    request_files,
    request_head,
)
from paycat.pages.shape_words import parameter_words, type_words
from paycat.pages.snippets import key_variable, snippets
from paycat.pages.texts import phrase, plain, prose
from paycat.pages.words import availability_title, direction_title, duration, limit_words

_VIEWS: tuple[Callable[..., Any], ...] = (
    *(attempts, availability_title, condition_views, decision, decision_pages, direction_title),
    *(download_label, downloads, duration, errata_samples, erratum_pages, field_rows, filters, has_receiver),
    *(is_packaged, is_told, key_variable, limit_words, method_downloads, notification_headers, notification_pages),
    *(of_methods, operation_groups, other_samples, out_of_use, page_of, pages, parameter_words, phrase, plain),
    *(problem_pages, prose, record_pages, released, request_call, request_files, request_head),
    *(sensitive_words, signed_message, snippets, standings, type_words, unexplained),
)
VIEWS: Mapping[str, Callable[..., Any]] = {view.__name__: view for view in _VIEWS}

REMEMBERING_VIEWS: Mapping[str, Callable[..., Any]] = {"mistakes": mistakes, "quickstart": quickstart}
"""Those that are given the memo, by its name."""
