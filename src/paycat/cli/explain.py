"""`paycat explain WORD`."""

from pathlib import Path

import click

from paycat.cli.options import project_option, usage_errors
from paycat.cli.printing import echo
from paycat.diagnostics import FindingsError
from paycat.explaining.explain import UnknownWordError, explain, explain_finding
from paycat.explaining.project import read_project
from paycat.reporting.explanation import print_explanation
from paycat.workspace import find_workspace


@click.command()
@click.argument("word")
@project_option
def command(word: str, project: Path) -> None:
    """Explain a word: what it is, where it is defined, why, which files carry it, and which vectors test it.

    WORD is the id, name or code of a rule or finding; a gap, a decision or an erratum; a method, a request such as
    payout.METHOD, or a field of it such as payout.METHOD.a.b; a field type, a violation code or a problem; or a
    vector's id. Rules and findings are also explained without a project, and when its catalogue has errors.
    """
    pages = found = explain_finding(word)
    note = ""
    try:
        read = read_project(find_workspace(project))
        with usage_errors(UnknownWordError):
            found = explain(word, read)
        note = read.note if len(found) > len(pages) else ""
    except FindingsError:
        if not pages:
            raise
    for number, explanation in enumerate(found):
        if number:
            echo()
        print_explanation(explanation)
    if note:
        echo(f"note: {note}", err=True)
