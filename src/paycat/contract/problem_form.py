"""How the body of an error is made: what the service writes into each member of the record of problems."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import Field

from paycat.catalogue.problems import OF_CAUSES
from paycat.catalogue.statement import Value
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.contract.paths import ITEM
from paycat.shapes.constraints.length import lengths_of
from paycat.shapes.decimals import exact, json_number
from paycat.shapes.json_types import JsonTypeName

_Types = Mapping[str, JsonTypeName]
_TEXT: JsonTypeName = "string"
PROBLEM: _Types = {
    **dict.fromkeys(("slug", "type", "title", "detail", "instance", "request_id"), _TEXT),
    **dict.fromkeys(("method", "direction", "availability", "existing_id"), _TEXT),
    "status": "integer",
    "violations": "array",
    "available_directions": "array",
}
"""What an error may say, and the JSON type of that, by the words of `made`."""
VIOLATION: _Types = {
    **dict.fromkeys(("pointer", "path", "code", "message"), _TEXT),
    "accepted_combinations": "array",
}
"""What an error may say of one rejected field."""
ERROR_WORDS = frozenset({*PROBLEM, *VIOLATION} - {"method"})
"""What errors alone say: the method may be in other records."""
AT_TIMES = frozenset({"accepted_combinations"}.union(*OF_CAUSES.values()))
"""What only some errors say."""
REQUEST_ID = "{request id}"
"""What examples have for the identifier of a request, where no example of the catalogue has one."""
_WORD_BY_NAME: Mapping[str, str] = {
    **{word: word for word in PROBLEM if word not in ("slug", "violations", "method")},
    "errors": "violations",
    "method_code": "method",
}
_WORD_BY_NAME_IN_VIOLATION: Mapping[str, str] = {
    **{word: word for word in ("pointer", "code", "accepted_combinations")},
    "detail": "message",
}


class ProblemPart(Value):
    """A member of the record of problems, and what the service writes there."""

    name: str = Field(description="Its name.")
    words: tuple[str, ...] = Field(
        default=(), description="What is written, by the words of `made`: the first of which there is something to say."
    )
    otherwise: tuple[Any, ...] = Field(default=(), description="The value without that; left out if there is none.")
    longest: int | None = Field(default=None, description="The most characters of a text that is written.")
    parts: "tuple[ProblemPart, ...]" = Field(
        default=(), description="The members inside: those of the object, or of each item of the list."
    )


class StatedPart(NamedTuple):
    """A member of the record of problems, the word of what is written there, and which words it may have."""

    node: Node
    word: str | None
    types: _Types
    inner: "tuple[StatedPart, ...]"

    @property
    def json_type(self) -> JsonTypeName | None:
        """The JSON type of what is written."""
        return self.types[self.word] if self.word else None


def stated_parts(
    bodies: Mapping[str, Node], record_name: str, types: _Types = PROBLEM, outer_names: tuple[str, ...] = ()
) -> tuple[StatedPart, ...]:
    """Return what is written into the members of a record; `bodies` are those of all records by name."""
    body = bodies.get(record_name)

    def inside(nodes: Iterable[Node], types: _Types) -> Iterator[StatedPart]:
        for node in nodes:
            word = _word(node, types)
            is_list = word == "violations"
            inner_node = node.items if is_list and isinstance(node, FieldNode) else None if is_list else node
            inner_types = VIOLATION if is_list else types
            inner_parts: Iterable[StatedPart] = ()
            if isinstance(inner_node, Group):
                inner_parts = inside(inner_node.members, inner_types)
            elif inner_node and inner_node.record and inner_node.record not in (*outer_names, record_name):
                inner_parts = stated_parts(bodies, inner_node.record, inner_types, (*outer_names, record_name))
            yield StatedPart(node, word, types, tuple(inner_parts))

    return tuple(inside(body.members, types)) if isinstance(body, Group) else ()


def every_part(parts: Iterable[StatedPart]) -> Iterator[StatedPart]:
    """Yield parts and those inside, outermost first."""
    for part in parts:
        yield part
        yield from every_part(part.inner)


def problem_form(stated: Iterable[StatedPart]) -> tuple[ProblemPart, ...]:
    """Return how an error is made of what is written into its members."""
    return tuple(part for part in map(_part, stated) if part != ProblemPart(name=part.name))


def places_of(form: Iterable[ProblemPart], outer_path: str = "") -> dict[str, str]:
    """Return where errors say something, as a dotted path, by the words of `made`; of a rejected field, in its object.

    The first place counts.
    """
    places: dict[str, str] = {}
    for part in form:
        path, is_list = outer_path + part.name, bool(part.words and part.parts)
        inner_places = places_of(part.parts, "" if is_list else f"{path}.")
        places = {**inner_places, **dict.fromkeys(part.words[:1], path), **places}
    return places


def words_by_path(parts: Iterable[StatedPart], outer_path: str = "") -> dict[str, str]:
    """Return the word of each part by its path; "" for one that says nothing."""
    words: dict[str, str] = {}
    for part in parts:
        path = outer_path + part.node.name
        words[path] = part.word or ""
        words |= words_by_path(part.inner, f"{path}{ITEM}." if part.word else f"{path}.")
    return words


def _word(node: Node, types: _Types) -> str | None:
    if isinstance(node, FieldNode) and (node.made or node.fixed):
        return node.made.by if node.made and node.made.by in types else None
    return (_WORD_BY_NAME if types is PROBLEM else _WORD_BY_NAME_IN_VIOLATION).get(node.name)


def _part(stated: StatedPart) -> ProblemPart:
    node, word, is_required = stated.node, stated.word, stated.node.requirement == "required"
    parts = problem_form(stated.inner)
    has_fallback = word == "detail" and is_required
    words = ("detail", "title") if has_fallback else (word,) if word and (parts or word != "violations") else ()
    is_bounded = isinstance(node, FieldNode) and node.json_type == "string" and (has_fallback or not is_required)
    return ProblemPart(
        name=node.name,
        words=words,
        otherwise=tuple(_otherwise(node)) if is_required else (),
        longest=lengths_of(node.bounds)[1] if isinstance(node, FieldNode) and is_bounded else None,
        parts=parts,
    )


def _otherwise(node: Node) -> Iterator[Any]:
    if isinstance(node, FieldNode) and node.fixed:
        value = node.fixed.value
        yield value if isinstance(value, str | bool | tuple) else json_number(exact(value))
    elif node.nullable:
        yield None
    elif node.json_type == "array":
        yield []
    elif isinstance(node, Group) or node.record:
        yield {}
