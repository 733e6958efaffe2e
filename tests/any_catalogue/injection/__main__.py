"""`python -m tests.any_catalogue.injection`: the table of places and hostile texts, or a part of it, with figures."""

import argparse
import json
import os
import sys
import tempfile
import warnings
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "harness"))

from tests.any_catalogue.injection.locations import locations_of_catalogue
from tests.any_catalogue.injection.strings import HOSTILE, MADE_FOR_FORMS
from tests.any_catalogue.injection.table import whole
from tests.any_catalogue.injection.trials import CATALOGUE, Trials

GOOD = ("rejected", "inert")
_trials: list[Trials] = []


def _tried(name: str) -> tuple[str, list[tuple[str, str, str]]]:
    """Return what becomes of a hostile text at each place: the place, the status, and why."""
    warnings.simplefilter("ignore")
    if not _trials:
        _trials.append(Trials(Path(tempfile.mkdtemp(prefix="injection-"))))
    trials = _trials[0]
    [(_, edits)] = whole(trials.locations, [name])
    return name, [(str(location), outcome.status, outcome.why) for (location, _), outcome in trials.validated(edits)]


def main() -> int:
    """Try every text that is asked for, print the figures, and return 1 when one was executed or broke something."""
    parser = argparse.ArgumentParser(prog="python -m tests.any_catalogue.injection", description=__doc__)
    parser.add_argument("--all", action="store_true", help="every hostile text; else those that are named")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=Path, help="a file for every outcome that is bad, one JSON line each")
    parser.add_argument("names", nargs="*", metavar="TEXT", help="name of a hostile text, such as 'html script'")
    asked = parser.parse_args()
    names = [*HOSTILE, *MADE_FOR_FORMS] if asked.all else asked.names
    if not names:
        parser.error("name a hostile text, or say --all")
    counts: Counter[str] = Counter()
    with ProcessPoolExecutor(asked.processes) as pool:
        for done in as_completed([pool.submit(_tried, name) for name in names]):
            name, outcomes = done.result()
            here = Counter(status for _, status, _ in outcomes)
            counts += here
            print(f"{name}: {', '.join(f'{here[one]} {one}' for one in ('rejected', 'inert', 'executed', 'broken'))}")
            for location, status, why in outcomes:
                if status not in GOOD:
                    print(f"  {status}: {location}: {why[:300]!r}", flush=True)
                    if asked.out:
                        with asked.out.open("a") as file:
                            file.write(json.dumps([name, location, status, why[:2000]]) + "\n")
    locations = len(locations_of_catalogue(CATALOGUE))
    figures = ", ".join(f"{counts[one]:,} {one}" for one in ("rejected", "inert", "executed", "broken"))
    print(f"{locations:,} places, {len(names):,} texts, {counts.total():,} trials: {figures}")
    return int(any(counts[one] for one in counts if one not in GOOD))


if __name__ == "__main__":
    sys.exit(main())
