"""How clients call operations: each is a method of a resource, by the same words in every language."""

import re
from collections import defaultdict
from dataclasses import dataclass

from paycat.catalogue.interface import Operation
from paycat.contract.model import Contract
from paycat.contract.naming import pascal, snake
from paycat.contract.uses import awaited_state, listing_of, parameters_of

_VERSION = re.compile(r"v[0-9]+(\.[0-9]+)*")


@dataclass(frozen=True, slots=True)
class ClientCall:
    """The resource and the method that call an operation, in snake_case, and the methods beside it.

    `waiting` waits for a state of the record that the operation reads, and `iterating` yields the items of all pages;
    "" where the operation reads no such record, or lists nothing page by page.
    """

    resource: str
    method: str
    waiting: str
    iterating: str

    @property
    def methods(self) -> list[str]:
        """All methods that the operation has."""
        return [method for method in (self.method, self.waiting, self.iterating) if method]


@dataclass(frozen=True, slots=True)
class Resource:
    """What a client has under one name: what the operations are tagged with, and the operations."""

    name: str
    meaning: str
    operations: tuple[Operation, ...]

    @property
    def type(self) -> str:
        """The class of its methods, such as RefundsResource."""
        return f"{pascal(self.name)}Resource"


def resources(contract: Contract) -> list[Resource]:
    """Return the resources of clients, in the order of the operations."""
    operations_by_name: dict[str, list[Operation]] = defaultdict(list)
    for operation in contract.interface.operations:
        operations_by_name[resource_of(operation)].append(operation)
    all_resources = []
    for name, operations in operations_by_name.items():
        meanings = dict.fromkeys(f"{contract.interface.tags[operation.tag].rstrip('.')}." for operation in operations)
        all_resources.append(Resource(name, " ".join(meanings), tuple(operations)))
    return all_resources


def resource_of(operation: Operation) -> str:
    """Return the resource of an operation: what it states, or else the first fixed segment of its path.

    A version such as v1, and what is before it, do not count. "" for a path without such a segment.
    """
    return operation.resource or snake(next(iter(_fixed_segments(operation)), ""))


def client_call(contract: Contract, operation: Operation) -> ClientCall:
    """Return how clients call an operation."""
    resource, method = resource_of(operation), _method(contract, operation)
    waiting, iterating = f"wait_for_{method.removeprefix('get_')}", f"iterate_{method.removeprefix('list_')}"
    return ClientCall(
        resource,
        method,
        ("wait" if method == "get" else waiting) if awaited_state(contract, operation) else "",
        ("iterate" if method == "list" else iterating) if listing_of(contract, operation) else "",
    )


def _method(contract: Contract, operation: Operation) -> str:
    identifiers = parameters_of(contract, operation, "path")
    if operation.resource or len(_fixed_segments(operation)) == 1:
        if not identifiers and operation.http_method == "POST" and operation.request:
            return "create"
        if not identifiers and listing_of(contract, operation):
            return "list"
        if len(identifiers) == 1 and operation.http_method == "GET" and operation.path.endswith("}"):
            return "get"
    return _without(resource_of(operation), operation.id)


def _fixed_segments(operation: Operation) -> list[str]:
    segments = [segment for segment in operation.path.split("/") if segment and "{" not in segment]
    versions = [index for index, segment in enumerate(segments) if _VERSION.fullmatch(segment)]
    return segments[versions[0] + 1 if versions else 0 :]


def _without(resource: str, operation_id: str) -> str:
    """Return an operation's id in snake_case, without the words that name the resource in singular or plural."""
    name, noun = snake(operation_id), resource.replace("_", "")
    nouns = {noun, f"{noun}s", f"{noun}es", *(noun.removesuffix(ending) for ending in ("s", "es"))}
    nouns |= {re.sub("y$", "ies", noun), re.sub("ies$", "y", noun)}
    words = "|".join("_?".join(form) for form in sorted(nouns))
    return re.sub(f"(^|_)({words})(?=_|$)", "", name, count=1).lstrip("_") or name
