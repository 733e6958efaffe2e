"""JSON data in, Python source out."""

from collections.abc import Iterable

_WIDTH = 88


def literal(value: object) -> str:
    """Return a value as a Python literal, text in double quotes."""
    if isinstance(value, str):
        return '"' + repr(value)[1:-1].replace('"', '\\"').replace("\\'", "'") + '"'
    return repr(value)


def docstring(text: str) -> str:
    """Return a text as it stands inside the quotes of a docstring."""
    return text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')


def python_value(value: object) -> str:
    """Return JSON data as Python source: an object a member a line, an array an item a line."""
    if isinstance(value, dict) and value:
        return _lines("{", (f"{literal(name)}: {python_value(inner)}" for name, inner in value.items()), "}")
    if isinstance(value, list | tuple) and value:
        return _lines("[", (python_value(inner) for inner in value), "]")
    return literal(list(value) if isinstance(value, tuple) else value)


def _lines(opening: str, parts: Iterable[str], closing: str) -> str:
    indented = (f"{part},".replace("\n", "\n    ") for part in parts)
    return f"{opening}\n    " + "\n    ".join(indented) + f"\n{closing}"


def union(name: str, types: Iterable[str]) -> str:
    """Return the assignment of a union of types, as formatters lay it out: a long one in parentheses."""
    parts = list(types)
    line = f"{name} = {' | '.join(parts)}"
    return line if len(line) <= _WIDTH else f"{name} = (\n    " + "\n    | ".join(parts) + "\n)"


def entry(key: str, value: str) -> str:
    """Return an entry of a dict that is indented by four, as formatters lay it out: a long text in parentheses."""
    line = f"{literal(key)}: {literal(value)},"
    return line if len(line) <= _WIDTH - 4 else f"{literal(key)}: (\n        {literal(value)}\n    ),"
