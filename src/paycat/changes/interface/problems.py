"""Problems and codes before and after in; what is refused or fails in other words out."""

from collections.abc import Iterator

from paycat.changes.change import Change
from paycat.changes.interface.shelves import Shelf
from paycat.changes.interface.things import REASON, Rows, listed, turned, words
from paycat.contract.interface import Interface

_PROBLEMS = Shelf(
    "problem",
    "problems",
    lambda one: str(one.slug),
    "problem-added",
    "problem-removed",
    (
        (("cause",), turned("problem-cause-changed")),
        (("status",), turned("problem-status-changed")),
        (("title",), turned("problem-title-changed")),
        (("headers",), listed("answer-header-added", "answer-header-removed", "header")),
        (("when",), words),
        *REASON,
    ),
)
_CODE: Rows = ((("meaning",), words), *REASON)
_REFUSALS, _FAILURES = (
    Shelf(f"{of} code", f"{of} codes", lambda one: str(one.code), f"{of}-code-added", f"{of}-code-removed", _CODE)
    for of in ("refusal", "failure")
)


def problem_changes(old: Interface, new: Interface) -> Iterator[Change]:
    """Return the changes of problems, of the codes of refused fields, and of the codes of later failures."""
    yield from _PROBLEMS.changes(old.problems, new.problems)
    yield from _REFUSALS.changes(old.refusal_codes, new.refusal_codes)
    yield from _FAILURES.changes(old.failure_codes, new.failure_codes)
