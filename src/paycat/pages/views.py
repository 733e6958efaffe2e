"""The named selections that the templates of pages use."""

from collections.abc import Callable, Mapping
from typing import Any

from paycat.pages.conditions import condition_views, unexplained
from paycat.pages.fields import field_rows, sensitive_words
from paycat.pages.heads import request_call, request_head
from paycat.pages.matrix import filters
from paycat.pages.navigation import decision, pages
from paycat.pages.quickstart import quickstart
from paycat.pages.refused import mistakes
from paycat.pages.releases import is_told, out_of_use, released
from paycat.pages.request_files import page_of, request_files
from paycat.pages.shown_samples import errata_samples, other_samples
from paycat.pages.snippets import key_variable, snippets
from paycat.pages.texts import phrase, plain, prose
from paycat.pages.words import availability_title, direction_title

VIEWS: Mapping[str, Callable[..., Any]] = {
    "availability_title": availability_title,
    "condition_views": condition_views,
    "decision": decision,
    "direction_title": direction_title,
    "errata_samples": errata_samples,
    "field_rows": field_rows,
    "filters": filters,
    "is_told": is_told,
    "key_variable": key_variable,
    "other_samples": other_samples,
    "out_of_use": out_of_use,
    "page_of": page_of,
    "pages": pages,
    "phrase": phrase,
    "plain": plain,
    "prose": prose,
    "released": released,
    "request_call": request_call,
    "request_files": request_files,
    "request_head": request_head,
    "sensitive_words": sensitive_words,
    "snippets": snippets,
    "unexplained": unexplained,
}

REMEMBERING_VIEWS: Mapping[str, Callable[..., Any]] = {
    "mistakes": mistakes,
    "quickstart": quickstart,
}
"""Those that are given the memo, by its name."""
