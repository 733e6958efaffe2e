"""Finds payloads whose verdict a change turns: the smallest, confirmed by JSON Schema validators."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache, reduce
from typing import Any

import jsonschema_rs

from paycat.changes.change import (
    ANSWERS,
    Change,
    Counterexample,
    Site,
    explained,
    pointers_fitting,
    request_at,
    site_of,
)
from paycat.changes.payloads import (
    Body,
    Rejections,
    Seen,
    body_of_field,
    body_of_record,
    body_of_request,
    turned_values,
)
from paycat.changes.records import Pairing, pairing, shape
from paycat.changes.taxonomy import type_of
from paycat.contract.dispatch import method_place
from paycat.contract.model import Contract, Violation
from paycat.contract.nodes import FieldNode
from paycat.contract.paths import without_case
from paycat.contract.reference_validator import FORMATS, validator_of
from paycat.contract.validate import validate
from paycat.schemas.json_schema import union_schema
from paycat.text.json_data import Path, holds_path, json_line, without

VALIDATORS = ("jsonschema", "jsonschema-rs")

Patterns = tuple[Violation, ...]

_ANYWHERE = ""
_MOST_TRIED = 5_000
"""How many smaller payloads of one body are tried; payloads of further changes are shown longer than they must be."""

_ByPointer = Mapping[str, Mapping[int, int]]
"""How many violations of each value the patterns with a pointer may fit, by the number of the value."""


class Counterexamples:
    """What payloads say of the changes from one contract to another. Payloads are made when they are asked for."""

    def __init__(self, old: Contract, new: Contract) -> None:
        self.old, self.new = old, new
        self._turned: dict[tuple[str, str], _Turned] = {}

    def narrowing(self, change: Change) -> Counterexample | None:
        """Return a small payload that was accepted before and is rejected now because of a change, or None."""
        if change.type in (type_of("method", "removed"), type_of("method", "renamed"), type_of("direction", "lost")):
            return _dispatched(self.old, self.new, change)
        turned_body = None if change.type.element == "sample" else self._of(change.site, change.values)
        return turned_body.counterexample(change, change.narrows, turned_body.narrowed) if turned_body else None

    def widening(self, change: Change) -> Counterexample | None:
        """Return a small payload that was rejected before because of what changed and is accepted now, or None."""
        if change.type in (type_of("method", "added"), type_of("direction", "gained")):
            inverse = _dispatched(self.new, self.old, change)
            return inverse and inverse.model_copy(update={"before": inverse.after, "after": inverse.before})
        turned_body = None if change.type.element == "sample" else self._of(change.site, change.values)
        return turned_body.counterexample(change, change.widens, turned_body.widened) if turned_body else None

    def has_payloads(self, change: Change) -> bool:
        """Tell whether there were payloads to try at the site of a change: without samples there are none."""
        turned_body = self._of(change.site, change.values)
        return turned_body is not None and turned_body.has_payloads

    def unexplained(self, changes: Iterable[Change]) -> Iterator[str]:
        """Return a sentence for each request with payloads whose verdict turns although no change says why."""
        changes_by_request: dict[tuple[str, str], list[Change]] = {}
        for change in changes:
            if change.site.direction and change.type.element != "sample":
                changes_by_request.setdefault((change.site.method or "", change.site.direction), []).append(change)
        for request in self.old.requests():
            key = (request.method, request.direction)
            bodies = self._of(site_of("request", method=request.method or None, direction=request.direction))
            if bodies:
                yield from bodies.unexplained(
                    f"{request.direction} {request.method}".rstrip(), changes_by_request.get(key, [])
                )

    @cached_property
    def _records(self) -> Pairing:
        return pairing(self.old, self.new)

    def _of(self, site: Site, versions: tuple[FieldNode, FieldNode] | None = None) -> "_Turned | None":
        record_name = self._records.name_in(site.path) if site.part in ANSWERS else None
        fields = versions if site.part == "interface" else None
        key = ("", record_name or site.path) if record_name or fields else (site.method or "", site.direction or "")
        if key not in self._turned:
            bodies = self._bodies(site, record_name, fields)
            if bodies is None:
                return None
            self._turned[key] = _Turned(*bodies)
        return self._turned[key]

    def _bodies(
        self, site: Site, name: str | None, fields: tuple[FieldNode, FieldNode] | None
    ) -> tuple[Body, Body] | None:
        if fields:
            return body_of_field(site.path, fields[0]), body_of_field(site.path, fields[1])
        if name:
            sides = self._records.old, self._records.new
            old, new = (body_of_record(records[name], records) if name in records else None for records in sides)
        elif site.part == "request":
            requests = (request_at(contract, site.method, site.direction) for contract in (self.old, self.new))
            old, new = (body_of_request(request) if request else None for request in requests)
        else:
            return None
        return (old, new) if old and new else None


class _Turned:
    """The values of one body whose verdict turns."""

    def __init__(self, old: Body, new: Body) -> None:
        self.old, self.new = old, new
        self._tried = 0

    @cached_property
    def has_payloads(self) -> bool:
        """Whether the bodies differ, and people wrote values of them."""
        return shape(self.old.root) != shape(self.new.root) and bool(self.old.written or self.new.written)

    @cached_property
    def seen(self) -> list[Seen]:
        return turned_values(self.old, self.new) if self.has_payloads else []

    @cached_property
    def narrowed(self) -> _ByPointer:
        return _by_pointer((number, seen_value) for number, seen_value in enumerate(self.seen) if seen_value.after)

    @cached_property
    def widened(self) -> _ByPointer:
        return _by_pointer((number, seen_value) for number, seen_value in enumerate(self.seen) if seen_value.before)

    def counterexample(self, change: Change, patterns: Patterns, counts: _ByPointer) -> Counterexample | None:
        seen_value = self._best(patterns, counts)
        if seen_value is None:
            return None
        smallest_value = self._minimised(seen_value, patterns)
        verdicts = (not smallest_value.before, not smallest_value.after)
        answers = [_verdicts(body.schema, smallest_value.body) for body in (self.old, self.new)]
        validators = tuple(name for name in VALIDATORS if tuple(answer[name] for answer in answers) == verdicts)
        return Counterexample(
            site=change.site,
            payload=smallest_value.body,
            before=tuple(map(_reported, smallest_value.before)),
            after=tuple(map(_reported, smallest_value.after)),
            origin=smallest_value.origin,
            confirmed_by=validators,
            is_read=change.is_read,
        )

    def _best(self, patterns: Patterns, counts_by_pointer: _ByPointer) -> Seen | None:
        """Return the value that shows a change best: with the fewest other violations, written, not odd, short."""
        counts = Counter[int]()
        for pointer in {pattern.pointer for pattern in patterns}:
            counts.update(counts_by_pointer.get(pointer, {}))
        best_pair: tuple[tuple[int, bool, bool, int, int], Seen] | None = None
        for floor, number in sorted((len(self.seen[number].both) - count, number) for number, count in counts.items()):
            if best_pair and floor > best_pair[0][0]:
                break
            seen_value = self.seen[number]
            other_count = len([violation for violation in seen_value.both if not explained(violation, patterns)])
            if other_count < len(seen_value.both):
                rank = (other_count, not seen_value.is_written, seen_value.is_odd, seen_value.size, number)
                best_pair = min(best_pair or (rank, seen_value), (rank, seen_value), key=lambda pair: pair[0])
        return best_pair[1] if best_pair else None

    def _minimised(self, seen_value: Seen, patterns: Patterns) -> Seen:
        """Leave members out while the verdict still turns for the same reason, and no other, as far as steps last."""
        rejections = Rejections(self.old, self.new, [seen_value.body])
        last_paths: list[Path] = []
        while last_paths != (paths := list(_paths(seen_value.body))):
            last_paths, path_groups = paths, [paths]
            while path_groups and self._tried < _MOST_TRIED:
                self._tried += 1
                path_group = path_groups.pop()
                body = reduce(_without, path_group, seen_value.body)
                smaller_value = rejections.on(body, seen_value.origin)
                if _turns_alike(smaller_value, seen_value, patterns):
                    seen_value = smaller_value
                elif len(path_group) > 1:
                    middle = len(path_group) // 2
                    path_groups += [path_group[middle:], path_group[:middle]]
        return seen_value

    def unexplained(self, name: str, changes: list[Change]) -> Iterator[str]:
        """Return a sentence for the values, rejected now or accepted now, that no change explains."""
        narrows = [pattern for change in changes for pattern in change.narrows]
        widens = [pattern for change in changes for pattern in change.widens]
        for counts, patterns, verdict in ((self.narrowed, narrows, "rejected"), (self.widened, widens, "accepted")):
            patterns_by_pointer: dict[str, list[Violation]] = defaultdict(list)
            for pattern in patterns:
                patterns_by_pointer[pattern.pointer].append(pattern)
            for value in (self.seen[number] for number in counts.get(_ANYWHERE, {})):
                pairs = ((violation, pointer) for violation in value.both for pointer in pointers_fitting(violation))
                if not any(explained(violation, patterns_by_pointer.get(pointer, ())) for violation, pointer in pairs):
                    yield f"{name}: the payload of {value.origin} is now {verdict}, and no change explains it"
                    break


def _by_pointer(numbered_values: Iterable[tuple[int, Seen]]) -> _ByPointer:
    counts_by_pointer: dict[str, dict[int, int]] = defaultdict(Counter)
    for number, seen_value in numbered_values:
        for violation in seen_value.both:
            for pointer in (_ANYWHERE, *pointers_fitting(violation)):
                counts_by_pointer[pointer][number] += 1
    return counts_by_pointer


def _reported(violation: Violation) -> Violation:
    """Return a violation with the pointer that the service has."""
    return violation.model_copy(update={"pointer": without_case(violation.pointer)})


def _turns_alike(smaller_value: Seen, seen_value: Seen, patterns: Patterns) -> bool:
    is_same_way = (not smaller_value.before, not smaller_value.after) == (not seen_value.before, not seen_value.after)
    violations, originals = set(smaller_value.both), set(seen_value.both)
    return is_same_way and violations <= originals and any(explained(violation, patterns) for violation in violations)


def _without(body: Any, path: Path) -> Any:
    return without(body, path) if holds_path(body, path) else body


def _paths(body: Any, parent_path: tuple[str, ...] = ()) -> Iterator[Path]:
    for name, value in body.items() if isinstance(body, dict) else ():
        yield (*parent_path, name)
        yield from _paths(value, (*parent_path, name))


def _dispatched(acceptor: Contract, rejector: Contract, change: Change) -> Counterexample | None:
    """Return the minimal sample of a request type that one contract has, as the other one answers it."""
    code = str(change.old) if change.type is type_of("method", "renamed") else change.site.method or ""
    directions = (change.site.direction,) if change.site.direction else acceptor.direction_names
    requests = (request_at(acceptor, code, direction) for direction in directions)
    request = next(
        (candidate for candidate in requests if candidate and not request_at(rejector, code, candidate.direction)), None
    )
    if request is None:
        return None
    samples = (sample for sample in request.samples if not sample.violations)
    valid_samples = (sample for sample in samples if not validate(request, sample.payload))
    sample = min(valid_samples, key=lambda candidate: len(json_line(candidate.payload)), default=None)
    code_place = method_place(acceptor, request.direction)
    if sample is None or not code_place.text:
        return None
    cause = "unavailable_direction" if rejector.method(code) else "unknown_method"
    violation = Violation(code=rejector.interface.problem(cause).slug, pointer=code_place.pointer)
    verdicts = _verdicts(body_of_request(request).schema, sample.payload)
    # Where there is no request in a direction, there is no schema that could accept anything.
    union = union_schema(rejector, request.direction) if any(rejector.requests(request.direction)) else False
    union_verdicts = _verdicts(json_line(union), sample.payload)
    validators = tuple(name for name in VALIDATORS if verdicts[name] and not union_verdicts[name])
    return Counterexample(
        site=change.site,
        payload=sample.payload,
        before=(),
        after=(violation,),
        origin=f"sample {sample.name}",
        confirmed_by=validators,
    )


def _verdicts(schema: str, payload: Any) -> dict[str, bool]:
    validators = zip(VALIDATORS, _compiled(schema), strict=True)
    return {name: bool(validator.is_valid(payload)) for name, validator in validators}


@lru_cache(maxsize=8)
def _compiled(schema_text: str) -> tuple[Any, Any]:
    schema = json.loads(schema_text)
    bulk_validator = jsonschema_rs.Draft202012Validator(schema, validate_formats=True)
    return validator_of(schema, format_checker=FORMATS), bulk_validator
