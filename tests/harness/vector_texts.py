"""The texts of the files of vectors about request bodies, without an output folder."""

from paycat.cache import Cache
from paycat.conformance.derive.files import general_files, request_lines
from paycat.conformance.derive.requests import ground
from paycat.contract.model import Contract


def vector_texts(contract: Contract) -> list[str]:
    """Return the texts: one for each request type, then those that are about none. Raises FindingsError."""
    cache = Cache()
    grounds = {request.direction: ground(contract, request.direction) for request in contract.requests()}
    of_requests = [request_lines(one, grounds[one.direction], cache) for one in contract.requests()]
    return [*of_requests, *(make() for make in general_files(contract).values())]
