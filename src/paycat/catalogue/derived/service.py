"""What follows from the head of a catalogue."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from paycat.catalogue.derived.value import Derivation, in_words, unstated

if TYPE_CHECKING:
    from paycat.catalogue.reading import Catalogue


def service(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield the description of the service and of its server, and the titles of directions."""
    source, head = catalogue.service, catalogue.service.value
    yield from unstated(source, (), head, description=head.summary)
    yield from unstated(source, ("server",), head.server, description=head.title)
    for name, direction in head.directions.items():
        yield from unstated(source, ("directions", name), direction, title=in_words(name))


def tasks(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield the tasks of directions: the summary of the first operation that takes their requests."""
    operations_by_name = catalogue.operations.value.operations
    for name, direction in catalogue.service.value.directions.items():
        summaries = (operation.summary for operation in operations_by_name.values() if operation.request == name)
        task = next(summaries, direction.title)
        yield from unstated(catalogue.service, ("directions", name), direction, task=task)
