"""The options of `paycat conform` that point the vectors at a running server."""

import re
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

import click
import httpx
from click.core import ParameterSource

from paycat.conformance.live.sending import Target

_MOST_CONNECTIONS = 64
_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


class Live(NamedTuple):
    """A server to hold the vectors against, and the file that keeps its answers."""

    target: Target
    journal: Path | None


def live_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options to a command, which gets them as `live`: a Live, or None without --url."""

    @wraps(command)
    def gathered(
        url: str | None, token: str | None, journal: Path | None, concurrency: int, insecure_http: bool, **others: Any
    ) -> Any:
        if url is None:
            _refuse_given("goes with --url alone", "token", "journal", "concurrency", "insecure_http")
            return command(live=None, **others)
        _refuse_given("does not go with --url", "wanted", "with_mutants")
        if token and not insecure_http and not _is_private(httpx.URL(url)):
            raise click.UsageError("the token would be sent unencrypted; use https, or allow it with --insecure-http.")
        return command(live=Live(Target(url, token, concurrency), journal), **others)

    for option in reversed(_OPTIONS):
        gathered = option(gathered)
    return gathered


def _refuse_given(why: str, *names: str) -> None:
    context = click.get_current_context()
    for parameter in context.command.params:
        if parameter.name in names and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{parameter.opts[0]} {why}.")


def _is_private(url: httpx.URL) -> bool:
    """Tell whether nobody between here and the server can read along: https, or the server is on this machine."""
    return url.scheme == "https" or url.host in _THIS_MACHINE


def _base_address(_: click.Context, __: click.Parameter, text: str | None) -> str | None:
    if text is None:
        return None
    try:
        url = httpx.URL(text)
    except httpx.InvalidURL as error:
        raise click.BadParameter("this is no address.") from error
    if url.scheme not in ("http", "https") or not url.host:
        raise click.BadParameter("the address starts with https:// or http:// and a host.")
    if url.userinfo or url.query or url.fragment:
        raise click.BadParameter("the address has no credentials, query or fragment; the token goes in --token.")
    return str(url).rstrip("/")


def _token(_: click.Context, __: click.Parameter, text: str | None) -> str | None:
    if text and not re.fullmatch("[!-~]+", text):
        raise click.BadParameter("a token has visible ASCII characters alone.")
    return text


_OPTIONS: tuple[Callable[..., Any], ...] = (
    click.option(
        "--url",
        callback=_base_address,
        metavar="ADDRESS",
        help="Run the server at this base address instead, over HTTP. Use a test environment: every vector that the "
        "server accepts creates a payment there.",
    ),
    click.option(
        "--token",
        envvar="PAYCAT_TOKEN",
        callback=_token,
        help="Bearer token that the server knows; better set in the environment as PAYCAT_TOKEN.",
    ),
    click.option(
        "--journal",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Keep the server's answers in this file; a run that was interrupted goes on from there.",
    ),
    click.option(
        "--concurrency",
        type=click.IntRange(1, _MOST_CONNECTIONS),
        default=8,
        show_default=True,
        help="How many requests the server gets at a time.",
    ),
    click.option("--insecure-http", is_flag=True, help="Send the token to another machine without encryption."),
)
