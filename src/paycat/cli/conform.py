"""`paycat conform`."""

import sys
from pathlib import Path

import click

from paycat.cli.options import ExitCode, counted, project_option
from paycat.conformance.engines import all_engines
from paycat.conformance.reading import read_vectors, refuse_stale
from paycat.conformance.run import run
from paycat.progress import progress
from paycat.reporting.conformance import print_results
from paycat.workspace import GENERATED, contract_of, find_workspace

_SHOWN_EVERY = 50


@click.command()
@click.option("--show", "shown", default=20, show_default=True, help="How many disagreements of an engine to list.")
@project_option
def command(shown: int, project: Path) -> None:
    """Run every vector in generated/conformance against every engine, and compare what each refuses.

    The engines are two JSON Schema validators, the OpenAPI document, the generated models, and the server stub.
    A vector passes when an engine gives exactly the expected refusals: the same codes at the same members.
    """
    workspace = find_workspace(project.resolve())
    with progress() as step:
        step("reading the catalogue")
        contract, _ = contract_of(workspace)
        vectors = read_vectors(workspace.generated, GENERATED)
        refuse_stale(contract, vectors, workspace.generated, GENERATED)

        def told(engine: str, done: int) -> None:
            if done % _SHOWN_EVERY == 0:
                step(f"{engine}: {done:,} of {len(vectors):,} vectors")

        results = run(vectors, all_engines(contract, workspace.generated), told)
    print_results(results, contract.losses, shown)
    disagreements = sum(len(result.disagreements) for result in results)
    click.echo(f"{counted(len(vectors), 'vector')}, {counted(disagreements, 'disagreement')}")
    if disagreements:
        sys.exit(ExitCode.FINDINGS)
