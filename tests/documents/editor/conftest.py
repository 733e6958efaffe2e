"""One language server for all tests, over a copy of the project with what the editor pack makes of it."""

import json
from collections.abc import Iterator
from pathlib import Path

import projects
import pytest
from edited_project import EDITOR, with_schemas
from language_server import LanguageServer


@pytest.fixture(scope="session")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with the shipped packs beside it, as in the checkout; tests do not change it."""
    folder = tmp_path_factory.mktemp("editor") / "project"
    projects.copied(folder, generated=False)
    for manifest in projects.GENERATORS.glob("*/pack.yaml"):
        file = folder / "generators" / manifest.parent.name / manifest.name
        file.parent.mkdir(parents=True)
        file.write_bytes(manifest.read_bytes())
    return with_schemas(folder)


@pytest.fixture(scope="session")
def server(edited: Path) -> Iterator[LanguageServer]:
    """The language server, with the settings that the pack gives to VS Code."""
    server = LanguageServer(edited, json.loads((edited / EDITOR / "vscode-settings.json").read_text(encoding="utf-8")))
    server.start()
    yield server
    server.stop()
