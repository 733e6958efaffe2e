"""What follows from statements where nothing else is stated, in steps: each sees what those before it filled in.

`reading` puts it into the files' nodes, at the place of what it follows from, so that rules, resolving and digests know
nothing of it. What is always the same is the default of its key in the model instead.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from paycat.catalogue.derived.credentials import credentials
from paycat.catalogue.derived.events import events, signatures
from paycat.catalogue.derived.headers import headers
from paycat.catalogue.derived.operations import codes, groups, operations, problems
from paycat.catalogue.derived.records import members, states
from paycat.catalogue.derived.requests import currencies, methods, service, tables, tasks
from paycat.catalogue.derived.value import Derivation

if TYPE_CHECKING:
    from paycat.catalogue.reading import Catalogue

__all__ = ["STEPS", "Derivation"]

STEPS: "tuple[Callable[[Catalogue], Iterator[Derivation]], ...]" = (
    *(headers, credentials, service, tables, methods, currencies),
    *(operations, problems, codes, groups, tasks, states, members, signatures, events),
)
