"""The pages that there are, and what the first one, the matrix of payment methods, can be filtered by."""

from collections.abc import Iterable
from dataclasses import dataclass

from paycat.catalogue.directions import DIRECTIONS
from paycat.catalogue.registers import Decision
from paycat.contract.model import Contract
from paycat.pages.words import availability_title, country_name, direction_title


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


@dataclass(frozen=True, slots=True)
class Choice:
    """A value to choose, and how people call it."""

    value: str
    title: str


@dataclass(frozen=True, slots=True)
class Filter:
    """One question about the methods, with every answer that fits at least one."""

    name: str
    label: str
    choices: tuple[Choice, ...]


def filters(contract: Contract) -> tuple[Filter, ...]:
    """Return the filters: country, currency, direction, and availability in either direction."""
    countries = {code for method in contract.methods for code in method.countries}
    currencies = {method.currency for method in contract.methods}
    names = {currency.code: currency.name for currency in contract.currencies}
    offered = [direction for direction in DIRECTIONS if any(contract.requests(direction))]
    words = {method.offer(direction).availability for method in contract.methods for direction in DIRECTIONS}
    return (
        Filter("country", "Country", _sorted(Choice(code, f"{country_name(code)} ({code})") for code in countries)),
        Filter("currency", "Currency", _sorted(Choice(code, f"{code} {names[code]}") for code in currencies)),
        Filter("direction", "Direction", tuple(Choice(one, direction_title(one)) for one in offered)),
        Filter("availability", "Availability", _sorted(Choice(word, availability_title(word)) for word in words)),
    )


def _sorted(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    return tuple(sorted(choices, key=lambda choice: choice.title))
