"""One writer at a time in an output folder."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from paycat.locking import locked as locked_folder
from paycat.output.place import Place


@contextmanager
def locked(place: Place) -> Iterator[None]:
    """Wait until no other run writes to the output folder, then keep others out. Raises FindingsError."""
    with ExitStack() as held:
        with place.writing():
            held.enter_context(locked_folder(place.folder))
        yield
