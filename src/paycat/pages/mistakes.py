"""Typical mistakes in a request: what is sent, what is rejected, and the exact problem document.

Samples that people wrote come first, then a vector for each code that they do not show. The problem documents have the
members and texts of the generated package (the templates of the Python pack); a test posts what the pages show.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, cast, get_args

from pydantic_core import PydanticKnownError
from pydantic_core.core_schema import ErrorType

from paycat.cache import Cache
from paycat.catalogue.problems import Problem
from paycat.conformance.derive.files import request_lines
from paycat.conformance.derive.model import read_head
from paycat.contract.dispatch import dispatch, method_place
from paycat.contract.model import Contract, Request, Violation
from paycat.contract.naming import is_number
from paycat.contract.nodes import FieldNode, Group
from paycat.contract.paths import pointer, steps, steps_of, value_of
from paycat.contract.problem_form import REQUEST_ID
from paycat.pages.anchors import anchor
from paycat.pages.navigation import AllMethods
from paycat.pages.snippets import request_call
from paycat.text.json_data import with_value
from paycat.text.near_names import near_name
from paycat.text.problem_documents import made_in, violation_words

_MOST_SHOWN = 72
_TYPICAL = ("string", "http", "lower_case", "letter", "bound", "above", "one_place_too_many", "too_long", "too_short")
"""Variants of vectors that show a mistake as people make it."""
_FILLER = ':"x"'
"""What vectors contain where any text would do; nobody sends it."""
_NEAR = 0.75
"""How alike an unknown member and a known one are if a message names the known one."""
COMMON = frozenset({"required", "unknown_field", "type", "null_not_allowed"})
"""The codes that a body may get whatever the rules of its method are."""
_FIXED = {
    "required": "is required",
    "type": "has the wrong JSON type",
    "null_not_allowed": "null is no value; leave the field out",
}

_KNOWN_ERRORS = frozenset(get_args(ErrorType))
"""The errors that pydantic has a message for."""

_Rank = tuple[bool, bool, bool, int, int]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A body that is rejected, and the answer; `id` is its anchor on the page.

    `sent` has the path of each rejected member and the member as JSON, shortened if it is long; "" if it is absent.
    """

    id: str
    meaning: str
    sent: tuple[tuple[str, str], ...]
    violations: tuple[Violation, ...]
    problem: Problem
    payload: Any
    document: dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Requested:
    """What is asked for, and what it needs of the other methods."""

    contract: Contract
    request: Request
    all_methods: AllMethods


def mistakes(contract: Contract, request: Request, all_methods: AllMethods, cache: Cache) -> tuple[Mistake, ...]:
    """Return the mistakes of its own: the invalid samples, and one for each other code of its rules."""
    scope = _Requested(contract, request, all_methods)
    own_mistakes = [
        _in_fields(scope, anchor("sample", sample.name), sample.meaning, sample.payload, sample.violations)
        for sample in request.samples
        if sample.violations
    ]
    shown_codes = {violation.code for mistake in own_mistakes for violation in mistake.violations}
    return (*own_mistakes, *(mistake for code, mistake in _derived(scope, cache) if code not in shown_codes | COMMON))


def common_mistakes(contract: Contract, request: Request, all_methods: AllMethods, cache: Cache) -> tuple[Mistake, ...]:
    """Return the mistakes that any request may have, shown by one: a missing member, an unknown method code."""
    scope = _Requested(contract, request, all_methods)
    return (*(mistake for code, mistake in _derived(scope, cache) if code in COMMON), *_misspelt(scope))


def _derived(scope: _Requested, cache: Cache) -> Iterator[tuple[str, Mistake]]:
    """Yield a mistake for each code that the vectors of a request have."""
    vector_lines = request_lines(scope.request, scope.all_methods.grounds[scope.request.direction], cache)
    group_pointers = [pointer(steps_of(group.path)) for group in scope.request.root.groups() if group.path]
    for code, line in cache.lasting(_best_lines, vector_lines, group_pointers).items():
        vector = json.loads(line)
        violations = tuple(Violation(**violation) for violation in vector["violations"])
        meaning = scope.contract.interface.violation(code).meaning
        yield code, _in_fields(scope, anchor("rejected", code), meaning, vector["payload"], violations)


def _best_lines(vector_lines: str, group_pointers: list[str]) -> dict[str, str]:
    """Return the best example for each code, in the order of the vectors.

    `group_pointers` are pointers to objects, which are worse examples than fields.
    """
    best_by_code: dict[str, tuple[_Rank, str]] = {}
    for line in filter(None, vector_lines.split("\n")):  # Not splitlines, for texts contain other line ends.
        vector = read_head(line)
        if vector["stage"] != "fields" or len(vector["violations"]) != 1:
            continue
        violation = vector["violations"][0]
        code, rank = violation["code"], _rank(vector, violation["pointer"] in group_pointers, line)
        if code not in best_by_code or rank < best_by_code[code][0]:
            best_by_code[code] = rank, line
    return {code: line for code, (_, line) in best_by_code.items()}


