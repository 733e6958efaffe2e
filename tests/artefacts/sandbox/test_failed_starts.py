"""A sandbox that cannot start says why in one sentence, and no two sandboxes have a worker of one name."""

import os
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import projects
import pytest
from targets import one_of_each_kind

from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.postgres import database

UNREACHABLE = "postgresql+psycopg://sandbox:secret@127.0.0.1:1/none"

MISTAKES = {
    "no such folder": (["--database", "none/x.db"], "unable to open database file"),
    "a file of another kind": (["--database", "text"], "file is not a database"),
    "a database in memory": (["--database", "sqlite://"], "must be an SQLite file"),
    "an empty name": (["--database", ""], "must be an SQLite file"),
    "another kind of database": (["--database", "mysql://localhost/x"], "must be an SQLite file"),
    "no URL": (["--database", "sqlite:x.db"], "must be an SQLite file"),
    "an unreachable database": (["--database", UNREACHABLE], "postgresql+psycopg://sandbox:***@127.0.0.1:1/none"),
    "an option that the driver lacks": (["--database", "sqlite:///x.db?timeout=soon"], "must be an SQLite file"),
    "a database of another program": (
        ["--database", "other.db"],
        "The database sqlite:///other.db belongs to another program",
    ),
    "a port that is taken": (["--port", "{taken}"], "Address already in use"),
    "a port beyond all ports": (["--port", "99999"], "port must be 0-65535"),
    "no such host": (["--host", "host.invalid"], "cannot listen at host.invalid"),
    "no host name": (["--host", "a..b"], "cannot listen at a..b"),
    "no such reference": (["--reference", "none"], "none is not a folder"),
    "no worker": (["--workers", "0"], "--workers"),
    "a name that is a path": (["--name", "a/b"], "--name"),
}


CHOSEN = ("a file of another kind", "an unreachable database", "a port that is taken", "no such reference", "no worker")
"""A mistake in each option; `make test-deep` has the others."""


def started(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Return how a sandbox ended that cannot start."""
    package = sandboxes.package_of(projects.PROJECT)
    command = [sys.executable, "-m", f"{package.name}.sandbox", "--port", "0", *arguments]
    return subprocess.run(
        command,
        cwd=folder,
        env=sandboxes.environment(package),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def sentences(ended: "subprocess.CompletedProcess[str]") -> list[str]:
    """Return what was written beside the log, and the log's warnings and errors."""
    lines = ended.stderr.splitlines()
    return [one for one in lines if not one.startswith('{"') or '"level": "info"' not in one]


@pytest.mark.parametrize("name", one_of_each_kind(MISTAKES, CHOSEN))
def test_a_mistake_is_one_sentence(tmp_path: Path, name: str) -> None:
    (tmp_path / "text").write_text("no database, but a text that is long enough to be read" * 9, encoding="utf-8")
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        connection.execute("CREATE TABLE sandbox_settings (name TEXT, value TEXT)")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        taken = str(listener.getsockname()[1])
        arguments, expected = MISTAKES[name]
        ended = started(tmp_path, *(one.format(taken=taken) for one in arguments))
    assert ended.returncode in (1, 2), ended.stderr
    assert expected in sentences(ended)[-1], ended.stderr
    assert "Traceback" not in ended.stderr
    assert "secret" not in ended.stderr
    assert "listens at" not in ended.stdout
    assert len(sentences(ended)) == 1 or ended.returncode == 2


SPELLINGS = ("{path}", "sqlite:///{path}", "link.db", "sqlite:///file:{path}?uri=true")


@pytest.mark.parametrize("spelling", one_of_each_kind(SPELLINGS, ["{path}", "link.db"]))
def test_one_file_has_one_worker_of_a_name(tmp_path: Path, spelling: str) -> None:
    with sandboxes.running(projects.PROJECT, tmp_path) as sandbox:
        (tmp_path / "link.db").symlink_to(tmp_path / "sandbox.db")
        other = spelling.format(path=os.path.relpath(tmp_path / "sandbox.db", tmp_path))
        ended = started(tmp_path, "--database", other)
        assert (ended.returncode, ended.stdout) == (1, "")
        assert ["Another sandbox uses the database" in one for one in sentences(ended)] == [True]
        assert sandbox.create("payout", "alone").status_code == 201
        assert "Traceback" not in sandbox.log.read_text(encoding="utf-8")


def test_projects_in_two_folders_have_databases_of_their_own(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    one, two = (
        sandboxes.running(projects.PROJECT, tmp_path / name, cwd=tmp_path / name, database="sandbox.db")
        for name in ("one", "two")
    )
    with one, two as sandbox:
        assert sandbox.create("payout", "alone").status_code == 201
    assert {file.parent.name for file in tmp_path.glob("*/sandbox.db")} == {"one", "two"}


def test_one_postgresql_database_has_one_worker_of_a_name(tmp_path: Path) -> None:
    with database() as url, sandboxes.running(projects.PROJECT, tmp_path, database=url):
        ended = started(tmp_path, "--database", url.replace("127.0.0.1", "localhost").replace("+psycopg", ""))
        assert ended.returncode == 1, ended.stdout
        assert ["Another sandbox uses the database" in one for one in sentences(ended)] == [True]


def test_a_sandbox_listens_when_it_says_so(tmp_path: Path) -> None:
    with sandboxes.running(projects.PROJECT, tmp_path, "--workers", "2") as sandbox:
        before, _, _ = sandbox.log.read_text(encoding="utf-8").partition("The sandbox listens at")
        assert before.count('"Application startup complete."') == 2
