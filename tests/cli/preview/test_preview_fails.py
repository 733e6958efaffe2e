"""Work of a preview that fails: it ends the preview, and says why."""

import threading
from pathlib import Path

import projects
import pytest

from paycat.cache import Cache
from paycat.cli.preview.working import Work
from paycat.diagnostics import FindingsError
from paycat.project import watching
from paycat.project.workspace import Workspace

PATIENCE = 60


def test_a_bug_ends_it(tmp_path: Path) -> None:
    def post(kind: str, data: object) -> None:
        raise ValueError(kind)

    ended = threading.Event()
    work = Work(Workspace(projects.small(tmp_path / "project"), Cache()), "HEAD", post)
    work.begin(ended.set)
    assert ended.wait(PATIENCE)
    with pytest.raises(ValueError, match="checked"):
        work.end()


def test_a_project_that_cannot_be_followed_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(watching, "saved_files", none)
    ended = threading.Event()
    work = Work(Workspace(projects.small(tmp_path / "project"), Cache()), "HEAD", lambda kind, data: None)
    work.begin(ended.set)
    assert ended.wait(PATIENCE)
    with pytest.raises(FindingsError, match="does not permit watching"):
        work.end()
