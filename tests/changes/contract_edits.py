"""Edits of a contract's JSON, as case files state them."""

import copy
import json
from typing import Any

from paycat.contract.model import Contract

KNOWN_BY = ("id", "key", "name", "slug", "keyword", "code", "path")


def with_edits(contract: Contract, edits: list[dict[str, Any]]) -> Contract:
    """Return a contract with edits: `at` a path, `put` a value there, `add` one to its list, or `remove` it."""
    stated = json.loads(contract.model_dump_json())
    for edit in copy.deepcopy(edits):  # What is put or added may be edited in its turn.
        *above, last = edit["at"].strip("/").split("/")
        node = stated
        for name in above:
            node = node[key(node, name)]
        if "put" in edit:
            last = key(node, last)
            assert not isinstance(node, dict) or last not in node or node[last] != edit["put"], edit
            node[last] = edit["put"]
        elif "add" in edit:
            node[key(node, last)].append(edit["add"])
        else:
            assert edit["remove"], edit
            del node[key(node, last)]
    return Contract.model_validate(stated)


def key(node: Any, name: str) -> Any:
    """Return the key of a member, or the index of an item by its number or by what it is known by."""
    if isinstance(node, dict):
        return name
    if name.isdecimal():
        return int(name)
    known = (item == name or (isinstance(item, dict) and name in [item.get(by) for by in KNOWN_BY]) for item in node)
    return list(known).index(True)
