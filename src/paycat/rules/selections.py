"""Views select something, and name methods and countries that exist.

Why: whoever downloads a view trusts that nothing is missing in it. A name with one wrong letter leaves a method out,
and nobody sees what is not there.

Example: in schemas/catalogue.yaml

    views:
      debits: { title: Direct debits, methods: [SEPA_DEBIT, BACS_DEBITS] }

is found as

    schemas/catalogue.yaml:29:57 error unknown-in-view: there is no method 'BACS_DEBITS'; did you mean 'BACS_DEBIT'?

Fix: correct the name, or remove the view. A view says at least one of methods, countries and directions, and what it
says holds together: some method has a request that is in all of them.
"""

from collections.abc import Iterator

from paycat.catalogue.directions import DIRECTIONS
from paycat.catalogue.reading import Catalogue
from paycat.catalogue.service import View
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, did_you_mean

ID = "R-97"
UNKNOWN = "unknown-in-view"
EMPTY = "empty-view"
NEEDS: tuple[str, ...] = ("methods", "requests", "types.yaml")


def check(catalogue: Catalogue, _: Contract) -> Iterator[Diagnostic]:
    """Report views that name what does not exist, that say nothing, or that nothing falls under."""
    for name, view in catalogue.service.value.views.items():
        unknown = list(_unknown(catalogue, name, view))
        yield from unknown
        place = catalogue.service.at("views", name, key=True)
        if (view.methods, view.countries, view.directions) == (None, None, None):
            yield Diagnostic(EMPTY, place, "the view selects everything", "say methods, countries or directions")
        elif not unknown and not _has_requests(catalogue, view):
            message = "the view selects nothing: no method has a request that is in all that it says"
            yield Diagnostic(EMPTY, place, message, "name fewer or other methods, countries or directions")


def _unknown(catalogue: Catalogue, name: str, view: View) -> Iterator[Diagnostic]:
    methods = [source.value for source in catalogue.methods.values()]
    codes = {method.method_code for method in methods}
    countries = {country for method in methods for country in method.countries}
    for key, kind, stated, known in (
        ("methods", "method", view.methods, codes),
        ("countries", "country of a method", view.countries, countries),
    ):
        for index, word in enumerate(stated or ()):
            if word not in known:
                place = catalogue.service.at("views", name, key, index)
                yield Diagnostic(UNKNOWN, place, f"there is no {kind} {word!r}", did_you_mean(word, known))


def _has_requests(catalogue: Catalogue, view: View) -> bool:
    """Tell whether a method is said to support a direction of the view, be it with faults that keep it unsettled."""
    methods = (source.value for source in catalogue.methods.values())
    return any(
        getattr(method, direction).availability == "supported"
        for method in methods
        if view.methods is None or method.method_code in view.methods
        if view.countries is None or not set(view.countries).isdisjoint(method.countries)
        for direction in view.directions or DIRECTIONS
    )
