"""Words for people: names of directions, availabilities and countries, times, and limits."""

import pycountry

from paycat.catalogue.directions import Direction
from paycat.catalogue.interface import Limit
from paycat.counting import counted

_DIRECTIONS: dict[Direction, str] = {"pay_in": "Pay-in", "payout": "Payout"}
_AVAILABILITIES = {
    "supported": "supported",
    "not_supported": "not supported",
    "not_supported_yet": "not supported yet",
    "not_listed": "not listed",
}


def direction_title(direction: Direction) -> str:
    """Return a direction's name."""
    return _DIRECTIONS[direction]


def availability_title(availability: str) -> str:
    """Return the specification's word for what a method offers in a direction."""
    return _AVAILABILITIES[availability]


_UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))


def duration(seconds: int) -> str:
    """Return a time in its largest units, such as "1 hour 30 minutes"; "at once" for none."""
    told = []
    for size, unit in _UNITS:
        count, seconds = divmod(seconds, size)
        if count:
            told.append(counted(count, unit))
    return " ".join(told) or "at once"


_SENTENCES = {
    "body_bytes": "The body of a request has at most {:,} bytes.",
    "body_depth": "Objects and lists in a body are nested at most {:,} deep.",
    "answer_seconds": "The service answers within {:,} seconds; wait as long before you give up.",
}


def limit_words(limit: Limit) -> str:
    """Return what a limit means for who sends a request."""
    return _SENTENCES[limit.name].format(limit.value)


def country_name(code: str) -> str:
    """Return a country's usual English name; the code itself where none is known."""
    found = pycountry.countries.get(alpha_2=code)
    return getattr(found, "common_name", found.name) if found else code
