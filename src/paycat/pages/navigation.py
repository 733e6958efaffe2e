"""The pages that exist, and what the first one, the matrix of methods, shows and filters."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from markupsafe import Markup

from paycat.catalogue.registers import Decision
from paycat.catalogue.values import DIRECTIONS, Direction
from paycat.conformance.derive.requests import Ground, ground
from paycat.contract.members import FilledMember, members_of_record
from paycat.contract.model import Contract, Method
from paycat.pages.words import availability_title, country_name, direction_title
from paycat.python.rules import error_codes

_PAGES = {
    "index.html": "Methods",
    "quickstart.html": "Five minutes",
    "operations.html": "Operations",
    "records.html": "Records",
    "states.html": "States",
    "notifications.html": "Notifications",
    "problems.html": "Problems",
    "sandbox.html": "Sandbox",
    "check.html": "Check a payload",
    "clients.html": "Generated clients",
    "what-your-generator-loses.html": "What your generator loses",
    "security.html": "Security",
    "limits.html": "Limits",
    "decisions.html": "Decisions",
    "gaps.html": "Gaps",
    "errata.html": "Errata",
    "changelog.html": "Changes",
    "downloads.html": "Downloads",
}
_NEED_THE_PACKAGE = ("quickstart.html",)
GUIDES = ("clients.html", "what-your-generator-loses.html", "security.html")
"""The pages that have the text of a guide, which is the same for every catalogue."""
_REGISTERS = ("gaps.html", "errata.html", "decisions.html")
_SECTION = re.compile(r'<h2 id="([^"]+)">(.*?)</h2>', re.DOTALL)
_FEWEST_SECTIONS, _MOST_SECTIONS = 2, 30
_RESERVED = frozenset({"test", "example", "invalid", "localhost", "example.com", "example.net", "example.org"})
PYTHON, TYPESCRIPT = "python", "typescript"
"""The packs that make a package for integrators."""

Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class AllMethods:
    """Facts of a whole contract.

    `requested` has the directions in which each method has a request, by its code, and `names` its name. `worded` are
    the codes of violations that the generated package describes with pydantic's words. `members` are those of the
    record of each state machine, by its name, and `grounds` what the vectors of a direction have in common.
    """

    requested: Mapping[str, tuple[Direction, ...]]
    names: Mapping[str, str]
    worded: tuple[str, ...]
    members: Mapping[str, tuple[FilledMember, ...]]
    grounds: Mapping[Direction, Ground]


def all_methods(contract: Contract) -> AllMethods:
    """Return what the methods of a contract have in common."""
    return AllMethods(
        requested={
            method.code: tuple(one for one in DIRECTIONS if method.offer(one).request) for method in contract.methods
        },
        names={method.code: method.name for method in contract.methods},
        worded=tuple(sorted({code for _, code in error_codes(contract)})),
        members={one.name: members_of_record(contract, one) for one in contract.interface.state_machines},
        grounds={one: ground(contract, one) for one in DIRECTIONS if any(contract.requests(one))},
    )


def pages(contract: Contract) -> Mapping[str, str]:
    """Return the titles of the pages in the navigation by path; the first page links those of single methods."""
    return {path: title for path, title in _PAGES.items() if path not in _NEED_THE_PACKAGE or is_packaged(contract)}


def page_groups(contract: Contract) -> dict[str, dict[str, str]]:
    """Return the titles of pages by path, by the heading of their group: what integrators use has none."""
    found = pages(contract)
    return {
        "": {path: title for path, title in found.items() if path not in _REGISTERS},
        "About this specification": {path: found[path] for path in _REGISTERS},
    }


def sections(content: Markup) -> list[tuple[str, str]]:
    """Return id and title of each section of a page; none if there are too many or too few for a list."""
    found = [(id, Markup(title).striptags()) for id, title in _SECTION.findall(content)]
    return found if _FEWEST_SECTIONS <= len(found) <= _MOST_SECTIONS else []


def is_example_address(contract: Contract) -> bool:
    """Return whether the base URL has a domain that is reserved for tests and examples (RFC 2606)."""
    labels = (urlsplit(contract.service.base_url).hostname or "").split(".")
    return labels[-1] in _RESERVED or ".".join(labels[-2:]) in _RESERVED


def page_of(all_methods: AllMethods, direction: Direction, code: str) -> str:
    """Return the path of a method's page in a direction, or of the matrix if it has none."""
    is_there = direction in all_methods.requested.get(code, ())
    return f"{direction}/{all_methods.names[code]}.html" if is_there else "index.html"


def decision(contract: Contract, id: str) -> Decision:
    """Return the decision with this id."""
    return next(decision for decision in contract.decisions if decision.id == id)


def is_packaged(contract: Contract, pack: str = PYTHON) -> bool:
    """Return whether the pack of a package is switched on: that of Python, unless another is named."""
    return pack not in contract.service.packs_off


def filters(contract: Contract) -> tuple[tuple[str, str, Choices], ...]:
    """Return the criteria for methods: name, label and choices, each a value that a method has and its title.

    A criterion that no method has a value of is left out.
    """
    countries = {code for method in contract.methods for code in method.countries}
    currencies = {code for method in contract.methods for code in method.currencies}
    names = {currency.code: currency.name for currency in contract.currencies}
    offered = [direction for direction in DIRECTIONS if any(contract.requests(direction))]
    terms = {method.offer(direction).availability for method in contract.methods for direction in DIRECTIONS}
    found = (
        ("country", "Country", _sorted((code, f"{country_name(code)} ({code})") for code in countries)),
        ("currency", "Currency", _sorted((code, f"{code} {names[code]}") for code in currencies)),
        ("direction", "Direction", tuple((one, direction_title(one)) for one in offered)),
        ("availability", "Availability", _sorted((term, availability_title(term)) for term in terms)),
    )
    return tuple(one for one in found if one[2])


def filtered_countries(method: Method, contract: Contract) -> tuple[str, ...]:
    """Return the countries by which a method is found: all that methods name where it is offered in any."""
    if method.country_scope == "any":
        return tuple(sorted({code for one in contract.methods for code in one.countries}))
    return method.countries


def _sorted(choices: Iterable[tuple[str, str]]) -> Choices:
    return tuple(sorted(choices, key=lambda choice: choice[1]))
