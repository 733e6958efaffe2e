"""Versions as they are compared."""


def version(text: str) -> tuple[int, ...]:
    """Return the parts of a version such as 0.10.0, which is later than 0.9.0."""
    return tuple(map(int, text.split(".")))
