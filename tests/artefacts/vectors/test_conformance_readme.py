"""What the README of the vectors shows is run as it is printed, in the folder that it names."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from packaging.requirements import Requirement

from paycat.conformance.derive.model import ValueVector, Vector
from paycat.conformance.run.engines import ajv
from paycat.conformance.run.engines.ajv.node import installed, node_program
from tests.artefacts.published import GENERATED, Json, vector_lines

README = (GENERATED / "conformance" / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
(EXAMPLE,) = (text for kind, text in BLOCKS if kind == "json")
BODY, IN_PYTHON = (text for kind, text in BLOCKS if kind == "python")
(IN_JAVASCRIPT,) = (text for kind, text in BLOCKS if kind == "js")

Run = Callable[[Path], subprocess.CompletedProcess[str]]


class Shown(NamedTuple):
    """An example: its text, how it is run, and the stages whose vectors it takes."""

    text: str
    run: Run
    stages: tuple[str, ...]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder that holds conformance/, as an integrator has it."""
    for name in ("conformance", "json-schema", "python"):
        shutil.copytree(GENERATED / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def in_python(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the example where nothing is installed but ./python and what it depends on."""
    (folder / "example.py").write_text(IN_PYTHON, encoding="utf-8")
    project = tomllib.loads((folder / "python" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    packages = folder / "site-packages"
    packages.mkdir()
    for name in {name for found in needed(project["dependencies"]) for name in top_level(found)}:
        (packages / name.name).symlink_to(name)
    path = os.pathsep.join(map(str, (packages, folder / "python" / "src")))
    return ended([sys.executable, "-S", "example.py"], folder, PYTHONPATH=path)


def in_javascript(folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "example.mjs").write_text(IN_JAVASCRIPT, encoding="utf-8")
    packages = installed(Path(str(ajv.__file__)).parent / "package.json", "ajv")
    (folder / "node_modules").symlink_to(packages / "node_modules")
    return ended([node_program("ajv"), "example.mjs"], folder, NODE_OPTIONS="")


EXAMPLES = [
    pytest.param(Shown(IN_PYTHON, in_python, ("fields",)), id="python"),
    pytest.param(Shown(IN_JAVASCRIPT, in_javascript, ("fields", "schema")), id="javascript"),
]


def needed(requirements: list[str]) -> Iterator[Distribution]:
    for text in requirements:
        wanted = Requirement(text)
        if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
            found = distribution(wanted.name)
            yield found
            yield from needed(found.requires or [])


def top_level(found: Distribution) -> set[Path]:
    names = {file.parts[0] for file in found.files or ()}
    return {Path(str(found.locate_file(name))) for name in names if name not in ("..", "__pycache__")}


def ended(command: list[str], folder: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, env={**os.environ, **environ}, capture_output=True, encoding="utf-8", check=False
    )


def vectors_of(example: Shown, folder: Path) -> tuple[Path, list[Json]]:
    """Return the file that an example reads, and its vectors."""
    found = re.search(r"conformance/vectors/\w+/\w+\.jsonl", example.text)
    assert found
    file = folder / found[0]
    return file, [json.loads(line) for line in file.read_text(encoding="utf-8").split("\n")[:-1]]


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_example_runs_and_agrees(example: Shown, folder: Path) -> None:
    _, vectors = vectors_of(example, folder)
    count = sum(vector["stage"] in example.stages for vector in vectors)
    done = example.run(folder)
    assert (done.stderr, done.stdout, done.returncode) == ("", f"{count} vectors, 0 disagreements\n", 0)
    assert count


def flipped(vector: Json) -> Json:
    if vector["valid"]:
        return {**vector, "valid": False, "violations": [{"code": "type", "pointer": "#"}]}
    return {**vector, "valid": True, "violations": []}


def elsewhere(vector: Json) -> Json:
    return {**vector, "violations": [{**one, "pointer": f"{one['pointer']}/z"} for one in vector["violations"]]}


CHANGES = [
    pytest.param(*example.values, change, valid, id=f"{example.id}-{name}")
    for name, change, valid in (
        ("rejected", flipped, True),
        ("accepted", flipped, False),
        ("elsewhere", elsewhere, False),
    )
    for example in EXAMPLES
    if (example.id, name) != ("javascript", "elsewhere")  # it compares verdicts alone
]


@pytest.mark.parametrize(("example", "change", "valid"), CHANGES)
def test_the_example_fails_where_a_vector_says_otherwise(
    example: Shown, change: Callable[[Json], Json], valid: bool, folder: Path
) -> None:
    file, vectors = vectors_of(example, folder)
    location, vector = next(
        (i, one) for i, one in enumerate(vectors) if (one["stage"], one["valid"]) == ("fields", valid)
    )
    vectors[location] = change(vector)
    file.write_text("".join(json.dumps(one) + "\n" for one in vectors), encoding="utf-8")
    done = example.run(folder)
    summary, *told = done.stdout.splitlines()
    assert summary.endswith(" vectors, 1 disagreements")
    assert (told, done.returncode, done.stderr) == ([vector["id"]], 1, "")


def test_body_is_every_vectors_body() -> None:
    shown: dict[str, Any] = {}
    exec(BODY, shown)
    for line in vector_lines():
        vector, body = Vector.model_validate_json(line), shown["body"](json.loads(line))
        if vector.raw:
            assert body == vector.body(), vector.id
        else:
            assert json.loads(body) == vector.payload, vector.id


def test_the_shown_vector_is_published() -> None:
    assert json.loads(EXAMPLE) in [json.loads(line) for line in vector_lines()]
    further = ("addressed", "headers", "raw")
    assert list(json.loads(EXAMPLE)) == [name for name in Vector.model_fields if name not in further]


def test_every_member_of_a_vector_is_explained() -> None:
    explained = set(re.findall(r"`(\w+)`", README[README.index("## The format") : README.index("## Example")]))
    assert set(Vector.model_fields) <= explained
    others = set(re.findall(r"`(\w+)`", README[README.index("## Records, ") : README.index("## Declared limitations")]))
    assert set(ValueVector.model_fields) <= others


def test_the_table_counts_what_is_there() -> None:
    rows = re.findall(r"^\| `(.+?)\.jsonl`(?:, (\d+) files)? \| (.+?) \| ([\d,]+) \|", README, re.MULTILINE)
    folder = GENERATED / "conformance"
    counted = set()
    for pattern, files, stages, count in rows:
        paths = sorted(folder.glob(re.sub("<[A-Za-z]+>", "*", pattern) + ".jsonl"))
        lines = [line for path in paths for line in path.read_text(encoding="utf-8").split("\n")[:-1]]
        assert len(paths) == int(files or 1)
        assert len(lines) == int(count.replace(",", ""))
        assert {f"`{json.loads(line)['stage']}`" for line in lines} == set(stages.split(", "))
        counted |= set(paths)
    assert counted == set(folder.rglob("*.jsonl"))
