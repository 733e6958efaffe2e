"""Values that may break one rule of a shape, or keep one at its edge; the contract's verdict decides."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from paycat.conformance.derive.candidate import Candidate, Subject, rule_of
from paycat.conformance.derive.case_candidates import of_case, of_each_value, of_types_undecided
from paycat.conformance.derive.mending import deciding_paths, mended, path_in, scenes
from paycat.conformance.derive.parts import fewest, parts
from paycat.conformance.derive.rule_candidates import Foreign, of_part
from paycat.contract.model import Violation
from paycat.contract.nodes import Group, Node, groups_of, nodes_of
from paycat.contract.paths import steps_of
from paycat.contract.validate import VariantValidator
from paycat.text.json_data import holds_path


def judged(
    root: Node, subject: Subject, candidates: Iterable[Candidate]
) -> Iterator[tuple[Candidate, tuple[Violation, ...]]]:
    """Return the candidates that show what they are made for, each with everything that is rejected in its body.

    Of several with one name, the first is returned.
    """
    validator = VariantValidator(root, [subject.full], subject.bodies)
    has_cases = any(group.cases for group in groups_of(root))
    names: set[tuple[str, str]] = set()
    for stated_candidate in candidates:
        candidate, name = stated_candidate, (stated_candidate.rule, stated_candidate.variant)
        violations = validator.rejected(candidate.body)
        is_made_for_one = candidate.aims or candidate.toggled
        if has_cases and is_made_for_one and {*violations} - candidate.asked > candidate.aims:
            candidate = _mended(root, candidate)
            violations = validator.rejected(candidate.body)
        if candidate.aims == {*violations} - candidate.asked and name not in names:
            names.add(name)
            yield candidate, violations


def _mended(root: Node, candidate: Candidate) -> Candidate:
    """Return a candidate without what its mistake breaks elsewhere, as it decides on cases."""
    pointers = {aim.pointer for aim in candidate.aims}
    broken_paths = [path_in(candidate.body, pointer) for pointer in pointers]
    kept_paths = [path for path in broken_paths if holds_path(candidate.body, path)]
    aims = candidate.aims | candidate.asked
    body = mended(root, candidate.body, kept_paths, aims) if isinstance(root, Group) else None
    if body is None or any(holds_path(body, path) != holds_path(candidate.body, path) for path in candidate.toggled):
        return candidate
    return replace(candidate, body=body)


def candidates(
    root: Node, subject: Subject, foreign_members: Foreign, whole: Node | None = None
) -> Iterator[Candidate]:
    """Return every candidate of a body.

    `foreign_members` holds, by container, members that other requests of the direction have, with a value. Cases are
    those of `whole`, if it has more members than the body.
    """
    minimal_body = fewest(root, subject.full, subject.bodies, nodes_of(root))
    yield Candidate(rule_of((), "required"), "minimal", minimal_body, root.reason)
    for scene, full_body in scenes(root, [subject.full, *subject.others]):
        for part, body in parts(scene, full_body, subject.bodies, subject.most_signs):
            yield from of_part(part, foreign_members, replace(subject, full=body))
            foreign_members = {}
    whole = whole or root
    if isinstance(whole, Group):
        for path in deciding_paths(whole):
            yield from of_each_value(subject, whole, path)
        yield from of_types_undecided(subject, whole)
        for group in groups_of(whole):
            for case in group.cases:
                yield from of_case(subject, whole, steps_of(group.path), case)
