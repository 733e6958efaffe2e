"""What a service accepts, by its own data alone: payloads of each kind that may be accepted or rejected, and verdicts.

Nothing here knows paycat: what is in use is the JSON data, ISO 4217 by another package, and ECMAScript in node.
"""

import json
import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from iso4217 import Currency

from tests.any_catalogue.services.service import Field, Service
from tests.any_catalogue.services.texts import Texts, near, texts_of, verdicts

FEWEST = 150
"""Payloads of a service, at least."""
Data = dict[str, Any]

_OTHER_TYPES: tuple[Any, ...] = (None, True, False, 0, 7, 1.5, [], ["1"], {}, {"key": "1"})
_ANY_TEXTS = ("", " ", "\n", "Test", "0", "null", "é", "😀", "a\nb", "\u0000", "\u2028", "x" * 2000, "<b>", "[]")


@dataclass(frozen=True, slots=True)
class Payload:
    """A body, whether the service accepts it, and whether a JSON Schema does.

    A schema says of decimal places only that there are none: more than one of them are accepted.
    """

    body: Any
    is_accepted: bool
    is_accepted_by_schemas: bool


def payloads_of(services: Collection[Service], seed: int = 40) -> dict[str, list[Payload]]:
    """Return payloads of each service, by its code, the first of them accepted; equal arguments give equal ones."""
    matching = _matching(services, random.Random(seed))
    bodies = {one.code: _different(_bodies(one, matching, random.Random(f"{seed} {one.code}"))) for one in services}
    judge = _Judge.of(services, bodies)
    return {
        one.code: [
            Payload(body, judge.accepts(one, body), judge.accepts(one, body, counts_places=places_of(one) == 0))
            for body in bodies[one.code]
        ]
        for one in services
    }


def _matching(services: Iterable[Service], chance: random.Random) -> Texts:
    """Return texts that the regular expressions of services match, by regular expression; "" matches any."""
    regexps = dict.fromkeys(field.regexp for one in services for field in one.fields)
    tried = {one: list(dict.fromkeys(texts_of(one, chance, 60))) if one else ["Test", "", "😀\n"] for one in regexps}
    matches = verdicts(tried)
    return {one: [text for text in texts if matches[one, text]] for one, texts in tried.items()}


@dataclass(frozen=True, slots=True)
class _Judge:
    """Judges bodies, with the verdicts of node by regular expression and text."""

    matches: Mapping[tuple[str, str], bool]

    @classmethod
    def of(cls, services: Iterable[Service], bodies: Mapping[str, Iterable[Any]]) -> "_Judge":
        """Ask node about every text in some bodies that a regular expression decides about."""
        texts: dict[str, dict[str, None]] = {}
        for service in services:
            held = [body["fields"] for body in bodies[service.code] if isinstance(_member(body, "fields"), dict)]
            for field in (one for one in service.fields if one.regexp):
                known = texts.setdefault(field.regexp, {})
                known |= dict.fromkeys(text for one in held if isinstance(text := one.get(field.key), str))
        return cls(verdicts(texts))

    def accepts(self, service: Service, body: Any, *, counts_places: bool = True) -> bool:
        """Tell whether a service accepts a body."""
        if not isinstance(body, dict) or body.keys() - {"method", "amount", "currency", "fields"}:
            return False
        named = _member(body, "method") == service.code and _member(body, "currency") == service.currency
        return named and self._amount(service, body, counts_places) and self._fields(service, body)

    @staticmethod
    def _amount(service: Service, body: Mapping[str, Any], counts_places: bool) -> bool:
        amount = body.get("amount")
        if isinstance(amount, bool) or not isinstance(amount, int | float):
            return False
        value = Decimal(repr(amount))
        fits = value == round(value, places_of(service))
        return service.least <= value <= service.most and (fits or not counts_places)

    def _fields(self, service: Service, body: Mapping[str, Any]) -> bool:
        """Tell whether fields are accepted; a service without any has no member for them."""
        if "fields" not in body:
            return not any(one.is_required for one in service.fields)
        held = body["fields"]
        if not service.fields or not isinstance(held, dict) or held.keys() - {one.key for one in service.fields}:
            return False
        return all(self._field(one, held) for one in service.fields)

    def _field(self, field: Field, held: Mapping[str, Any]) -> bool:
        if field.key not in held:
            return not field.is_required
        value = held[field.key]
        if not isinstance(value, str):
            return False
        if field.values:
            return value in field.values
        return not field.regexp or self.matches[field.regexp, value]


