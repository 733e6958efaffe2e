"""`paycat new method|field-type|pack`."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import click

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.catalogue.fields import Sensitivity
from paycat.catalogue.form import Form
from paycat.catalogue.forms import CODE, METHOD_CODE, PACK
from paycat.cli.options import WORDS, ExitCode, print_findings, project_option
from paycat.cli.printing import echo
from paycat.diagnostics import has_errors
from paycat.packs.reading import read_packs
from paycat.replacing import replace_files
from paycat.resources import bundled
from paycat.scaffold import additions
from paycat.scaffold.additions import NewMethod
from paycat.scaffold.edits import TakenError
from paycat.shapes.named import SHAPES
from paycat.workspace import GENERATORS, Tried, Workspace, catalogue_of, contract_of, project_to_write


@click.group()
def command() -> None:
    """Add a method, a field type or a pack. Nothing is written when something would be wrong with it."""


@command.command("method")
@click.argument("code")
@click.option("--title", type=WORDS, help="Name for people; default: the code in words.")
@click.option("--note", type=WORDS, required=True, help="What the method is, in one sentence.")
@click.option(
    "--currency", type=WORDS, required=True, help="ISO 4217 code; one not in use yet is added to currencies.yaml."
)
@click.option(
    "--country",
    "countries",
    type=WORDS,
    multiple=True,
    required=True,
    help="ISO 3166 code; may be given several times.",
)
@click.option(
    "--source", type=WORDS, required=True, help="Section of the specification that names the method, such as §1."
)
@click.option("--pay-in", is_flag=True, help="The method collects money.")
@click.option("--payout", is_flag=True, help="The method sends money.")
@project_option
def new_method(
    code: str,
    title: str | None,
    countries: tuple[str, ...],
    project: Path,
    **stated: Any,
) -> None:
    """Add the payment method CODE, with the samples `minimal` and `full` for each direction that it offers.

    It takes the common fields of its request tables; fields of its own are added in its file, and to its samples.
    """
    directions: tuple[Direction, ...] = tuple(direction for direction in DIRECTIONS if stated[direction])
    if not directions:
        raise click.UsageError("say what the method offers: --pay-in, --payout or both")
    _refuse_form("CODE", code, METHOD_CODE)
    with project_to_write(project) as workspace:
        contract, _ = contract_of(workspace)
        words = title or code.replace("_", " ").capitalize()
        new = NewMethod(code, words, stated["note"], stated["currency"], countries, stated["source"], directions)
        try:
            texts, tried = additions.new_method(workspace, catalogue_of(workspace), contract, new)
        except (TakenError, additions.UnknownCurrencyError) as error:
            raise click.UsageError(str(error)) from error
        _write(workspace, texts, tried)


@command.command("field-type")
@click.argument("name")
@click.option("--shape", type=click.Choice(tuple(SHAPES)), default="text", help="What a value looks like.")
@click.option("--meaning", type=WORDS, required=True, help="What a value of the type is, in one sentence.")
@click.option("--length", type=WORDS, help="Number of characters: 11, 1..20, ..255 or 1..")
@click.option("--characters", type=WORDS, help="Characters allowed, such as 0-9 or A-Z0-9.")
@click.option("--pattern", type=WORDS, help="Portable regular expression, anchored with ^ and $.")
@click.option("--sensitive", type=click.Choice(get_args(Sensitivity)), help="Why values are masked.")
@click.option("--source", type=WORDS, help="Section of the specification that says so.")
@click.option("--decision", type=WORDS, help="Decision of ours that says so.")
@project_option
def new_field_type(name: str, project: Path, **stated: Any) -> None:
    """Add the field type NAME to types.yaml."""
    _refuse_form("NAME", name, CODE)
    with project_to_write(project) as workspace:
        contract_of(workspace)
        try:
            texts, tried = additions.new_field_type(workspace, name, stated)
        except TakenError as error:
            raise click.UsageError(str(error)) from error
        _write(workspace, texts, tried)


@command.command("pack")
@click.argument("name")
@click.option("--title", type=WORDS, required=True, help="What the pack makes, in one sentence.")
@project_option
def add_pack(name: str, title: str, project: Path) -> None:
    """Add the pack NAME to the project's generators/: a manifest, and a template that lists the methods."""
    _refuse_form("NAME", name, PACK)
    with project_to_write(project) as workspace:
        shipped, _ = read_packs(bundled(GENERATORS), GENERATORS)
        try:
            texts = additions.new_pack(workspace, name, title, frozenset(pack.name for pack in shipped))
        except TakenError as error:
            raise click.UsageError(str(error)) from error
        _write(workspace, texts, None)


def _refuse_form(argument: str, value: str, form: Form) -> None:
    if not form.holds(value):
        raise click.UsageError(f"{argument} is made of {form.expected}; this is {value!r}")


def _write(workspace: Workspace, texts: Mapping[str, str], tried: Tried | None) -> None:
    print_findings(tried.findings if tried else ())
    if tried and has_errors(tried.findings):
        echo("nothing is written")
        sys.exit(ExitCode.FINDINGS)
    words = {path: "changed" if (workspace.root / path).exists() else "made" for path in texts}
    replace_files(workspace.root, texts)
    for path, word in words.items():
        echo(f"{word} {path}")
    echo("next: look at them, then run paycat generate")
