"""Vectors depend on nothing that `bare` leaves out of a request type."""

from paycat.conformance.derive.files import bare
from paycat.conformance.derive.requests import ground, request_vectors
from paycat.contract.model import Contract


def test_vectors_are_those_of_the_bare_request(contract: Contract) -> None:
    requests = list(contract.requests())
    assert requests
    for request in requests:
        assert bare(request) != request
        common = ground(contract, request.direction)
        assert list(request_vectors(bare(request), common)) == list(request_vectors(request, common))
