"""Two request types of one method and direction in; bodies that may be judged otherwise by them, judged by both, out.

The bodies are the samples and the edges of every rule of both, made from the samples of both: what one of them says of
a field is tried on bodies that the other was written for.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from paycat.changes.texts import telling_texts
from paycat.contract.judge import judge
from paycat.contract.model import FieldNode, Group, Refusal, Request, Sample
from paycat.contract.values import Reason
from paycat.vectors.bodies import holds_path, with_value
from paycat.vectors.candidates import candidates

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
            for one in candidates(_for_base(rules, base), {}, Reason()):
                yield f"{one.rule.removeprefix(':')}/{one.variant}", one.body
    yield from _texts(old, new)


def _bases(old: Request, new: Request) -> list[Any]:
    """Return the full bodies of both, and each with what only the other has."""
    one, other = (request.sample("full").payload for request in (old, new))
    bases: list[Any] = []
    for base in (one, other, _joined(one, other), _joined(other, one)):
        if base not in bases:
            bases.append(base)
    return bases


def _joined(body: Any, more: Any) -> Any:
    if not isinstance(body, dict) or not isinstance(more, dict):
        return body
    shared = {name: _joined(value, more[name]) if name in more else value for name, value in body.items()}
    return shared | {name: value for name, value in more.items() if name not in body}


def _for_base(request: Request, base: Any) -> Request:
    """Return a request type as far as a body has its members, with the body as its only sample."""
    place = request.sample("full").place
    full = Sample(name="full", meaning="", payload=base, place=place)
    root = _within(request.root, base)
    return request.model_copy(update={"samples": (full,), "root": root})


def _within(group: Group, base: Any) -> Group:
    members = (one for one in group.members if holds_path(base, one.path.split(".")))
    kept = tuple(_fitting(one, base) for one in members)
    return group.model_copy(update={"members": kept})


def _fitting(member: FieldNode | Group, base: Any) -> FieldNode | Group:
    # A field may have become an object: what the body has there is tried as it is.
    return _within(member, base) if isinstance(member, Group) else member


def _texts(old: Request, new: Request) -> Iterator[tuple[str, Any]]:
    before = {field.path: field for field in old.root.fields()}
    for field in new.root.fields():
        earlier = before.get(field.path)
        if earlier is None or earlier.constraints == field.constraints:
            continue
        path = tuple(field.path.split("."))
        for text in telling_texts(earlier, field):
            for base in _bases(old, new):
                if holds_path(base, path):
                    yield f"{field.path}/telling_text", with_value(base, path, text)
