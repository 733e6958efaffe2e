"""Where each field of the models comes from: the data that the generated package reads when it is asked."""

from collections.abc import Iterator, Mapping
from typing import Any

from paycat.catalogue.statement import Reason
from paycat.contract.model import Contract
from paycat.contract.nodes import Node, nodes_of
from paycat.documents.marks import marks, reasons_of


def provenance(contract: Contract) -> dict[str, Any]:
    """Return the source and decisions of each request, record and field, and the title of each decision."""
    requests = {request.root.component: dict(_paths(request.root)) for request in contract.requests()}
    records = {
        record.name: {**dict(_paths(record.body)), "": _stated((record.reason,))}
        for record in contract.interface.records
    }
    return {
        "decisions": {decision.id: decision.title for decision in contract.decisions},
        "models": {**records, **requests},
    }


def _paths(node: Node) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the path of a node and of each inside, the outermost first, and where it comes from."""
    for inner in nodes_of(node):
        yield inner.path, _stated(reasons_of(inner))


def _stated(reasons: tuple[Reason, ...]) -> dict[str, Any]:
    return {name.removeprefix("x-"): stated for name, stated in marks(*reasons).items()}
