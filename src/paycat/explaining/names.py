"""Names that requests and answers use: field types, refusal codes, problems, and the vectors that test them."""

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
    """Return every field type, refusal code and problem; a word may be several."""
    interface = project.contract.interface
    yield from ((name, partial(_type, project, name)) for name in project.catalogue.types.value.types)
    yield from ((code.code, partial(_code, project, code)) for code in interface.refusal_codes)
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
        places=(at(types.at("types", name, key=True)),),
        carried=shortened(used),
    )


def _code(project: Project, code: Code) -> Explanation:
    return Explanation(
        f"{code.code}, a refusal code",
        what=(code.meaning,),
        places=(at(project.catalogue.problems.at("refusal_codes", code.code, key=True)),),
        why=because(project.contract, (code.reason,)),
        tested=testing(project, lambda vector: code.code in _codes_of(vector)),
    )


def _problem(project: Project, problem: Problem) -> Explanation:
    return Explanation(
        f"{problem.slug}, a problem: {problem.status} {problem.title}",
        what=(problem.when,),
        places=(at(problem.place),),
        why=because(project.contract, (problem.reason,)),
        carried=carrying_mark(project, (problem.slug,)),
        tested=testing(project, lambda vector: problem.slug in _codes_of(vector)),
    )


def _codes_of(vector: Vector) -> Iterator[str]:
    return (refusal.code for refusal in vector.refusals)


def _vector(project: Project, vector: Vector | ValueVector, place: str) -> Explanation:
    sent = vector.model_dump(mode="json")
    refusals = vector.refusals if isinstance(vector, Vector) else ()
    refused = [f"refused: {one.code} at {one.pointer}" for one in refusals]
    losses = [f"{loss} cannot express the rule, and accepts" for loss in vector.losses]
    body = sent["payload"] if "payload" in sent else sent.get("texts")
    return Explanation(
        f"{vector.id}, a vector of the stage {vector.stage}",
        what=(
            f"the rule {vector.rule}, {sent.get('origin', 'derived')}",
            *(refused or ["accepted" if vector.valid else "refused"]),
            *losses,
            f"raw: {sent['raw']}" if "raw" in sent else json.dumps(body, ensure_ascii=False),
        ),
        places=(place, *_rule_places(project, vector.rule)),
        why=because(project.contract, (Reason(source=vector.source, decisions=vector.decisions),)),
    )


def _rule_places(project: Project, rule: str) -> Iterator[str]:
    subject, _, keyword = rule.partition(":")
    for request in project.contract.requests():
        members: list[Group | FieldNode] = [*request.root.groups(), *request.root.fields()]
        for member in members:
            path = f".{member.path}" if member.path else ""
            if subject == f"{request.direction}.{request.method}{path}":
                conditions = member.conditions if isinstance(member, Group) and keyword == "any_of" else ()
                yield from (f"{at(stated.place)} (the rule)" for stated in conditions or (member,))
