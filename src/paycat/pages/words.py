"""Words of the contract in, words for people out."""

from paycat.catalogue.directions import Direction

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
