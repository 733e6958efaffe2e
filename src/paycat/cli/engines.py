"""The options of `paycat conform` that choose what runs."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from importlib.metadata import entry_points
from typing import Any

import click

from paycat.conformance.engines import ENGINES, RUN_CODE, engine_names
from paycat.conformance.outcome import MutantTally
from paycat.contract.model import Contract
from paycat.workspace import SCHEMAS


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


def engine_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--engine`, `--mutants` and `--no-code` to a command, which gets them as `chosen`: a Chosen."""

    @wraps(command)
    def gathered(wanted: tuple[str, ...], with_mutants: bool, without_code: bool, **others: Any) -> Any:
        if without_code:
            _refuse_code(wanted, with_mutants)
        return command(chosen=Chosen(wanted, _mutant_tallies() if with_mutants else None, without_code), **others)

    for option in reversed(_OPTIONS):
        gathered = option(gathered)
    return gathered


def _refuse_code(wanted: tuple[str, ...], with_mutants: bool) -> None:
    for option in [*(f"--engine {name}" for name in wanted if name in RUN_CODE), *["--mutants"] * with_mutants]:
        raise click.UsageError(f"{option} executes the Python package in the folder, and --no-code excludes that.")


def _mutant_tallies() -> Callable[..., tuple[MutantTally, ...]]:
    """Return what makes mutants of an output folder. Raises UsageError when its package is not installed."""
    for found in entry_points(group="paycat.mutants"):
        tallies: Callable[..., tuple[MutantTally, ...]] = found.load()
        return tallies
    raise click.UsageError("--mutants needs a package of its own: pip install paycat-mutants.")


_OPTIONS: tuple[Callable[..., Any], ...] = (
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
)
