"""The named selections that the templates of pages use."""

from collections.abc import Callable, Mapping
from typing import Any

from paycat.pages.conditions import condition_views, unexplained
from paycat.pages.decision_uses import decision_pages
from paycat.pages.diagram import diagram
from paycat.pages.downloads import download_label, downloads, method_downloads, of_methods
from paycat.pages.durations import duration
from paycat.pages.fields import field_rows, sensitive_words
from paycat.pages.heads import request_call, request_head
from paycat.pages.limits import limit_words
from paycat.pages.matrix import filters
from paycat.pages.navigation import decision, pages
from paycat.pages.notifications import attempts, notification_headers, notification_pages, signed_message
from paycat.pages.operations import operation_groups
from paycat.pages.packaging import is_packaged
from paycat.pages.problems import problem_pages
from paycat.pages.quickstart import quickstart
from paycat.pages.records import record_pages
from paycat.pages.refused import mistakes
from paycat.pages.registers import erratum_pages, standings
from paycat.pages.releases import is_told, out_of_use, released
from paycat.pages.request_files import page_of, request_files
from paycat.pages.shape_words import parameter_words, type_words
from paycat.pages.shown_samples import errata_samples, other_samples
from paycat.pages.snippets import key_variable, snippets
from paycat.pages.texts import phrase, plain, prose
from paycat.pages.verifiers import verifiers
from paycat.pages.words import availability_title, direction_title

VIEWS: Mapping[str, Callable[..., Any]] = {
    "attempts": attempts,
    "availability_title": availability_title,
    "condition_views": condition_views,
    "decision": decision,
    "decision_pages": decision_pages,
    "diagram": diagram,
    "direction_title": direction_title,
    "download_label": download_label,
    "downloads": downloads,
    "duration": duration,
    "errata_samples": errata_samples,
    "erratum_pages": erratum_pages,
    "field_rows": field_rows,
    "filters": filters,
    "is_packaged": is_packaged,
    "is_told": is_told,
    "key_variable": key_variable,
    "limit_words": limit_words,
    "method_downloads": method_downloads,
    "notification_headers": notification_headers,
    "notification_pages": notification_pages,
    "of_methods": of_methods,
    "operation_groups": operation_groups,
    "other_samples": other_samples,
    "out_of_use": out_of_use,
    "page_of": page_of,
    "pages": pages,
    "phrase": phrase,
    "plain": plain,
    "problem_pages": problem_pages,
    "prose": prose,
    "record_pages": record_pages,
    "released": released,
    "request_call": request_call,
    "request_files": request_files,
    "request_head": request_head,
    "sensitive_words": sensitive_words,
    "signed_message": signed_message,
    "snippets": snippets,
    "standings": standings,
    "parameter_words": parameter_words,
    "type_words": type_words,
    "unexplained": unexplained,
    "verifiers": verifiers,
}

REMEMBERING_VIEWS: Mapping[str, Callable[..., Any]] = {
    "mistakes": mistakes,
    "quickstart": quickstart,
}
"""Those that are given the memo, by its name."""
