"""The named selections that the templates of pages use."""

from collections.abc import Callable, Mapping
from typing import Any

from paycat.pages.matrix import filters
from paycat.pages.navigation import decision, pages
from paycat.pages.releases import is_told, out_of_use, released
from paycat.pages.texts import phrase, prose
from paycat.pages.words import availability_title, direction_title

VIEWS: Mapping[str, Callable[..., Any]] = {
    "availability_title": availability_title,
    "decision": decision,
    "direction_title": direction_title,
    "filters": filters,
    "is_told": is_told,
    "out_of_use": out_of_use,
    "pages": pages,
    "phrase": phrase,
    "prose": prose,
    "released": released,
}
