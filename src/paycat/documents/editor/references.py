"""The names of a kind in, the schema of a name out: of one alone, of one in a list, and of one that may be any.

A name that the last `paycat generate` did not know is underlined, and told as that, for it is a typing mistake more
often than news. Where it may well be news, it is offered and never underlined.

A name alone is an `anyOf` of `const`: hovering shows what this one stands for, and not all. In a list the server takes
alternatives for items to be begun with "- ", so there it is an `enum`, and where anything goes, snippets.
"""

import re
from typing import Any

from paycat.catalogue.annotations import Kind
from paycat.documents.editor.names import Names

Schema = dict[str, Any]

TEXT: Schema = {"type": ["string", "number"]}
"""Text may be written as a number; it is read as it stands."""


def single_name(kind: Kind, names: Names) -> Schema:
    """Return the schema of a name that is the value of a key; the key's description belongs into its title."""
    if not names:
        return dict(TEXT)
    offered = [{"const": name, "description": meaning} for name, meaning in names.items()]
    if len(offered) == 1:  # All alternatives may match, and then the server shows what is said of each.
        return {"anyOf": [{**offered[0], "errorMessage": _unknown(kind)}]}
    known = {
        "title": "",  # Tells it from alternatives without a title, for the same reason.
        "type": "string",
        "pattern": f"^(?:{'|'.join(map(re.escape, names))})$",
        "patternErrorMessage": _unknown(kind),
    }
    return {"anyOf": [known, *offered]}


def listed_name(kind: Kind, names: Names) -> Schema:
    """Return the schema of a name in a list, or of a key."""
    if not names:
        return dict(TEXT)
    first_lines = [meaning.partition("\n")[0] for meaning in names.values()]
    return {"type": "string", "enum": list(names), "enumDescriptions": first_lines, "errorMessage": _unknown(kind)}


def free_name(_: Kind, names: Names) -> Schema:
    """Return the schema of a name in a list that need not be known."""
    offered = [{"label": name, "description": meaning, "body": name} for name, meaning in names.items()]
    return {**TEXT, "defaultSnippets": offered}


def _unknown(kind: Kind) -> str:
    return f"no {kind} of this name was there at the last `paycat generate`"
