"""How far a version moved from another one, and which version is the next.

Versions are those of Semantic Versioning 2.0.0 without suffixes (semver.org): a breaking change increases the major
number (§8), an addition the minor one (§7), anything else the patch number (§6). While the major number is 0, anything
may change (§4), so paycat reads the numbers as Cargo does ("SemVer Compatibility" in The Cargo Book): a breaking change
increases the minor number, anything else the patch number.
"""

import re
from typing import Literal

from paycat.changes.change import LEVELS, Level

Moved = Literal["none", "patch", "minor", "major", "back"]
"""How far a version moved: a level, or back."""

_VERSION = re.compile(r"([0-9]+)\.([0-9]+)\.([0-9]+)")


def is_version(text: str) -> bool:
    """Return whether a text is a version: three numbers, and nothing else."""
    return _VERSION.fullmatch(text) is not None


def is_initial(version: str) -> bool:
    """Return whether a version is one of the first development, of which nobody is promised anything (§4)."""
    return _numbers(version)[0] == 0


def next_version(old: str, level: Level) -> str:
    """Return the nearest version that is as far away as a level requires, such as 0.3.0 for 0.2.5 and a major one."""
    major, minor, patch = _numbers(old)
    if level == "none":
        return old
    steps = (f"{major + 1}.0.0", f"{major}.{minor + 1}.0", f"{major}.{minor}.{patch + 1}")
    step = ("major", "minor", "patch").index(level)
    return steps[min(step + 1, 2)] if major == 0 else steps[step]


def moved(old: str, new: str) -> Moved:
    """Return the highest level for which the new version moved far enough, `none`, or `back`."""
    before, after = _numbers(old), _numbers(new)
    if after <= before:
        return "none" if after == before else "back"
    return next(level for level in reversed(LEVELS) if after >= _numbers(next_version(old, level)))


def _numbers(version: str) -> tuple[int, ...]:
    found = _VERSION.fullmatch(version)
    if found is None:
        raise ValueError(f"{version!r} is not a version")
    return tuple(map(int, found.groups()))
