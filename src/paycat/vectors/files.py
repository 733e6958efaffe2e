"""A contract in, the files of vectors out: one for each request type, one each for dispatch and text."""

from collections.abc import Iterable

from paycat.catalogue.directions import DIRECTIONS
from paycat.contract.model import Contract
from paycat.vectors.derive import foreign_members, request_vectors
from paycat.vectors.dispatch import dispatch_vectors
from paycat.vectors.model import Vector
from paycat.vectors.text import text_vectors


def vector_files(contract: Contract) -> dict[str, str]:
    """Return the files' text by path. Raises FindingsError when a rule cannot be tested."""
    foreign = {direction: foreign_members(contract, direction) for direction in DIRECTIONS}
    files = {
        f"{request.direction}/{request.method}.jsonl": _lines(
            request_vectors(contract, request, foreign[request.direction])
        )
        for request in contract.requests()
    }
    return {
        **files,
        "dispatch.jsonl": _lines(dispatch_vectors(contract)),
        "text.jsonl": _lines(text_vectors(contract)),
    }


def _lines(vectors: Iterable[Vector]) -> str:
    return "".join(vector.line() for vector in vectors)
