"""Names that nothing of a catalogue may have: generated Python needs them itself, or the tool does."""

import builtins
from keyword import iskeyword

from pydantic import BaseModel

TAKEN_ATTRIBUTES = frozenset(
    {
        *dir(BaseModel),
        *dir(type(BaseModel)),
        *("new", "cls", "self", "str", "int", "float", "bool", "dict", "list", "datetime", "shared"),
        *("Annotated", "Any", "Codes", "Field", "ItemCodes", "Literal", "SENSITIVE", "Self"),
        *("TYPE_CHECKING", "ValueRules"),
    }
)
"""Names that an attribute would hide: of pydantic, and in annotations."""

TAKEN_ARGUMENTS = frozenset(
    {
        *("self", "request", "context", "records", "operations", "another_page", "key_or_fresh"),
        *("again", "call", "states", "following", "item", "known", "made", "members", "number", "page"),
        *("until", "deadline", "longest_pause", "waiting", "policy", "seen"),
    }
)
"""Names that generated methods use, and arguments that they have beside those of parameters."""

_NEEDED_CLASSES = frozenset(
    {
        *("Annotated", "Any", "AnyUrl", "AwareDatetime", "BaseModel", "ConfigDict", "Decimal", "Enum", "Field"),
        *("Codes", "ItemCodes", "Literal", "OpenRequestModel", "Optional", "RecordModel", "RequestModel"),
        *("RootModel", "SENSITIVE", "Self", "States", "StrEnum", "Union", "UUID", "ValueRules"),
    }
)
"""What generated models import under its own name."""


_TAKEN_DIRECTIONS = frozenset(
    {
        *("allow", "countries", "countries_complete", "country_mode", "currencies", "currency", "deprecated"),
        *("method_code", "name", "note", "source", "title"),
        *("assets", "changelog", "check", "client", "clients", "decisions", "dispatch", "downloads", "errata", "gaps"),
        *("index", "limits", "llms", "notifications", "operations", "package", "problems", "quickstart", "records"),
        *("runtime", "sandbox", "security", "service", "states", "text"),
        *("null", "true", "false"),
        *("delivery", "idempotency", "parameters", "response_headers", "signing", "types", "versioning"),
    }
)
"""Keys of a method, pages and modules beside those of requests, words of YAML, and what names of numbers begin with."""


def may_be_direction(name: str) -> bool:
    """Tell whether a direction may have a name."""
    return name not in _TAKEN_DIRECTIONS and not iskeyword(name)


def may_be_resource(name: str) -> bool:
    """Tell whether a client may have a resource of a name."""
    return not iskeyword(name) and name not in ("aclose", "close", "constructor", "then")


def may_be_method(name: str) -> bool:
    """Tell whether a resource of a client may have a method of a name, which hides it in annotations."""
    is_taken = name in ("constructor", "float", "int", "records", "states", "str", "then")
    return name.isidentifier() and not iskeyword(name) and not is_taken


def may_be_class(name: str) -> bool:
    """Tell whether a class may have a name."""
    return not iskeyword(name) and not hasattr(builtins, name) and name not in _NEEDED_CLASSES


def may_be_attribute(name: str) -> bool:
    """Tell whether an attribute of a model may have a name."""
    return not iskeyword(name) and name not in TAKEN_ATTRIBUTES


def may_be_argument(name: str) -> bool:
    """Tell whether an argument of a method of the client may have a name."""
    return not iskeyword(name) and name not in TAKEN_ARGUMENTS
