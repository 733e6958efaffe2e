"""Services in the form in which aggregators publish theirs: a payment method for one currency, with its fields."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from paycat.text.characters import unwanted_in


@dataclass(frozen=True, slots=True)
class Field:
    """A text that a service asks for; `values` has the keys of a select with their labels, and is else empty.

    `regexp` is ECMAScript's, or empty. `validators` are the names of checks beside it, such as Luhn.
    """

    key: str
    label: str
    hint: str
    regexp: str
    is_required: bool
    example: str | None
    values: Mapping[str, str]
    validators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Service:
    """A service: its code, what it is a method of, its currency, the limits of the amount, and its fields in order."""

    code: str
    method: str
    currency: str
    least: Decimal
    most: Decimal
    fields: tuple[Field, ...]

    def places(self, exponent: int | None) -> int:
        """Return the decimal places of an amount, where the currency has `exponent` of them by ISO 4217.

        A currency without them has 2, and a limit with more counts.
        """
        return max(2 if exponent is None else exponent, _places(self.least), _places(self.most))


def read_services(data: Iterable[Mapping[str, Any]]) -> list[Service]:
    """Return the services that JSON data holds."""
    return [
        Service(
            one["code"],
            _line(one["method"]) or one["code"],
            one["currency"],
            Decimal(one["amount_min"]),
            Decimal(one["amount_max"]),
            tuple(map(_field, sorted(one["fields"], key=lambda field: field["position"]))),
        )
        for one in data
    ]


def _field(data: Mapping[str, Any]) -> Field:
    options = data.get("options", {})
    key = data["key"]
    return Field(
        key,
        _in_english(data.get("label"), key),
        _in_english(data.get("hint"), ""),
        data.get("regexp", ""),
        data["required"],
        data.get("example"),
        {one["key"]: _in_english(one.get("label"), one["key"]) or "Nothing" for one in options.get("values", ())},
        tuple(one["name"] for one in options.get("validators", ())),
    )


def _in_english(texts: Mapping[str, str] | None, otherwise: str) -> str:
    """Return the English one of texts by language as a line, or the first, or another text where there is none."""
    texts = texts or {}
    return next(filter(None, map(_line, (texts.get("en", ""), *texts.values()))), otherwise)


def _line(words: str) -> str:
    """Return words for people on one line, without the characters that no text of a catalogue may have."""
    words = " ".join(words.split())
    while found := unwanted_in(words):
        words = words[: found.start()] + words[found.end() :]
    return words.strip()


def _places(number: Decimal) -> int:
    exponent = number.as_tuple().exponent
    return -exponent if isinstance(exponent, int) and exponent < 0 else 0


SERVICES = read_services(json.loads(Path(__file__).with_name("services.json").read_text(encoding="utf-8")))
"""Invented services with the kinds of difficulty that real ones have."""
