"""Checks a folder: reads and resolves it, applies the rules, and leaves one finding for each mistake."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from paycat.cache import Cache
from paycat.catalogue.reading import Catalogue, read_catalogue
from paycat.contract.groups import IDLE
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode, Group
from paycat.contract.resolve import resolve
from paycat.diagnostics import Diagnostic, Severity, arranged, has_errors
from paycat.lint.allowances import allowances, faulty, unused
from paycat.lint.consequences import OpenFindings
from paycat.lint.context import RuleContext
from paycat.lint.rule import Stage, ranked
from paycat.lint.rules import RULES
from paycat.shapes.constraints import kinds_of, that_count

_Checked = tuple[Contract | None, tuple[Diagnostic, ...]]
"""What could be resolved, and all findings."""


def check_folder(folder: Path, shown_folder: str = "schemas", cache: Cache | None = None) -> _Checked:
    """Return the contract of the catalogue in `folder`, or None when there is any error, and all findings.

    `shown_folder` is the folder in the paths of findings. What the cache has is not read, resolved and checked again.
    """
    contract, findings = resolved_folder(folder, shown_folder, cache)
    return None if has_errors(findings) else contract, findings


def resolved_folder(folder: Path, shown_folder: str = "schemas", cache: Cache | None = None) -> _Checked:
    """Return the contract of everything that could be resolved, with or without errors, and all findings.

    Generate only from `check_folder`; this shows what a catalogue with errors would mean.
    """
    cache = cache or Cache()
    catalogue, reading_findings = read_catalogue(folder, shown_folder, cache)
    if catalogue is None:
        return None, arranged(reading_findings)
    return cache.of(_checked, catalogue, tuple(reading_findings), shown_folder, cache)


def _checked(catalogue: Catalogue, reading_findings: Sequence[Diagnostic], shown_folder: str, cache: Cache) -> _Checked:
    context = RuleContext(_understood(catalogue, reading_findings, shown_folder))
    stated_allowances = allowances(context)
    allowance_findings = list(faulty(stated_allowances))
    bad_spans = {finding.span for finding in allowance_findings}
    valid_allowances = [allowance for allowance in stated_allowances if allowance.span not in bad_spans]
    findings = OpenFindings(context, valid_allowances)
    findings.add(reading_findings, Stage.READING)
    findings.run(rule for rule in RULES if rule.stage < Stage.RESOLVING)
    _resolve(context, findings, cache)
    findings.add(allowance_findings, Stage.STATEMENTS)
    findings.run(rule for rule in RULES if rule.stage > Stage.RESOLVING)
    findings.add(catalogue.underived, Stage.LACKING)
    findings.add(ranked(unused(valid_allowances, findings.allowed)), Stage.LACKING)
    return context.contract, arranged(findings.remaining())


def _understood(catalogue: Catalogue, findings: Iterable[Diagnostic], prefix: str) -> Catalogue:
    """Return the catalogue without the files that were read with a fault; they are named as unread."""
    bad_paths = {finding.span.path for finding in findings if finding.severity is Severity.ERROR}
    # A file with another ending is not read, though it was meant to be.
    file_names = {PurePosixPath(path.removeprefix(f"{prefix}/")).with_suffix(".yaml").as_posix() for path in bad_paths}
    return replace(
        catalogue,
        requests={key: source for key, source in catalogue.requests.items() if source.name not in bad_paths},
        methods={key: source for key, source in catalogue.methods.items() if source.name not in bad_paths},
        samples={key: source for key, source in catalogue.samples.items() if source.name not in bad_paths},
        unread=catalogue.unread | file_names,
    )


def _resolve(context: RuleContext, findings: OpenFindings, cache: Cache) -> None:
    """Give rules the contract of the methods that can be resolved, and add what resolving finds."""
    catalogue = context.catalogue
    source_by_name = {name: catalogue.methods[name] for name in _sound_methods(context, findings, Stage.RESOLVING)}
    contract, findings_of_resolving = resolve(replace(catalogue, methods=source_by_name), cache, context.values)
    for finding in ranked(findings_of_resolving):
        findings.add([finding], Stage.CONTRACT if finding.code in IDLE else Stage.RESOLVING, ["catalogue.yaml"])
    resolved_files = {catalogue.methods[name].name for name in _sound_methods(context, findings, Stage.CONTRACT)}
    resolved_methods = tuple(method for method in contract.methods if method.location.path in resolved_files)
    context.contract = contract.model_copy(update={"methods": resolved_methods})
    if catalogue.methods and not source_by_name:
        findings.distrust(Stage.RESOLVING, "methods")


def _sound_methods(context: RuleContext, findings: OpenFindings, stage: Stage) -> list[str]:
    unsound_names = set()
    for offer in context.offers.values():
        table = offer.known_table if offer.supported else None
        file_names = [context.relative(source.name) for source in (offer.method, table) if source]
        if findings.explain(stage, ("catalogue.yaml", "types.yaml", "currencies.yaml", *file_names)):
            unsound_names.add(offer.name)
    return [name for name in context.catalogue.methods if name not in unsound_names]


def faults(contract: Contract) -> Iterator[str]:
    """Yield what a contract states that cannot be, each as a clause without a capital and a full stop."""
    most_bytes = next((limit.value for limit in contract.interface.limits if limit.name == "body_bytes"), None)
    if most_bytes is None:
        yield "it has no limit body_bytes"
        return
    interface = contract.interface
    root_by_name = {f"{request.direction}.{request.method}": request.root for request in contract.requests()}
    for owner_name, root in root_by_name.items():
        for group in root.groups():
            yield from (f"{owner_name}{_below(group.path)} {fault}" for fault in _of_group(group))
    named_nodes: list[tuple[str, FieldNode | Group]] = [*root_by_name.items()]
    named_nodes += [(record.name, record.body) for record in interface.records]
    named_nodes += [(parameter.name, parameter.value) for parameter in interface.parameters]
    named_nodes += [(header.name, header.value) for header in interface.response_headers]
    for owner_name, node in named_nodes:
        for field in [node] if isinstance(node, FieldNode) else node.fields():
            is_faulty = False
            for constraint in field.constraints:
                fault: str | None = f"no rule of a value that is called {field.json_type}"
                if constraint.kind in kinds_of(field.json_type, field.bounds):
                    fault = constraint.kind.fault(constraint.value, most_bytes)
                if fault:
                    is_faulty = True
                    yield f"{constraint.keyword} of {owner_name}{_below(field.path)} is {fault}"
            # A field in a case also has the constraints that hold in every case.
            may_repeat = owner_name not in root_by_name or field.is_in_case
            if not is_faulty and not may_repeat and that_count(field.bounds).keys() != field.bounds.keys():
                yield f"{owner_name}{_below(field.path)} has bounds to which others leave nothing to reject"


def _below(path: str) -> str:
    return f".{path}" if path else ""


def _of_group(group: Group) -> Iterator[str]:
    names = {member.name for member in group.members}
    if not names:
        yield "has no members"
    for condition in group.conditions:
        if not condition.any_of or not all(members and names.issuperset(members) for members in condition.any_of):
            yield "has a condition on other members than its own"
