"""`paycat show METHOD` and `paycat show --interface`."""

from pathlib import Path

import click

from paycat.cli.options import DATA_OR_FINDINGS, format_option, project_option, unknown_name
from paycat.cli.printing import current_printing, print_data, say
from paycat.project.interface_files import interface_files
from paycat.project.workspace import contract_of, find_workspace
from paycat.reporting.contract import print_method
from paycat.text.json_data import json_text


@click.command()
@click.argument("method", required=False)
@click.option("--interface", is_flag=True, help="Show the files of the interface in full, with what paycat ships.")
@format_option(DATA_OR_FINDINGS)
@project_option
def show_command(method: str | None, interface: bool, project: Path) -> None:
    """Show a payment method: its currency, its countries, and the fields and conditions of each direction.

    With --interface, show what interface/ says when all that it leaves out is stated: each file as one YAML document,
    below its path. `paycat check` accepts them in place of those files, and the catalogue then means the same.
    """
    if interface is (method is not None):
        raise click.UsageError("Name a method, or --interface.")
    workspace = find_workspace(project)
    if method is None:
        text_by_path = dict(interface_files(workspace))
        if current_printing().wants_data:
            print_data(json_text(text_by_path))
        else:
            say("---\n".join(f"# {path}\n{text}" for path, text in text_by_path.items()), nl=False)
        return
    contract, _ = contract_of(workspace)
    matches = [candidate for candidate in contract.methods if candidate.code.lower() == method.lower()]
    shown_method = contract.method(method) or (matches[0] if len(matches) == 1 else None)
    if shown_method is None:
        raise unknown_name("method", method, [candidate.code for candidate in contract.methods])
    if current_printing().wants_data:
        print_data(json_text(shown_method.written()))
    elif current_printing().is_for_people:
        print_method(contract, shown_method)
