"""The verdicts that services are compared with: they come from the data, from ISO 4217, and from node."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from tests.any_catalogue.services.payloads import FEWEST, payloads_of, places_of
from tests.any_catalogue.services.service import SERVICES, Service, read_services
from tests.any_catalogue.services.texts import near, source_and_flags, texts_of, verdicts

FIELDS = {"key": "login", "type": "string", "label": {"en": "Login"}, "regexp": "^\\w+$", "required": True}
DATA: dict[str, Any] = {
    "code": "game-1.jpy",
    "method": "game",
    "currency": "JPY",
    "amount_min": "1",
    "amount_max": "49.99",
    "fields": [
        {**FIELDS, "position": 2},
        {"key": "bank", "type": "select", "required": False, "position": 1, "options": {"values": [{"key": "b.1"}]}},
    ],
}


@pytest.fixture(scope="module")
def service() -> Service:
    """A service with a text and a select, whose limits have decimal places that its currency has not."""
    (service,) = read_services([DATA])
    return service


def test_fields_are_in_the_order_of_their_positions(service: Service) -> None:
    assert [one.key for one in service.fields] == ["bank", "login"]
    assert places_of(service) == 2


def test_each_service_has_many_different_payloads_of_which_the_first_is_accepted() -> None:
    found = payloads_of(SERVICES)
    assert found == payloads_of(SERVICES), "they depend on the seed alone"
    for one in SERVICES:
        bodies = [json.dumps(payload.body) for payload in found[one.code]]
        assert len(set(bodies)) == len(bodies) >= FEWEST
        counts = Counter(payload.is_accepted for payload in found[one.code])
        assert found[one.code][0].is_accepted
        assert min(counts[True], counts[False]) > 30, one.code
        assert all(payload.is_accepted_by_schemas for payload in found[one.code] if payload.is_accepted)


@pytest.mark.parametrize(
    ("regexp", "text", "is_match"),
    [
        (r"\d{1,2}", "abc12345", True),
        (r"/^\d{2}$/", "12\n", False),
        (r"/^\d{2}$/", "١٢", False),
        (r"/^.$/", "😀", True),
        (r"/^.$/", "\u2028", False),
        (r"/^[^<>]{1,2}$/", "\n", True),
        (r"/^\p{L}$/u", "𐐀", True),
        (r"/^k$/i", "\u212a", True),
        (r"/^\w$/i", "ſ", True),
        (r"/^\w$/", "ſ", False),
        ("", "\x00", True),
    ],
)
def test_patterns_are_searched_as_ecmascript_does_with_the_flag_u(regexp: str, text: str, *, is_match: bool) -> None:
    assert verdicts({regexp: [text]}) == {(regexp, text): is_match}


def test_flags_are_kept() -> None:
    assert source_and_flags("/a/b/i") == ("a/b", "iu")
    assert source_and_flags("a/b") == ("a/b", "u")


def test_texts_of_a_pattern_match_it_and_near_ones_do_or_do_not() -> None:
    chance = random.Random(1)
    for regexp in {field.regexp for one in SERVICES for field in one.fields if field.regexp}:
        texts = list(texts_of(regexp, chance, 20))
        matches = verdicts({regexp: [*texts, *(text for one in texts for text in near(one, chance))]})
        assert all(matches[regexp, text] for text in texts), regexp
        assert set(matches.values()) == {True, False}, regexp
