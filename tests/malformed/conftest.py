"""What keeps hundreds of checks of nearly the same catalogue short."""

import pytest

from paycat.cache import Cache


@pytest.fixture(scope="package")
def cache() -> Cache:
    """The files read so far: a file is read once as long as its bytes are the same."""
    return Cache()
