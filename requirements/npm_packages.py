"""Installs the packages of each package.json into the user's cache, where paycat and the tests take them from.

Those that are there stay as they are. npm compares each package with its hash in package-lock.json.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from paycat.conformance.run.engine import MissingEngineError
from paycat.conformance.run.engines.ajv.node import installed

ROOT = Path(__file__).parent.parent
FOLDERS = ("benchmarks", "src", "tests", "web")


def manifests() -> list[Path]:
    """Return each package.json of the repository, but what is generated and what npm installed."""
    return sorted(path for path in _found() if "node_modules" not in path.parts)


def _found() -> Iterator[Path]:
    for name in FOLDERS:
        yield from (ROOT / name).rglob("package.json")


def main() -> int:
    """Install what is not there yet; return 1 when npm fails, after saying why."""
    for manifest in manifests():
        try:
            installed(manifest, "tests")
        except MissingEngineError as error:
            print(f"{manifest.relative_to(ROOT)}: {error.why}; {error.remedy}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
