"""Names of availabilities and countries, limits, and the types of values, for people."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from markupsafe import Markup, escape

from paycat.catalogue import iso
from paycat.catalogue.rulebook import Limit
from paycat.contract.dispatch import method_place
from paycat.contract.interface import Parameter
from paycat.contract.model import Contract, Request
from paycat.contract.nodes import FieldNode, Node
from paycat.pages.anchors import address
from paycat.pages.texts import plain
from paycat.shapes.constraints import KINDS, LISTED, limits_of
from paycat.text.json_data import compact
from paycat.yaml.reading import shipped_data

WORDS = shipped_data(__package__, "words.yaml")
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_SHOWN = {keyword for keyword, kind in KINDS.items() if kind is LISTED or kind.is_implied_by_shape}
"""Constraints that the name of the shape implies."""


def heading(contract: Contract, request: Request, separator: str = ": ") -> str:
    """Return what a request is called: its method and its direction, or the direction alone, if no method has it."""
    direction_title = contract.direction(request.direction).title
    return f"{contract.title_of(request)}{separator}{direction_title.lower()}" if request.method else direction_title


def method_texts(contract: Contract) -> list[str]:
    """Return what names the method in any direction, each within a sentence."""
    texts = (method_place(contract, direction).text for direction in contract.requested_directions())
    return list(dict.fromkeys(filter(None, texts)))


def availability_title(availability: str) -> str:
    """Return the specification's term for what a method offers in a direction."""
    return availability.replace("_", " ")


def country_name(code: str) -> str:
    """Return a country's English name, or the code itself if the country is unknown."""
    return iso.country_name(code) or code


def limit_words(limit: Limit) -> str:
    """Return what a limit means for the sender of a request."""
    return str(WORDS["limits"][limit.name]).format(limit.value)


def parameter_words(parameter: Parameter, root_path: str) -> Markup:
    """Return a description of a parameter's values, and its default."""
    words = type_words(parameter.value, root_path)
    if parameter.default is None:
        return words
    return words + Markup(", {} when left out").format(_value(parameter.default))


def type_words(node: Node, root_path: str, is_state: bool = False) -> Markup:
    """Return a node's shape, bounds and values, linked to records; `root_path` leads to the folder of all pages."""
    words = _node(node, root_path, is_state)
    return words + Markup(" or null") if node.nullable else words


def limit_of_numbers(limit: str) -> str:
    """Return a limit in words with its numbers as people write them: "more than 0", "at most 2,048 characters"."""
    return _NUMBER.sub(lambda match: f"{Decimal(match[0]):,f}", limit).replace("greater than", "more than")


def _node(node: Node, root_path: str, is_state: bool) -> Markup:
    if not isinstance(node, FieldNode):
        return Markup("object")
    if node.record is not None:
        return _link(node.record, root_path)
    if node.variants:
        return Markup(" or ").join(
            _link(name, root_path) for name in dict.fromkeys(variant.record for variant in node.variants)
        )
    if constraint := node.fixed:
        return Markup("always {}").format(_value(constraint.value))
    bounds = {keyword: bound for keyword, bound in node.bounds.items() if keyword not in _SHOWN}
    return Markup(", ").join(
        [_first(node, root_path), *map(escape, map(limit_of_numbers, limits_of(bounds))), *_forms(node, is_state)]
    )


def _first(node: FieldNode, root_path: str) -> Markup:
    if node.choices and not node.open:
        return Markup("one of {}").format(_values(node))
    if node.shape == "list":
        return Markup("list of {}").format(type_words(node.items, root_path) if node.items else "any value")
    return escape(WORDS["shapes"].get(node.shape, node.shape))


def _forms(node: FieldNode, is_state: bool) -> Iterator[Markup]:
    for rule in node.constraints:
        if rule.keyword not in _SHOWN and rule.phrase.literal:
            yield Markup("{} <code>{}</code>").format(rule.phrase.limit, rule.phrase.literal)
    if node.open:
        note = "a new value is a major change" if is_state else "new values may appear"
        yield Markup("so far {}; {}").format(_values(node), note)


def _values(node: FieldNode) -> Markup:
    return Markup(", ").join(
        _value(choice.value) + (Markup(" ({})").format(plain(choice.meaning)) if choice.meaning else "")
        for choice in node.choices
    )


def _value(value: Any) -> Markup:
    return Markup("<code>{}</code>").format(value if isinstance(value, str) else compact(value))


def _link(record_name: str, root_path: str) -> Markup:
    return Markup('<a href="{}{}">{}</a>').format(root_path, address("record", record_name), record_name)
