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


def with_numbers(contract: Contract, named_numbers: NamedNumbers) -> Contract:
    """Return the contract with the numbers in its texts in place of their names; names without one number stay."""
    inserter = _Inserting(named_numbers)
    methods = tuple(inserter.into(method, method.code) for method in contract.methods)
    remainder: Contract = inserter.into(contract.model_copy(update={"methods": ()}), None)
    return remainder.model_copy(update={"methods": methods})


class _Inserting:
    """Inserts numbers into texts; what several requests share is still one value, if all insert the same."""

    def __init__(self, named_numbers: NamedNumbers) -> None:
        self._numbers = named_numbers
        self._copies: dict[int, Any] = {}  # By identity, as what was resolved is there all the while.

    def into(self, value: Any, method_code: str | None) -> Any:
        """Return what a contract holds, also of a method, with the numbers in its texts; itself where none is."""
        match value:
            case Value():
                old_copy = self._copies.get(id(value))
                copy = value if old_copy is value else self._into_members(value, method_code)
                return self._copies.setdefault(id(value), copy) if old_copy is None or copy == old_copy else copy
            case str():
                return self._into_text(value, method_code) if "{" in value else value
            case dict():
                new_values = {key: self.into(inner_value, method_code) for key, inner_value in value.items()}
                return new_values if any(new_values[key] is not value[key] for key in value) else value
            case tuple():
                items = tuple(self.into(item, method_code) for item in value)
                return items if any(new is not item for new, item in zip(items, value, strict=True)) else value
        return value

    def _into_members(self, value: Value, method_code: str | None) -> Value:
        members = ((name, getattr(value, name)) for name in _members_with_texts(type(value)))
        changed_members = {name: new for name, old in members if (new := self.into(old, method_code)) is not old}
        return value.model_copy(update=changed_members) if changed_members else value

    def _into_text(self, text: str, method_code: str | None) -> str:
        def number(name: str) -> str | None:
            return self._numbers.text(name, method_code) if "." in name else None

        return IN_BRACES.sub(lambda match: number(match["name"]) or match[0], text)


@cache
def _members_with_texts(model: type[Value]) -> tuple[str, ...]:
    """Return the members that are texts, and those that are values which may hold some."""
    names = tuple(keys_of(model)[key].member for key in prose_keys(model)) if issubclass(model, Statement) else _TEXTS
    model.model_rebuild()  # Nodes hold each other, and are complete once all are defined.
    return tuple(
        name
        for name, field in model.model_fields.items()
        if name in names or any(not issubclass(kind, _AS_STATED) for kind in classes_in(Value, field.annotation))
    )
