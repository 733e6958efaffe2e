"""Commands that need more than paycat's own requirements: an extra with the name of the command installs it."""

from collections.abc import Mapping
from importlib.util import find_spec

import click

EXTRAS: Mapping[str, tuple[str, ...]] = {
    "conform": ("anyio", "h11", "httpx", "starlette", "tenacity"),
    "serve": ("anyio", "dbos", "h11", "httpx", "psycopg", "sqlalchemy", "standardwebhooks", "starlette", "uvicorn"),
    "watch": ("anyio", "watchfiles"),
}
"""The libraries that each of these extras in pyproject.toml installs."""


def unavailable(name: str) -> click.Command | None:
    """Return a command that only says what to install, or None if the libraries of the command are installed."""
    missing = [library for library in EXTRAS.get(name, ()) if find_spec(library) is None]
    if not missing:
        return None

    def fail() -> None:
        raise click.ClickException(f"paycat {name} needs {', '.join(missing)}: pip install 'paycat[{name}]'")

    anything = {"ignore_unknown_options": True, "allow_extra_args": True}
    return click.Command(name, context_settings=anything, callback=fail, add_help_option=False)
