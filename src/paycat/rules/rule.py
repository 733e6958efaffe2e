"""What a rule is: a module that checks one thing."""

from collections.abc import Iterator
from typing import Protocol

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic


class Rule(Protocol):
    """A module of this folder; its constants in capitals are the codes that it reports, its docstring is its page."""

    ID: str
    """R- and a number that no other rule ever has."""

    NEEDS: tuple[str, ...]
    """Files and folders that must be wholly understood, or the rule would only repeat what was reported of them."""

    def check(self, catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
        """Return what is wrong; the contract lacks the methods that could not be settled."""
