"""Draw defects by a fixed seed at places of a commit: `python -m tests.harness.defects COMMIT [--apply N ...]`.

It prints sixty, ten of each kind, from the rooms whose tests are compared. `--apply` puts some of them into this
checkout, so that tests can be run against them; `git checkout src generators` removes them.
"""

import random
import subprocess
import sys
from collections import defaultdict
from fnmatch import fnmatch
from pathlib import Path

from tests.harness.defects.places import Defect, defects_in

ROOT = Path(__file__).parents[3]
SEED, OF_EACH = 50, 10
ROOMS = (
    ("src/paycat/changes/*.py",),
    ("src/paycat/lint/*.py",),
    ("src/paycat/reporting/changes/*.py", "src/paycat/reporting/findings*.py", "src/paycat/reporting/parts.py"),
    ("src/paycat/catalogue/*.py", "src/paycat/contract/*.py"),
    ("src/paycat/documents/*.py", "src/paycat/schemas/*.py", "src/paycat/shapes/*.py"),
    ("src/paycat/conformance/*.py", "src/paycat/python/*.py", "src/paycat/packages/*.py"),
    ("generators/python/runtime/client/*.py", "generators/python/runtime/webhooks.py"),
    ("generators/typescript/compiled/*.js", "generators/*/templates/*.j2"),
)
"""What the tests are about that change their form: each room has as many defects of a kind as the others, if it can."""


def drawn(commit: str) -> list[Defect]:
    """Return the defects: of each kind one room after the other, and in a room any place."""
    source, found = random.Random(SEED), defaultdict[tuple[str, int], list[Defect]](list)
    for file in _git("ls-tree", "-r", "--name-only", commit).splitlines():
        for number, patterns in enumerate(ROOMS):
            if any(fnmatch(file, pattern) for pattern in patterns):
                for defect in defects_in(file, text_of(commit, file)):
                    found[defect.kind, number].append(defect)
    chosen = []
    for kind in sorted({kind for kind, _ in found}):
        rooms = [number for number in range(len(ROOMS)) if found[kind, number]]
        for _ in range(OF_EACH):
            room = rooms.pop(0)
            places = found[kind, room]
            chosen.append(places.pop(source.randrange(len(places))))
            rooms += [room] if places else []
    return chosen


def text_of(commit: str, file: str) -> str:
    """Return the text of a file in a commit."""
    return _git("show", f"{commit}:{file}")


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def main(commit: str, option: str = "", *numbers: str) -> None:
    """Print the defects, or put those of the numbers into this checkout."""
    defects = drawn(commit)
    for number in map(int, numbers):
        defect = defects[number - 1]
        before = text_of(commit, defect.file)
        current = (ROOT / defect.file).read_text(encoding="utf-8")
        old = before[defect.start - 60 : defect.end + 60]
        assert current.count(old) == 1, f"{defect.shown(before)}: the place is another one in this checkout"
        here = current.index(old) + min(60, defect.start)
        moved = defect._replace(start=here, end=here + defect.end - defect.start)
        (ROOT / defect.file).write_text(moved.applied(current), encoding="utf-8")
    for number, defect in enumerate(defects, start=1):
        if option != "--apply" or str(number) in numbers:
            print(f"{number:2} {defect.kind:16} {defect.shown(text_of(commit, defect.file))}")


if __name__ == "__main__":
    main(*sys.argv[1:])
