"""The JSON Schemas of which datamodel-code-generator makes the model classes: their keys, and names of modules.

A document has the classes of one module under `$defs`, in their order. A reference to a class or type of another module
of the package begins with that module: `shared.json#/$defs/Sender`. Keys with `x-` have what no keyword of JSON Schema
states. The template prints them.

- A document: `x-text`, its docstring.
- A class: `x-text`, `x-accepted` (for each condition, the combinations of members), `x-new` (the members that `new`
  fills in), `x-same` (it is another name of its base).
- A member: `x-text`, `x-sensitive`, `x-codes` and `x-item-codes` (codes of violations instead of the usual ones),
  `x-list-rules` (bound and message of each), `x-number` (`new` takes whole numbers, too), `x-inherited` (only the
  arguments of `new` have it).
"""

from typing import Any

Schema = dict[str, Any]

SHARED, RECORDS, CHOICES, VALUE_TYPES = "shared", "records", "choices", "value_types"
"""Modules that are generated: classes that several methods use, records, open choices, types of numbers and texts."""
MODELS, NOTES = "_runtime.models", "_runtime.notes"
"""Modules of the runtime: base classes, and what annotations state for the package."""
ANY_OBJECT: Schema = {"type": "object", "additionalProperties": True}

PRINTED = "Printed"
"""What the class generator calls a member of each class that no catalogue states (`class_generator.py`)."""


def reference(name: str, module: str = "") -> Schema:
    """Return the reference to a class or type, of the same module or of another one."""
    return {"$ref": f"{module}.json#/$defs/{name}" if module else f"#/$defs/{name}"}


def class_schema(base: Schema, text: str, members: dict[str, Schema], required: list[str]) -> Schema:
    """Return the schema of a class that derives from another one."""
    return {"type": "object", "allOf": [base], "x-text": text, "properties": members, "required": required}
