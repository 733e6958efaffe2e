"""The files of vectors: one for each request type and record, one each for dispatch, text, parameters and headers."""

import functools
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeVarTuple

from paycat.cache import Cache
from paycat.conformance.derive.model import ValueVector, Vector
from paycat.conformance.derive.requests import Ground, dispatch_vectors, request_vectors
from paycat.conformance.derive.text import text_vectors
from paycat.conformance.derive.value_vectors import header_vectors, parameter_vectors, record_vectors
from paycat.contract.dispatch import names_methods
from paycat.contract.interface import Interface, Record
from paycat.contract.model import Contract, Request
from paycat.contract.nodes import Group, Node
from paycat.diagnostics import FindingsError, Span

Inputs = TypeVarTuple("Inputs")
Texts = Mapping[str, Callable[[], str]]
"""What returns the text of each file, by path."""

_NOWHERE = Span("", 0)
_OF_FORMS = {"label": None, "input": None, "autocomplete": None, "audience": None}
_WORDLESS = {"meaning": "", **_OF_FORMS, "hints": ()}


def general_files(contract: Contract) -> Texts:
    """Return the files that are about no single request type."""
    method_maker_by_path = {"dispatch.jsonl": dispatch_vectors} if names_methods(contract) else {}
    maker_by_path = {**method_maker_by_path, "text.jsonl": text_vectors}
    return {path: partial(_lines_of, make_vectors, contract) for path, make_vectors in maker_by_path.items()}


def request_lines(request: Request, ground: Ground, cache: Cache) -> str:
    """Return the file's text of one request type. Raises FindingsError when a rule cannot be tested."""
    return cache.of(_request_lines, request, ground, cache)


def _request_lines(request: Request, ground: Ground, cache: Cache) -> str:
    try:
        return cache.lasting(_lines_of, request_vectors, bare(request), ground)
    except FindingsError:
        return _lines_of(request_vectors, request, ground)  # Raises the same, with the places of the rules.


def value_files(interface: Interface, cache: Cache) -> Texts:
    """Return the files about records, parameters and headers; to make the text of one may raise FindingsError."""
    lines_by_record = functools.cache(partial(cache.lasting, _record_lines, interface.records))

    def of_record(record_name: str) -> str:
        return lines_by_record()[record_name]

    lines_of_parameters = partial(cache.lasting, _lines_of, parameter_vectors, interface.parameters)
    return {
        **{f"records/{record.name}.jsonl": partial(of_record, record.name) for record in interface.records},
        **({"parameters.jsonl": lines_of_parameters} if interface.parameters else {}),
        "headers.jsonl": partial(cache.lasting, _lines_of, header_vectors, interface.response_headers),
    }


def _record_lines(records: tuple[Record, ...]) -> dict[str, str]:
    return {record_name: _lines(vectors) for record_name, vectors in record_vectors(records).items()}


def _lines_of(make_vectors: Callable[[*Inputs], Iterable[Vector | ValueVector]], *inputs: *Inputs) -> str:
    return _lines(make_vectors(*inputs))


def _lines(vectors: Iterable[Vector | ValueVector]) -> str:
    return "".join(vector.line() for vector in vectors)


def bare(request: Request) -> Request:
    """Return the request type without meanings, what only forms use, hints and places."""
    samples = tuple(sample.model_copy(update={"meaning": "", "location": _NOWHERE}) for sample in request.samples)
    return request.model_copy(update={"root": _bare(request.root), "samples": samples})


def _bare(node: Node) -> Node:
    new_values: dict[str, Any]
    if isinstance(node, Group):
        conditions = tuple(condition.model_copy(update={"location": _NOWHERE}) for condition in node.conditions)
        cases = tuple(
            case.model_copy(update={"field": case.field and _bare(case.field), "location": _NOWHERE})
            for case in node.cases
        )
        members = tuple(map(_bare, node.members))
        new_values = {"members": members, "conditions": conditions, "cases": cases, "meaning": ""}
    else:
        choices = tuple(choice.model_copy(update={"meaning": "", "label": None}) for choice in node.choices)
        constraints = tuple(constraint.model_copy(update={"location": None}) for constraint in node.constraints)
        items = _bare(node.items) if node.items else None
        new_values = {**_WORDLESS, "choices": choices, "constraints": constraints, "items": items}
    return node.model_copy(update={**new_values, "location": _NOWHERE})
