"""A vector by its id, such as DIRECTION.METHOD.FIELD:RULE/VARIANT."""

import json
from collections.abc import Iterator
from typing import Any

from paycat.contract.model import FieldNode, Group
from paycat.contract.values import Reason
from paycat.explaining.explanation import Explanation, at
from paycat.explaining.project import Project
from paycat.explaining.reasons import because


def names(project: Project) -> Iterator[str]:
    """Every vector's id."""
    return (vector["id"] for vector in (*project.vectors, *project.values))


def find(word: str, project: Project) -> Iterator[Explanation]:
    """Explain the vector with this id."""
    return (_vector(vector, project) for vector in (*project.vectors, *project.values) if vector["id"] == word)


def _vector(vector: dict[str, Any], project: Project) -> Explanation:
    refused = [f"refused: {one['code']} at {one['pointer']}" for one in vector.get("refusals", ())]
    verdict = refused or ["accepted" if vector["valid"] else "refused"]
    losses = [f"{loss} cannot say the rule, and accepts" for loss in vector["losses"]]
    reason = Reason(source=vector["source"], decisions=tuple(vector["decisions"]))
    body = next(json.dumps(vector[name], ensure_ascii=False) for name in ("payload", "raw", "texts") if name in vector)
    return Explanation(
        f"{vector['id']}, a vector of the stage {vector['stage']}",
        what=(f"the rule {vector['rule']}, {vector.get('origin', 'derived')}", *verdict, *losses, body),
        stands=(f"{vector['file']}:{vector['line']}", *_rule_places(vector["rule"], project)),
        why=because(project.contract, (reason,)),
    )


def _rule_places(rule: str, project: Project) -> Iterator[str]:
    subject, _, keyword = rule.partition(":")
    for request in project.contract.requests():
        members: list[Group | FieldNode] = [*request.root.groups(), *request.root.fields()]
        for member in members:
            path = f".{member.path}" if member.path else ""
            if subject == f"{request.direction}.{request.method}{path}":
                conditions = member.conditions if isinstance(member, Group) and keyword == "any_of" else ()
                yield from (f"{at(stated.place)} (the rule)" for stated in conditions or (member,))
