"""What the TypeScript package costs in node, beside ajv and JSON.parse, and how large it is in an application.

    python benchmarks/typescript.py [PROJECT]

All is measured in one process of node: the `full` samples of 24 request types, then their rejected vectors. ajv has the
generated JSON Schemas, compiled with `allErrors`; they name no format. It validates values, as `validate` does, while
`parse` takes texts.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import click
from payloads import medians, spread
from synthetic import SOURCE
from table import line, seconds, write_section

from paycat.conformance.run.engine import MissingEngineError
from paycat.conformance.run.engines.ajv import MANIFEST
from paycat.conformance.run.engines.ajv.node import installed, node_program
from paycat.conformance.run.engines.json_schema import schema_path
from paycat.conformance.run.output_folder import read_vectors
from paycat.contract.model import Contract
from paycat.diagnostics import FindingsError
from paycat.project.workspace import contract_of, find_workspace
from paycat.text.json_data import json_line

sys.path.insert(0, str(SOURCE))

from tests.artefacts.typescript.entry_sizes import FIRST, FURTHER, entry_sizes

TITLE = "The TypeScript package"
SUBJECT = "CPU of one request in node, and its ratio to ajv, which validates values, and to `JSON.parse` alone."
HERE = Path(__file__).parent
TOOLS = SOURCE / "tests" / "artefacts" / "typescript" / "package.json"
WAYS = {
    "validate": "`validate` of a value",
    "parse": "`parse` of a text",
    "ajv": "ajv, of a value",
    "json": "`JSON.parse`",
    "json_ajv": "`JSON.parse`, then ajv",
}
LIMIT = 14e-6
"""CPU seconds of `validate` that an accepted request may take: half of what the first checker of the pages took."""
Bodies = Mapping[tuple[str, str], Sequence[str]]
"""Texts by direction and method."""


def bodies(contract: Contract, generated: Path) -> Mapping[str, Bodies]:
    """Return the bodies to measure by what the service does with them."""
    requests = [(one, (one.direction, one.method)) for one in spread(contract)]
    rejected: dict[tuple[str, str], list[str]] = {key: [] for _, key in requests}
    for batch in read_vectors(generated, generated.name):
        for one in batch.vectors:
            key = (one.direction, one.method or "")
            if one.stage == "fields" and not one.valid and not one.raw and key in rejected:
                rejected[key].append(json_line(one.payload))
    return {
        "accepted": {key: [json_line(one.sample("full").payload)] for one, key in requests},
        "rejected": rejected,
    }


def costs(contract: Contract, generated: Path, rounds: int, times: int) -> Mapping[str, Mapping[str, list[float]]]:
    """Return CPU seconds of one request in each round, by the way that it is judged, for each kind of bodies."""
    command = [node_program("typescript"), str(HERE / "typescript.mjs"), str(installed(MANIFEST, "typescript"))]
    found = {}
    for kind, by_request in bodies(contract, generated).items():
        works = [
            {
                "module": str(generated / "typescript" / one.direction / f"{one.module}.js"),
                "schema": str(schema_path(generated, one.direction, one.name)),
                "bodies": by_request[one.direction, one.method],
            }
            for one in spread(contract)
        ]
        asked = json.dumps({"works": works, "rounds": rounds, "times": times})
        done = subprocess.run(command, input=asked, capture_output=True, text=True, check=False)
        if done.returncode:
            raise click.ClickException(done.stderr[-2000:])
        found[kind] = medians(iter(json.loads(done.stdout)))
    return found


def cost_rows(found: Mapping[str, Mapping[str, list[float]]]) -> Iterator[str]:
    """Yield the table of CPU: a way to judge requests in each row."""
    yield line(["", *(f"{kind} | to ajv | to `JSON.parse`" for kind in found), "must"])
    yield f"|---{'|--:' * 3 * len(found)}|---|"
    for name, words in WAYS.items():
        cells = [words]
        for ways in found.values():
            cells += [seconds(median(ways[name])), _ratio(ways[name], ways["ajv"]), _ratio(ways[name], ways["json"])]
        yield line(
            [*cells, _verdict(median(found["accepted"][name]), LIMIT, seconds(LIMIT)) if name == "validate" else "–"]
        )


def size_rows(contract: Contract, package: Path) -> Iterator[str]:
    """Yield the table of sizes."""
    tools, name = installed(TOOLS, "typescript") / "node_modules", contract.service.npm
    with TemporaryDirectory() as folder:
        above = Path(folder, "node_modules", name)
        above.parent.mkdir(parents=True)
        above.symlink_to(package, target_is_directory=True)
        entries = [f"{name}/{one.direction}/{one.module}" for one in contract.requests()]
        alone, added = entry_sizes(tools, Path(folder), entries)
    yield line(["minified by esbuild, compressed by gzip", "median", "largest", "must"])
    yield "|---|--:|--:|---|"
    for words, sizes, limit in (
        ("the entry of a request, with all that it imports", alone, FIRST),
        ("each further entry", added, FURTHER),
    ):
        of_all = list(sizes.values())
        yield line([words, _size(median(of_all)), _size(max(of_all)), _verdict(max(of_all), limit, _size(limit))])


def _ratio(ours: Sequence[float], theirs: Sequence[float]) -> str:
    return f"{median(one / other for one, other in zip(ours, theirs, strict=True)):.2f}"


def _size(number: float) -> str:
    return f"{number / 1000:.1f} kB"


def _verdict(figure: float, limit: float, text: str) -> str:
    return f"≤ {text}: {'holds' if figure <= limit else '**no**'}"


@click.command(help=__doc__)
@click.argument("project", type=click.Path(exists=True, file_okay=False, path_type=Path), default=SOURCE)
@click.option("--rounds", default=7, show_default=True, help="How many rounds there are.")
@click.option("--times", default=3000, show_default=True, help="How many bodies a round has, at least.")
@click.option("--write", is_flag=True, help="Write the tables to results.md as well.")
def main(project: Path, rounds: int, times: int, *, write: bool) -> None:
    """Measure what is generated of a project, and print two tables."""
    workspace = find_workspace(project)
    try:
        contract, _ = contract_of(workspace)
        found = costs(contract, workspace.generated, rounds, times)
        lines = [*cost_rows(found), "", *size_rows(contract, workspace.generated / "typescript")]
    except FindingsError as error:
        raise click.ClickException("the catalogue has errors; see `paycat check`") from error
    except MissingEngineError as error:
        raise click.ClickException(str(error)) from error
    text = "\n".join((SUBJECT, "", *lines))
    click.echo(text)
    if write:
        write_section(TITLE, text)


if __name__ == "__main__":
    main()
