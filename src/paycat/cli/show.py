"""`paycat show METHOD`."""

from pathlib import Path

import click

from paycat.cli.options import DATA_OR_FINDINGS, format_option, project_option, unknown_name
from paycat.cli.printing import current_printing, print_data
from paycat.project.workspace import contract_of, find_workspace
from paycat.reporting.contract import print_method
from paycat.text.json_data import json_text


@click.command()
@click.argument("method")
@format_option(DATA_OR_FINDINGS)
@project_option
def show_command(method: str, project: Path) -> None:
    """Show a payment method: its currency, its countries, and the fields and conditions of each direction."""
    contract, _ = contract_of(find_workspace(project))
    matches = [candidate for candidate in contract.methods if candidate.code.lower() == method.lower()]
    shown_method = contract.method(method) or (matches[0] if len(matches) == 1 else None)
    if shown_method is None:
        raise unknown_name("method", method, [candidate.code for candidate in contract.methods])
    if current_printing().wants_data:
        print_data(json_text(shown_method.written()))
    elif current_printing().is_for_people:
        print_method(contract, shown_method)
