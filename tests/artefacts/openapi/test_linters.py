"""Every published OpenAPI document satisfies spectral and redocly, strict rules too: no error, no warning, no hint."""

import json
import shutil
from pathlib import Path

import projects
import pytest
from targets import one_of_each_kind

from tests.artefacts.openapi.linting import RULES, linted

FAULTS = {
    "spectral:oas": "operation-tags",
    "recommended": "no-unused-components",
    "recommended-strict": "operation-summary",
}


def documents(generated: Path) -> list[Path]:
    """Return every OpenAPI document of a project, the form as JSON and the one as YAML."""
    return sorted(path for path in (generated / "openapi").rglob("*") if path.suffix in (".json", ".yaml"))


@pytest.fixture(scope="module")
def starter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is generated for the starter, the catalogue of another domain."""
    project = tmp_path_factory.mktemp("linted") / "project"
    shutil.copytree(projects.HERE / "bank_collections", project)
    ended = projects.paycat("generate", cwd=project)
    assert ended.returncode == 0, ended.stdout
    return project / "generated"


@pytest.mark.parametrize("rules", RULES)
def test_published_documents(rules: str, tmp_path: Path) -> None:
    found = documents(projects.GENERATED)
    assert {path.name for path in found} >= {"openapi.json", "openapi.yaml", "openapi-3.0.json", "openapi-3.0.yaml"}
    assert linted(rules, found, tmp_path) == []


@pytest.mark.parametrize("rules", one_of_each_kind(RULES, ["recommended-strict"]))
def test_documents_of_the_starter(rules: str, starter: Path, tmp_path: Path) -> None:
    assert linted(rules, documents(starter), tmp_path) == []


@pytest.mark.parametrize("rules", RULES)
def test_a_fault_is_found_in_the_last_of_several_documents(rules: str, starter: Path, tmp_path: Path) -> None:
    sound = starter / "openapi" / "openapi-3.0.json"
    document = json.loads(sound.read_text(encoding="utf-8"))
    operation = next(iter(next(iter(document["paths"].values())).values()))
    del operation["tags"], operation["summary"]
    document["components"]["schemas"]["Unused"] = {"type": "string"}
    faulty = tmp_path / "faulty.json"
    faulty.write_text(json.dumps(document), encoding="utf-8")
    found = linted(rules, [sound, faulty], tmp_path)
    assert any(FAULTS[rules] in one for one in found), found
    assert {Path(one.partition(": ")[0]).name for one in found} == {"faulty.json"}
