"""The order of a preview's work: what edits have in common is made before the first one."""

import time
from pathlib import Path

import projects
import pytest

from paycat.cli.preview.working import Work
from paycat.project.workspace import find_workspace
from paycat.shapes.patterns.texts import matching_text

PATIENCE = 60


def test_what_edits_have_in_common_is_made_before_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk has all pages of the catalogue as it is, so nothing else would make the texts of its patterns."""
    monkeypatch.setenv("PAYCAT_CACHE_DIR", str(tmp_path / "results"))
    project = projects.of_two_methods(tmp_path / "project", ("python",))
    assert projects.paycat("generate", cwd=project).returncode == 0
    matching_text.cache_clear()
    work = Work(find_workspace(project), "HEAD", lambda kind, data: None)
    work.begin(lambda: None)
    try:
        until = time.monotonic() + PATIENCE
        while not matching_text.cache_info().currsize:
            assert time.monotonic() < until
            time.sleep(0.1)
    finally:
        work.end()
