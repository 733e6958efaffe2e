"""Spoil files of a project of two methods, and run the commands that read them.

`python -m tests.any_catalogue.fuzzing --seconds N` does so for so long. Input `n` of a seed is the same on every
machine: `--seed S --first n --inputs 1` repeats it. Files that make a command fail are kept in a folder, with the
command beside them, and the run ends with 1.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "harness"))

from tests.any_catalogue.fuzzing.campaign import fuzz, prepared


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.any_catalogue.fuzzing", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long, in seconds on the clock; default: 60")
    parser.add_argument("--inputs", type=int, default=sys.maxsize, help="how many inputs at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first input")
    parser.add_argument("--keep", type=Path, default=Path(".cache/fuzzing"), help="folder for inputs that fail")
    stated = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        numbers = range(stated.first, stated.first + stated.inputs)
        ground = prepared(Path(folder) / "project")
        tally = fuzz(ground, stated.seed, numbers, stated.keep, stated.seconds)
    print(tally)
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
