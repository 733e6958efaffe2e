"""What an editor inserts for a new statement in a table or list."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from paycat.catalogue.annotations import Kind
from paycat.documents.editor.names import Names


@dataclass(frozen=True, slots=True)
class _Snippet:
    """The text of a new statement: its key is `key`, or the next id of the kind `numbered`."""

    label: str
    body: Mapping[str, Any]
    key: str = ""
    numbered: Kind | None = None


_SNIPPETS: Mapping[str, _Snippet] = {
    "field": _Snippet(
        "new field",
        {
            "requirement": "${2|required,optional,conditional,absent|}",
            "type": "${3:text}",
            "meaning": "${4:What it holds}",
        },
        key="path.of.field",
    ),
    "member": _Snippet(
        "new member",
        {
            "shape": "${2|text,integer,decimal,boolean,choice,date,date_time,list,object,any|}",
            "meaning": "${3:What it holds}",
        },
        key="name",
    ),
    "sample": _Snippet("new sample", {"meaning": "${2:What it shows}", "payload": {"$3": "$4"}}, key="name"),
    "decision": _Snippet(
        "new decision",
        {
            "title": "${2:What is decided}",
            "chosen": "${3:What holds now}",
            "because": "${4:Why}",
            "alternatives": ["${5:What else could be}"],
            "risk": "${6:What happens if the owner means something else}",
            "status": "default",
            "shapes": "${7|payload,interface,nothing|}",
        },
        numbered="decision",
    ),
    "gap": _Snippet(
        "new gap",
        {
            "section": "${2:Section}",
            "kind": "${3|missing,ambiguous,erratum|}",
            "state": "${4|open,decided,resolved|}",
            "question": "${5:What is left open}",
        },
        numbered="gap",
    ),
}
"""The snippets, by the name of the statement's definition."""


def snippets_of(schema: Mapping[str, Any], names: Mapping[Kind, Names]) -> dict[str, Any]:
    """Return the keyword `defaultSnippets` for the schema of a table or list of statements, or nothing."""
    table, items = schema.get("additionalProperties"), schema.get("items")
    held = table or items
    snippet = _SNIPPETS.get(held.get("$ref", "").rpartition("/")[2]) if isinstance(held, Mapping) else None
    if snippet is None:
        return {}
    key = f"${{1:{_key(snippet, names)}}}"
    return {"defaultSnippets": [{"label": snippet.label, "body": {key: snippet.body} if table else snippet.body}]}


def _key(snippet: _Snippet, names: Mapping[Kind, Names]) -> str:
    """Return the key of a new entry; ids are numbered."""
    last = max(names[snippet.numbered], default="") if snippet.numbered else ""
    stem = last.rstrip("0123456789")
    digits = last[len(stem) :]
    return f"{stem}{int(digits) + 1:0{len(digits)}}" if digits else snippet.key or "id"
