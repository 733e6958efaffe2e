"""A folder in; its contract and everything wrong with it out: reading, resolving and rules in one step.

One mistake is one finding: what rests on a faulty statement is not judged, so that no fault is told twice.
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path, PurePosixPath

from paycat.catalogue.reading import Catalogue, read_catalogue
from paycat.contract.model import Contract
from paycat.contract.resolve import resolve
from paycat.diagnostics import Diagnostic, Severity, arranged, has_errors
from paycat.rules import SETTLING, check_catalogue
from paycat.rules.views.offers import offers


def check_folder(folder: Path, shown: str = "schemas") -> tuple[Contract | None, tuple[Diagnostic, ...]]:
    """Return the contract of the catalogue in `folder`, or None when there is any error, and all findings.

    `shown` stands for the folder in the findings' paths.
    """
    catalogue, found = read_catalogue(folder, shown)
    if catalogue is None:
        return None, arranged(found)
    catalogue = _understood(catalogue, found, shown)
    settling, _ = resolve(replace(catalogue, methods={}))
    unsound = found + check_catalogue(catalogue, settling, SETTLING)
    sound = _sound_methods(catalogue, unsound)
    contract, unsettled = resolve(replace(catalogue, methods={name: catalogue.methods[name] for name in sound}))
    settled = {catalogue.methods[name].name for name in _sound_methods(catalogue, unsound + unsettled)}
    methods = tuple(method for method in contract.methods if method.place.path in settled)
    contract = contract.model_copy(update={"methods": methods})
    found = [*found, *unsettled, *check_catalogue(catalogue, contract)]
    return None if has_errors(found) else contract, arranged(found)


def _understood(catalogue: Catalogue, found: Iterable[Diagnostic], shown: str) -> Catalogue:
    """Return the catalogue without the files that were read with a fault; they are named as unread."""
    faulty = _faulty(found)
    unread = catalogue.unread | {_intended(path.removeprefix(f"{shown}/")) for path in faulty}
    return replace(
        catalogue,
        requests={key: source for key, source in catalogue.requests.items() if source.name not in faulty},
        methods={key: source for key, source in catalogue.methods.items() if source.name not in faulty},
        samples={key: source for key, source in catalogue.samples.items() if source.name not in faulty},
        unread=unread,
    )


def _intended(file: str) -> str:
    """Return the name that a file should have: one with another ending is not read, and was meant to be."""
    return str(PurePosixPath(file).with_suffix(".yaml"))


def _sound_methods(catalogue: Catalogue, found: Iterable[Diagnostic]) -> list[str]:
    """Return the methods that rest on no file with an error."""
    faulty = _faulty(found)
    common = {catalogue.service.name, catalogue.types.name, catalogue.currencies.name}
    if common & faulty:
        return []
    unsound = {offer.name for offer in offers(catalogue) if offer.source.name in faulty}
    for offer in offers(catalogue):
        table = offer.table(catalogue)
        if offer.supported and table and table.name in faulty:
            unsound.add(offer.name)
    return [name for name in catalogue.methods if name not in unsound]


def _faulty(found: Iterable[Diagnostic]) -> set[str]:
    return {one.span.path for one in found if one.severity is Severity.ERROR}
