"""The pages that exist, and what the first one, the matrix of methods, shows and filters."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlsplit

from markupsafe import Markup

from paycat.catalogue.registers import Decision
from paycat.conformance.derive.requests import Ground, ground
from paycat.contract.machines import all_machines
from paycat.contract.members import FilledMember, members_of_record
from paycat.contract.model import Contract, Method
from paycat.packages.python.rules import error_codes
from paycat.pages.words import WORDS, availability_title, country_name

_REGISTERS = "About this specification"
_NEED_THE_PACKAGE = ("quickstart.html",)
_SECTION = re.compile(r'<h2 id="([^"]+)">(.*?)</h2>', re.DOTALL)
_FEWEST_SECTIONS, _MOST_SECTIONS = 2, 30
_MOST_LISTED, _MOST_KIN = 60, 20
"""How many methods every page lists; where there are more, how many a method's page lists of those like it."""
_RESERVED = frozenset({"test", "example", "invalid", "localhost", "example.com", "example.net", "example.org"})
PYTHON, TYPESCRIPT = "python", "typescript"
"""The packs that make a package for integrators."""

Choices = tuple[tuple[str, str], ...]


class ListedMethod(NamedTuple):
    """A method with a page in a direction, as lists of pages have it; `places` are its countries, or its currencies."""

    path: str
    title: str
    places: tuple[str, ...]


class MethodList(NamedTuple):
    """The methods of a direction that a page lists, and how many there are in all."""

    direction: str
    methods: tuple[ListedMethod, ...]
    total: int


@dataclass(frozen=True, slots=True)
class AllMethods:
    """Facts of a whole contract.

    `requested` has the directions in which each method has a request, by its code, and `names` its name; `listed` has
    those with a page in each direction. `worded` are the codes of violations that the generated package describes with
    pydantic's words. `members` are those of the record of each state machine, by its name, and `grounds` what the
    vectors of a direction have in common.
    """

    requested: Mapping[str, tuple[str, ...]]
    names: Mapping[str, str]
    listed: Mapping[str, tuple[ListedMethod, ...]]
    worded: tuple[str, ...]
    members: Mapping[str, tuple[FilledMember, ...]]
    grounds: Mapping[str, Ground]


def all_methods(contract: Contract) -> AllMethods:
    """Return what the methods of a contract have in common."""
    return AllMethods(
        requested={
            method.code: tuple(direction for direction, offer in method.offers.items() if offer.request)
            for method in contract.methods
        },
        names={method.code: method.name for method in contract.methods},
        listed={direction: tuple(_listed(contract, direction)) for direction in contract.requested_directions()},
        worded=tuple(sorted({code for _, code in error_codes(contract)})),
        members={machine.name: members_of_record(contract, machine) for machine in all_machines(contract.interface)},
        grounds={direction: ground(contract, direction) for direction in contract.requested_directions()},
    )


def _listed(contract: Contract, direction: str) -> Iterator[ListedMethod]:
    for request in contract.requests(direction):
        method = contract.method(request.method)
        places = (method.countries or method.currencies) if method else ()
        yield ListedMethod(f"{request.path}.html", contract.title_of(request), places)


def method_lists(all_methods: AllMethods, path: str) -> list[MethodList]:
    """Return the methods that the page at a path lists, by direction: all, unless that would make every page large.

    Then the page of a method lists those that share a country with it, or a currency where it has no country.
    """
    is_short = sum(map(len, all_methods.listed.values())) <= _MOST_LISTED
    return [
        MethodList(direction, methods if is_short else tuple(_kin(methods, path)), len(methods))
        for direction, methods in all_methods.listed.items()
    ]


def _kin(methods: Sequence[ListedMethod], path: str) -> Iterator[ListedMethod]:
    """Yield the method of a path and those like it that are nearest to it, in their order."""
    own_index = next((index for index, method in enumerate(methods) if method.path == path), None)
    if own_index is None:
        return
    kin_indexes = [
        index
        for index, method in enumerate(methods)
        if index == own_index or set(method.places) & set(methods[own_index].places)
    ]
    nearest_indexes = sorted(kin_indexes, key=lambda index: abs(index - own_index))[:_MOST_KIN]
    yield from (methods[index] for index in sorted(nearest_indexes))


def page_groups(contract: Contract) -> dict[str, dict[str, str]]:
    """Return the titles of pages by path, by the heading of their group; the pages of methods are not among them."""
    left_out = () if is_packaged(contract) else _NEED_THE_PACKAGE
    return {
        heading: {path: page["title"] for path, page in group.items() if path not in left_out}
        for heading, group in WORDS["pages"].items()
        if heading != _REGISTERS or contract.has_reasons
    }


def pages(contract: Contract) -> Mapping[str, str]:
    """Return the titles of the pages by path, without those of methods."""
    return {path: title for titles in page_groups(contract).values() for path, title in titles.items()}


def sections(content: Markup) -> list[tuple[str, str]]:
    """Return id and title of each section of a page; none if there are too many or too few for a list."""
    headings = [(id, Markup(title).striptags()) for id, title in _SECTION.findall(content)]
    return headings if _FEWEST_SECTIONS <= len(headings) <= _MOST_SECTIONS else []


def is_example_address(contract: Contract) -> bool:
    """Return whether the base URL has a domain that is reserved for tests and examples (RFC 2606)."""
    labels = (urlsplit(contract.service.base_url).hostname or "").split(".")
    return labels[-1] in _RESERVED or ".".join(labels[-2:]) in _RESERVED


def page_of(all_methods: AllMethods, direction: str, code: str) -> str:
    """Return the path of a method's page in a direction, or of the matrix if it has none."""
    is_there = direction in all_methods.requested.get(code, ())
    return f"{direction}/{all_methods.names[code]}.html" if is_there else "index.html"


def decision(contract: Contract, id: str) -> Decision:
    """Return the decision with this id."""
    return next(decision for decision in contract.decisions if decision.id == id)


def is_packaged(contract: Contract, pack_name: str = PYTHON) -> bool:
    """Return whether the pack of a package is switched on: that of Python, unless another is named."""
    return pack_name not in contract.service.packs_off


def filters(contract: Contract) -> tuple[tuple[str, str, Choices], ...]:
    """Return the criteria for methods: name, label and choices, each a value that a method has and its title.

    A criterion that no method has a value of is left out.
    """
    country_codes = {code for method in contract.methods for code in method.countries}
    currency_codes = {code for method in contract.methods for code in method.currencies}
    name_by_currency = {currency.code: currency.name for currency in contract.currencies}
    terms = {offer.availability for method in contract.methods for offer in method.offers.values()}
    direction_choices = tuple(
        (direction, contract.direction(direction).title) for direction in contract.requested_directions()
    )
    criteria = (
        ("country", "Country", _sorted((code, f"{country_name(code)} ({code})") for code in country_codes)),
        ("currency", "Currency", _sorted((code, f"{code} {name_by_currency[code]}") for code in currency_codes)),
        ("direction", "Direction", direction_choices),
        ("availability", "Availability", _sorted((term, availability_title(term)) for term in terms)),
    )
    return tuple(criterion for criterion in criteria if criterion[2])


def filtered_countries(method: Method, contract: Contract) -> tuple[str, ...]:
    """Return the countries by which a method is found: all that methods name where it is offered in any."""
    if method.country_scope == "any":
        return tuple(sorted({code for other_method in contract.methods for code in other_method.countries}))
    return method.countries


def _sorted(choices: Iterable[tuple[str, str]]) -> Choices:
    return tuple(sorted(choices, key=lambda choice: choice[1]))
