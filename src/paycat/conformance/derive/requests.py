"""The vectors of a request type, and of the stage before its fields: which method a body names."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import Any

from paycat.catalogue.statement import Reason
from paycat.conformance.derive.candidate import Candidate, Subject
from paycat.conformance.derive.candidates import candidates, judged
from paycat.conformance.derive.model import Vector
from paycat.conformance.derive.parts import MOST_SIGNS
from paycat.conformance.derive.rule_candidates import Foreign
from paycat.conformance.derive.values import is_implied, sample_of
from paycat.contract.decisions import NOTHING, Decisions, about, as_decided, decisions_in, inside
from paycat.contract.dispatch import ROLE, code_in, dispatch, is_step, method_place
from paycat.contract.model import Contract, Limitation, Request, Sample, Violation, artefacts_without
from paycat.contract.nodes import FieldNode, Node
from paycat.contract.paths import ITEM, has_path, path_at, steps_of
from paycat.diagnostics import Diagnostic, FindingsError
from paycat.shapes.patterns.mutants import fair_share
from paycat.text.json_data import compact, depth, holds_path, texts_in, value_at, with_value, without

_UNKNOWN = "NO_SUCH_METHOD"
_NO_CODES: tuple[tuple[str, Any], ...] = (
    ("null", None),
    ("number", 1),
    ("boolean", True),
    ("array", ["x"]),
    ("object", {"x": "x"}),
    ("empty", ""),
    ("unknown", _UNKNOWN),
)
_NO_CONTAINERS: tuple[tuple[str, Any], ...] = (
    ("null", None),
    ("number", 1),
    ("boolean", True),
    ("string", "x"),
    ("array", [{}]),
    ("empty", {}),
)


@dataclass(frozen=True, slots=True)
class Ground:
    """Everything that the vectors of a request type depend on, except the request type itself."""

    most_bytes: int
    most_levels: int
    null_reason: Reason
    limitations: tuple[Limitation, ...]
    foreign: Foreign
    is_addressed: bool
    """Whether the address of a request names its method."""
    pattern_steps: int
    """What the mutants of one pattern may cost: a fair share for each pattern of the contract."""


def ground(contract: Contract, direction: str) -> Ground:
    """Return what the vectors of a direction's request types have in common."""
    interface = contract.interface
    return Ground(
        most_bytes=interface.limit("body_bytes"),
        most_levels=interface.limit("body_depth"),
        null_reason=interface.violation("null_not_allowed").reason,
        limitations=contract.limitations,
        foreign=_foreign_members(contract, direction),
        is_addressed=method_place(contract, direction).parameter is not None,
        pattern_steps=fair_share(_patterns(contract)),
    )


def request_vectors(request: Request, ground: Ground) -> Iterator[Vector]:
    """Return the vectors of one request type. Raises FindingsError in the end when a rule is broken by none of them."""
    for sample in request.samples:
        yield from _samples(ground, request, sample)
    full_body, vector_ids, broken_rules = request.sample("full").payload, set[str](), set[str]()
    other_bodies = [sample.payload for sample in request.samples if sample.name != "full" and not sample.violations]
    for most_signs in (MOST_SIGNS, 0):  # What makes a nearly full body too large may fit beside fewer fields.
        subject = Subject(full_body, ground.null_reason, ground.pattern_steps, {}, most_signs, other_bodies)
        made_candidates = candidates(request.root, subject, ground.foreign)
        for candidate, violations in judged(request.root, subject, made_candidates):
            if _fits(candidate.body, ground.most_bytes, ground.most_levels):
                vector = _derived(ground, request, candidate, violations)
                if vector.id not in vector_ids:
                    vector_ids.add(vector.id)
                    broken_rules |= set() if vector.valid else {vector.rule}
                    yield vector
        findings = _unbroken(request, broken_rules)
        if not findings:
            return
    raise FindingsError(findings)


def _patterns(contract: Contract) -> list[str]:
    """Return the pattern of each pair of a field's constraints and its value that has one, each with its mutants."""
    pattern_by_key: dict[tuple[Any, str], str] = {}
    for request in contract.requests():
        full_body = request.sample("full").payload
        for field in request.root.fields():
            if pattern_constraint := field.pattern:
                path = steps_of(field.path)
                rules = tuple((constraint.keyword, str(constraint.value)) for constraint in field.constraints)
                value_text = str(value_at(full_body, path)) if holds_path(full_body, path) else field.path
                pattern_by_key[rules, value_text] = str(pattern_constraint.value)
    return list(pattern_by_key.values())


