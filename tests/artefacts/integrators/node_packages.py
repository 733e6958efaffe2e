"""What integrators run in node: packages of exact versions, as node/package.json names them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from paycat.conformance.run.engines.ajv.node import installed

MANIFEST = Path(__file__).parent / "node" / "package.json"


@cache
def pins() -> dict[str, Any]:
    """Return package.json: `dependencies` pins the packages at the top, `overrides` those below one of them."""
    return dict(json.loads(MANIFEST.read_text(encoding="utf-8")))


@cache
def node_modules() -> Path:
    """Return the folder node_modules, with each package that package.json pins, and no other."""
    modules = installed(MANIFEST, "tests") / "node_modules"
    found = [
        json.loads(path.read_text(encoding="utf-8")) for path in modules.rglob("package.json") if _is_package(path)
    ]
    below = [pin for inner in pins()["overrides"].values() for pin in inner.items()]
    assert {(one["name"], one["version"]) for one in found} == {*pins()["dependencies"].items(), *below}
    return modules


def _is_package(manifest: Path) -> bool:
    above = manifest.parent.parent
    return above.name == "node_modules" or (above.parent.name == "node_modules" and above.name.startswith("@"))
