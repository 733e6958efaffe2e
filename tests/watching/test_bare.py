"""Vectors depend on nothing that `bare` leaves out of a request type."""

from paycat.contract.model import Contract
from paycat.vectors.bare import bare
from paycat.vectors.derive import ground, request_vectors


def test_vectors_are_those_of_the_bare_request(contract: Contract) -> None:
    requests = list(contract.requests())
    assert requests
    for request in requests:
        assert bare(request) != request
        common = ground(contract, request.direction)
        assert request_vectors(bare(request), common) == request_vectors(request, common)
