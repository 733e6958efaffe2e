"""Two contracts in; what published schemas say of the bodies of the old one, and what a comparison says wrongly, out.

Nothing here asks the engine: bodies are the published vectors and texts at edges, verdicts are those of compiled
schemas and, for decimal places, which schemas cannot express, of the contract's meaning.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import jsonschema_rs
from projects import DIRECTIONS

from paycat.changes.change import Change, Comparison, Counterexample
from paycat.changes.taxonomy.change_type import BREAKING, SAFE
from paycat.conformance.derive.requests import ground, request_vectors
from paycat.contract.dispatch import dispatch
from paycat.contract.model import Contract, Request, Violation
from paycat.contract.validate import validate
from paycat.diagnostics import FindingsError
from paycat.schemas.json_schema import request_schema
from paycat.text.json_data import holds_path, value_at, with_value, without
from tests.changes.editing import Key, fitting, key_of, values_for

Bodies = list[tuple[str, Any]]


class Truth:
    """What bodies say of edits of one contract; what is compiled and read of it is kept."""

    def __init__(self, contract: Contract, vectors: Path) -> None:
        self.contract = contract
        self.figures: Counter[str] = Counter()
        self._own = {id(request) for request in contract.requests()}
        self._vectors = {key_of(one): _published(vectors, one) for one in contract.requests()}
        self._compiled: dict[int, tuple[Request, Any]] = {}

    def complaints(self, old: Contract, new: Contract, found: Comparison) -> Iterator[str]:
        """Return what is wrong with a comparison."""
        yield from (f"fault: {fault}" for fault in found.faults)
        every = [one for assessment in found.changes for one in assessment.all()]
        untouched = 2
        for request in old.requests():
            later = request_of(new, key_of(request))
            if later is request:
                untouched -= 1
            if later is not request or untouched >= 0:
                yield from self._of_request(old, new, request, every)
        for one in every:
            yield from _of_counterexample(old, new, one, one.counterexample, "accepted before, rejected now")
            yield from _of_counterexample(new, old, one, one.widening, "rejected before, accepted now")
        self._count(found, every)

    def _of_request(self, old: Contract, new: Contract, request: Request, every: list[Change]) -> Iterator[str]:
        key = key_of(request)
        later = request_of(new, key)
        told = [one for one in every if "sender" in one.verdicts.known and _touches(one, key)]
        said = max((one.verdicts.known["sender"].verdict for one in told), key=lambda one: one.rank, default=SAFE)
        proven = any(one.verdicts.known["sender"].text == "breaking (proven)" and one.counterexample for one in told)
        vectors = self.vectors(old, request)
        rejected = [*self._rejected(request, later, vectors)]
        other = next(self._others(old, new, request, later), None) if later and not rejected else None
        self.figures["old vectors that are rejected"] += len(rejected)
        self.figures["old vectors that are asked"] += len(vectors)
        if rejected and not proven:
            yield f"{key}: {rejected[0]} is rejected now, and the diff says {said}, with no payload"
        elif other and said is not BREAKING:
            yield f"{key}: {other} shows a break, and the diff says {said}"
        elif other and not proven and later and _has_sound_samples(request) and _has_sound_samples(later):
            yield f"{key}: {other} shows a break, and the diff has no payload"

    def _others(self, old: Contract, new: Contract, request: Request, later: Request) -> Iterator[tuple[str, Any]]:
        """Return bodies that were accepted and are rejected: at edges of both requests, and vectors of the new one."""
        yield from self._rejected(request, later, _edges(request, later))
        yield from self._rejected(request, later, self.vectors(new, later))

    def vectors(self, contract: Contract, request: Request) -> Bodies:
        """Return bodies that a request type's vectors call valid: the published ones, or those of an edited one."""
        if id(request) in self._own:
            return self._vectors[key_of(request)]
        try:
            made = list(request_vectors(request, ground(contract, request.direction)))
        except (FindingsError, KeyError, TypeError, AttributeError, IndexError, RuntimeError, StopIteration):
            self.figures["edited requests without vectors"] += 1
            return [(f"sample {one.name}", one.payload) for one in request.samples if not one.violations]
        return [(one.id, one.payload) for one in made if one.valid]

    def _rejected(
        self, old: Request, new: Request | None, bodies: Iterable[tuple[str, Any]]
    ) -> Iterator[tuple[str, Any]]:
        """Return the bodies that the old schema accepts and the new one rejects."""
        before = self._validator(old)
        if new is None:
            yield from (one for one in bodies if before.is_valid(one[1]))
            return
        after, is_lost = self._validator(new), _locations(old) != _locations(new)
        for one in bodies:
            turned = (is_lost or not after.is_valid(one[1])) and before.is_valid(one[1])
            # Fractions are what schemas cannot express, so the contract's own meaning has the last word.
            if turned and not validate(old, one[1]) and validate(new, one[1]):
                yield one

    def _validator(self, request: Request) -> Any:
        if id(request) not in self._compiled:
            # The request is kept with it, so that no other one gets its id.
            made = jsonschema_rs.Draft202012Validator(request_schema(request))
            self._compiled[id(request)] = (request, made)
        return self._compiled[id(request)][1]

    def _count(self, found: Comparison, every: list[Change]) -> None:
        self.figures[f"comparisons: {found.verdict}"] += 1
        for one in every:
            self.figures["payloads that break"] += one.counterexample is not None
            self.figures["payloads that are newly accepted"] += one.widening is not None
            if "sender" in one.verdicts.known:
                self.figures[f"verdicts for senders: {one.verdicts.known['sender'].text}"] += 1


