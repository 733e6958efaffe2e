"""The texts for readers in a contract, and the numbers that they insert."""

from functools import cache
from typing import Any

from paycat.catalogue.annotations import classes_in
from paycat.catalogue.registers import Decision, Erratum, Gap
from paycat.catalogue.statement import Statement, Value, keys_of
from paycat.catalogue.texts import prose_keys
from paycat.contract.model import Contract, Sample
from paycat.contract.named_numbers import IN_BRACES, NamedNumbers

_TEXTS = (
    *("title", "meaning", "label", "note", "summary", "description"),
    *("base_url_description", "specification", "tags"),
)
"""Members of what is resolved that are texts; those of what is as it is stated are keys of the catalogue."""
_AS_STATED = (Decision, Erratum, Gap, Sample)
"""What inserts no numbers."""


def with_numbers(contract: Contract, numbers: NamedNumbers) -> Contract:
    """Return the contract with the numbers in its texts in place of their names; names without one number stay."""
    inserting = _Inserting(numbers)
    methods = tuple(inserting.into(method, method.code) for method in contract.methods)
    others: Contract = inserting.into(contract.model_copy(update={"methods": ()}), None)
    return others.model_copy(update={"methods": methods})


class _Inserting:
    """Inserts numbers into texts; what several requests share is still one value, if all insert the same."""

    def __init__(self, numbers: NamedNumbers) -> None:
        self._numbers = numbers
        self._made: dict[int, Any] = {}  # By identity, as what was resolved is there all the while.

    def into(self, held: Any, method: str | None) -> Any:
        """Return what a contract holds, also of a method, with the numbers in its texts; itself where none is."""
        match held:
            case Value():
                first = self._made.get(id(held))
                filled = held if first is held else self._into_members(held, method)
                return self._made.setdefault(id(held), filled) if first is None or filled == first else filled
            case str():
                return self._into_text(held, method) if "{" in held else held
            case dict():
                table = {key: self.into(inner, method) for key, inner in held.items()}
                return table if any(table[key] is not held[key] for key in held) else held
            case tuple():
                items = tuple(self.into(item, method) for item in held)
                return items if any(new is not old for new, old in zip(items, held, strict=True)) else held
        return held

    def _into_members(self, held: Value, method: str | None) -> Value:
        members = ((name, getattr(held, name)) for name in _members_with_texts(type(held)))
        changed = {name: new for name, old in members if (new := self.into(old, method)) is not old}
        return held.model_copy(update=changed) if changed else held

    def _into_text(self, text: str, method: str | None) -> str:
        def number(name: str) -> str | None:
            return self._numbers.text(name, method) if "." in name else None

        return IN_BRACES.sub(lambda match: number(match["name"]) or match[0], text)


@cache
def _members_with_texts(model: type[Value]) -> tuple[str, ...]:
    """Return the members that are texts, and those that are values which may hold some."""
    texts = tuple(keys_of(model)[key].member for key in prose_keys(model)) if issubclass(model, Statement) else _TEXTS
    model.model_rebuild()  # Nodes hold each other, and are complete once all are defined.
    return tuple(
        name
        for name, described in model.model_fields.items()
        if name in texts or any(not issubclass(kind, _AS_STATED) for kind in classes_in(Value, described.annotation))
    )
