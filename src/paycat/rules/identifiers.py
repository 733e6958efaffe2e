"""Gaps, decisions and errata have ids of one form: G-01, D-01 and E-01.

Why: ids are quoted in every generated artefact and in talks with the owner of the service; each must be known on sight.
Fix: give the entry the next free number; an id that was used once is never given to anything else.
"""

import re
from collections.abc import Iterator

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
        (registers, "gaps", "gap", "G", registers.value.gaps),
        (registers, "decisions", "decision", "D", registers.value.decisions),
        (errata, "errata", "erratum", "E", errata.value.errata),
    )
    for source, table, what, letter, entries in tables:
        for name in entries:
            if not re.fullmatch(f"{letter}-[0-9]{{2,4}}", name):
                message = f"the id of a {what} has the form {letter}-01, and this is {name!r}"
                yield Diagnostic(BAD_ID, source.at(table, name, key=True), message)
