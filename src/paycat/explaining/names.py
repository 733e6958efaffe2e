"""Names that requests and answers use: field types, violation codes, problems, and the vectors that test them."""

import json
from collections.abc import Iterator
from functools import partial

from paycat.catalogue.interface import Code, Problem
from paycat.catalogue.statement import Reason
from paycat.conformance.reading import path_of
from paycat.contract.nodes import FieldNode, Group
from paycat.explaining.explanation import Explanation, Named, at, because, carrying_mark, shortened, testing
from paycat.explaining.project import Project
from paycat.vectors.model import ValueVector, Vector
from paycat.workspace import GENERATED


def named(project: Project) -> Named:
    """Return every field type, violation code and problem; a word may be several."""
    interface = project.contract.interface
    yield from ((name, partial(_type, project, name)) for name in project.catalogue.types.value.types)
    yield from ((code.code, partial(_code, project, code)) for code in interface.violation_codes)
    yield from ((problem.slug, partial(_problem, project, problem)) for problem in interface.problems)


def vectors(project: Project) -> Named:
    """Return every vector by its id, such as DIRECTION.METHOD.FIELD:RULE/VARIANT."""
    for batch in project.published():
        published: tuple[Vector | ValueVector, ...] = batch.vectors
        for number, vector in enumerate(published, start=1):
            yield vector.id, partial(_vector, project, vector, f"{GENERATED}/{path_of(batch.subject)}:{number}")


def _type(project: Project, name: str) -> Explanation:
    types = project.catalogue.types
    stated = types.value.types[name]
    used = (
        f"{request.direction}.{request.method}.{field.path}"
        for request in project.contract.requests()
        for field in request.root.fields()
        if field.type == name
    )
    return Explanation(
        f"{name}, a field type: {stated.shape}",
        what=(stated.meaning, *(f"hint: {hint.note}" for hint in stated.hints)),
        locations=(at(types.at("types", name, key=True)),),
        carried=shortened(used),
    )


def _code(project: Project, code: Code) -> Explanation:
    return Explanation(
        f"{code.code}, a violation code",
        what=(code.meaning,),
        locations=(at(project.catalogue.problems.at("violation_codes", code.code, key=True)),),
        why=because(project.contract, (code.reason,)),
        tested=testing(project, lambda vector: code.code in _codes_of(vector)),
    )


def _problem(project: Project, problem: Problem) -> Explanation:
    return Explanation(
        f"{problem.slug}, a problem: {problem.status} {problem.title}",
        what=(problem.when,),
        locations=(at(problem.location),),
        why=because(project.contract, (problem.reason,)),
        carried=carrying_mark(project, (problem.slug,)),
        tested=testing(project, lambda vector: problem.slug in _codes_of(vector)),
    )


def _codes_of(vector: Vector) -> Iterator[str]:
    return (violation.code for violation in vector.violations)


def _vector(project: Project, vector: Vector | ValueVector, location: str) -> Explanation:
    sent = vector.model_dump(mode="json")
    violations = vector.violations if isinstance(vector, Vector) else ()
    rejected = [f"rejected: {one.code} at {one.pointer}" for one in violations]
    limitations = [f"{limitation} cannot express the rule, and accepts" for limitation in vector.limitations]
    body = sent["payload"] if "payload" in sent else sent.get("texts")
    return Explanation(
        f"{vector.id}, a vector of the stage {vector.stage}",
        what=(
            f"the rule {vector.rule}, {sent.get('origin', 'derived')}",
            *(rejected or ["accepted" if vector.valid else "rejected"]),
            *limitations,
            f"raw: {sent['raw']}" if "raw" in sent else json.dumps(body, ensure_ascii=False),
        ),
        locations=(location, *_rule_locations(project, vector.rule)),
        why=because(project.contract, (Reason(source=vector.source, decisions=vector.decisions),)),
    )


def _rule_locations(project: Project, rule: str) -> Iterator[str]:
    subject, _, keyword = rule.partition(":")
    for request in project.contract.requests():
        members: list[Group | FieldNode] = [*request.root.groups(), *request.root.fields()]
        for member in members:
            path = f".{member.path}" if member.path else ""
            if subject == f"{request.direction}.{request.method}{path}":
                conditions = member.conditions if isinstance(member, Group) and keyword == "any_of" else ()
                yield from (f"{at(stated.location)} (the rule)" for stated in conditions or (member,))
