"""Seeded faults: an artefact that says something else is named by the run, with the rule that it breaks.

A case is `fault.yaml`: `edits` of files below generated/, `vectors` (prefixes of ids; all when left out), the `rule`
that the disagreement must name (what the vector kills, or a prefix of its id), the `engines` that must find it, and
`also`, patterns of the ids that fall with it. `through: command` runs `paycat conform`.
"""

import re
import shutil
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.conformance.derive.model import Vector
from paycat.conformance.run.engines import ENGINES, open_engines
from paycat.conformance.run.outcome import run
from paycat.conformance.run.output_folder import Batch
from paycat.contract.model import Contract

Named = dict[str, list[tuple[str, str]]]
"""By engine, the id of each vector in disagreement and the rule that is named for it."""

FAULTS = sorted((Path(__file__).parent / "faults").iterdir())
SHOWN = re.compile(r"(?P<engine>\S+): (?P<id>.+) \(rule (?P<rule>[^)]+)\): expected .+, got .+")


def test_some_faults_are_found_through_the_command() -> None:
    assert {projects.read_yaml(fault / "fault.yaml").get("through") for fault in FAULTS} == {None, "command"}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_fault_is_found(
    fault: Path, tmp_path: Path, contract: Contract, artefacts: Path, vectors: list[Vector], cli: Callable[..., Any]
) -> None:
    stated = projects.read_yaml(fault / "fault.yaml")
    seed(artefacts, stated["edits"], tmp_path / "generated")
    engines = reading(stated["edits"])
    if stated.get("through") == "command":
        shutil.copytree(projects.SCHEMAS, tmp_path / "schemas")
        named = through_command(tmp_path, engines, cli)
    else:
        named = directly(contract, tmp_path / "generated", engines, wanted(vectors, stated["vectors"]))
    found = {engine for engine, disagreements in named.items() if disagreements}
    assert found == set(stated["engines"])
    for engine in sorted(found):
        check(stated["rule"], stated.get("also", []), named[engine])


def seed(artefacts: Path, edits: list[dict[str, Any]], folder: Path) -> None:
    """Copy the artefacts, and edit the copy; what was compiled of an edited file goes."""
    shutil.copytree(artefacts, folder)
    projects.edit(folder, edits)
    for one in edits:
        file = folder / one["file"]
        for compiled in file.parent.glob(f"__pycache__/{file.stem}.*.pyc"):
            compiled.unlink()


def wanted(vectors: list[Vector], prefixes: str | list[str]) -> list[Vector]:
    """Return the vectors whose id starts with one of the prefixes, as a whole name; each prefix must have some."""
    names = [prefixes] if isinstance(prefixes, str) else prefixes
    assert [name for name in names if not any(is_below(vector.id, name) for vector in vectors)] == []
    return [vector for vector in vectors if any(is_below(vector.id, name) for name in names)]


def is_below(identifier: str, name: str) -> bool:
    """Tell whether an id is a name, or starts with it."""
    return identifier == name or (identifier.startswith(name) and identifier[len(name)] in ".:/")


def reading(edits: list[dict[str, Any]]) -> list[str]:
    """Return the engines that read what the edited packs make; to the others nothing has changed."""
    packs = {one["file"].partition("/")[0] for one in edits}
    return [name for name, (pack, _) in ENGINES.items() if pack in packs]


def directly(contract: Contract, generated: Path, names: list[str], vectors: list[Vector]) -> Named:
    """Run the vectors under engines."""
    with open_engines(contract, generated, names) as (engines, missing):
        assert missing == []
        results = run([Batch("wanted", tuple(vectors))], engines)
    return {result.engine: [(one.vector, one.rule) for one in result.disagreements] for result in results}


def through_command(project: Path, names: list[str], cli: Callable[..., Any]) -> Named:
    """Run `paycat conform` with engines on the project, and read what it prints."""
    options = [option for name in names for option in ("--engine", name)]
    ended = cli("conform", "--show", "100000", "--project", project, *options)
    assert ended.code == 1
    assert ended.err == ""
    named: Named = {}
    for line in ended.out.splitlines():
        if match := SHOWN.fullmatch(line):
            named.setdefault(match["engine"], []).append((match["id"], match["rule"]))
    count = sum(map(len, named.values()))
    assert ended.out.splitlines()[-1].endswith(f" vectors, {count:,} disagreements")
    return named


def check(rule: str, also: list[str], named: list[tuple[str, str]]) -> None:
    """Assert that the rule is named, that nothing else is but what falls with it, and that all of that does."""
    hits = [one for one, killed in named if killed == rule or is_below(one, rule)]
    others = [one for one, _ in named if one not in hits]
    assert hits, f"{rule} is not among {named}"
    assert [one for one in others if not any(fnmatchcase(one, pattern) for pattern in also)] == []
    assert [pattern for pattern in also if not any(fnmatchcase(one, pattern) for one in others)] == []
