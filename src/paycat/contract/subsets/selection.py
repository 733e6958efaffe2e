"""Which methods and requests a selection has, and which methods a text or an example names."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from paycat.catalogue.values import DIRECTIONS, Direction
from paycat.contract.model import Contract, Method
from paycat.text.json_data import texts_in

_WORD = re.compile("[A-Za-z0-9_]+")


@dataclass(frozen=True, slots=True)
class Selection:
    """What is wanted; None asks for everything of a kind.

    `methods` holds codes, `countries` ISO 3166 codes of which a method needs one; `title` names the part for people.
    """

    methods: tuple[str, ...] | None = None
    countries: tuple[str, ...] | None = None
    directions: tuple[Direction, ...] | None = None
    title: str | None = None


class MethodNames:
    """The words that name methods."""

    def __init__(self, codes: Iterable[str]) -> None:
        self._meanings: dict[str, frozenset[str]] = {}
        codes = tuple(code for code in codes if len(code) > 1)
        for code in codes:
            words = code.split("_")
            for family in ("_".join(words[:length]) for length in range(2, len(words))):
                self._meanings[family] = self._meanings.get(family, frozenset()) | {code}
        self._meanings |= {code: frozenset({code}) for code in codes}

    def named_in(self, text: str) -> Iterator[tuple[str, frozenset[str]]]:
        """Return the words of a text that name methods, each with the codes of these."""
        yield from ((word, self._meanings[word]) for word in _WORD.findall(text) if word in self._meanings)


@dataclass(frozen=True, slots=True)
class Outside:
    """The methods that a subset does not have."""

    names: MethodNames
    codes: frozenset[str]

    def within(self, value: Any) -> bool:
        """Tell whether a text or a name inside a JSON value names some of them, and none that the subset has."""
        return any(meant <= self.codes for text in texts_in(value) for _, meant in self.names.named_in(text))


def combined(contract: Contract, selections: Iterable[Selection]) -> Selection:
    """Return the selection of what every one of several selects; the first title counts."""
    wanted = tuple(selections)
    codes = (method.code for method in contract.methods if all(_holds(method, one) for one in wanted))
    directions = [one.directions for one in wanted if one.directions is not None]
    both = tuple(direction for direction in DIRECTIONS if all(direction in some for some in directions))
    return Selection(
        methods=tuple(codes),
        directions=both if directions else None,
        title=next((one.title for one in wanted if one.title), None),
    )


def selected(contract: Contract, selection: Selection) -> tuple[Method, ...]:
    """Return the selected methods, without their requests of other directions.

    The word for a direction stays, as it is true of the method. Where directions are selected, a method without a
    request in them is left out.
    """
    methods = (method for method in contract.methods if _holds(method, selection))
    if selection.directions is None:
        return tuple(methods)
    gone, narrowed = [one for one in DIRECTIONS if one not in selection.directions], []
    for method in methods:
        offers = {str(one): method.offer(one) for one in gone if method.offer(one).request}
        update = {one: offer.model_copy(update={"request": None}) for one, offer in offers.items()}
        narrowed.append(method.model_copy(update=update))
    return tuple(method for method in narrowed if any(method.offer(direction).request for direction in DIRECTIONS))


def _holds(method: Method, selection: Selection) -> bool:
    named = selection.methods is None or method.code in selection.methods
    return named and (selection.countries is None or not set(selection.countries).isdisjoint(method.countries))