def _foreign_members(contract: Contract, direction: str) -> Foreign:
    # The members that requests of the direction have, by container, each with a value.
    members: dict[str, dict[str, Any]] = {}
    for request in contract.requests(direction):
        for group in request.root.groups():
            full_body, path = request.sample("full").payload, steps_of(group.path)
            members.setdefault(group.path, {}).update(value_at(full_body, path) if holds_path(full_body, path) else {})
    return members


def _samples(ground: Ground, request: Request, sample: Sample) -> Iterator[Vector]:
    # A sample tests a request type as a whole.
    rule_id, origin = request.qualified_name, f"sample {sample.name}"
    fields = list(_fields_in(request.root, sample.payload))
    lost_artefacts = {artefact for violation in sample.violations for artefact in _losing(ground, fields, violation)}
    violations = tuple(sorted(sample.violations, key=lambda violation: (violation.pointer, violation.code)))
    make_vector = partial(
        Vector.of,
        rule=rule_id,
        reason=request.root.reason,
        direction=request.direction,
        method=request.method,
        addressed=request.method if ground.is_addressed else None,
        stage="fields",
    )
    yield make_vector(
        f"{rule_id}:sample/{sample.name}",
        violations=violations,
        payload=sample.payload,
        origin=origin,
        limitations=tuple(sorted(lost_artefacts)),
    )
    if sample.corrected is not None:
        vector_id, origin = f"{rule_id}:sample/{sample.name}_corrected", f"{origin}, corrected by {sample.erratum}"
        yield make_vector(vector_id, violations=(), payload=sample.corrected, origin=origin)


def _fields_in(node: Node, value: Any, decided: Decisions = NOTHING) -> Iterator[FieldNode]:
    """Return the fields of a node as they are in a value."""
    if isinstance(node, FieldNode):
        yield node
        if node.items:
            yield from _fields_in(node.items, value[0] if isinstance(value, list) and value else None)
        return
    members, decided = value if isinstance(value, dict) else {}, decisions_in(node, value, decided)
    for member in node.members:
        decided_member = as_decided(member, about(decided, member.name))
        yield from _fields_in(decided_member, members.get(member.name), inside(decided, member.name))


def _losing(ground: Ground, fields: Sequence[FieldNode], violation: Violation) -> tuple[str, ...]:
    for field in fields:
        for constraint in field.constraints:
            if constraint.code == violation.code and has_path(violation.pointer, field.path):
                return artefacts_without(ground.limitations, field, constraint)
    return ()


def _derived(ground: Ground, request: Request, candidate: Candidate, violations: tuple[Violation, ...]) -> Vector:
    rule_id = f"{request.qualified_name}.{candidate.rule}".replace(".:", ":")
    field, constraint = candidate.field, candidate.constraint
    stage = "fields" if _reaches_fields(request, candidate.body) else "schema"
    return Vector.of(
        f"{rule_id}/{candidate.variant}",
        rule_id,
        candidate.reason,
        violations,
        direction=request.direction,
        method=request.method,
        addressed=request.method if ground.is_addressed and stage != "schema" else None,
        stage=stage,
        payload=candidate.body,
        limitations=artefacts_without(ground.limitations, field, constraint) if field and constraint else (),
    )


def _reaches_fields(request: Request, body: Any) -> bool:
    """Tell whether no earlier stage rejects a body: readers one with U+0000, dispatch one without the method's code."""
    if not isinstance(body, dict) or any("\0" in text for text in texts_in(body)):
        return False
    code_field = request.by_role(ROLE)
    return code_field is None or code_in(body, tuple(map(str, steps_of(code_field.path)))) == request.method


def _fits(body: Any, most_bytes: int, most_levels: int) -> bool:
    """Tell whether a body is within the limits of size and nesting, which an earlier stage checks."""
    body_text = compact(body)
    # Each level has a bracket of its own, so few brackets are few levels.
    is_flat = body_text.count("{") + body_text.count("[") <= most_levels
    return len(body_text.encode()) <= most_bytes and (is_flat or depth(body) <= most_levels)


