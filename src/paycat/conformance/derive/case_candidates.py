"""Bodies on both sides of the cases of an object, and bodies that break what its members are in one."""

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from itertools import chain, islice
from typing import Any

from paycat.catalogue.cases import Given
from paycat.conformance.derive.candidate import NOTHING, Candidate, Subject, Violations, rule_of, violation
from paycat.conformance.derive.mending import (
    added_to,
    decided_alone,
    in_case,
    known_values,
    mended,
    values_of,
    with_member,
    with_value_in_case,
)
from paycat.conformance.derive.rule_candidates import of_field, of_rules, of_types
from paycat.conformance.derive.values import breaking, keeping, sample_of, telling_texts
from paycat.contract.cases import label_of
from paycat.contract.decisions import holds, node_in
from paycat.contract.model import Violation
from paycat.contract.nodes import Case, FieldNode, Group, Node, groups_of
from paycat.contract.paths import path_at, pointer, steps_of
from paycat.contract.plain_values import plain_values
from paycat.contract.validate import rejected
from paycat.shapes.constraints import FIXED, LISTED
from paycat.shapes.json_types import JSON_TYPES
from paycat.text.json_data import Path, compact, holds_path, value_at, with_value, without


def of_each_value(subject: Subject, root: Group, path: Path) -> Iterator[Candidate]:
    """Return a body with each value of a member that decides on cases."""
    field = node_in(root, {}, [str(step) for step in path])
    if isinstance(field, FieldNode) and (field.listed or field.json_type == "boolean"):
        for value in known_values(root, path):
            body = with_member(root, subject.full, path, value=value)
            rule = rule_of(path, field.listed.keyword if field.listed else "type")
            yield Candidate(rule, f"is_{compact(value)}", subject.full if body is None else body, field.reason)


def of_types_undecided(subject: Subject, root: Group) -> Iterator[Candidate]:
    """Return values of another type for objects inside which cases decide, where what these ask for is not there."""
    deciding_paths: dict[Path, list[Path]] = {}
    for group in groups_of(root):
        for case in group.cases:
            start, inner_steps = steps_of(group.path), steps_of(case.member)
            for depth in range(1, len(inner_steps)):
                given_paths = [(*start, *steps_of(given)) for given in case.given]
                deciding_paths.setdefault((*start, *inner_steps[:depth]), []).extend(given_paths)
    for path, paths in deciding_paths.items():
        container = node_in(root, {}, [str(step) for step in path])
        outer_paths = [outer for outer in dict.fromkeys(paths) if outer[: len(path)] != path]
        undecided = reduce(without, (outer for outer in outer_paths if holds_path(subject.full, outer)), subject.full)
        missing = {single.pointer: single for single in rejected(root, undecided) if single.code == "required"}
        absences = frozenset(missing[pointer(outer)] for outer in outer_paths if pointer(outer) in missing)
        if container and holds_path(undecided, path):
            for candidate in of_types(replace(subject, full=undecided), path, container):
                yield replace(candidate, variant=f"{candidate.variant}_undecided", aims=candidate.aims | absences)


def of_case(subject: Subject, root: Node, path: Path, case: Case) -> Iterator[Candidate]:
    """Return bodies of which a case of the object at a path holds, or almost, with and without its member."""
    body = in_case(root, [subject.full, *subject.others], path, case) if isinstance(root, Group) else None
    if body is None or not isinstance(root, Group):
        return
    member_path = (*path, *steps_of(case.member))
    member = node_in(root, {}, [str(step) for step in member_path])
    if case.field and isinstance(member, FieldNode) and holds_path(body, member_path):
        case_field = case.field.model_copy(update={"items": member.items})
        case = case.model_copy(update={"field": case_field})
        for candidate in of_rules(replace(subject, full=body), case_field, member):
            # A value that this case accepts another one may reject, which then must not hold.
            is_rejected = not candidate.aims and rejected(root, candidate.body)
            value = value_at(candidate.body, member_path)
            other = with_value_in_case(root, body, path, case, value) if is_rejected else None
            yield candidate if other is None else replace(candidate, body=other)
    for given in case.given:
        yield from _of_given(replace(subject, full=body), root, path, case, given)


