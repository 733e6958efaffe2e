"""What a new field type is in; the text of the file that adds it out."""

from dataclasses import dataclass
from typing import Any

from paycat.shapes.named import ShapeName
from paycat.starting.edits import reason, with_entry
from paycat.workspace import SCHEMAS, Tried, Workspace, tried

_TYPES = f"{SCHEMAS}/types.yaml"


@dataclass(frozen=True, slots=True)
class Wish:
    """A new field type, in the words of types.yaml."""

    name: str
    shape: ShapeName
    meaning: str
    length: str | None = None
    characters: str | None = None
    pattern: str | None = None
    sensitive: str | None = None
    source: str | None = None
    decision: str | None = None


def new_field_type(workspace: Workspace, wish: Wish) -> tuple[dict[str, str], Tried]:
    """Return the texts of the files that add a type, by path in the project, and what is found with them.

    Raises TakenError when there is a type of that name.
    """
    length = int(wish.length) if wish.length and wish.length.isdecimal() else wish.length
    rules = {"length": length, "characters": wish.characters, "pattern": wish.pattern}
    stated: dict[str, Any] = {"shape": wish.shape, "meaning": wish.meaning, "sensitive": wish.sensitive, **rules}
    data = {key: value for key, value in stated.items() if value is not None} | reason(wish.source, wish.decision)
    texts = {_TYPES: with_entry(workspace, _TYPES, "types", wish.name, data)}
    return texts, tried(workspace, texts)
