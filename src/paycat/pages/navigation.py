"""A contract in, the pages that there are out."""

from dataclasses import dataclass

from paycat.contract.model import Contract
from paycat.contract.registers import Decision


@dataclass(frozen=True, slots=True)
class Page:
    """A page, by its path below the folder of all pages."""

    path: str
    title: str


_PAGES = (
    Page("index.html", "Payment methods"),
    Page("quickstart.html", "Five minutes"),
    Page("operations.html", "Operations"),
    Page("records.html", "Records"),
    Page("states.html", "States"),
    Page("notifications.html", "Notifications"),
    Page("problems.html", "Problems"),
    Page("check.html", "Check a payload"),
    Page("decisions.html", "Decisions"),
    Page("gaps.html", "Gaps"),
    Page("errata.html", "Errata"),
    Page("changelog.html", "Changes"),
    Page("downloads.html", "Downloads"),
)


_NEED_THE_PACKAGE = ("quickstart.html",)


def pages(contract: Contract) -> tuple[Page, ...]:
    """Return the pages that the navigation lists; those of single methods are found from the first."""
    return tuple(page for page in _PAGES if page.path not in _NEED_THE_PACKAGE or is_packaged(contract))


def decision(contract: Contract, id: str) -> Decision:
    """Return the decision with this id."""
    return next(decision for decision in contract.decisions if decision.id == id)


_PACK = "python"


def is_packaged(contract: Contract) -> bool:
    """Tell whether the pack of the Python package is switched on."""
    return _PACK not in contract.service.packs_off
