"""`paycat new method|sample|field-type|pack`."""

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import click

from paycat.catalogue.fields import Sensitivity
from paycat.catalogue.form import Form
from paycat.catalogue.forms import CODE, METHOD_CODE, METHOD_NAME, PACK
from paycat.catalogue.iso import STANDARDS
from paycat.catalogue.methods import CountryWay, name_of_code
from paycat.cli.options import ExitCode, project_option, text_option, unknown_name, usage_errors
from paycat.cli.printing import current_printing, echo, print_findings
from paycat.diagnostics import has_errors
from paycat.files.installed import GENERATORS, bundled
from paycat.files.replacing import replace_files
from paycat.packs.reading import read_packs
from paycat.project import scaffold
from paycat.project.resolved import Resolved
from paycat.project.scaffold import TakenError
from paycat.project.workspace import Workspace, catalogue_of, contract_of, project_to_write
from paycat.shapes.json_types import SHAPES

_WORD_ENDS = re.compile("[^A-Za-z0-9]+")
_NEEDED = {"list": "of", "choice": "value"}
"""The option that says what a field type of a shape is made of."""


@click.group()
def new_command() -> None:
    """Add a method, samples, a field type or a pack. If the result would have an error, paycat writes nothing."""


@new_command.command("method")
@click.argument("code")
@text_option("--name", "Name of its files, pages, modules and classes. Default: the code, with _ for other signs.")
@text_option("--title", "Name for people. Default: the code in words.")
@text_option("--note", "What the method is, in one sentence.", required=True)
@text_option(
    "--currency",
    "Code; may be repeated; left out where no money moves. paycat adds a currency of ISO 4217 to currencies.yaml.",
    multiple=True,
)
@text_option("--country", "ISO 3166 code; may be repeated; or `any`, or `unknown`.", multiple=True, required=True)
@click.option(
    "--country-mode", type=click.Choice(get_args(CountryWay)), help="How the country is known, of several countries."
)
@text_option("--source", "Section of the specification that names the method, such as §1.")
@text_option("--direction", "Direction that the method supports; may be repeated.", multiple=True, required=True)
@project_option
def new_method(code: str, name: str | None, project: Path, **options: Any) -> None:
    """Add the method CODE, with the samples `minimal` and `full` for each direction that it supports.

    The method has the common fields of its request tables. Add its own fields to its file and to its samples.
    """
    _check_form("CODE", code, METHOD_CODE)
    if name:
        _check_form("--name", name, METHOD_NAME)
    if not (name or name_of_code(code)):
        raise click.UsageError(f"no name of files and classes can be made of {code!r}: state one with --name")
    currencies, countries = options["currency"], options["country"]
    currency_statement = {"currencies": currencies} if len(currencies) > 1 else {}
    statement = {
        "method_code": code,
        **({"name": name} if name else {}),
        "title": options["title"] or _WORD_ENDS.sub(" ", code).strip().capitalize() or code,
        "note": options["note"],
        **(currency_statement or ({"currency": currencies[0]} if currencies else {})),
        "countries": countries[0] if countries in (("any",), ("unknown",)) else countries,
        **{key: options[key] for key in ("country_mode", "source") if options[key]},
    }
    with project_to_write(project) as workspace, usage_errors(TakenError, scaffold.UnknownCurrencyError):
        catalogue = catalogue_of(workspace)
        directions = [name for name in catalogue.directions if name not in catalogue.bodies]
        for direction in options["direction"]:
            if direction in catalogue.bodies:
                advice = "take `methods: none` out of schemas/catalogue.yaml first"
                raise click.UsageError(f"{direction!r} has one body for all methods: {advice}")
            if direction not in directions:
                raise unknown_name("direction", direction, directions)
        offers = {name: "supported" if name in options["direction"] else "not_listed" for name in directions}
        _write(workspace, *scaffold.new_method(workspace, statement | offers))


