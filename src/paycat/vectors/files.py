"""A contract in, the files of vectors out: one for each request type, one each for dispatch and text."""

from collections.abc import Iterable

from paycat.catalogue.directions import DIRECTIONS
from paycat.contract.model import Contract, Request
from paycat.diagnostics import FindingsError
from paycat.memo import Memo
from paycat.vectors.bare import bare
from paycat.vectors.derive import Ground, ground, request_vectors
from paycat.vectors.dispatch import dispatch_vectors
from paycat.vectors.model import Vector
from paycat.vectors.text import text_vectors


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


def _lines(vectors: Iterable[Vector]) -> str:
    return "".join(vector.line() for vector in vectors)
