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
    """Return an object of JSON data as Python source, a member a line."""
    if not isinstance(value, dict):
        return literal(value)
    members = (f"{literal(name)}: {python_value(inner)},".replace("\n", "\n    ") for name, inner in value.items())
    return "{\n    " + "\n    ".join(members) + "\n}"


def union(name: str, types: Iterable[str]) -> str:
    """Return the assignment of a union of types, as formatters lay it out: a long one in parentheses."""
    parts = list(types)
    line = f"{name} = {' | '.join(parts)}"
    return line if len(line) <= _WIDTH else f"{name} = (\n    " + "\n    | ".join(parts) + "\n)"


def entry(key: str, value: str) -> str:
    """Return an entry of a dict that is indented by four, as formatters lay it out: a long text in parentheses."""
    line = f"{literal(key)}: {literal(value)},"
    return line if len(line) <= _WIDTH - 4 else f"{literal(key)}: (\n        {literal(value)}\n    ),"
