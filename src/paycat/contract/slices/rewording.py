"""A smaller contract and the methods that it left out in, the contract without their names in its texts out."""

import re
from collections.abc import Iterable
from typing import Any, TypeVar

from paycat.contract.lifecycle import Deprecation
from paycat.contract.model import Constraint, Contract, Sample
from paycat.contract.registers import Gap
from paycat.contract.values import Place, Value

V = TypeVar("V", bound=Value)

ELSEWHERE = "This speaks of methods outside this part; the full catalogue has it"
"""What stands for a text that names a method outside; without the full stop."""

_WORD = re.compile("[A-Za-z0-9_]+")
_LISTS = ("enum", "x-extensible-enum")
_AS_THEY_ARE = ("$ref", "const", "default", "pattern", "discriminator")


class Outside:
    """The codes of the methods that a part does not have, as words of texts and as values.

    A family is what codes begin with, such as BACS_DIRECT in BACS_DIRECT_DEBIT; a text may name a whole one. Those of
    one word are passed over, for that word may be about anything.
    """

    def __init__(self, codes: Iterable[str], kept: Iterable[str] = ()) -> None:
        self.codes = frozenset(codes)
        self._words = self.codes | (_families(self.codes) - _families(kept))

    def named_in(self, text: str) -> bool:
        """Tell whether a text names one of them, or a family of them alone."""
        return not self._words.isdisjoint(_WORD.findall(text))

    def within(self, value: Any) -> bool:
        """Tell whether a text or a name inside a JSON value names one of them."""
        if isinstance(value, str):
            return self.named_in(value)
        if isinstance(value, dict):
            return any(self.within(inner) for pair in value.items() for inner in pair)
        return isinstance(value, list | tuple) and any(self.within(inner) for inner in value)


def _families(codes: Iterable[str]) -> frozenset[str]:
    """Return the beginnings of codes that end before a `_` and have two words or more."""
    words = [code.split("_") for code in codes]
    return frozenset("_".join(one[:length]) for one in words for length in range(2, len(one)))


def reworded(contract: Contract, outside: Outside) -> Contract:
    """Return a contract in which a plain sentence stands for each text that names a method outside.

    Payloads and examples stay; what is recommended instead of something deprecated goes if it is outside.
    """
    return _value(contract, outside)


def _value(value: V, outside: Outside) -> V:
    names = type(value).model_fields
    old = {name: getattr(value, name) for name in names}
    new = {name: _member(value, name, old[name], outside) for name in names}
    changed = {name: new[name] for name in names if new[name] is not old[name]}
    return value.model_copy(update=changed) if changed else value


def _member(owner: Value, name: str, value: Any, outside: Outside) -> Any:
    if isinstance(value, Place) or (isinstance(owner, Sample) and name in ("payload", "mended")):
        return value
    if isinstance(owner, Constraint) and name == "value":
        return value
    if (isinstance(owner, Deprecation) and name == "instead") or (isinstance(owner, Gap) and name == "quote"):
        return None if value is not None and outside.named_in(value) else value
    if name == "json_schema":
        return _fragment(value, outside)
    return value if name == "example" else _any(value, outside)


def _any(value: Any, outside: Outside) -> Any:
    if isinstance(value, Value):
        return _value(value, outside)
    if isinstance(value, str):
        return _text(value, outside)
    if isinstance(value, tuple):
        return _tuple(value, outside)
    if isinstance(value, dict):
        return {key: _any(inner, outside) for key, inner in value.items()} if outside.within(value) else value
    return value


def _tuple(value: tuple[Any, ...], outside: Outside) -> tuple[Any, ...]:
    new = tuple(_any(inner, outside) for inner in value)
    if all(one is other for one, other in zip(new, value, strict=True)):
        return value
    texts = all(isinstance(inner, str) for inner in new)
    return tuple(dict.fromkeys(new)) if texts else new  # Two texts that became one sentence are told once.


def _text(text: str, outside: Outside) -> str:
    if not outside.named_in(text):
        return text
    return f"{ELSEWHERE}." if text.endswith((".", "!", "?")) else ELSEWHERE


def _fragment(node: Any, outside: Outside) -> Any:
    if not outside.within(node):
        return node
    if isinstance(node, str):
        return _text(node, outside)
    if isinstance(node, list):
        return [_fragment(item, outside) for item in node]
    return {key: _keyword(key, value, outside) for key, value in node.items() if not _lost(key, value, outside)}


def _lost(key: str, value: Any, outside: Outside) -> bool:
    return key in ("example", "examples") and outside.within(value)


def _keyword(key: str, value: Any, outside: Outside) -> Any:
    if key in _LISTS and isinstance(value, list):
        return [word for word in value if not (isinstance(word, str) and word in outside.codes)] or value
    return value if key in _AS_THEY_ARE else _fragment(value, outside)
