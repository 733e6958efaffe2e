"""The two directions of a payment."""

from typing import Literal

from paycat.catalogue.annotations import Words

Direction = Literal["pay_in", "payout"]

DIRECTIONS: tuple[Direction, ...] = ("pay_in", "payout")

DIRECTION_WORDS = Words({"pay_in": "Money is collected from a customer.", "payout": "Money is paid out."})
