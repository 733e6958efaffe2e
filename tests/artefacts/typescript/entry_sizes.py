"""How large the entries of the TypeScript package are in an application, as its bundler makes them."""

import gzip
import subprocess
from collections.abc import Sequence
from pathlib import Path

FIRST, FURTHER = 14_000, 2_000
"""How many bytes the first entry of a request and each further one may take, minified and compressed."""


def entry_sizes(tools: Path, project: Path, entries: Sequence[str]) -> tuple[dict[str, int], dict[str, int]]:
    """Return the bytes of each entry with all that it imports, and what each but the first adds to that one.

    `tools` is the folder of packages that has esbuild, and `project` has the package in its node_modules.
    """
    first = entries[0]
    alone = {entry: _size(tools, project, [entry]) for entry in entries}
    return alone, {entry: _size(tools, project, [first, entry]) - alone[first] for entry in entries[1:]}


def _size(tools: Path, project: Path, entries: Sequence[str]) -> int:
    """Return the bytes of an application that uses all of some entries, minified and compressed."""
    source = "".join(f'export * as e{index} from "{entry}";\n' for index, entry in enumerate(entries))
    (project / "app.mjs").write_text(source, encoding="utf-8")
    command = [str(tools / ".bin" / "esbuild"), "app.mjs", "--bundle", "--format=esm", "--minify", "--log-level=error"]
    done = subprocess.run(command, cwd=project, capture_output=True, check=True)
    return len(gzip.compress(done.stdout, 9))