def _member(body: Any, name: str) -> Any:
    return body.get(name) if isinstance(body, dict) else None


def places_of(service: Service) -> int:
    """Return the decimal places of an amount of a service."""
    try:
        exponent = Currency(service.currency).exponent
    except ValueError:
        exponent = None
    return service.places(exponent)


def _different(bodies: Iterable[Any]) -> list[Any]:
    return list({json.dumps(body): body for body in bodies}.values())


def _bodies(service: Service, matching: Texts, chance: random.Random) -> Iterator[Any]:
    """Yield a body that is accepted, then others that differ from it in one thing."""
    accepted = {one.key: list(one.values or matching[one.regexp]) for one in service.fields}
    usual = {key: chance.choice(texts) for key, texts in accepted.items()}
    whole: Data = {"method": service.code, "amount": _number(service.least), "currency": service.currency}
    if service.fields:
        whole["fields"] = usual
    yield whole
    if service.fields:
        yield {**whole, "fields": {one.key: usual[one.key] for one in service.fields if one.is_required}}
    yield from ([], [whole], "text", 1, True, None, {}, json.dumps(whole))
    for name, value in whole.items():
        yield {key: value for key, value in whole.items() if key != name}
        yield from ({**whole, name: other} for other in _OTHER_TYPES)
        yield from ({**whole, other: value} for other in (name.title(), f"{name}\n"))
    for name, extra in {"extra": 1, "": "", "reference": "r-1", "fields ": {}, "country": "DE"}.items():
        yield {**whole, name: extra}
    for name in ("method", "currency"):
        code = whole[name]
        changed = (code.lower(), code.upper(), code.swapcase(), f"{code}\n", f" {code}", code[:-1], f"{code}x", "EUR")
        yield from ({**whole, name: text} for text in changed)
    yield from ({**whole, "amount": amount} for amount in _amounts(service, chance))
    if not service.fields:
        yield from ({**whole, "fields": other} for other in ("", {"account": "1"}))
    for field in service.fields:
        yield from ({**whole, "fields": held} for held in _held(field, usual, accepted[field.key], chance))


def _held(field: Field, usual: Data, accepted: Sequence[str], chance: random.Random) -> Iterator[Data]:
    """Yield members `fields` that differ from the usual one in one field."""
    yield {key: value for key, value in usual.items() if key != field.key}
    yield from ({**usual, field.key: other} for other in _OTHER_TYPES)
    for name in (field.key.upper(), field.key.title(), f"{field.key}\n", f"{field.key}x", field.key.replace("_", "")):
        yield {**usual, name: usual[field.key]}
    texts = [*accepted, *field.values.values(), *_ANY_TEXTS, *([field.example] if field.example else [])]
    changed = (text for one in chance.sample(accepted, min(len(accepted), 4)) for text in near(one, chance))
    yield from ({**usual, field.key: text} for text in (*texts, *changed))


def _amounts(service: Service, chance: random.Random) -> Iterator[int | float | str]:
    unit = Decimal(1).scaleb(-places_of(service))
    least, most = service.least, service.most
    near_ends = [end + unit * count for end in (least, most) for count in (-2, -1, 0, 1, 2)]
    fractions = [
        end + unit * part for end in (least, most) for part in (Decimal("-0.1"), Decimal("0.1"), Decimal("0.5"))
    ]
    units = int((most - least) / unit)
    within = [least + unit * chance.randint(0, units) for _ in range(30)]
    with_more = [one + unit / 10 * chance.randint(1, 9) for one in within]
    far = [Decimal(0), -least, -most, most * 10, most * 1000, least / 10, Decimal(10) ** 15, Decimal(10) ** 20]
    for number in (*near_ends, *fractions, *within, *with_more, *far):
        yield _number(number)
    yield from (float(least), float(most), str(least), str(most), "")
    yield from (_number(chance.choice([-1, 1]) * Decimal(chance.randint(1, 10**9)).scaleb(-3)) for _ in range(40))


def _number(number: Decimal) -> int | float:
    """Return a number as JSON has it: as an int if it is whole, else as the double that is nearest."""
    return int(number) if number == number.to_integral_value() else float(number)
