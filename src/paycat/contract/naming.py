"""Names of components, classes and modules, made from method codes and paths."""

import builtins
import re
from keyword import iskeyword

from paycat.catalogue.directions import Direction


def pascal(word: str) -> str:
    """Return a code or member name in PascalCase: BANK_TRANSFER becomes BankTransfer, pay_in becomes PayIn."""
    return "".join(part[:1].upper() + part[1:].lower() for part in re.split(r"[^A-Za-z0-9]+", word) if part)


def snake(word: str) -> str:
    """Return a name in snake_case: oneTwoThree and One-Two-Three become one_two_three."""
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", word)
    return "_".join(part.lower() for part in parts)


def component_name(method: str, direction: Direction, path: str = "") -> str:
    """Return the component of a request (path "") or of a container inside it."""
    parts = [pascal(part) for part in path.split(".") if part] or ["Request"]
    return pascal(method) + pascal(direction) + "".join(parts)


_TAKEN = frozenset(
    {
        *("body", "client", "parsing", "problems", "reading", "records", "refusals"),
        *("requests", "server", "shared", "webhooks"),
    }
)


def module_name(method: str) -> str:
    """Return the module that holds a method's models; never a word of Python, a built-in or a module of the package."""
    name = method.lower()
    # A code that ends in an underscore has the same component names, which a rule refuses, so modules do not collide.
    return f"{name}_" if iskeyword(name) or hasattr(builtins, name) or name in _TAKEN else name
