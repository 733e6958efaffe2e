"""A request type in, its conditions out: which combinations suffice, and which samples show each."""

from collections.abc import Iterator
from dataclasses import dataclass

from paycat.catalogue.statement import Reason
from paycat.contract.model import Contract, Request, Sample
from paycat.contract.nodes import Condition, FieldNode, Group
from paycat.contract.paths import steps_of
from paycat.contract.pointers import pointer


@dataclass(frozen=True, slots=True)
class Combination:
    """Fields that suffice together, as paths and names, and valid samples that send them, and nothing else, if any."""

    fields: tuple[tuple[str, str], ...]
    samples: tuple[Sample, ...]


@dataclass(frozen=True, slots=True)
class ConditionView:
    """A condition of a container (path "" for the request itself). `refused` are samples that break it."""

    inside: str
    required: bool
    combinations: tuple[Combination, ...]
    refused: tuple[Sample, ...]
    reason: Reason


def condition_views(_contract: Contract, request: Request) -> tuple[ConditionView, ...]:
    """Return the conditions, outermost container first."""
    return tuple(_view(request, group, condition) for group in request.root.groups() for condition in group.conditions)


def unexplained(_contract: Contract, request: Request) -> tuple[FieldNode, ...]:
    """Return the fields that are called conditional while no condition says when."""
    explained = set(_explained(request))
    return tuple(one for one in request.root.fields() if one.requirement == "conditional" and one.path not in explained)


def _explained(request: Request) -> Iterator[str]:
    for group in request.root.groups():
        for condition in group.conditions:
            yield from (_path(group, name) for names in condition.any_of for name in names)


def _view(request: Request, group: Group, condition: Condition) -> ConditionView:
    return ConditionView(
        inside=group.path,
        required=group.requirement == "required",
        combinations=tuple(_combination(request, group, condition, names) for names in condition.any_of),
        refused=tuple(one for one in request.samples if _breaks(group, condition, one)),
        reason=condition.reason,
    )


def _combination(request: Request, group: Group, condition: Condition, names: tuple[str, ...]) -> Combination:
    valid = [one for one in request.samples if not one.refusals and _holds(group, names, one)]
    others = [other for other in condition.any_of if other != names]
    alone = [one for one in valid if not any(_holds(group, other, one) for other in others)]
    return Combination(fields=tuple((_path(group, name), name) for name in names), samples=tuple(alone or valid))


def _holds(group: Group, names: tuple[str, ...], sample: Sample) -> bool:
    sent = sample.at(group.path)
    return isinstance(sent, dict) and all(name in sent for name in names)


def _breaks(group: Group, condition: Condition, sample: Sample) -> bool:
    place = pointer(steps_of(group.path))
    told = any(one.pointer == place and one.code == "conditional_required" for one in sample.refusals)
    return told and not any(_holds(group, names, sample) for names in condition.any_of)


def _path(group: Group, name: str) -> str:
    return f"{group.path}.{name}" if group.path else name
