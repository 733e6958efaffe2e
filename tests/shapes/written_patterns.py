"""Patterns as people write them: random ones, and what a schema that is made of one accepts."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

ATOMS = (
    *("a", "k", "S", "ß", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", ".", "\\.", "\\n", "\\x0a", " ", "\\u{1F600}"),
    *("[a-k]", "[^a-k]", "[\\w-]", "[^\\s,]", "[^]", "[\\s\\S]", "[,-.]", "[\\W_]"),
    *("\\p{Lu}", "\\P{L}", "[\\p{Ll}\\d]", "[^\\P{Lu}]"),
)


def random_source(chance: Random) -> str:
    """Return a random pattern, of most of what ECMA-262 has and paycat reads."""
    inner = random_parts(chance, 2)
    begins, ends = chance.choice(("", "^", "^", "\\b")), chance.choice(("", "$", "$", "\\b"))
    flags = chance.choice(("", "u", "i", "iu", "s"))
    return f"/{begins}{inner}{ends}/{flags}" if flags else f"{begins}{inner}{ends}"


def random_parts(chance: Random, depth: int) -> str:
    found = []
    for _ in range(chance.randint(1, 3)):
        if depth and chance.random() < 0.3:
            alternatives = [random_parts(chance, depth - 1) for _ in range(chance.randint(1, 3))]
            edge = chance.choice(("", "", "", "|^", "|$"))
            part = f"{chance.choice(('(', '(?:'))}{'|'.join(alternatives)}{edge})"
            found.append(part + chance.choice(("", "", "?", "{2}")) if not edge else part)
        else:
            found.append(chance.choice(ATOMS) + chance.choice(("", "", "?", "*", "+", "{2}", "{1,3}", "*?", "{2,}?")))
    return "".join(found)


def is_accepted(schema: dict[str, Any], text: str, search: Callable[[str, str], object] = re.search) -> bool:
    """Tell whether a schema of a text accepts it, read as validators in Python read it, or by another search."""
    return (
        ("pattern" not in schema or bool(search(schema["pattern"], text)))
        and len(text) >= schema.get("minLength", 0)
        and ("anyOf" not in schema or any(is_accepted(one, text, search) for one in schema["anyOf"]))
        and not ("not" in schema and is_accepted(schema["not"], text, search))
    )
