# Part of paycat's runtime, copied unchanged. Do not edit.

"""The body of an error, written and read in the form that its record has."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast
from urllib.parse import unquote


class ErrorPart(Protocol):
    """A member of the record of problems, and what is written there: what the first of some words stands for."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def words(self) -> Sequence[str]:
        """What may be written, by the words of `made`; none for an object around other members."""
        ...

    @property
    def otherwise(self) -> Sequence[Any]:
        """The value that it has without any of these; none if it is left out then."""
        ...

    @property
    def longest(self) -> int | None:
        """The most characters of a text that is written."""
        ...

    @property
    def parts(self) -> "Sequence[ErrorPart]":
        """The members inside: those of the object, or of each item of the list."""
        ...


def document_of(parts: Sequence[ErrorPart], made: Mapping[str, Any]) -> dict[str, Any]:
    """Return the body of an error; `made` has what it says, by the words of `made`."""
    document: dict[str, Any] = {}
    for part in parts:
        inner = part.parts
        values = [made[word] for word in part.words if word in made]
        if inner and part.words:
            values = [[document_of(inner, item) for item in items] for items in values]
        elif inner:
            values = [members] if (members := document_of(inner, made)) else []
        fitting = [value for value in values if fits(part, value)]
        for value in [*fitting, *part.otherwise][:1]:
            document[part.name] = value
    return document


def made_in(parts: Sequence[ErrorPart], document: object) -> dict[str, Any]:
    """Return what the body of an error says, by the words of `made`."""
    members = cast("dict[str, Any]", document) if isinstance(document, dict) else {}
    made: dict[str, Any] = {}
    for part in parts:
        value = members.get(part.name)
        if part.parts and part.words:
            items = cast("list[object]", value) if isinstance(value, list) else []
            made.setdefault(part.words[0], [made_in(part.parts, one) for one in items])
        elif part.words and value is not None:
            made.setdefault(part.words[0], value)
        elif part.parts:
            made = {**made_in(part.parts, value), **made}
    return made


def fits(part: ErrorPart, value: object) -> bool:
    """Return whether a value is no text that is longer than what is written."""
    if part.longest is None or not isinstance(value, str):
        return True
    return len(value) <= part.longest


def slug_in(made: Mapping[str, Any], base: str) -> str:
    """Return the slug of the problem that the body of an error names; empty if it names none."""
    slug, address = made.get("slug"), made.get("type")
    if isinstance(slug, str):
        return slug
    return address.removeprefix(base) if isinstance(address, str) else ""


def violation_words(
    pointer: str,
    code: str,
    message: str,
    combinations: Sequence[Sequence[str]],
) -> dict[str, Any]:
    """Return what there is to say of a rejected field, by the words of `made`."""
    words: dict[str, Any] = {
        "pointer": pointer,
        "path": path_of(pointer),
        "code": code,
        "message": message,
    }
    if combinations:
        words["accepted_combinations"] = [list(names) for names in combinations]
    return words


def path_of(pointer: str) -> str:
    """Return the dotted path of a member, such as `lines[0].amount`, by its pointer; empty for the body itself."""
    path = ""
    for step in pointer.split("/")[1:]:
        name = unquote(step).replace("~1", "/").replace("~0", "~")
        path += f"[{name}]" if name.isdecimal() else f".{name}" if path else name
    return path