@new_command.command("sample")
@click.argument("direction")
@click.argument("code", required=False)
@project_option
def new_sample(direction: str, code: str | None, project: Path) -> None:
    """Add the samples `minimal` and `full` of a DIRECTION that lacks them: of the method CODE, or of each.

    Values are those of other samples, or simple ones that the rules of a field allow. Make them such as people send.
    """
    with project_to_write(project) as workspace, usage_errors(TakenError):
        catalogue = catalogue_of(workspace)
        if direction not in catalogue.directions:
            raise unknown_name("direction", direction, catalogue.directions)
        codes = [method.value.method_code for method in catalogue.methods.values()]
        if code and code not in codes:
            raise unknown_name("method", code, codes)
        _write(workspace, *scaffold.new_samples(workspace, direction, code))


@new_command.command("field-type")
@click.argument("name")
@click.option("--shape", type=click.Choice(tuple(SHAPES)), default="text", help="What a value looks like.")
@text_option("--of", "Field type of each item of a list.")
@text_option("--value", "Value of a choice; may be repeated.", multiple=True)
@text_option("--member", "NAME=TYPE, an optional member of an object; may be repeated.", multiple=True)
@click.option("--standard", type=click.Choice(tuple(STANDARDS)), help="Standard that names the values of a choice.")
@text_option("--meaning", "What a value of the type is, in one sentence.", required=True)
@text_option("--length", "Number of characters: 11, 1..20, ..255 or 1..")
@text_option("--characters", "Characters allowed, such as 0-9 or A-Z0-9.")
@text_option("--pattern", "Regular expression (ECMA-262); without ^ and $ it is searched for.")
@click.option("--sensitive", type=click.Choice(get_args(Sensitivity)), help="Why output masks the values.")
@text_option("--source", "Section of the specification that states the type.")
@text_option("--decision", "Our decision that states the type.")
@project_option
def new_field_type(name: str, project: Path, **options: Any) -> None:
    """Add the field type NAME to types.yaml."""
    _check_form("NAME", name, CODE)
    for shape, option in _NEEDED.items():
        if options["shape"] == shape and not options[option]:
            raise click.UsageError(f"--shape {shape} requires --{option}")
    for member in options["member"]:
        if not all(member.partition("=")):
            raise click.UsageError(f"--member is NAME=TYPE, such as city=text; it is {member!r}")
    with project_to_write(project) as workspace, usage_errors(TakenError):
        contract_of(workspace)
        _write(workspace, *scaffold.new_field_type(workspace, name, options))


@new_command.command("pack")
@click.argument("name")
@text_option("--title", "What the pack generates, in one sentence.", required=True)
@project_option
def add_pack(name: str, title: str, project: Path) -> None:
    """Add the pack NAME to the project's generators/: a manifest, and a template that lists the methods."""
    _check_form("NAME", name, PACK)
    with project_to_write(project) as workspace, usage_errors(TakenError):
        packs, _ = read_packs(bundled(GENERATORS), GENERATORS)
        _write(workspace, scaffold.new_pack(workspace, name, title, frozenset(pack.name for pack in packs)), None)


def _check_form(argument: str, value: str, form: Form) -> None:
    if not form.holds(value):
        raise click.UsageError(f"{argument} must consist of {form.expected}; it is {value!r}")


def _write(workspace: Workspace, text_by_path: Mapping[str, str], trial: Resolved | None) -> None:
    current_printing().texts |= text_by_path
    print_findings(trial.findings if trial else ())
    if trial and has_errors(trial.findings):
        echo("Nothing was written.")
        sys.exit(ExitCode.FINDINGS)
    verb_by_path = {path: "Changed" if (workspace.root / path).exists() else "Created" for path in text_by_path}
    # The first is what makes it exist: written last, so that the same command goes on where one was killed.
    replace_files(workspace.root, {path: text_by_path[path] for path in reversed(list(text_by_path))})
    for path, verb in verb_by_path.items():
        echo(f"{verb} {path}")
    echo("Next: review the files, then run `paycat generate`.")
