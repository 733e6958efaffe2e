"""A contract that subsets are made of: the words that name its methods, and what its texts cite."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from paycat.contract.model import Contract
from paycat.contract.subsets.registers import Citations
from paycat.text.json_data import texts_in, values_in

_WORD = re.compile("[A-Za-z0-9_]+")
_OF_PROSE = re.compile("[A-Za-z]?[a-z]*(-[a-z]+)*|[^A-Za-z]*")
"""Words, such as e-mail, and numbers that a text has whether a method has such a code or not."""
_ENDS, _EDGES = ".,;:!?", "\"'`()[]{}<>.,;:!?"


class Whole:
    """A contract: the codes of its methods, the words that name them, the ids that it cites."""

    def __init__(self, contract: Contract) -> None:
        self.contract = contract
        self.codes = frozenset(method.code for method in contract.methods)
        self.names = MethodNames(self.codes)
        self.citations = Citations(contract)

    @cached_property
    def shown(self) -> dict[str, list[Any]]:
        """What samples and examples show, as by `shown_in`."""
        return shown_in(self.contract)

    @cached_property
    def shared(self) -> tuple[object, ...]:
        """All that the subset of one method has of the whole, beside the method itself."""
        remaining_contract = self.contract
        if len(self.codes) > 1:
            remaining_contract = remaining_contract.model_copy(update={"digest": "", "methods": (), "limitations": ()})
        return remaining_contract, *sorted(self.codes)


def shown_in(contract: Contract) -> dict[str, list[Any]]:
    """Return the values that the samples and the examples of records show, by the name of the member that has them."""
    bodies = [record.example for record in contract.interface.records]
    bodies += [sample.payload for request in contract.requests() for sample in request.samples]
    values_by_name: dict[str, list[Any]] = defaultdict(list)
    for value in values_in(bodies):
        for name, inner_value in value.items() if isinstance(value, dict) else ():
            values_by_name[name].append(inner_value)
    return values_by_name


class MethodNames:
    """The words that name methods: their codes, unless they are words of prose, and the beginnings of several codes."""

    def __init__(self, method_codes: Iterable[str]) -> None:
        self._meanings: dict[str, frozenset[str]] = {}
        method_codes = tuple(code for code in method_codes if not _OF_PROSE.fullmatch(code))
        for code in method_codes:
            words = code.split("_")
            for family in ("_".join(words[:length]) for length in range(2, len(words))):
                self._meanings[family] = self._meanings.get(family, frozenset()) | {code}
        self._meanings |= {code: frozenset({code}) for code in method_codes}

    def named_in(self, text: str) -> Iterator[tuple[str, frozenset[str]]]:
        """Return the words of a text that name methods, each with the codes of these."""
        for token in text.split():
            spellings = (token, token.rstrip(_ENDS), token.strip(_EDGES))
            words = next(([word] for word in spellings if word in self._meanings), None) or _WORD.findall(token)
            yield from ((word, self._meanings[word]) for word in words if word in self._meanings)


@dataclass(frozen=True, slots=True)
class Outside:
    """The methods that a subset does not have."""

    names: MethodNames
    codes: frozenset[str]

    def within(self, value: Any) -> bool:
        """Tell whether a text or a name inside a JSON value names some of them, and none that the subset has."""
        named_codes = (codes for text in texts_in(value) for _, codes in self.names.named_in(text))
        is_code = any(isinstance(inner_value, str) and inner_value in self.codes for inner_value in values_in(value))
        return is_code or any(codes <= self.codes for codes in named_codes)
