"""Check a folder: read it, resolve it and run the rules in one step.

One mistake is one finding: nothing that depends on a faulty statement is checked, so no fault is reported twice. A
finding that is allowed where it is, is not reported.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from paycat.cache import Cache
from paycat.catalogue.reading import Catalogue, read_catalogue
from paycat.contract.model import Contract
from paycat.contract.resolve import resolve
from paycat.diagnostics import Diagnostic, Severity, arranged, has_errors
from paycat.lint.allowances import Allowance, allowances, faulty, may_be_allowed, unused
from paycat.lint.causes import causes
from paycat.lint.context import RuleContext
from paycat.lint.page import waits_for_errors
from paycat.lint.rule import ranked, run
from paycat.lint.rules import RULES

_Checked = tuple[Contract | None, Sequence[Diagnostic], tuple[Allowance, ...]]
"""What could be resolved, the findings of reading and of the rules, and the allowances."""


def check_folder(
    folder: Path, shown: str = "schemas", cache: Cache | None = None
) -> tuple[Contract | None, tuple[Diagnostic, ...]]:
    """Return the contract of the catalogue in `folder`, or None when there is any error, and all findings.

    `shown` is the folder in the paths of findings. What the cache has is not read, resolved and checked again.
    """
    contract, found = resolved_folder(folder, shown, cache)
    return None if has_errors(found) else contract, found


def resolved_folder(
    folder: Path, shown: str = "schemas", cache: Cache | None = None
) -> tuple[Contract | None, tuple[Diagnostic, ...]]:
    """Return the contract of everything that could be resolved, with or without errors, and all findings.

    Generate only from `check_folder`; this shows what a catalogue with errors would mean.
    """
    contract, reported, idle = _weighed(folder, shown, cache or Cache())
    if has_errors(certain := [one for one in reported if not waits_for_errors(one.code)]):
        return contract, arranged(certain)
    return contract, arranged([*reported, *idle])


def _weighed(folder: Path, shown: str, cache: Cache) -> tuple[Contract | None, list[Diagnostic], list[Diagnostic]]:
    """Return the contract, the findings that no statement allows, and those about allowances without a finding."""
    catalogue, read = read_catalogue(folder, shown, cache)
    checked: _Checked = (None, read, ())
    if catalogue is not None:
        checked = cache.of(_checked, catalogue, tuple(read), shown, cache)
    contract, found, stated = checked
    findings, wrong = arranged(found), list(faulty(stated))
    valid = [one for one in stated if one.span not in {finding.span for finding in wrong}]
    reported = [one for one in findings if not any(allowed.covers(one) for allowed in valid)]
    return contract, [*reported, *wrong], list(ranked(unused(valid, findings)))


def _checked(catalogue: Catalogue, read: Sequence[Diagnostic], shown: str, cache: Cache) -> _Checked:
    context, found = _resolved(catalogue, read, shown, cache)
    after = run((rule for rule in RULES if not rule.resolving), context)
    return context.contract, causes(context, (*found, *after)), allowances(context)


def _resolved(
    catalogue: Catalogue, read: Sequence[Diagnostic], shown: str, cache: Cache
) -> tuple[RuleContext, Sequence[Diagnostic]]:
    """Return the context of the rules, with what could be resolved, and the findings so far."""
    catalogue = _understood(catalogue, read, shown)
    context = RuleContext(catalogue)
    before = run((rule for rule in RULES if rule.resolving), context)
    unsound = [*read, *(one for one in before if not may_be_allowed(one.code))]
    sound = _sound_methods(context, unsound)
    methods = {name: catalogue.methods[name] for name in sound}
    contract, unresolved = resolve(replace(catalogue, methods=methods), cache)
    resolved = {catalogue.methods[name].name for name in _sound_methods(context, unsound + unresolved)}
    whole = tuple(method for method in contract.methods if method.location.path in resolved)
    context.contract = contract.model_copy(update={"methods": whole})
    context.unsound = frozenset(map(context.relative, _faulty(unsound + unresolved)))
    return context, (*read, *before, *unresolved)


def _understood(catalogue: Catalogue, found: Iterable[Diagnostic], shown: str) -> Catalogue:
    """Return the catalogue without the files that were read with a fault; they are named as unread."""
    faulty = _faulty(found)
    # A file with another ending is not read, though it was meant to be.
    intended = {PurePosixPath(path.removeprefix(f"{shown}/")).with_suffix(".yaml").as_posix() for path in faulty}
    return replace(
        catalogue,
        requests={key: source for key, source in catalogue.requests.items() if source.name not in faulty},
        methods={key: source for key, source in catalogue.methods.items() if source.name not in faulty},
        samples={key: source for key, source in catalogue.samples.items() if source.name not in faulty},
        unread=catalogue.unread | intended,
    )


def _sound_methods(context: RuleContext, found: Iterable[Diagnostic]) -> list[str]:
    """Return the methods that depend on no file with an error."""
    catalogue, faulty = context.catalogue, _faulty(found)
    if {catalogue.service.name, catalogue.types.name, catalogue.currencies.name} & faulty:
        return []
    unsound = set()
    for offer in context.offers.values():
        table = offer.table(catalogue) if offer.supported else None
        if offer.source.name in faulty or (table and table.name in faulty):
            unsound.add(offer.name)
    return [name for name in catalogue.methods if name not in unsound]


def _faulty(found: Iterable[Diagnostic]) -> set[str]:
    return {one.span.path for one in found if one.severity is Severity.ERROR}
