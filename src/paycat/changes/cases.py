"""Compares what members are where others have certain values: in each combination of these that both versions know."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from paycat.catalogue.cases import Given
from paycat.changes.change import Change, Site, at, everything
from paycat.changes.elements import ElementPair
from paycat.changes.fields import field_changes
from paycat.changes.taxonomy import type_of
from paycat.contract.cases import label_of
from paycat.contract.constraint import Constraint
from paycat.contract.nodes import Case, FieldNode, Group, Node, groups_of, nodes_of
from paycat.contract.paths import case_of, path_at, steps_of
from paycat.text.json_data import Path, holds_path, value_at

_MOST_COMBINATIONS = 4_000
"""Of more, only the cases that changed are looked at: what others say there may be told as a change."""

_ABSENT, _PRESENT = "absent", "present"
_State = tuple[str, Any]
"""What a deciding member is: absent, present, or a value of it."""


class _Stated(NamedTuple):
    """A case with the paths from the body of what it asks for."""

    tests: Mapping[Path, Given]
    case: Case
    owner: Group

    @property
    def meaning(self) -> Any:
        """What of it is compared."""
        rules = self.case.field.constraints if self.case.field else ()
        return [*self.tests.items()], self.case.requirement, _meaning(rules)

    def holds(self, state_by_path: Mapping[Path, _State]) -> bool:
        return all(_is_met(test, state_by_path[path]) for path, test in self.tests.items())


class _Outcome(NamedTuple):
    """What cases make of a member in one version."""

    requirement: str | None
    rules: tuple[Constraint, ...]

    @property
    def meaning(self) -> Any:
        """What of it is compared."""
        return self.requirement, _meaning(self.rules)


@dataclass(frozen=True)
class Region:
    """Combinations in which a member changed in the same way: of some members, the states that are among them."""

    member: Node
    old_member: Node
    states: Mapping[Path, frozenset[_State]]
    old: _Outcome
    new: _Outcome
    old_stated: _Stated | None
    new_stated: _Stated | None

    @property
    def stated(self) -> _Stated:
        """The case that decides, of the new version if there is one."""
        stated = self.new_stated or self.old_stated
        assert stated, "no member changes without a case"
        return stated

    @property
    def object_path(self) -> Path:
        """The innermost object that holds the member, and all that decides."""
        parents = [path[:-1] for path in (steps_of(self.member.path), *self.states)]
        shared = zip(*parents, strict=False)
        depth = next((depth for depth, steps in enumerate(shared) if len({*steps}) > 1), min(map(len, parents)))
        return parents[0][:depth]

    @property
    def case(self) -> Case:
        """The combinations as one case, as if it were stated."""
        start = len(self.object_path)
        given = {path_at(path[start:]): _given(states) for path, states in self.states.items()}
        rules = (self.new if self.new.rules else self.old).rules
        path = path_at(steps_of(self.member.path)[start:])
        field = _narrowed(self.member, rules, self.path) if isinstance(self.member, FieldNode) and rules else None
        return self.stated.case.model_copy(update={"given": given, "member": path, "field": field})

    @property
    def label(self) -> str:
        """The combinations in signs, such as `currency=EUR`; empty if they are all."""
        start = len(self.object_path)
        return ", ".join(_sign(path_at(path[start:]), states) for path, states in self.states.items())

    @property
    def path(self) -> str:
        """The path of the member with the combinations, such as `amount(currency=EUR)`."""
        return case_of(self.member.path, self.label) if self.label else self.member.path

    def has(self, body: Any) -> bool:
        """Tell whether a body is one of the combinations."""
        return all(_state_in(body, path, states) in states for path, states in self.states.items())


def regions(old: Node, new: Node) -> list[Region]:
    """Return where cases make something else of members that both versions have."""
    if not isinstance(old, Group) or not isinstance(new, Group):
        return []
    old_cases, new_cases = _stated_in(old), _stated_in(new)
    nodes = [{node.path: node for node in nodes_of(root)} for root in (old, new)]
    return [
        region
        for path in dict.fromkeys((*new_cases, *old_cases))
        if path in nodes[0] and path in nodes[1]
        for region in _regions(path, nodes, old_cases.get(path, []), new_cases.get(path, []))
    ]


def case_changes(old: Group, new: Group, site_at: Callable[..., Site]) -> Iterator[Change]:
    """Return the changes of the cases of a body."""
    for region in regions(old, new):
        stated, object_type = region.stated, region.stated.owner.type
        locations = ((one or stated).case.location for one in (region.old_stated, region.new_stated))
        site = site_at(region.path, *locations)
        old_member, new_member = region.old_member, region.member
        pair = ElementPair(site, old_member, new_member, stated.case.reason)
        changes = [*_of_requirement(pair, region)]
        if isinstance(old_member, FieldNode) and isinstance(new_member, FieldNode):
            old_field = _narrowed(old_member, region.old.rules, region.path)
            new_field = _narrowed(new_member, region.new.rules, region.path)
            changes += field_changes(ElementPair(site, old_field, new_field, stated.case.reason))
        update = {"field_type": object_type.name if object_type else None}
        yield from (change.model_copy(update=update) for change in changes)


def is_of_currency(group: Group, member_name: str) -> bool:
    """Tell whether a currency, which is always sent, decides about a member."""
    currency = next((node for node in group.members if isinstance(node, FieldNode) and node.role == "currency"), None)
    names = [[*case.given] for case in group.cases if case.member == member_name and case.field]
    return currency is not None and [currency.name] in names and currency.name in group.required


def _stated_in(root: Group) -> Mapping[str, list[_Stated]]:
    """Return the cases about each member, by its path."""
    cases_by_path: dict[str, list[_Stated]] = {}
    for group in groups_of(root):
        start = steps_of(group.path)
        for case in group.cases:
            tests = {(*start, *steps_of(path)): test for path, test in case.given.items()}
            path = f"{group.path}.{case.member}".lstrip(".")
            cases_by_path.setdefault(path, []).append(_Stated(tests, case, group))
    return cases_by_path


def _regions(
    path: str, nodes: Sequence[Mapping[str, Node]], old_cases: Sequence[_Stated], new_cases: Sequence[_Stated]
) -> Iterator[Region]:
    meanings = [[stated.meaning for stated in cases] for cases in (old_cases, new_cases)]
    if meanings[0] == meanings[1]:
        return
    states = _states(nodes, [*new_cases, *old_cases])
    count = 1
    for path_states in states.values():
        count *= len(path_states)
    if count > _MOST_COMBINATIONS:
        old_cases = [stated for stated in old_cases if stated.meaning not in meanings[1]]
        new_cases = [stated for stated in new_cases if stated.meaning not in meanings[0]]
        states = _states(nodes, [*new_cases, *old_cases])
    old_node, new_node = (side[path] for side in nodes)
    # What is the same in all currencies is a rule of the member, and follows from what it is in each.
    is_whole = all(any(is_of_currency(one.owner, one.case.member) for one in side) for side in (old_cases, new_cases))
    old_own, new_own = (() if is_whole else _rules(node) for node in (old_node, new_node))
    combinations_by_outcome: dict[Any, tuple[Any, list[tuple[_State, ...]]]] = {}
    for combination in product(*states.values()):
        state_by_path = dict(zip(states, combination, strict=True))
        old_held, new_held = ([one for one in cases if one.holds(state_by_path)] for cases in (old_cases, new_cases))
        old, new = _outcome(old_own, old_held), _outcome(new_own, new_held)
        if old.meaning != new.meaning:
            changed = old, new, next(iter(old_held), None), next(iter(new_held), None)
            key = old.meaning, new.meaning, *(id(stated) for stated in changed[2:])
            combinations_by_outcome.setdefault(key, (changed, []))[1].append(combination)
    for (old, new, old_stated, new_stated), combinations in combinations_by_outcome.values():
        for chosen in _covered(combinations, [*states.values()]):
            named = {key: part for key, part in zip(states, chosen, strict=True) if len(part) < len(states[key])}
            yield Region(new_node, old_node, named, old, new, old_stated, new_stated)


def _covered(combinations: Iterable[tuple[_State, ...]], states: Sequence[Sequence[_State]]) -> Iterator[Any]:
    """Yield sets of states whose products are the combinations."""
    if not states:
        yield ()
        return
    states_by_rest: dict[frozenset[Any], list[_State]] = {}
    for state in states[0]:
        rest = frozenset(combination[1:] for combination in combinations if combination[0] == state)
        if rest:
            states_by_rest.setdefault(rest, []).append(state)
    for rest, alike in states_by_rest.items():
        yield from ((frozenset(alike), *others) for others in _covered(rest, states[1:]))


def _states(nodes: Sequence[Mapping[str, Node]], cases: Sequence[_Stated]) -> Mapping[Path, list[_State]]:
    """Return what each member may be that decides: what it is in no body of one version is left out."""
    tests: dict[Path, bool] = {}
    for stated in cases:
        for path, test in stated.tests.items():
            tests[path] = tests.get(path, False) or bool(test.values)
    return {path: _states_of(nodes, path, has_values=has_values) for path, has_values in tests.items()}


def _states_of(nodes: Sequence[Mapping[str, Node]], path: Path, *, has_values: bool) -> list[_State]:
    members = [side.get(path_at(path)) for side in nodes]
    if None in members:
        return [(_ABSENT, None)]
    outer_paths = [path_at(path[:depth]) for depth in range(1, len(path) + 1) if not isinstance(path[depth - 1], int)]
    is_sent = any(all(side[outer].requirement == "required" for outer in outer_paths) for side in nodes)
    absent = [] if is_sent else [(_ABSENT, None)]
    if not has_values:
        return [(_PRESENT, None), *absent]
    old_values, new_values = (member.known_values if isinstance(member, FieldNode) else () for member in members)
    return [*((_PRESENT, value) for value in new_values if value in old_values), *absent]


def _is_met(test: Given, state: _State) -> bool:
    kind, value = state
    if test.presence:
        return test.presence == kind
    return kind == _PRESENT and (value in test.values) is bool(test.one_of)


def _state_in(body: Any, path: Path, states: Iterable[_State]) -> _State:
    if not holds_path(body, path):
        return _ABSENT, None
    value, has_values = value_at(body, path), any(value is not None for _, value in states)
    if value is None or (has_values and not isinstance(value, str | bool)):
        return "of another kind", None
    return _PRESENT, value if has_values else None


def _sign(path: str, states: Iterable[_State]) -> str:
    sign = label_of({path: (given := _given(states))})
    return f"{sign}|{_ABSENT}" if given.values and (_ABSENT, None) in states else sign


def _given(states: Iterable[_State]) -> Given:
    values = tuple(sorted((value for _, value in states if value is not None), key=str))
    kinds = {kind for kind, _ in states}
    presence = _ABSENT if kinds == {_ABSENT} else None if values else _PRESENT
    return Given.model_validate({"one_of": values, "is": presence})


def _meaning(rules: Iterable[Constraint]) -> tuple[tuple[str, str, str], ...]:
    return tuple((rule.keyword, repr(rule.value), rule.code) for rule in rules)


def _rules(node: Node) -> Sequence[Constraint]:
    return node.constraints if isinstance(node, FieldNode) else ()


def _outcome(own: Sequence[Constraint], held: Sequence[_Stated]) -> _Outcome:
    requirements = {stated.case.requirement for stated in held}
    requirement = "absent" if "absent" in requirements else "required" if "required" in requirements else None
    rules = [rule for stated in held if stated.case.field for rule in stated.case.field.constraints if rule not in own]
    return _Outcome(requirement, tuple(_tightest(rules)) if requirement != "absent" else ())


def _tightest(rules: Iterable[Constraint]) -> Iterator[Constraint]:
    """Yield one rule of each kind: the one that rejects most, as far as one of two does."""
    rule_by_keyword: dict[str, Constraint] = {}
    for rule in rules:
        known = rule_by_keyword.setdefault(rule.keyword, rule)
        if rule.kind.loosest([known.value, rule.value]) == known.value:
            rule_by_keyword[rule.keyword] = rule
    yield from rule_by_keyword.values()


def _narrowed(field: FieldNode, rules: Sequence[Constraint], path: str) -> FieldNode:
    """Return what a field is with further rules, at a path."""
    keywords = {rule.keyword for rule in rules}
    kept = [rule for rule in field.constraints if rule.keyword not in keywords]
    update = {"name": "", "path": path, "role": None, "items": None, "constraints": (*kept, *rules)}
    return field.model_copy(update=update)


def _of_requirement(pair: ElementPair, region: Region) -> Iterator[Change]:
    if region.old.requirement == region.new.requirement:
        return
    old, new = (outcome.requirement or node.requirement for outcome, node in _sides(region))
    for word, patterns, actions in (
        ("required", (at(region.path, "required"),), ("required", "optional")),
        ("absent", everything(region.path, "unknown_field"), ("closed", "opened")),
    ):
        if new == word != old:
            yield pair.change(type_of("case", actions[0]), old, new, narrows=patterns)
        elif old == word != new:
            yield pair.change(type_of("case", actions[1]), old, new, widens=patterns)


def _sides(region: Region) -> tuple[tuple[_Outcome, Node], tuple[_Outcome, Node]]:
    return (region.old, region.old_member), (region.new, region.member)
