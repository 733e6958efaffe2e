"""What keeps hundreds of checks of nearly the same catalogue short."""

import pytest

from paycat.memo import Memo


@pytest.fixture(scope="package")
def memo() -> Memo:
    """The files read so far: a file is read once as long as its bytes are the same."""
    return Memo()
