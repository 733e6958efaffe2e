"""The two directions of a payment."""

from typing import Literal

Direction = Literal["pay_in", "payout"]

DIRECTIONS: tuple[Direction, ...] = ("pay_in", "payout")
