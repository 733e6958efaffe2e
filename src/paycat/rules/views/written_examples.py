"""A catalogue and its contract in; every text and number of its samples and examples out, with field and place."""

from collections.abc import Iterator
from dataclasses import dataclass

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract, FieldNode
from paycat.contract.paths import ITEM
from paycat.diagnostics import Span
from paycat.loading import Mapping, Node, Scalar, Sequence, node_at
from paycat.rules.views.shapes import shapes

_EXAMPLES = ("example", "default", "fixed", "values")

Fields = dict[str, FieldNode]


@dataclass(frozen=True, slots=True)
class Written:
    """A text or number as it is written, or the name of a member; `field` is the request's field that it fills."""

    text: str
    span: Span
    field: FieldNode | None = None


def written_examples(catalogue: Catalogue, contract: Contract) -> Iterator[Written]:
    """Every text and number of the payloads of samples, and of examples in the interface files."""
    fields: dict[tuple[str, str], Fields] = {
        (request.direction, request.method): {field.path: field for field in request.root.fields()}
        for request in contract.requests()
    }
    for key, samples in catalogue.samples.items():
        for name in samples.value.samples:
            yield from _scalars(node_at(samples.node, ("samples", name, "payload")), fields.get(key, {}), "")
    for shape in shapes(catalogue):
        for word in _EXAMPLES:
            yield from _scalars(node_at(shape.stated.source.node, (*shape.stated.path, word)), {}, "")


def _scalars(node: Node | None, fields: Fields, path: str) -> Iterator[Written]:
    if isinstance(node, Scalar):
        yield Written(node.text, node.span, fields.get(path))
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _scalars(item, fields, f"{path}{ITEM}")
    elif isinstance(node, Mapping):
        for entry in node.entries:
            yield Written(entry.key.text, entry.key.span)
            yield from _scalars(entry.value, fields, f"{path}.{entry.key.text}" if path else entry.key.text)
