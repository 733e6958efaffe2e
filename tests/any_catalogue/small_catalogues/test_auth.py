"""Whatever a service states of credentials, its packages import, are well formed and agree with its documents."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest
import yaml

from tests.artefacts.typescript.typescript_package import check_types

STATEMENTS: dict[str, dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("auth.yaml").read_text("utf-8"))
PACKAGE = "some_transfers"
CONSUMER = f'import * as service from "{PACKAGE.replace("_", "-")}";\nexport const client = service;\n'
MODULES = [f"{PACKAGE}.{module}" for module in ("client", "server", "sandbox.app", "webhooks")]


@pytest.mark.slow
@pytest.mark.parametrize("statement", STATEMENTS.values(), ids=STATEMENTS)
def test_packages_are_well_formed(statement: dict[str, Any], tmp_path: Path, cli: Callable[..., Any]) -> None:
    project, types = tmp_path / "project", tmp_path / "types"
    assert cli("init", str(project), "--package", PACKAGE).code == 0
    (project / "schemas/interface/rules.yaml").write_text(yaml.safe_dump(statement["service"]), "utf-8")
    if "operation" in statement:
        file, own_auth = project / "schemas/interface/operations.yaml", f"auth: {statement['operation']}, success: {{"
        file.write_text(file.read_text("utf-8").replace("success: {", own_auth), "utf-8")
    ended = cli("generate", cwd=project)
    assert (ended.code, ended.err) == (0, "")
    for command in (
        ["-c", f"import {', '.join(MODULES)}"],
        ["-m", "ruff", "format", "--check", "--isolated", "--no-cache", PACKAGE],
        ["-m", "ruff", "check", "--isolated", "--no-cache", PACKAGE],
        ["-m", "mypy", "--config-file=", "--strict", "-p", PACKAGE, "--cache-dir", str(projects.ROOT / ".cache/mypy")],
    ):
        sources = project / "generated/python/src"
        checked = subprocess.run([sys.executable, *command], cwd=sources, capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stdout + checked.stderr
    types.mkdir()
    (tmp_path / "consumer.ts").write_text(CONSUMER, "utf-8")
    check_types(types, tmp_path / "consumer.ts", package=project / "generated/typescript")
    ended = cli("conform", cwd=project)
    assert ended.code == 0, ended.out + ended.err
