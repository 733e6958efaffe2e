"""A contract in, the vectors of its request types out.

A candidate counts only when the contract gives it exactly the verdict that it is made for: a broken rule is refused
for that rule and for nothing else. A rule that no vector breaks is a finding: either it can never refuse, or the
derivation must learn how.
"""

from collections.abc import Iterator
from typing import Any

from paycat.catalogue.directions import Direction
from paycat.contract.judge import judge
from paycat.contract.losses import artefacts_without
from paycat.contract.model import Contract, FieldNode, Refusal, Request, Sample
from paycat.contract.pointers import pointer
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.vectors.bodies import fits
from paycat.vectors.candidates import Candidate, Foreign, candidates
from paycat.vectors.model import Vector


def request_vectors(contract: Contract, request: Request, foreign: Foreign) -> list[Vector]:
    """Return the vectors of one request type. Raises FindingsError when a rule is broken by none of them."""
    vectors = [vector for sample in request.samples for vector in _samples(contract, request, sample)]
    seen: set[str] = set()
    limits = contract.interface.limit("body_bytes"), contract.interface.limit("body_depth")
    for candidate in candidates(request, foreign, contract.interface.refusal("null_not_allowed").reason):
        if not fits(candidate.body, *limits):
            continue
        wanted = (candidate.aim,) if candidate.aim else ()
        vector = _derived(contract, request, candidate)
        if vector.id not in seen and judge(request, candidate.body) == wanted:
            seen.add(vector.id)
            vectors.append(vector)
    _refuse_unbroken(request, vectors)
    return vectors


def foreign_members(contract: Contract, direction: Direction) -> Foreign:
    """Return the members that requests of a direction have, by container, each with a value."""
    found: dict[str, dict[str, Any]] = {}
    for request in contract.requests(direction):
        for group in request.root.groups():
            value: Any = request.sample("full").payload
            for step in group.path.split("."):
                value = value.get(step, {}) if step else value
            found.setdefault(group.path, {}).update(value)
    return found


def _samples(contract: Contract, request: Request, sample: Sample) -> Iterator[Vector]:
    prefix = f"{request.direction}.{request.method}:sample"
    lost = {name for refusal in sample.refusals for name in _losing(contract, request, refusal)}
    refusals = tuple(sorted(sample.refusals, key=lambda refusal: (refusal.pointer, refusal.code)))
    yield Vector(
        id=f"{prefix}/{sample.name}",
        **_of(request),
        valid=not refusals,
        payload=sample.payload,
        refusals=refusals,
        origin=f"sample {sample.name}",
        losses=tuple(sorted(lost)),
    )
    if sample.mended is not None:
        yield Vector(
            id=f"{prefix}/{sample.name}_mended",
            **_of(request),
            valid=True,
            payload=sample.mended,
            origin=f"sample {sample.name}, mended by {sample.erratum}",
        )


def _of(request: Request) -> dict[str, Any]:
    # A sample tests a request type as a whole.
    return {
        "rule": f"{request.direction}.{request.method}",
        "source": request.root.reason.source,
        "decisions": request.root.reason.decisions,
        "direction": request.direction,
        "method": request.method,
        "stage": "fields",
    }


def _losing(contract: Contract, request: Request, refusal: Refusal) -> tuple[str, ...]:
    for field in request.root.fields():
        for rule in field.constraints:
            if rule.code == refusal.code and pointer(field.path.split(".")) == refusal.pointer:
                return artefacts_without(contract, rule)
    return ()


def _derived(contract: Contract, request: Request, candidate: Candidate) -> Vector:
    rule = f"{request.direction}.{request.method}.{candidate.rule}".replace(".:", ":")
    return Vector(
        id=f"{rule}/{candidate.variant}",
        rule=rule,
        source=candidate.reason.source,
        decisions=candidate.reason.decisions,
        direction=request.direction,
        method=request.method,
        stage=candidate.stage,
        valid=candidate.aim is None,
        payload=candidate.body,
        refusals=(candidate.aim,) if candidate.aim else (),
        origin="derived",
        losses=artefacts_without(contract, candidate.constraint) if candidate.constraint else (),
    )


def _refuse_unbroken(request: Request, vectors: list[Vector]) -> None:
    broken = {vector.rule for vector in vectors if not vector.valid}
    found = []
    for field in request.root.fields():
        for rule in _rules(field):
            name = f"{request.direction}.{request.method}.{field.path}:{rule}"
            if name not in broken:
                message = f"no payload breaks the rule {name} alone"
                found.append(Diagnostic("unbroken-rule", Span(field.place.path, field.place.line, 1), message))
    if found:
        raise FindingsError(found)


def _rules(field: FieldNode) -> list[str]:
    required = ["required"] if field.requirement == "required" else []
    return [*required, "type", "null", *(rule.keyword for rule in field.constraints)]
