"""`paycat conform`."""

import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from paycat.changes.revisions import read_contract
from paycat.cli.options import FILE, ExitCode, format_option, project_option
from paycat.cli.printing import bar, current_printing, print_findings, progress
from paycat.conformance.run.credentials import VARIABLE, variables
from paycat.conformance.run.engines import ENGINES, RUN_CODE, engine_names, open_engines
from paycat.conformance.run.outcome import MutantTally, Outcomes, run
from paycat.conformance.run.output_folder import own_contract, read_published, reject_stale, traced
from paycat.contract.model import Contract
from paycat.files.reading import real_path, reject_conflicts
from paycat.packages.operations.credentials import PAIRS
from paycat.project.workspace import GENERATED, SCHEMAS, contract_of, find_workspace
from paycat.reporting.conformance.files import FORMATS, write_report
from paycat.reporting.conformance.terminal import findings_of, print_by_subject, print_outcome
from paycat.text.counting import counted, listed

if TYPE_CHECKING:
    from paycat.conformance.run.live.sending import Target

_MOST_CONNECTIONS = 64
_VISIBLE = re.compile("[!-~]+")
_SHOWN_EVERY = 50
_LINE_AFTER_SECONDS = 30
_MOST_MUTANTS = 10_000

Tallies = Callable[..., tuple[MutantTally, ...]]
"""Makes and runs the mutants of an output folder."""


def _report_files(_: click.Context, __: click.Parameter, paths: tuple[Path, ...]) -> tuple[Path, ...]:
    for path in paths:
        if path.suffix.lower() not in FORMATS:
            raise click.BadParameter(f"the name {path.name!r} ends with none of {', '.join(FORMATS)}.")
    return paths


def _base_address(_: click.Context, __: click.Parameter, text: str | None) -> str | None:
    if text is None:
        return None
    import httpx  # noqa: PLC0415 - slow; only --url needs it

    try:
        url = httpx.URL(text)
    except httpx.InvalidURL as error:
        raise click.BadParameter("this is not an address.") from error
    if url.scheme not in ("http", "https") or not url.host:
        raise click.BadParameter("the address must start with https:// or http:// and a host.")
    if url.userinfo or url.query or url.fragment:
        raise click.BadParameter("the address must have no credentials, query or fragment; the token goes in --token.")
    return str(url).rstrip("/")


def _mutant_tallies(_: click.Context, __: click.Parameter, is_wanted: bool) -> Tallies | None:
    plugins = list(entry_points(group="paycat.mutants")) if is_wanted else []
    if is_wanted and not plugins:
        raise click.UsageError("--mutants needs a package of its own: pip install paycat-mutants.")
    return plugins[0].load() if plugins else None


@click.command()
@click.option(
    "--engine",
    "engines",
    multiple=True,
    type=click.Choice([*ENGINES, "all"]),
    help="Run this engine; may be repeated. `all` runs every engine, and fails if one cannot run here.",
)
@click.option(
    "--mutants",
    is_flag=True,
    callback=_mutant_tallies,
    help="Also change each rule of the schemas, models and stub alone, and list the changes that no vector notices.",
)
@click.option(
    "--most-mutants",
    type=click.IntRange(1),
    default=_MOST_MUTANTS,
    show_default=True,
    help="Number of mutants to run of schemas, of models, and so on; the run reports if it leaves out others.",
)
@click.option("--no-code", is_flag=True, help="Execute nothing from the folder: leave out the engines models and stub.")
@click.option(
    "--show", type=click.IntRange(0), default=20, show_default=True, help="Number of disagreements to list per engine."
)
@click.option(
    "--report",
    multiple=True,
    type=FILE,
    callback=_report_files,
    metavar="FILE",
    help="Also write the outcome to this .json or .xml (JUnit) file; may be repeated.",
)
@click.option(
    "--url",
    callback=_base_address,
    metavar="ADDRESS",
    help="Test the server at this base address instead, over HTTP. Use a test environment: every vector that the "
    "server accepts creates a payment there.",
)
@click.option(
    "--token",
    envvar="PAYCAT_TOKEN",
    help="Key, token or `id:secret` for the server. The environment variable PAYCAT_TOKEN is safer than this option; "
    "of several credentials each has one, such as PAYCAT_TOKEN_PARTNER_KEY.",
)
@click.option(
    "--journal",
    type=FILE,
    metavar="FILE",
    help="Keep the server's answers in this file. An interrupted run continues from there.",
)
@click.option(
    "--concurrency",
    type=click.IntRange(1, _MOST_CONNECTIONS),
    default=8,
    show_default=True,
    help="Number of requests that are sent at the same time.",
)
@click.option("--insecure-http", is_flag=True, help="Send the token to another machine without encryption.")
@format_option()
@click.option(
    "--generated",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Test this folder, which `paycat generate --to` wrote, by the contract in it; no project is needed. paycat "
    "executes its Python package unless --no-code is set.",
)
@project_option
def conform_command(  # noqa: PLR0913 - one parameter for each option
    engines: tuple[str, ...],
    *,
    mutants: Tallies | None,
    most_mutants: int,
    no_code: bool,
    show: int,
    report: tuple[Path, ...],
    url: str | None,
    token: str | None,
    journal: Path | None,
    concurrency: int,
    insecure_http: bool,
    generated: Path | None,
    project: Path,
) -> None:
    """Run every test vector in generated/conformance against every engine, and compare the violations that they report.

    The engines are JSON Schema validators, the OpenAPI document, the generated models, and the server stub.
    A vector passes when an engine reports exactly the expected violations: the same codes at the same members.
    With --url the engine is a running server. Its operations that move records are tried, too, on new records.

    The engines models and stub, and --mutants, execute the Python package in the folder, with your permissions.
    For a folder that you do not trust, use --no-code: the run then uses schemas and vectors only.
    """
    _check_options(engines, mutants, no_code, url)
    with progress() as step:
        step("reading the catalogue")
        contract, folder, folder_name = _read(generated, project)
    if url:
        from paycat.conformance.run.live.sending import Target  # noqa: PLC0415 - slow; only --url needs it

        target = Target(url, _secrets(contract, token), concurrency)
        if target.secrets and target.is_unencrypted and not (insecure_http or target.is_this_machine):
            message = "the token would be sent unencrypted; use https, or allow it with --insecure-http."
            raise click.UsageError(message)
        outcome = _run_live(contract, folder, folder_name, target, journal)
    else:
        limited_mutants = partial(mutants, most=most_mutants) if mutants else None
        outcome = _run(contract, folder, folder_name, _engine_names(contract, engines, no_code), limited_mutants)
    if current_printing().is_for_people:
        (print_by_subject if url else print_outcome)(outcome, show)
    else:
        print_findings(findings_of(outcome, folder, folder_name, show, must_be_whole=bool(engines)))
    for path in report:
        write_report(path, outcome)
    if outcome.disagreements or outcome.survivors or not outcome.results or (outcome.missing and engines):
        sys.exit(ExitCode.FINDINGS)


