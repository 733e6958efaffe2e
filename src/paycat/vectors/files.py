"""The files of vectors: one for each request type and record, one each for dispatch, text, parameters and headers."""

from collections.abc import Iterable

from paycat.catalogue.directions import DIRECTIONS
from paycat.catalogue.statement import Place
from paycat.contract.interface import Parameter, Record, ResponseHeader
from paycat.contract.model import Contract, Request
from paycat.contract.nodes import FieldNode, Group
from paycat.diagnostics import FindingsError
from paycat.memo import Memo
from paycat.vectors.derive import Ground, ground, request_vectors
from paycat.vectors.dispatch import dispatch_vectors
from paycat.vectors.model import ValueVector, Vector
from paycat.vectors.text import text_vectors
from paycat.vectors.value_vectors import header_vectors, parameter_vectors, record_vectors


def vector_files(contract: Contract, memo: Memo | None = None) -> dict[str, str]:
    """Return the files' text by path. Raises FindingsError when a rule cannot be tested.

    The file of a request type that the memo knows is not made anew.
    """
    memo = memo or Memo()
    grounds = {direction: ground(contract, direction) for direction in DIRECTIONS}
    files = {
        f"{request.direction}/{request.method}.jsonl": request_lines(request, grounds[request.direction], memo)
        for request in contract.requests()
    }
    return {
        **files,
        "dispatch.jsonl": _lines(dispatch_vectors(contract)),
        "text.jsonl": _lines(text_vectors(contract)),
    }


def request_lines(request: Request, ground: Ground, memo: Memo) -> str:
    """Return the file's text of one request type. Raises FindingsError when a rule cannot be tested."""
    try:
        return memo.of(_request_lines, bare(request), ground)
    except FindingsError:
        return _request_lines(request, ground)  # Raises the same, with the places where rules are stated.


def _request_lines(request: Request, ground: Ground) -> str:
    return _lines(request_vectors(request, ground))


def value_files(contract: Contract, memo: Memo | None = None) -> dict[str, str]:
    """Return the text of the files about records, parameters and headers by path. Raises FindingsError."""
    memo, interface = memo or Memo(), contract.interface
    return {
        **memo.of(_record_lines, interface.records),
        "parameters.jsonl": memo.of(_parameter_lines, interface.parameters),
        "headers.jsonl": memo.of(_header_lines, interface.response_headers),
    }


def _record_lines(records: tuple[Record, ...]) -> dict[str, str]:
    return {f"records/{name}.jsonl": _lines(vectors) for name, vectors in record_vectors(records).items()}


def _parameter_lines(parameters: tuple[Parameter, ...]) -> str:
    return _lines(parameter_vectors(parameters))


def _header_lines(headers: tuple[ResponseHeader, ...]) -> str:
    return _lines(header_vectors(headers))


def _lines(vectors: Iterable[Vector | ValueVector]) -> str:
    return "".join(vector.line() for vector in vectors)


_NOWHERE = Place(path="", line=0)
_WORDLESS = {"meaning": "", "label": None, "input": None, "autocomplete": None, "hints": ()}


def bare(request: Request) -> Request:
    """Return the request type without meanings, what forms are told, hints and places."""
    samples = tuple(sample.model_copy(update={"meaning": "", "place": _NOWHERE}) for sample in request.samples)
    return request.model_copy(update={"root": _bare_group(request.root), "samples": samples})


def _bare_group(group: Group) -> Group:
    members = tuple(map(_bare_member, group.members))
    conditions = tuple(condition.model_copy(update={"place": _NOWHERE}) for condition in group.conditions)
    update = {"members": members, "conditions": conditions, "meaning": "", "place": _NOWHERE}
    return group.model_copy(update=update)


def _bare_member(member: FieldNode | Group) -> FieldNode | Group:
    return _bare_group(member) if isinstance(member, Group) else _bare_field(member)


def _bare_field(field: FieldNode) -> FieldNode:
    choices = tuple(one.model_copy(update={"meaning": "", "label": None}) for one in field.choices)
    items = _bare_member(field.items) if field.items else None
    return field.model_copy(update={**_WORDLESS, "place": _NOWHERE, "choices": choices, "items": items})
