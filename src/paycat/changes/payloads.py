"""Two request types of one method and direction in; bodies that may be judged otherwise by them, judged by both, out.

The bodies are the samples and the edges of every rule of both, made from the samples of both: what one of them says of
a field is tried on bodies that the other was written for.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from paycat.changes.texts import telling_texts
from paycat.contract.judge import judge
from paycat.contract.model import FieldNode, Group, Refusal, Request, Sample
from paycat.contract.paths import steps_of
from paycat.contract.values import Reason
from paycat.matching.pattern_mutants import MOST_STEPS
from paycat.shapes.json_types import JSON_TYPES
from paycat.vectors.bodies import holds_path, value_at, with_value
from paycat.vectors.candidates import candidates

_PATTERN_STEPS = MOST_STEPS // 20
"""What the mutants of one pattern may cost here: how many patterns changed is not known."""

_SAMPLE = "sample "


@dataclass(frozen=True, slots=True)
class Seen:
    """A body, what it was made of, and what each request type refuses in it."""

    body: Any
    origin: str
    before: tuple[Refusal, ...]
    after: tuple[Refusal, ...]

    @property
    def is_written(self) -> bool:
        """Whether a person wrote it: a sample is easier to read than what was made of one."""
        return self.origin.startswith(_SAMPLE)

    @property
    def is_odd(self) -> bool:
        """Whether it shows a rule by what nobody would send, such as a member without a name."""
        return self.origin.endswith("/empty_name")

    @property
    def size(self) -> int:
        """Length of the body as JSON."""
        return len(json.dumps(self.body))


def judged_by_both(old: Request, new: Request) -> list[Seen]:
    """Return every body with both verdicts, each body once."""
    known: dict[str, Seen] = {}
    for origin, body in _bodies(old, new):
        mark = json.dumps(body, sort_keys=True)
        if mark not in known:
            known[mark] = Seen(body, origin, judge(old, body), judge(new, body))
    return list(known.values())


def _bodies(old: Request, new: Request) -> Iterator[tuple[str, Any]]:
    for request in (old, new):
        for sample in request.samples:
            yield f"{_SAMPLE}{sample.name}", sample.payload
            if sample.mended is not None:
                yield f"{_SAMPLE}{sample.name}, mended", sample.mended
    for rules in (old, new):
        for base in _bases(old, new):
            for one in candidates(_for_base(rules, base).root, base, {}, Reason(), _PATTERN_STEPS):
                yield f"{one.rule.removeprefix(':')}/{one.variant}", one.body
    yield from _texts(old, new)


def _bases(old: Request, new: Request) -> list[Any]:
    """Return the full bodies of both, and each with what only the other has."""
    full = [body for request in (old, new) if (body := _full(request)) is not None]
    bases: list[Any] = []
    for base in (*full, *(_joined(one, other) for one, other in permutations(full, 2))):
        if base not in bases:
            bases.append(base)
    return bases


def _full(request: Request) -> Any:
    """Return the body with the most members; a catalogue that is being edited may have none."""
    named = (sample.payload for name in ("full", "minimal") for sample in request.samples if sample.name == name)
    return next(named, None)


def _joined(body: Any, more: Any) -> Any:
    if not isinstance(body, dict) or not isinstance(more, dict):
        return body
    shared = {name: _joined(value, more[name]) if name in more else value for name, value in body.items()}
    return shared | {name: value for name, value in more.items() if name not in body}


def _for_base(request: Request, base: Any) -> Request:
    """Return a request type as far as a body has its members, with the body as its only sample."""
    full = Sample(name="full", meaning="", payload=base, place=request.root.place)
    root = _within(request.root, base)
    return request.model_copy(update={"samples": (full,), "root": root})


def _within(group: Group, base: Any) -> Group:
    kept = (_fitting(one, base) for one in group.members)
    return group.model_copy(update={"members": tuple(one for one in kept if one)})


def _fitting(member: FieldNode | Group, base: Any) -> FieldNode | Group | None:
    """Return a member as far as a body has it with its type, or None: what it says then is tried on no such body."""
    path = steps_of(member.path)
    if not holds_path(base, path):
        return None
    value = value_at(base, path)
    if isinstance(member, Group):
        inner = _within(member, base) if isinstance(value, dict) else None
        return inner if inner and inner.members else None
    if not JSON_TYPES[member.json_type].holds(value):
        return None
    if member.items is None:
        return member
    items = _fitting(member.items, base)
    return member.model_copy(update={"items": items}) if items else None


def _texts(old: Request, new: Request) -> Iterator[tuple[str, Any]]:
    before = {field.path: field for field in old.root.fields()}
    for field in new.root.fields():
        earlier = before.get(field.path)
        if earlier is None or earlier.constraints == field.constraints:
            continue
        path = steps_of(field.path)
        for text in telling_texts(earlier, field):
            for base in _bases(old, new):
                if holds_path(base, path):
                    yield f"{field.path}/telling_text", with_value(base, path, text)