def _of_given(subject: Subject, root: Group, path: Path, case: Case, given: str) -> Iterator[Candidate]:
    """Return bodies on both sides of one of the members that decide on a case; the case holds of the full body."""
    body, member_path, given_path = subject.full, (*path, *steps_of(case.member)), (*path, *steps_of(given))
    name = f"{path_at(path)}.{case.member}({label_of(case.given)})".lstrip(".")
    rule = f"{name}:{case.requirement or 'case'}"
    asked = _of_presence(member_path, len(path))
    field = node_in(root, {}, [str(step) for step in given_path])
    for variant, side, wrong in _sides(root, body, path, given_path, field, case.given[given]):
        for toggled_variant, toggled in _toggled(root, side, member_path):
            full_variant = f"{given}_{variant}{toggled_variant}"
            yield Candidate(rule, full_variant, toggled, case.reason, asked=asked | wrong, toggled=[member_path])
        for candidate in _breaking_the_case(root, side, path, case, wrong):
            yield replace(candidate, variant=f"{candidate.variant}_{given}_{variant}")
    member = node_in(root, {}, [str(step) for step in member_path])
    if case.field and isinstance(member, FieldNode) and holds_path(body, member_path) and holds_path(body, given_path):
        absence = violation("required", given_path) if field and field.requirement == "required" else NOTHING
        for candidate in of_field(replace(subject, full=without(body, given_path)), member):
            # What an artefact cannot express it accepts, and never a body with a second mistake.
            is_limited = candidate.field and candidate.constraint and candidate.field.limitation(candidate.constraint)
            if not (absence and is_limited):
                variant = f"{candidate.variant}_without_{given}"
                yield replace(candidate, variant=variant, aims=candidate.aims | absence)


def _breaking_the_case(root: Group, side: Any, start: Path, case: Case, wrong: Violations) -> Iterator[Candidate]:
    """Return bodies with values that the member may have, and not in the case, whether that holds or not."""
    path, is_held = (*start, *steps_of(case.member)), holds(case, value_at(side, start))
    member = node_in(root, {}, [str(step) for step in path])
    if not (case.field and isinstance(member, FieldNode) and holds_path(side, path)):
        return
    for rule in (rule for rule in case.field.constraints if rule not in member.constraints):
        sample = sample_of(case.field, value_at(side, path))
        usual = chain(
            (("another", value) for value in plain_values(member)),
            ((name, value) for _, name, value in (*keeping(member, sample), *telling_texts(member, sample))),
        )
        telling = (
            (name, value)
            for name, value in chain(breaking(case.field, sample, rule), usual)
            if not rule.holds(value) and member.accepts(value) and JSON_TYPES[member.json_type].holds(value)
        )
        aims = violation(rule.code, path)
        for name, value in islice(telling, 1):
            # Other cases may reject the value, too: where they do not hold, this one alone decides.
            alone = None if wrong else decided_alone(root, side, start, case, value)
            body = with_value(side, path, value) if alone is None else alone
            rule_name = f"{case.field.path}:{rule.keyword}"
            made = Candidate(rule_name, name, body, rule.reason, toggled=[path])
            if member.limitation(rule) is None:
                yield replace(made, asked=wrong | aims)
            elif is_held:  # What an artefact cannot express it accepts, and never a body with a second mistake.
                yield replace(made, aims=aims, constraint=rule, field=case.field)
            else:
                yield made


def _of_presence(path: Path, length: int) -> Violations:
    """Return what may be wrong with whether a member, or what it is in inside an object of a depth, is there."""
    paths = [path[:depth] for depth in range(length + 1, len(path) + 1)]
    return frozenset(
        single for code in ("required", "unknown_field") for inner in paths for single in violation(code, inner)
    )


def _sides(
    root: Group, body: Any, start: Path, path: Path, field: Node | None, test: Given
) -> Iterator[tuple[str, Any, Violations]]:
    """Return bodies on both sides of what decides on a case, each with its name and what is wrong with it anyway.

    `body` is on the one side, and `start` is the path of the object that has the case.
    """
    yield "is_met", body, NOTHING
    for depth in range(len(start) + 1, len(path)):
        if holds_path(body, path[:depth]):
            yield f"lacks_{path[depth - 1]}", without(body, path[:depth]), violation("required", path[:depth])
    for value in values_of(root, path, test) if holds_path(body, path) else ():
        if (side := with_member(root, body, path, value=value)) is not None:
            yield f"is_{compact(value)}", side, NOTHING
    missing = without(body, path) if holds_path(body, path) else with_member(root, body, path)
    if missing is not None:
        yield "turned", missing, violation("required", path)
        if (side := mended(root, missing)) is not None:
            yield "turned_and_mended", side, NOTHING
    if field is None or not holds_path(body, path):
        return
    codes = ("null_not_allowed", "type", LISTED.usual_code, FIXED.usual_code)
    wrong = frozenset[Violation]().union(*(violation(code, path) for code in codes))
    unlisted: list[tuple[str, Any]] = []
    if test.values and field.json_type == "string":
        # Nor is a value listed that is written with other letters, small for capital ones.
        swapped = [str(value).swapcase() for value in test.values]
        unlisted = [("unlisted", "unlisted_value"), *(("swapped_case", value) for value in swapped[:1])]
    for name, value in (("null", None), *unlisted, *JSON_TYPES[field.json_type].foreign_to(value_at(body, path))):
        yield name, with_value(body, path, value), wrong


def _toggled(root: Group, body: Any, path: Path) -> Iterator[tuple[str, Any]]:
    """Return a body as it is, and without the member at a path or with it."""
    yield "", body
    if holds_path(body, path):
        yield "_without_it", without(body, path)
    elif (added := added_to(root, body, path)) is not None:
        yield "_with_it", added
