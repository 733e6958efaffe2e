"""Each situation in which a server answers a problem has exactly one problem.

Why: the server looks its answer up by the cause. With none it has no answer, and with two a client could get either.

Example: in schemas/interface/problems.yaml

    token-insufficient:
      cause: unauthenticated

is found as

    schemas/interface/problems.yaml:33:12 error repeated-cause: the problem 'token-missing' has the cause
      'unauthenticated' already; give it a cause of its own

Fix: give each problem a cause of its own, and add a problem for a cause that has none.
"""

from collections.abc import Iterator
from typing import get_args

from paycat.catalogue.interface import Cause
from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic

ID = "R-41"
MISSING = "missing-cause"
REPEATED = "repeated-cause"
NEEDS: tuple[str, ...] = ("interface/problems.yaml",)


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report causes that no problem has, or several."""
    source = catalogue.problems
    seen: dict[str, str] = {}
    repeated = False
    for slug, problem in source.value.problems.items():
        first = seen.setdefault(problem.cause, slug)
        if first != slug:
            repeated = True
            message = f"the problem {first!r} has the cause {problem.cause!r} already"
            yield Diagnostic(REPEATED, source.at("problems", slug, "cause"), message, "give it a cause of its own")
    for cause in get_args(Cause):
        if cause not in seen and not repeated:  # A repeated cause most likely stands for the one that seems missing.
            message = f"no problem has the cause {cause!r}"
            yield Diagnostic(MISSING, source.at("problems", key=True), message, f"add one with `cause: {cause}`")
