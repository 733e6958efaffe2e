"""Checks a folder in one step: read, resolved, held against the rules; one finding for one mistake."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from paycat.cache import Cache
from paycat.catalogue.reading import Catalogue, read_catalogue
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode, Group
from paycat.contract.resolve import resolve
from paycat.diagnostics import Diagnostic, Severity, Span, arranged, has_errors
from paycat.lint.allowances import Allowance, allowances, faulty, may_be_allowed, unused
from paycat.lint.context import TABLES, RuleContext
from paycat.lint.rule import ranked, run, waits_for_errors
from paycat.lint.rules import RULES
from paycat.lint.statements import Reference
from paycat.shapes.constraints import kinds_of, that_count
from paycat.text.counting import counted
from paycat.text.near_names import near_name

_FIRST = ("look-alike-letter", "look-alike-letter-in-text", "bad-id", "bad-currency-code")
"""Codes of findings at whose place other errors are their consequences."""
_LAST = ("sample-verdict",)
"""Codes of findings that are consequences of any other error at their place."""
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
    return context.contract, _without_consequences(context, (*found, *after)), allowances(context)


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
    left_out = {"methods"} if catalogue.methods and not sound else set()
    context.unsound = frozenset({*map(context.relative, _faulty(unsound + unresolved)), *left_out})
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


def _without_consequences(context: RuleContext, found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the findings without those that another one _without_consequences.

    Several mentions of one unknown name are one finding: at the entry that nothing names and that was probably renamed,
    or else at the first of them. Of several errors at one place, the first in `_FIRST` is enough.
    """
    listed = _of_unknown_names(context, found)
    first: dict[Span, int] = {}
    for one in listed:
        if one.severity is Severity.ERROR:
            first[one.span] = min(_rank(one), first.get(one.span, len(_FIRST) + 1))
    # A mistake in an object type is one, however many objects have the type.
    types = context.catalogue.types.name
    once = {(one.code, one.span if one.span.path == types else one): one for one in reversed(listed)}
    kept = [one for one in listed if once[one.code, one.span if one.span.path == types else one] is one]
    return [one for one in kept if one.severity is not Severity.ERROR or _rank(one) == first[one.span]]


def _of_unknown_names(context: RuleContext, found: Sequence[Diagnostic]) -> list[Diagnostic]:
    unknown = [one for one in found if one.code.startswith("unknown-")]
    mentions = {one.span: one for one in context.references(*TABLES)} if len(unknown) > 1 else {}
    groups: dict[tuple[str, str], list[Diagnostic]] = defaultdict(list)
    kept = []
    for one in found:
        if one.code.startswith("unknown-") and one.span in mentions:
            groups[one.code, mentions[one.span].name].append(one)
        else:
            kept.append(one)
    of_names = (one[0] if len(set(one)) == 1 else _of_name(context, mentions, one) for one in groups.values())
    return [*kept, *of_names]


def _of_name(context: RuleContext, mentions: Mapping[Span, Reference], several: list[Diagnostic]) -> Diagnostic:
    """Return the one finding about an unknown name that several statements mention."""
    first = min(several, key=lambda one: one.span)
    mention = mentions[first.span]
    table = context.table(mention.kind)
    renamed = near_name(mention.name, table.idle) or (table.idle[0] if len(table.idle) == 1 else None)
    count = len({one.span for one in several})
    if renamed is None:
        others = counted(count - 1, "other statement")
        return replace(first, message=f"{first.message}; {others} {'names' if count == 2 else 'name'} it, too")
    message = f"{counted(count, 'statement')} name the {mention.kind} {mention.name!r}, but none names {renamed!r}"
    return replace(first, span=table.at(renamed), message=message, help="give both the same name")


def _rank(finding: Diagnostic) -> int:
    if finding.code in _FIRST:
        return _FIRST.index(finding.code)
    return len(_FIRST) + (finding.code in _LAST)


def faults(contract: Contract) -> Iterator[str]:
    """Yield what a contract states that cannot be, each as a clause without a capital and a full stop."""
    longest = next((one.value for one in contract.interface.limits if one.name == "body_bytes"), None)
    if longest is None:
        yield "it has no limit body_bytes"
        return
    interface = contract.interface
    requests = {f"{request.direction}.{request.method}": request.root for request in contract.requests()}
    for whose, root in requests.items():
        for group in root.groups():
            yield from (f"{whose}{_below(group.path)} {fault}" for fault in _of_group(group))
    nodes: list[tuple[str, FieldNode | Group]] = [*requests.items()]
    nodes += [(one.name, one.body) for one in interface.records]
    nodes += [(one.name, one.value) for one in interface.parameters]
    nodes += [(one.name, one.value) for one in interface.response_headers]
    for whose, node in nodes:
        for field in [node] if isinstance(node, FieldNode) else node.fields():
            is_faulty = False
            for rule in field.constraints:
                fault: str | None = f"no rule of a value that is called {field.json_type}"
                if rule.kind in kinds_of(field.json_type, field.bounds):
                    fault = rule.kind.fault(rule.value, longest)
                if fault:
                    is_faulty = True
                    yield f"{rule.keyword} of {whose}{_below(field.path)} is {fault}"
            # What holds in every case stands beside what holds in one.
            may_repeat = whose not in requests or field.is_in_case
            if not is_faulty and not may_repeat and that_count(field.bounds).keys() != field.bounds.keys():
                yield f"{whose}{_below(field.path)} has bounds to which others leave nothing to reject"


def _below(path: str) -> str:
    return f".{path}" if path else ""


def _of_group(group: Group) -> Iterator[str]:
    names = {member.name for member in group.members}
    if not names:
        yield "has no members"
    for condition in group.conditions:
        if not condition.any_of or not all(one and names.issuperset(one) for one in condition.any_of):
            yield "has a condition on other members than its own"