def _secrets(contract: Contract, token: str | None) -> dict[str, str]:
    """Return what proves credentials, by their names: the token, or what the environment has. Raises UsageError."""
    variable_by_name, secret_by_name = variables(contract), dict[str, str]()
    if token and VARIABLE not in variable_by_name.values():
        names = listed(variable_by_name.values() or ["no token"])
        raise click.UsageError(f"{VARIABLE} is for a service with one credential. This one has {names}.")
    schemes = {credential.name: credential.scheme for credential in contract.interface.credentials}
    for name, variable in variable_by_name.items():
        if secret := token if variable == VARIABLE else os.environ.get(variable):
            if schemes[name] in PAIRS and ":" not in secret:
                raise click.UsageError(f"{variable} must be `id:secret`: the credential {name} is a pair.")
            if not _VISIBLE.fullmatch(secret):
                raise click.UsageError(f"{variable} must have visible ASCII characters only.")
            secret_by_name[name] = secret
    return secret_by_name


def _check_options(engines: Sequence[str], mutants: Tallies | None, no_code: bool, url: str | None) -> None:
    """Raise UsageError for options that exclude each other."""
    options = [*(f"--engine {name}" for name in engines if name in RUN_CODE), *(["--mutants"] if mutants else [])]
    if no_code and options:
        raise click.UsageError(f"{options[0]} executes the Python package in the folder: use it without --no-code.")
    if mutants is None:
        _exclude("needs --mutants", "most_mutants")
    if url is None:
        _exclude("needs --url", "token", "journal", "concurrency", "insecure_http")
        return
    _exclude("cannot be used with --url", "engines", "mutants")


def _exclude(reason: str, *names: str) -> None:
    context = click.get_current_context()
    for parameter in context.command.params:
        if parameter.name in names and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{parameter.opts[0]} {reason}.")


def _read(generated: Path | None, project: Path) -> tuple[Contract, Path, str]:
    if generated:
        folder, folder_name = real_path(generated), generated.as_posix()
        reject_conflicts(folder, folder_name)
        contract = read_contract(*own_contract(folder, folder_name))
    else:
        workspace = find_workspace(project)
        folder, folder_name, contract = workspace.generated, GENERATED, contract_of(workspace)[0]
        reject_conflicts(folder, folder_name)
    with traced(contract, folder_name):
        reject_stale(contract, folder, folder_name)
    return contract, folder, folder_name


def _engine_names(contract: Contract, chosen_names: Sequence[str], no_code: bool) -> list[str]:
    """Return the engines to run. Raises UsageError for an engine whose pack the project switched off."""
    names = engine_names(contract)
    for name in {*chosen_names} - {*names, "all"}:
        raise click.UsageError(f"--engine {name}: packs_off in {SCHEMAS}/catalogue.yaml has the pack that it runs.")
    is_every = not chosen_names or "all" in chosen_names
    return [name for name in names if (is_every or name in chosen_names) and not (no_code and name in RUN_CODE)]


def _run(contract: Contract, folder: Path, folder_name: str, names: Sequence[str], mutants: Tallies | None) -> Outcomes:
    with progress(_LINE_AFTER_SECONDS if mutants else None) as step, traced(contract, folder_name):

        def show(label: str, count: int, noun: str) -> None:
            if count % _SHOWN_EVERY == 0:
                step(f"{label}{counted(count, noun)}")

        batches = partial(read_published, folder, folder_name)
        with open_engines(contract, folder, names) as (engines, missing_engines):
            results = run(batches(), engines, lambda name, subject, done: show(f"{subject}: {name}, ", done, "vector"))
        tallies: tuple[MutantTally, ...] = ()
        if mutants:
            tallies = mutants(contract, folder, batches(), lambda subject, done: show(f"{subject}, ", done, "mutant"))
    return Outcomes(contract, tuple(results), tuple(missing_engines), tallies)


def _run_live(contract: Contract, folder: Path, folder_name: str, target: "Target", journal: Path | None) -> Outcomes:
    from paycat.conformance.run.live.run import published, run_live  # noqa: PLC0415 - as above

    with traced(contract, folder_name):
        vectors = published(folder, folder_name)
    with bar(vectors.count) as advance:
        outcome = run_live(contract, vectors, target, journal, advance)
    return Outcomes(contract, (outcome,))
