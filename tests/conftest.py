"""Options and fixtures of all runners."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that rewrites what the cases expect."""
    parser.addoption("--update-cases", action="store_true", help="rewrite the expected files of cases")


@pytest.fixture
def update_cases(request: pytest.FixtureRequest) -> bool:
    """Whether a runner writes what it found in place of comparing it."""
    return bool(request.config.getoption("--update-cases"))
