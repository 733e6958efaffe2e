"""Names that generated Python needs itself, and the forms of the names in Python that a catalogue may state."""

from keyword import iskeyword

from pydantic import BaseModel

from paycat.catalogue.forms import Form

TAKEN_ATTRIBUTES = frozenset(
    {
        *(*dir(BaseModel), "new", "cls", "self", "str", "int", "float", "bool", "dict", "list", "datetime", "shared"),
        *("Annotated", "Any", "Codes", "Field", "ItemCodes", "ListRules", "Literal", "Printed", "SENSITIVE", "Self"),
        "TYPE_CHECKING",
    }
)
"""Names that an attribute would hide: of pydantic, in annotations, and of the class generator."""

TAKEN_ARGUMENTS = frozenset(
    {
        *("self", "request", "context", "records", "operations", "another_page", "key_or_fresh"),
        *("again", "call", "states", "following", "item", "known", "made", "members", "number", "page"),
        *("until", "longest", "longest_pause", "waiting", "policy"),
    }
)
"""Names that generated methods use, and arguments that they have beside those of parameters."""

_PATTERN = "^[A-Za-z][A-Za-z0-9_]{0,127}$"
_EXPECTED = "letters, digits and _, beginning with a letter, and no name that generated code needs"

DESCRIPTION = "Its attribute in generated Python, where another member of the object has the usual one."

ATTRIBUTE = Form(
    "name of an attribute",
    _PATTERN,
    _EXPECTED,
    "owner_name",
    lambda text: not iskeyword(text) and text not in TAKEN_ATTRIBUTES,
)
ARGUMENT = Form(
    "name of an argument",
    _PATTERN,
    _EXPECTED,
    "page_size",
    lambda text: not iskeyword(text) and text not in TAKEN_ARGUMENTS,
)
