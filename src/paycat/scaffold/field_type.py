"""A new field type."""

from collections.abc import Mapping
from typing import Any

from paycat.scaffold.edits import with_entry
from paycat.workspace import SCHEMAS, Tried, Workspace, tried

_TYPES = f"{SCHEMAS}/types.yaml"


def new_field_type(workspace: Workspace, name: str, stated: Mapping[str, Any]) -> tuple[dict[str, str], Tried]:
    """Return the texts of the files that add a type, by path in the project, and what is found with them.

    `stated` has the keys of types.yaml; None is for what is not stated. Raises TakenError when there is a type of that
    name.
    """
    data = {key: value for key, value in stated.items() if value is not None}
    if data.get("length", "").isdecimal():
        data["length"] = int(data["length"])
    texts = {_TYPES: with_entry(workspace, _TYPES, "types", name, data)}
    return texts, tried(workspace, texts)
