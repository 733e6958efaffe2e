"""Names of components, classes and modules, made from method codes and paths."""

import builtins
import re
from collections.abc import Container
from keyword import iskeyword

from paycat.catalogue.directions import Direction


def pascal(word: str) -> str:
    """Return a code or member name in PascalCase: BANK_TRANSFER becomes BankTransfer, pay_in becomes PayIn."""
    return "".join(part[:1].upper() + part[1:].lower() for part in re.split(r"[^A-Za-z0-9]+", word) if part)


def snake(word: str) -> str:
    """Return a name in snake_case: oneTwoThree and One-Two-Three become one_two_three."""
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", word)
    return "_".join(part.lower() for part in parts)


def identifier(word: str, taken: Container[str] = frozenset()) -> str:
    """Return a word in snake_case as a Python identifier that is no keyword and not among the taken names."""
    name = snake(word)
    name = name if name[:1].isalpha() else f"_{name}"
    while iskeyword(name) or name in taken:
        name += "_"
    return name


_TAKEN_ARGUMENTS = frozenset(
    {
        *("self", "request", "context", "records", "operations", "another_page", "key_or_fresh"),
        *("again", "call", "states", "following", "item", "known", "made", "members", "number", "page"),
    }
)
"""Names that the bodies of generated methods use."""


def argument_of(name: str, key: str) -> str:
    """Return the Python argument for a parameter that has this name on the wire, and this key in the catalogue."""
    return identifier(snake(name) or key, _TAKEN_ARGUMENTS)


_TAKEN_TYPES = frozenset(
    {
        *("Annotated", "Any", "BaseModel", "Callable", "Context", "CoreSchema", "Decimal", "InitErrorDetails"),
        *("Iterator", "None", "Rule", "True", "False"),
    }
)
"""What the module of number types has under these names."""


def type_class(field_type: str) -> str:
    """Return the class of a field type of numbers."""
    name = pascal(field_type)
    return f"{name}Number" if name in _TAKEN_TYPES else name


def component_name(method: str, direction: Direction, path: str = "") -> str:
    """Return the component of a request (path "") or of a container inside it."""
    parts = [pascal(part) for part in path.split(".") if part] or ["Request"]
    return pascal(method) + pascal(direction) + "".join(parts)


_TAKEN = frozenset(
    {
        *("body", "choices", "client", "media_types", "near_names", "origins", "parsing", "problems", "reading"),
        *("records", "requests", "sandbox", "server", "shared", "states", "testing", "texts", "violations"),
        *("webhooks",),
    }
)


def module_name(method: str) -> str:
    """Return the module that holds a method's models; never a word of Python, a built-in or a module of the package."""
    name = method.lower()
    # A code that ends in an underscore has the same component names, which a rule rejects, so modules do not collide.
    return f"{name}_" if iskeyword(name) or hasattr(builtins, name) or name in _TAKEN else name
