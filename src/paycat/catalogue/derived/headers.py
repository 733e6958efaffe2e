"""The names of headers in texts that come with paycat: they are those that the catalogue states."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from paycat.catalogue.derived.value import Derivation
from paycat.catalogue.interface import REQUEST_ID
from paycat.yaml.nodes import Mapping, Node, Scalar

if TYPE_CHECKING:
    from paycat.catalogue.reading import Catalogue

_KEY_OF_REQUEST, _MARK_OF_REPETITION = "IdempotencyKey", "IdempotentReplayed"


def headers(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield the shipped texts that name headers by `{KEY}`."""
    operations, idempotency = catalogue.operations.value, catalogue.rulebook.value.idempotency
    key_by_word = {word: word for word in (_KEY_OF_REQUEST, _MARK_OF_REPETITION, REQUEST_ID)}
    if idempotency:
        key_by_word |= {_KEY_OF_REQUEST: idempotency.parameter, _MARK_OF_REPETITION: idempotency.replayed}
    names = {key: header.name for key, header in operations.response_headers.items()}
    names |= {key: parameter.name for key, parameter in operations.parameters.items()}
    for source in (catalogue.rulebook, catalogue.records, catalogue.problems):
        for path, scalar in _shipped_texts(source.node):
            text = scalar.text
            for word, key in key_by_word.items():
                text = text.replace(f"{{{word}}}", names.get(key, key))
            if text != scalar.text:
                yield Derivation(source.name, path, text, scalar.span)


def _shipped_texts(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Scalar]]:
    if isinstance(node, Scalar) and node.span.is_shipped:
        yield path, node
    for entry in node.entries if isinstance(node, Mapping) else ():
        yield from _shipped_texts(entry.value, (*path, entry.key.text))
