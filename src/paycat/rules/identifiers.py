"""Gaps, decisions and errata have ids of one form: G-01, D-01 and E-01.

Why: ids are quoted in every generated artefact and in talks with the owner of the service. Each must be known on sight,
and found by a search.

Example: in schemas/decisions.yaml

    G-7:
      section: "§2.1"

is found as

    schemas/decisions.yaml:85:3 error bad-id: the id of a gap has the form G-01, and this is 'G-7'

Fix: give the entry the next free number. An id that was used once is never given to anything else.
"""

from collections.abc import Iterator

from paycat.catalogue.forms import DECISION_ID, ERRATUM_ID, GAP_ID
from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic

ID = "R-25"
BAD_ID = "bad-id"
NEEDS: tuple[str, ...] = ()


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report the ids of another form."""
    registers, errata = catalogue.registers, catalogue.errata
    tables = (
        (registers, "gaps", "a gap", GAP_ID, registers.value.gaps),
        (registers, "decisions", "a decision", DECISION_ID, registers.value.decisions),
        (errata, "errata", "an erratum", ERRATUM_ID, errata.value.errata),
    )
    for source, table, what, form, entries in tables:
        for name in entries:
            if not form.holds(name):
                message = f"the id of {what} has the form {form.example}, and this is {name!r}"
                yield Diagnostic(BAD_ID, source.at(table, name, key=True), message)
