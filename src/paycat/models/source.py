"""JSON data in, Python source out."""


def literal(value: object) -> str:
    """Return a value as a Python literal, text in double quotes."""
    if isinstance(value, str):
        return '"' + repr(value)[1:-1].replace('"', '\\"').replace("\\'", "'") + '"'
    return repr(value)


def python_value(value: object) -> str:
    """Return an object of JSON data as Python source, a member a line."""
    if not isinstance(value, dict):
        return literal(value)
    members = (f"{literal(name)}: {python_value(inner)},".replace("\n", "\n    ") for name, inner in value.items())
    return "{\n    " + "\n    ".join(members) + "\n}"
