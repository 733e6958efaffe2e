"""schemathesis on a server that runs: every operation and every check."""

import os
import subprocess
import sys
from pathlib import Path

from projects import GENERATED

ROOT = Path(__file__).parents[3]


def schemathesis(address: str, key: str, hooks: str, folder: Path, *options: str, generated: Path = GENERATED) -> str:
    """Return what schemathesis prints; it must find nothing. `hooks` is the name of a module with hooks."""
    run = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "run", str(generated / "openapi" / "openapi.json")),
            *("--url", address, "--header", f"Authorization: Bearer {key}", "--mode", "all", "--checks", "all"),
            *("--seed", "1", "--workers", "1", "--generation-database", "none", "--no-color", *options),
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "SCHEMATHESIS_HOOKS": hooks},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    return run.stdout
