"""The options of `paycat conform`: which engines run, and which folder or server they are about."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple

import click
import httpx
from click.core import ParameterSource

from paycat.cli.options import grouped
from paycat.conformance.engines import ENGINES, RUN_CODE, engine_names
from paycat.conformance.live.sending import Target
from paycat.conformance.outcome import MutantTally
from paycat.conformance.output_folder import own_contract
from paycat.contract.model import Contract
from paycat.files import real_path
from paycat.workspace import GENERATED, SCHEMAS, Workspace, contract_of, find_workspace

_MOST_CONNECTIONS = 64
_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Chosen:
    """What runs: the engines that were named, or all; mutants or none; the folder's Python code or not."""

    wanted: tuple[str, ...]
    mutant_tallies: Callable[..., tuple[MutantTally, ...]] | None
    without_code: bool

    def names(self, contract: Contract) -> list[str]:
        """Return the engines to run. Raises UsageError for one whose pack the project switched off."""
        names = engine_names(contract)
        for name in {*self.wanted} - {*names, "all"}:
            raise click.UsageError(
                f"--engine {name}: packs_off in {SCHEMAS}/catalogue.yaml names the pack that it runs."
            )
        wanted = {*names} if not self.wanted or "all" in self.wanted else {*self.wanted}
        return [name for name in names if name in wanted and not (self.without_code and name in RUN_CODE)]


@dataclass(frozen=True, slots=True)
class Folder:
    """An output folder, what findings call it, and the project whose output it is.

    Without a project the contract in the folder counts.
    """

    path: Path
    shown: str
    workspace: Workspace | None = None

    def contract(self) -> Contract:
        """Return the contract that the folder must keep. Raises FindingsError."""
        return contract_of(self.workspace)[0] if self.workspace else own_contract(self.path, self.shown)


class Live(NamedTuple):
    """A server to hold the vectors against, and the file that keeps its answers."""

    target: Target
    journal: Path | None


def _chosen(wanted: tuple[str, ...], with_mutants: bool, without_code: bool) -> Chosen:
    running = [*(f"--engine {name}" for name in wanted if name in RUN_CODE), *["--mutants"] * with_mutants]
    if without_code and running:
        raise click.UsageError(f"{running[0]} executes the Python package in the folder, and --no-code excludes that.")
    return Chosen(wanted, _mutant_tallies() if with_mutants else None, without_code)


def _mutant_tallies() -> Callable[..., tuple[MutantTally, ...]]:
    """Return what makes mutants of an output folder. Raises UsageError when its package is not installed."""
    for found in entry_points(group="paycat.mutants"):
        tallies: Callable[..., tuple[MutantTally, ...]] = found.load()
        return tallies
    raise click.UsageError("--mutants needs a package of its own: pip install paycat-mutants.")


def _folder(folder: Path | None, project: Path) -> Folder:
    if folder is not None:
        return Folder(real_path(folder), folder.as_posix())
    workspace = find_workspace(project)
    return Folder(workspace.generated, GENERATED, workspace)


def _live(
    url: str | None, token: str | None, journal: Path | None, concurrency: int, insecure_http: bool
) -> Live | None:
    if url is None:
        _refuse_given("goes with --url alone", "token", "journal", "concurrency", "insecure_http")
        return None
    _refuse_given("does not go with --url", "wanted", "with_mutants")
    # Nobody between here and the server can read along: https, or the server is on this machine.
    is_private = url.startswith("https:") or httpx.URL(url).host in _THIS_MACHINE
    if token and not insecure_http and not is_private:
        raise click.UsageError("the token would be sent unencrypted; use https, or allow it with --insecure-http.")
    return Live(Target(url, token, concurrency), journal)


def _refuse_given(why: str, *names: str) -> None:
    context = click.get_current_context()
    for parameter in context.command.params:
        if parameter.name in names and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{parameter.opts[0]} {why}.")


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


engine_options = grouped(
    "chosen",
    _chosen,
    (
        click.option(
            "--engine",
            "wanted",
            multiple=True,
            type=click.Choice([*ENGINES, "all"]),
            help="Run this engine; may be repeated. `all` runs every one, and fails when one cannot run here.",
        ),
        click.option(
            "--mutants",
            "with_mutants",
            is_flag=True,
            help="Also change each rule of schemas, models and stub, one at a time; list the changes that no vector "
            "notices.",
        ),
        click.option(
            "--no-code",
            "without_code",
            is_flag=True,
            help="Import nothing from the folder: leave out the engines models and stub.",
        ),
    ),
)

live_options = grouped(
    "live",
    _live,
    (
        click.option(
            "--url",
            callback=_base_address,
            metavar="ADDRESS",
            help="Run the server at this base address instead, over HTTP. Use a test environment: every vector that "
            "the server accepts creates a payment there.",
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
    ),
)

folder_options = grouped(
    "held",
    _folder,
    (
        click.option(
            "--generated",
            "folder",
            type=click.Path(exists=True, file_okay=False, path_type=Path),
            metavar="DIR",
            help="Take this folder, which paycat generate --to wrote, and the contract in it; no project is needed. "
            "Its Python package is executed: see --no-code.",
        ),
    ),
)