def _unbroken(request: Request, broken_rules: Collection[str]) -> list[Diagnostic]:
    findings = []
    for field in request.root.fields():
        bodies = (sample.payload for sample in request.samples if holds_path(sample.payload, steps_of(field.path)))
        body = next(bodies, None)
        if body is None:
            continue
        sample = sample_of(field, value_at(body, steps_of(field.path)))
        implied_keywords = {rule.keyword for rule in field.constraints if is_implied(field, sample, rule)}
        presence_keywords = ["required"] if field.requirement == "required" and not field.path.endswith(ITEM) else []
        field_keywords = [] if field.is_in_case else [*presence_keywords, "type", "null"]
        for keyword in [*field_keywords, *(rule.keyword for rule in field.constraints)]:
            rule_id = f"{request.qualified_name}.{field.path}:{keyword}"
            if rule_id not in broken_rules and keyword not in implied_keywords:
                message = f"no payload breaks the rule {rule_id} alone"
                findings.append(Diagnostic("unbroken-rule", field.location, message))
    return findings


def dispatch_vectors(contract: Contract) -> list[Vector]:
    """Return the vectors of all directions; of one whose requests name no method there are none."""
    return [vector for direction in contract.direction_names for vector in _of_direction(contract, direction)]


def _of_direction(contract: Contract, direction: str) -> Iterator[Vector]:
    requests, place = list(contract.requests(direction)), method_place(contract, direction)
    if not (requests and (place.path or place.parameter)):
        return
    body, codes = requests[0].sample("minimal").payload, list(_wrong_codes(contract, direction, requests[0].method))
    named_variants: list[tuple[str, Any, str | None]] = []
    if place.parameter:
        named_variants += [(name, body, code) for name, code in (("unknown", _UNKNOWN), *codes) if is_step(code)]
    elif place.path:
        another_body = requests[-1].sample("minimal").payload
        named_variants += [(name, payload, None) for name, payload in _without_code(body, another_body, place.path)]
        named_variants += [(name, with_value(body, place.path, code), None) for name, code in codes]
    taken_names: set[str] = set()
    for name, payload, addressed_code in named_variants:
        if isinstance(verdict := dispatch(contract, direction, payload, addressed_code), Violation):
            # No two names of methods differ in an underscore alone.
            free_name = f"{name}_" if name in taken_names else name
            taken_names.add(free_name)
            yield _dispatched(contract, direction, free_name, verdict, payload, addressed_code)


def _wrong_codes(contract: Contract, direction: str, code: str) -> Iterator[tuple[str, str]]:
    """Return spellings of a code that no method has, and the codes of methods without the direction, each named."""
    name_by_spelling = {code.swapcase(): "swapped_case", code.lower(): "lower_case", code.upper(): "upper_case"}
    for spelling, name in {**name_by_spelling, f"{code}\n": "newline", f" {code}": "blank"}.items():
        if contract.method(spelling) is None:
            yield name, spelling
    yield from ((method.name, method.code) for method in contract.methods if method.offer(direction).request is None)


def _without_code(body: Any, another_body: Any, path: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """Return bodies that have no code at a path, or no container of it, each with the name of a variant."""
    for name, value in _NO_CODES:
        yield name, with_value(body, path, value)
    yield "missing", without(body, path)
    yield "missing_from_another", without(another_body, path)
    for base_body, suffix in ((body, ""), (another_body, "_from_another")):
        for container_path in (path[:length] for length in range(1, len(path))):
            yield f"{path_at(container_path)}:missing{suffix}", without(base_body, container_path)
            for name, value in _NO_CONTAINERS:
                yield f"{path_at(container_path)}:{name}{suffix}", with_value(base_body, container_path, value)
    for container_path in (path[:length] for length in range(1, len(path))):
        for name, value in _NO_CONTAINERS:
            lone_body = reduce(lambda inner_body, step: {step: inner_body}, reversed(container_path), value)
            yield f"{path_at(container_path)}:{name}_alone", lone_body


def _dispatched(
    contract: Contract, direction: str, name: str, verdict: Violation, body: Any, addressed_code: str | None
) -> Vector:
    """Return the vector of a request that is for no request type."""
    interface = contract.interface
    reason_by_code = {problem.slug: problem.reason for problem in interface.problems}
    reason_by_code |= {violation.code: violation.reason for violation in interface.violation_codes}
    named_code = code_in(body, place.path) if (place := method_place(contract, direction)).path else addressed_code
    return Vector.of(
        f"{direction}:dispatch/{name}",
        f"{direction}:dispatch",
        reason_by_code[verdict.code],
        (verdict,),
        direction=direction,
        method=named_code if isinstance(named_code, str) and contract.method(named_code) else None,
        addressed=addressed_code,
        stage="dispatch",
        payload=body,
    )
