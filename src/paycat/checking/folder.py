"""A folder in; its contract and everything wrong with it out: reading, resolving and rules in one step.

One mistake is one finding: what rests on a faulty statement is not judged, so that no fault is told twice. A finding
that is allowed where it stands, or that the baseline names, is not told.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path, PurePosixPath

from paycat.catalogue.reading import Catalogue, read_catalogue
from paycat.checking import allowances, baseline
from paycat.checking.allowances import Allowance, faulty, unused
from paycat.checking.baseline import Baseline, KeysOf
from paycat.contract.model import Contract
from paycat.contract.pointers import pointer
from paycat.contract.resolve import resolve
from paycat.diagnostics import Diagnostic, FindingsError, Severity, Span, arranged, has_errors
from paycat.loading import Node, keys_at, load_file
from paycat.memo import Memo
from paycat.rules import PAGES as RULE_PAGES
from paycat.rules import SETTLING, check_catalogue
from paycat.rules.page import page_of
from paycat.rules.views.offers import offers

PAGES = (*RULE_PAGES, page_of(allowances), page_of(baseline))
"""The pages of everything that is checked once the catalogue was read."""

_ALLOWABLE = {code: code in page.allowable for page in PAGES for code in page.codes}
_WARNINGS = {code for page in PAGES for code in page.warnings}


def check_folder(
    folder: Path, shown: str = "schemas", known: Baseline | None = None, memo: Memo | None = None
) -> tuple[Contract | None, tuple[Diagnostic, ...]]:
    """Return the contract of the catalogue in `folder`, or None when there is any error, and all findings.

    `shown` stands for the folder in the findings' paths; `known` are findings that are not told again. Files whose
    bytes the memo knows are not read anew.
    """
    contract, found = _told(folder, shown, known, memo)
    return None if has_errors(found) else contract, found


def settled_folder(
    folder: Path, shown: str = "schemas", known: Baseline | None = None
) -> tuple[Contract | None, tuple[Diagnostic, ...]]:
    """Return the contract of all that could be settled, whatever rules find in it, and all findings.

    What is generated must come from `check_folder`; this is for telling what a catalogue with errors would mean.
    """
    return _told(folder, shown, known)


def _told(
    folder: Path, shown: str, known: Baseline | None, memo: Memo | None = None
) -> tuple[Contract | None, tuple[Diagnostic, ...]]:
    """Return the settled contract and the findings that are neither allowed nor in the baseline."""
    contract, found, stated = _found(folder, shown, memo)
    told, idle = _weighed(found, stated)
    if known:
        excusable = [one for one in arranged(told) if _ALLOWABLE.get(one.code)]
        new, stale = known.split(excusable, _keys(folder, shown))
        told = [one for one in told if one not in excusable or one in new]
        idle += _ranked(stale)
    return contract, arranged(told if has_errors(told) else [*told, *idle])


def findings_for_baseline(folder: Path, shown: str = "schemas") -> tuple[tuple[Diagnostic, ...], KeysOf]:
    """Return the findings that a baseline may name, and what tells which keys lead to them.

    Raises FindingsError when there are other errors: findings may hide behind them, and would be missing there.
    """
    _, found, stated = _found(folder, shown)
    told, _ = _weighed(found, stated)
    others = [one for one in told if not _ALLOWABLE.get(one.code)]
    if has_errors(others):
        raise FindingsError(others)
    return arranged(one for one in told if one not in others), _keys(folder, shown)


def _weighed(found: Iterable[Diagnostic], stated: tuple[Allowance, ...]) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Return the findings that no statement allows, and what is wrong with allowances themselves."""
    findings = arranged(found)
    wrong = list(faulty(stated, _ALLOWABLE))
    valid = [one for one in stated if one.span not in {finding.span for finding in wrong}]
    told = [one for one in findings if not any(allowed.covers(one) for allowed in valid)]
    return [*told, *wrong], _ranked(unused(valid, findings))


def _ranked(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [replace(one, severity=Severity.WARNING) if one.code in _WARNINGS else one for one in found]


def _found(
    folder: Path, shown: str, memo: Memo | None = None
) -> tuple[Contract | None, list[Diagnostic], tuple[Allowance, ...]]:
    catalogue, found = read_catalogue(folder, shown, memo)
    if catalogue is None:
        return None, found, ()
    catalogue = _understood(catalogue, found, shown)
    settling, _ = resolve(replace(catalogue, methods={}))
    unsound = found + [one for one in check_catalogue(catalogue, settling, SETTLING) if not _ALLOWABLE.get(one.code)]
    sound = _sound_methods(catalogue, unsound)
    contract, unsettled = resolve(replace(catalogue, methods={name: catalogue.methods[name] for name in sound}))
    settled = {catalogue.methods[name].name for name in _sound_methods(catalogue, unsound + unsettled)}
    methods = tuple(method for method in contract.methods if method.place.path in settled)
    contract = contract.model_copy(update={"methods": methods})
    return contract, [*found, *unsettled, *check_catalogue(catalogue, contract)], allowances.allowances(catalogue)


def _keys(folder: Path, shown: str) -> KeysOf:
    @cache
    def root(path: str) -> Node | None:
        return load_file(folder / path.removeprefix(f"{shown}/"), path)[0]

    def keys(span: Span) -> str:
        node = root(span.path)
        return pointer(keys_at(node, span.line, span.column) if node else ())

    return keys


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
