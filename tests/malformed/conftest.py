"""What keeps hundreds of checks of nearly the same catalogue short."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from paycat.catalogue import reading
from paycat.diagnostics import Diagnostic
from paycat.loading import Node, load_file

Loaded = tuple[Node | None, list[Diagnostic]]


@pytest.fixture(scope="package", autouse=True)
def load_once() -> Iterator[None]:
    """Parse a file once as long as its bytes are the same."""
    loaded: dict[tuple[str, bytes], Loaded] = {}

    def load(path: Path, name: str) -> Loaded:
        if not path.is_file():
            return load_file(path, name)
        key = (name, path.read_bytes())
        if key not in loaded:
            loaded[key] = load_file(path, name)
        node, found = loaded[key]
        return node, [*found]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "load_file", load)
        yield