def _rank(vector: dict[str, Any], is_group: bool, line: str) -> _Rank:
    variant, path = vector["id"].partition("/")[2], steps(vector["violations"][0]["pointer"])
    is_odd = not path or not path[-1].isidentifier()
    is_made_up = variant not in _TYPICAL or _FILLER in line
    return is_odd, is_group, is_made_up, len(path), len(line)


def _misspelt(scope: _Requested) -> Iterator[Mistake]:
    contract, request, right_code = scope.contract, scope.request, scope.request.method
    wrong_codes = (right_code.lower(), right_code.upper(), f"{right_code}x")
    code = next((code for code in wrong_codes if code not in scope.all_methods.names), right_code)
    place = method_place(contract, request.direction)
    if not place.path:
        return  # The body has no mistake.
    body = with_value(request.sample("minimal").payload, place.path, code)
    verdict = dispatch(contract, request.direction, body)
    if isinstance(verdict, Violation) and verdict.code == contract.interface.slug("unknown_method"):
        problem = contract.interface.problem("unknown_method")
        problem_document = _document(contract, request, problem)
        id = anchor("rejected-by-problem", problem.slug)
        yield Mistake(id, problem.when, _sent(body, (verdict,)), (verdict,), problem, body, problem_document)


def _in_fields(scope: _Requested, id: str, meaning: str, body: Any, violations: Iterable[Violation]) -> Mistake:
    sorted_violations = tuple(sorted(violations, key=lambda violation: (violation.pointer, violation.code)))
    errors = [error for violation in sorted_violations for error in _errors(scope, body, violation)]
    problem = scope.contract.interface.problem("invalid_fields")
    detail = f"{len(errors)} field{'s need' if len(errors) > 1 else ' needs'} attention."
    problem_document = _document(scope.contract, scope.request, problem, detail=detail, violations=errors)
    return Mistake(id, meaning, _sent(body, sorted_violations), sorted_violations, problem, body, problem_document)


def _sent(body: Any, violations: Iterable[Violation]) -> tuple[tuple[str, str], ...]:
    paths = dict.fromkeys(tuple(steps(violation.pointer)) for violation in violations)
    return tuple((".".join(path), _member_text(body, path)) for path in paths)


def _member_text(body: Any, path: tuple[str, ...]) -> str:
    try:
        text = json.dumps(value_of(body, pointer(path)), ensure_ascii=False)
    except LookupError:
        return ""
    short_text = text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
    return f"{json.dumps(path[-1], ensure_ascii=False)}: {short_text}" if path else short_text


def _document(contract: Contract, request: Request, problem: Problem, **made: Any) -> dict[str, Any]:
    """Return the problem document of an answer; `made` is what it says besides."""
    interface = contract.interface
    shown = made_in(interface.problem_form, interface.record(interface.problem_record).example)
    path = request_call(contract, request.direction, request.method).path
    request_id = shown.get("request_id", REQUEST_ID)
    return interface.error(problem, instance=path, request_id=request_id, **made)


def _errors(scope: _Requested, body: Any, violation: Violation) -> Iterator[dict[str, Any]]:
    code = scope.contract.interface.violation(violation.code).word
    if violation.code == "conditional_required":
        group, content = scope.request.node_at(violation.pointer), value_of(body, violation.pointer)
        for condition in group.unmet(content) if isinstance(group, Group) else ():
            wording = ", or ".join(" and ".join(f"`{name}`" for name in names) for names in condition.any_of)
            yield violation_words(violation.pointer, code, f"send {wording}", condition.any_of)
    else:
        yield violation_words(violation.pointer, code, _detail(scope, body, violation), ())


def _detail(scope: _Requested, body: Any, violation: Violation) -> str:
    if violation.code in _FIXED:
        return _FIXED[violation.code]
    if violation.code == "unknown_field":
        return _unknown(scope.request, violation)
    field = scope.request.node_at(violation.pointer, body)
    assert isinstance(field, FieldNode), "only fields have constraints"
    rule = next(rule for rule in field.constraints if not rule.holds(value_of(body, violation.pointer)))
    if rule.code not in scope.all_methods.worded:
        return scope.contract.interface.violation(rule.code).meaning
    if is_number(field) or field.items or rule.kind.error not in _KNOWN_ERRORS:
        message = rule.phrase.whole_must
    else:
        error = PydanticKnownError(cast("ErrorType", rule.kind.error), rule.kind.error_context(rule.value))
        message = error.message()
    return message[:1].lower() + message[1:]


def _unknown(request: Request, violation: Violation) -> str:
    *parent_path, name = steps(violation.pointer)
    parent = request.node_at(pointer(parent_path))
    suggestion = near_name(name, [member.name for member in parent.members] if isinstance(parent, Group) else [], _NEAR)
    return "is not listed here" + (f"; did you mean {suggestion!r}?" if suggestion else "")
