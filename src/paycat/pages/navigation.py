"""A contract in, the pages that there are out."""

from dataclasses import dataclass

from paycat.contract.model import Contract, Decision


@dataclass(frozen=True, slots=True)
class Page:
    """A page, by its path below the folder of all pages."""

    path: str
    title: str


_PAGES = (
    Page("index.html", "Payment methods"),
    Page("check.html", "Check a payload"),
)


def pages(_contract: Contract) -> tuple[Page, ...]:
    """Return the pages that the navigation lists; those of single methods are found from the first."""
    return _PAGES


def decision(contract: Contract, id: str) -> Decision:
    """Return the decision with this id."""
    return next(decision for decision in contract.decisions if decision.id == id)
