"""`minimal` holds only what must be sent, `full` every field, and both are valid.

Why: they stand in the documents as the smallest and the largest payload, and tests add and remove fields from there. A
field that is missing in `full` is tested nowhere.

Example: in schemas/samples/payout/SEPA_TRANSFER.yaml

    beneficiary:
      name: Test Debtor
      iban: DE00000000000000000000
    notify_url: https://creditor.example.com/refunds

is found as

    schemas/samples/payout/SEPA_TRANSFER.yaml:15:3 error sample-not-full: the sample 'full' lacks beneficiary.bic; add
      it

Fix: remove the optional field from `minimal`, add the missing ones to `full`, and show refusals in samples of other
names.
"""

from collections.abc import Iterator
from typing import Any

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract, Group
from paycat.contract.pointers import pointer
from paycat.contract.samples import FIRST
from paycat.diagnostics import Diagnostic
from paycat.rules.views.verdicts import verdicts

ID = "R-35"
REFUSED = "refused-example"
NOT_MINIMAL = "sample-not-minimal"
NOT_FULL = "sample-not-full"
NEEDS: tuple[str, ...] = ()

Path = tuple[str, ...]


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report refusals, optional fields in `minimal`, and fields that `full` lacks."""
    for verdict in verdicts(catalogue, contract):
        name, root, payload = verdict.sample.name, verdict.request.root, verdict.sample.payload
        if name not in FIRST or not verdict.right:
            continue
        if verdict.refusals:
            message = f"the sample {name!r} is an example for readers, so it must be valid"
            yield Diagnostic(REFUSED, verdict.at("refusals", key=True), message, "show refusals in a sample of its own")
        elif name == "minimal":
            for path in _optional(root, payload, ()):
                message = f"the sample 'minimal' holds {'.'.join(path)!r}, which is optional"
                yield Diagnostic(NOT_MINIMAL, verdict.member_at(pointer(path)), message, "remove it")
        elif lacking := list(_lacking(root, payload, ())):
            message = f"the sample 'full' lacks {', '.join('.'.join(path) for path in lacking)}"
            yield Diagnostic(NOT_FULL, verdict.at(key=True), message, "add it" if len(lacking) == 1 else "add them")


def _optional(group: Group, value: Any, path: Path) -> Iterator[Path]:
    """The optional members that are there, outermost first."""
    for member in group.members:
        if member.name in value:
            if member.requirement == "optional":
                yield (*path, member.name)
            elif isinstance(member, Group):
                yield from _optional(member, value[member.name], (*path, member.name))
            elif isinstance(member.items, Group):
                for index, item in enumerate(value[member.name]):
                    yield from _optional(member.items, item, (*path, member.name, str(index)))


def _lacking(group: Group, value: Any, path: Path) -> Iterator[Path]:
    """The fields that are not there."""
    for member in group.members:
        inner = value.get(member.name) if isinstance(value, dict) else None
        if isinstance(member, Group):
            yield from _lacking(member, inner, (*path, member.name))
        elif inner is None or inner == []:
            yield (*path, member.name)
        elif isinstance(member.items, Group):
            yield from _lacking(member.items, inner[0], (*path, member.name, "0"))