def request_of(contract: Contract, key: Key) -> Request | None:
    """Return a contract's request type, or None."""
    method = contract.method(key[1])
    return method.offer(key[0]).request if method else None


def _locations(request: Request) -> dict[str, Any]:
    fields = request.root.fields()
    return {field.path: [rule for rule in field.constraints if rule.kind.can_be_lost] for field in fields}


def _published(folder: Path, request: Request) -> Bodies:
    lines = (folder / request.direction / f"{request.method}.jsonl").read_text(encoding="utf-8").splitlines()
    vectors = [json.loads(line) for line in lines]
    return [(one["id"], one["payload"]) for one in vectors if one["valid"] and one["stage"] == "fields"]


def _touches(assessment: Change, key: Key) -> bool:
    change, sites = assessment, assessment.sites
    if change.type.id == "method-renamed" and key[1] in (change.old, change.new):
        return True
    return any(site.method == key[1] and site.direction in (None, key[0]) for site in sites)


def _has_sound_samples(request: Request) -> bool:
    """Tell whether the samples that bodies are made of are as the rules of a catalogue want them."""
    if {"minimal", "full"} - {sample.name for sample in request.samples}:
        return False
    full = request.sample("full").payload
    whole = all(holds_path(full, field.path.split(".")) for field in request.root.fields())
    return whole and not validate(request, full) and not validate(request, request.sample("minimal").payload)


def _edges(old: Request, new: Request) -> Iterator[tuple[str, Any]]:
    """Return bodies of both requests with one member that holds something else, and with one or two left out."""
    members = {one.path: one for request in (old, new) for one in request.root.fields()}
    for sample in old.samples[:2]:
        name, base = sample.name, sample.payload
        for path, field in members.items():
            steps = path.split(".")
            if all(holds_path(base, steps[:depth]) for depth in range(1, len(steps))):
                for value in values_for(field) if name == "full" else [fitting(field)]:
                    yield f"{name}, {path} {value!r}", with_value(base, tuple(steps), value)
        held = [tuple(path.split(".")) for path in members if holds_path(base, path.split("."))]
        for pair in (*combinations(held, 1), *combinations(held, 2)):
            body = base
            for path in pair:
                body = without(body, path)
            yield f"{name} without {pair}", body
        for group in (*old.root.groups(), *new.root.groups()):
            steps = group.path.split(".") if group.path else []
            if holds_path(base, steps):
                yield f"{name}, unlisted in {group.path!r}", with_value(base, (*steps, "unlisted"), 1)
                for member in group.members:
                    body = with_value(base, (*steps, member.name), fitting(member))
                    yield f"{name} with {member.path}", body


def _of_counterexample(
    accepting: Contract, rejecting: Contract, one: Change, counterexample: Counterexample | None, told: str
) -> Iterator[str]:
    """Return what is wrong with a payload that one contract is said to accept, and the other to reject."""
    if counterexample is None or counterexample.is_read or counterexample.site.path.startswith("parameter "):
        return
    rejected = counterexample.after or counterexample.before
    name = f"{one.type.id} at {counterexample.site.name}: the payload of {counterexample.origin} ({told})"
    answers = [_answer(contract, counterexample, counterexample.payload) for contract in (accepting, rejecting)]
    if answers != [(), rejected]:
        yield f"{name} claims {rejected}, and gets {answers}"
        return
    for path in _below(counterexample.payload):
        smaller = without(counterexample.payload, path)
        before, after = (_answer(contract, counterexample, smaller) for contract in (accepting, rejecting))
        if not before and after == rejected:
            yield f"{name} is not minimal: {'.'.join(path)} can be left out of {counterexample.payload}"


def _answer(contract: Contract, counterexample: Counterexample, payload: Any) -> tuple[Violation, ...]:
    """Return what the request type of a change rejects; of a method that came or went, what any rejects."""
    site, direction = counterexample.site, counterexample.site.direction
    request = request_of(contract, (direction, site.method)) if direction and site.method else None
    if request:
        return validate(request, payload)
    answers = [_dispatched(contract, each, payload) for each in ([direction] if direction else DIRECTIONS)]
    return min(answers, key=lambda answer: [violation.code != "unknown-method" for violation in answer])


def _dispatched(contract: Contract, direction: str, payload: Any) -> tuple[Violation, ...]:
    found = dispatch(contract, direction, payload)
    return (found,) if isinstance(found, Violation) else validate(found, payload)


def _below(body: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    inside = value_at(body, above)
    for name in inside if isinstance(inside, dict) else ():
        yield (*above, name)
        yield from _below(body, (*above, name))
