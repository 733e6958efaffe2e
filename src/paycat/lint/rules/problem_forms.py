"""The rule on the record of problems: the service fills each member, and readers can tell what went wrong."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from paycat.catalogue.interface import Operation
from paycat.catalogue.problems import OF_CAUSES
from paycat.catalogue.shapes import Member
from paycat.contract.constraint import Constraint
from paycat.contract.interface import Interface
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.contract.paths import Steps, pointer, steps_of
from paycat.contract.problem_form import AT_TIMES, ERROR_WORDS, StatedPart, every_part
from paycat.diagnostics import Diagnostic, Span
from paycat.lint.context import RuleContext, place_in
from paycat.lint.rule import rule
from paycat.lint.rules.record_sources import filled_members
from paycat.shapes.constraints import KINDS, LISTED
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.text.counting import counted, listed
from paycat.text.problem_documents import path_of

_NEEDS = ("interface/records.yaml", "interface/problems.yaml")
_WIDER: Mapping[str, tuple[str, ...]] = {"integer": ("number",)}
_OF_ONE_ERROR = ("detail", "instance", "request_id", "pointer", "path", "message")
_REQUEST_ID, _MESSAGE = f"req_{'a' * 32}", "is not listed here"
"""Such an identifier has each request, and such a message each field that a request does not have."""
_LONGEST = Measure.CHARACTERS, Relation.AT_MOST
_IN_DIGITS = re.compile(r"(^|\.)[0-9]+($|[.\[])")


@rule("problem-form", needs=_NEEDS)
def problem_members(context: RuleContext) -> Iterator[Diagnostic]:
    """Report members of the record of problems that the service does not fill, or otherwise than it is stated."""
    for part in every_part(context.contract.interface.stated_form):
        node, is_required = part.node, part.node.requirement == "required"
        is_fixed = isinstance(node, FieldNode) and node.fixed is not None
        if part.json_type and node.json_type not in (part.json_type, "any", *_WIDER.get(part.json_type, ())):
            message = f"servers write {part.word!r} as JSON's {part.json_type}, which {node.name!r} is not"
            yield Diagnostic("unwritten-problem", node.location, message)
        elif part.word == "violations" and not part.inner and not _is_unknown(context, node):
            message = f"servers write rejected fields as objects, and {node.name!r} lists no members of such an object"
            yield Diagnostic("unwritten-problem", node.location, message)
        elif is_required and not (part.word or part.inner or is_fixed or getattr(node, "made", None)):
            yield Diagnostic("member-without-source", node.location, f"nothing makes {node.name!r}, which is required")
        elif is_required and part.word in AT_TIMES and not _may_be_empty(part):
            message = f"only some errors have {part.word!r}, but {node.name!r} is required"
            yield Diagnostic("member-without-source", node.location, message, "write `requirement: optional`")


def _is_unknown(context: RuleContext, node: Node) -> bool:
    """Return whether a list is of a record that there is not, which was reported."""
    item = node.items if isinstance(node, FieldNode) else None
    record_name = item.record if isinstance(item, FieldNode) else None
    return record_name is not None and record_name not in context.catalogue.records.value.records


@rule("problem-form", needs=[*_NEEDS, "interface/operations.yaml", "requests", "methods", "types.yaml"])
def told_apart(context: RuleContext) -> Iterator[Diagnostic]:
    """Warn of errors that do not tell which problem it was, or which field."""
    interface, places = context.contract.interface, context.contract.interface.error_places
    parts = {part.word: part for part in every_part(interface.stated_form)}
    if not places:
        return  # The record is unknown, or has no members.
    if not {"slug", "type"} & places.keys():
        yield from _alike(context, places)
    record = interface.record(interface.problem_record)
    are_objects = "violations" not in parts or parts["violations"].inner  # Else it is reported.
    if are_objects and not {"pointer", "path"} & places.keys():
        place = parts["violations"].node.location if "violations" in parts else record.location
        yield Diagnostic("unreported-fields", place, f"no error of {record.name} says which field is rejected")
    field_paths = [field.path for field in context.contract.fields() if _IN_DIGITS.search(field.path)]
    if "path" in places and "pointer" not in places and field_paths:
        message = f"the path of {field_paths[0]!r} has its name in digits as that of an item of a list"
        yield Diagnostic("ambiguous-path", parts["path"].node.location, message)


@rule("record-sources", needs=[*_NEEDS, "interface/states.yaml", "interface/events.yaml"])
def misplaced_words(context: RuleContext) -> Iterator[Diagnostic]:
    """Report what only errors say in other records, and what no error says in the record of problems."""
    known_places = set[Span]()
    for part in every_part(context.contract.interface.stated_form):
        known_places.add(part.node.location)
        made = part.node.made.by if isinstance(part.node, FieldNode) and part.node.made else None
        if made and made not in part.types:
            message, hint = f"no error has {made!r} here", f"write one of {', '.join(part.types)}"
            yield Diagnostic("unfit-source", part.node.location, message, hint)
    filled_paths = {target.member.path for target in context.once(filled_members)}  # A rule of its own has these.
    for member in context.stated(Member):
        word = member.value.made.by if member.value.made else None
        if word in ERROR_WORDS and member.at(key=True) not in known_places and member.path not in filled_paths:
            finding = member.finding("unfit-source", f"only errors have {word!r}", "made")
            yield replace(finding, rests_on=context.table("record").misses)


@rule("agreement", needs=[*_NEEDS, "types.yaml", "requests"])
def problem_values(context: RuleContext) -> Iterator[Diagnostic]:
    """Report members of the record of problems that do not hold what errors say."""
    yield from unheld_members(context).values()


def unheld_members(context: RuleContext) -> Mapping[Steps, Diagnostic]:
    """Return a finding for each member that does not hold what every error, or an error of some problem, says."""
    finding_by_path: dict[Steps, Diagnostic] = {}
    for part in every_part(context.contract.interface.stated_form):
        member, broken = context.shapes.get(part.node.location), _broken(context.contract, part)
        if member and broken and not member.value.takes_echoed:
            (constraint, value), noun = broken, f"the {part.word}"
            noun_phrase = f"{len(value)} rejected fields" if isinstance(value, list) else f"{noun} {value!r}"
            message = f"a problem has {noun_phrase}, but this value {constraint.phrase.whole_must}"
            finding_by_path[member.path] = Diagnostic("narrower-value", place_in(member, constraint), message)
    return finding_by_path


def _broken(contract: Contract, part: StatedPart) -> tuple[Constraint, Any] | None:
    interface, node, is_required = contract.interface, part.node, part.node.requirement == "required"
    pointers = [pointer(steps_of(field.path)) for field in contract.fields()]
    most_fields = max((len(list(request.root.fields())) for request in contract.requests()), default=1)
    values: Mapping[str | None, list[Any]] = {
        "status": [problem.status for problem in interface.problems],
        "title": [problem.title for problem in interface.problems],
        "detail": [problem.title for problem in interface.problems if is_required],
        "instance": [_path_of(interface, operation) for operation in interface.operations],
        "request_id": [_REQUEST_ID],
        "violations": [list(range(most_fields))],
        "pointer": pointers,
        "path": list(map(path_of, pointers)),
        "message": [_MESSAGE],
        "slug": [problem.slug for problem in interface.problems],
        "type": [interface.problem_base + problem.slug for problem in interface.problems],
        "code": [code.word for code in interface.violation_codes],
        "method": [method.code for method in contract.methods],
        "direction": [direction.name for direction in contract.directions],
    }
    is_fitting = node.json_type in (part.json_type, *_WIDER.get(str(part.json_type), ()))
    if isinstance(node, Group) or not is_fitting:
        return None
    constraints = [rule for rule in node.constraints if not (part.word == "code" and rule.keyword == LISTED.keyword)]
    if part.word in _OF_ONE_ERROR and not is_required:
        kinds = ((rule, KINDS[rule.keyword]) for rule in constraints)  # A longer text is left out.
        constraints = [rule for rule, kind in kinds if (kind.measure, kind.relation) != _LONGEST]
    pairs = ((rule, value) for value in values.get(part.word, ()) for rule in constraints)
    return next(((rule, value) for rule, value in pairs if not rule.holds(value)), None)


def _path_of(interface: Interface, operation: Operation) -> str:
    path = operation.path
    for parameter in interface.path_parameters(operation):
        path = path.replace(f"{{{parameter.name}}}", str(parameter.example or 1))
    return path


def _may_be_empty(part: StatedPart) -> bool:
    node = part.node
    return node.nullable or (isinstance(node, FieldNode) and node.json_type == "array" and node.accepts([]))


def _alike(context: RuleContext, places: Mapping[str, str]) -> Iterator[Diagnostic]:
    """Warn of problems of one operation that have the same status, and of which errors say nothing that differs."""
    interface, pairs = context.contract.interface, dict[tuple[str, str], str]()
    for operation in interface.operations:
        name_by_look: dict[object, str] = {}
        for problem in (candidate for candidate in interface.problems if candidate.slug in operation.problems):
            said_words = frozenset(OF_CAUSES.get(problem.cause, ())).intersection(places)
            title = problem.title if "title" in places else ""
            other_name = name_by_look.setdefault((problem.status, title, said_words), problem.slug)
            if other_name != problem.slug:
                pairs.setdefault((other_name, problem.slug), operation.id)
    for names, operation_id in [*pairs.items()][:1]:
        others = f", nor {counted(len(pairs) - 1, 'other pair')} of problems" if len(pairs) > 1 else ""
        message = f"errors of {operation_id!r} do not tell {listed([*map(repr, names)])} apart{others}"
        yield Diagnostic("indistinguishable-problems", interface.record(interface.problem_record).location, message)
