"""Which target runs a test: `make test` the quick ones, `make test-all` the slow ones too, `make test-deep` deep ones.

`SLOW` has folders and files below tests/; a slow test in a quick file has the mark itself. A deep test has the mark
`deep`. It says of one more value what a test of `make test-all` says of another one of the same kind.
"""

from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parents[1]
SLOW = {
    "other people's programs": (
        *("artefacts/browser", "artefacts/clients", "artefacts/integrators", "artefacts/openapi/test_linters.py"),
        *("artefacts/package/test_python_package.py", "changes/revisions", "conformance"),
        *("documents/editor/test_language_server.py", "pages/test_checker.py", "project/test_release.py"),
        *("packages/test_model_modules.py", "repository/test_fresh_clone.py"),
    ),
    "servers": (
        *("artefacts/client/test_lying_servers.py", "artefacts/sandbox", "artefacts/stub/test_schemathesis.py"),
        *("artefacts/stub/test_wire.py", "pages/test_quickstart.py", "project/offline"),
    ),
    "commands in processes of their own": (
        *(
            "cli/preview",
            "cli/test_processes.py",
            "cli/test_strange_artefacts.py",
            "packs",
            "pages/test_exact_answers.py",
        ),
        *("project/determinism", "project/watching", "repository/test_benchmarks.py"),
        *("repository/test_packaging.py", "repository/tools"),
        *("this_catalogue/test_readme.py", "this_catalogue/test_walkthroughs.py"),
    ),
    "commands that are killed": ("files/test_locking.py", "project/faults", "project/test_killed.py"),
    "all that a catalogue is made into, many times": (
        *(f"any_catalogue/{name}" for name in ("extremes", "fuzzing", "injection", "new_method", "small_catalogues")),
        *("artefacts/client/test_second_catalogue.py", "artefacts/test_deprecation.py"),
        *("changes/test_random_edits.py", "contract/subsets", "harness/test_case_files.py"),
        *("harness/test_expected_files.py", "harness/test_leftovers.py", "lint/test_malformed_mutations.py"),
        *("project/test_init.py", "project/test_new.py", "shapes/new_constraint", "shapes/test_alternatives.py"),
        "shapes/test_patterns.py",
    ),
    "texts of many lengths": ("lint/test_long_texts.py",),
}
deep = pytest.mark.deep


def one_of_each_kind(
    values: Iterable[Any], chosen: Collection[Any], key: Callable[[Any], Any] = lambda value: value
) -> list[Any]:
    """Return values as parameters of a test; those whose keys are not chosen are deep. Each choice must be a key."""
    known = [*values]
    assert {*chosen} <= {*map(key, known)}, f"not all of {[*chosen]} are keys of the values"
    return [value if key(value) in chosen else pytest.param(value, marks=deep) for value in known]


def is_slow(path: Path) -> bool:
    """Tell whether all tests of a file are slow."""
    return any(path.is_relative_to(one) for one in _SLOW)


_SLOW = tuple(TESTS / path for paths in SLOW.values() for path in paths)
