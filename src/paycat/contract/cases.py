"""The cases of a request, by the object that holds all that they name: of object types, of the table, of the method."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from paycat.catalogue.cases import CaseField, CaseStatement, Given
from paycat.catalogue.fields import FieldType
from paycat.catalogue.reading import Stated
from paycat.catalogue.statement import Reason
from paycat.contract.constraint import Constraint
from paycat.contract.containers import declared_container
from paycat.contract.layout import object_type, type_named
from paycat.contract.nodes import Case, FieldNode
from paycat.contract.paths import ITEM, case_of
from paycat.contract.stated_fields import StatedField
from paycat.contract.stated_offers import StatedOffer, reason_of_members
from paycat.contract.values import Layer, reason_of
from paycat.diagnostics import Span, did_you_mean
from paycat.text.counting import listed

Cases = Mapping[str, tuple[Case, ...]]
"""Cases by the path of their object."""


class _StatedCase(NamedTuple):
    """A case as it is stated, the path of the object in which its paths begin, and the reason of what states none."""

    statement: Stated[CaseStatement]
    prefix: str
    reason: Reason

    def at(self, *steps: str) -> Span:
        return self.statement.at(*steps, key=True)


def stated_cases(offer: StatedOffer, fields: Mapping[str, FieldNode]) -> Cases:
    """Return the cases of a request; what is wrong with them is among the offer's findings.

    A case of a table or a type that cannot hold for the method is left out.
    """
    cases_by_path: dict[str, tuple[Case, ...]] = {}
    for stated in _stated_in(offer):
        resolver = _Resolving(offer, fields, stated)
        for object_path, case in resolver.cases():
            cases_by_path[object_path] = (*cases_by_path.get(object_path, ()), case)
    _reject_contradictions(offer, cases_by_path)
    return cases_by_path


def label_of(given: Mapping[str, Given]) -> str:
    """Return a case in signs, such as `type=person`."""
    return ", ".join(f"{path}{_sign(test)}" for path, test in given.items())


def _sign(test: Given) -> str:
    texts = "|".join(str(value).lower() if isinstance(value, bool) else str(value) for value in test.values)
    return f" {test.presence}" if test.presence else f"{'=' if test.one_of else '≠'}{texts}"


def _stated_in(offer: StatedOffer) -> Iterator[_StatedCase]:
    """Yield the cases of the types of objects, of the table, and of the method."""
    types = offer.basis.types
    for path, statements in offer.layout.objects.items():
        look = type_named(types, object_type(types, statements)[0])
        for case in look.items("cases"):
            yield _StatedCase(case, f"{path}.", reason_of(case.value, reason_of_members(look.value)))
    for table_case in Stated(offer.table, (), offer.table.value).items("cases"):
        yield _StatedCase(table_case, "", reason_of(table_case.value, offer.table_reason))
    if not offer.is_for_all:
        for own_case in Stated(offer.method, (offer.direction,), offer.statement).items("cases"):
            yield _StatedCase(own_case, "", reason_of(own_case.value, offer.own_reason))


class _Resolving:
    """Resolves what a statement says of each of its fields."""

    def __init__(self, offer: StatedOffer, fields: Mapping[str, FieldNode], stated: _StatedCase) -> None:
        self._offer, self._fields, self._stated = offer, fields, stated
        containers = (path.split(".")[:depth] for path in fields for depth in range(1, len(path.split("."))))
        self._objects = {".".join(steps).removesuffix(ITEM) for steps in containers}

    def cases(self) -> Iterator[tuple[str, Case]]:
        statement, finding_count = self._stated.statement.value, len(self._offer.findings)
        tests = {name: test for name, test in statement.given.items() if not self._is_met_by_absence(name, test)}
        verdicts = [self._can_hold(name, test) for name, test in tests.items()]  # Of each, what is wrong is reported.
        if not all(verdicts):
            return
        if tests and all(self._always_holds(name, test) for name, test in tests.items()):
            self._report("case-always-holds", "every request meets this case", "given")
        for name, case_field in statement.fields.items():
            if self._is_known(name, "fields") and len(self._offer.findings) == finding_count:
                case = self._case(tests, name, case_field)
                if case and len(self._offer.findings) == finding_count:
                    yield case

    def _report(self, code: str, message: str, *steps: str, help: str = "") -> None:
        self._offer.report(code, self._stated.at(*steps), message, help)

    def _is_of_method(self, name: str) -> bool:
        """Whether the method says something of a field that a case of its own, or of others, names."""
        statements = self._offer.layout.statements(self._stated.prefix + name)
        is_own = self._stated.statement.source is self._offer.method
        return not is_own and any(statement.source is self._offer.method for statement in statements)

    def _is_by_method(self, name: str) -> bool:
        """Whether what a field is depends on the method, of which a case of a table or a type need not hold."""
        field = self._fields.get(self._stated.prefix + name)
        is_own = self._stated.statement.source is self._offer.method
        return not is_own and (self._is_of_method(name) or (field is not None and field.fixed is not None))

    def _is_there(self, name: str) -> bool:
        path = self._stated.prefix + name
        return path in self._fields or path in self._objects

    def _is_known(self, name: str, key: str) -> bool:
        """Return whether the request has a field or an object; one that it never has is reported, or of no interest."""
        if self._is_there(name):
            return True
        path = self._stated.prefix + name
        if self._offer.layout.statements(path):
            if not self._is_of_method(name):
                self._report("case-never-holds", f"{name!r} is absent, so no request has it", key, name)
        else:
            known_names = [known.removeprefix(self._stated.prefix) for known in (*self._fields, *self._objects)]
            self._report("unknown-field", f"unknown field {name!r}", key, name, help=did_you_mean(name, known_names))
        return False

    def _is_met_by_absence(self, name: str, test: Given) -> bool:
        return test.presence == "absent" and not self._is_there(name) and self._is_of_method(name)

    def _can_hold(self, name: str, test: Given) -> bool:
        if not self._is_known(name, "given"):
            return False
        if test.presence:
            return True
        values = self._values(name)
        if not values:
            message = f"{name!r} is no choice, no boolean and no fixed text, so no case may ask for its value"
            self._report("case-given", message, "given", name)
            return False
        if self._is_by_method(name):
            return any((value in test.values) is bool(test.one_of) for value in values)
        unknown_values = [value for value in test.values if value not in values or type(value) is not type(values[0])]
        if unknown_values:
            known = listed(repr(value) for value in values)
            self._report("case-never-holds", f"{name!r} is never {unknown_values[0]!r}; it is {known}", "given", name)
            return False
        is_met = any((value in test.values) is bool(test.one_of) for value in values)
        if not is_met:
            self._report("case-never-holds", f"{name!r} has no other value", "given", name)
        return is_met

    def _values(self, name: str) -> tuple[str | bool, ...]:
        field = self._fields.get(self._stated.prefix + name)
        return field.known_values if field else ()

    def _always_holds(self, name: str, test: Given) -> bool:
        field = self._fields.get(self._stated.prefix + name)
        is_sent = field is not None and field.requirement == "required" and self._are_sent(name)
        if not is_sent or self._is_by_method(name):
            return False
        values = self._values(name)
        return test.presence == "present" or all((value in test.values) is bool(test.one_of) for value in values)

    def _are_sent(self, name: str) -> bool:
        """Whether every request has the objects around a member: each holds something that must be there."""
        outer_paths = [self._stated.prefix + name.rsplit(".", depth)[0] for depth in range(1, name.count(".") + 1)]
        required_paths = [path for path, field in self._fields.items() if field.requirement == "required"]
        containers = [declared_container(self._offer, path) for path in outer_paths]
        return all(container is None or container.value.requirement != "optional" for container in containers) and all(
            any(path.startswith(f"{outer_path}.") for path in required_paths) for outer_path in outer_paths
        )

    def _case(self, tests: Mapping[str, Given], name: str, case_field: CaseField) -> tuple[str, Case] | None:
        """Return a case about one field, and the path of its object."""
        path, prefix = self._stated.prefix + name, self._stated.prefix
        field, requirement = self._fields.get(path), case_field.requirement
        paths = [*(prefix + given for given in tests), path]
        object_path = _common_object(paths)
        start = len(object_path) + 1 if object_path else 0
        if any(ITEM in inner_path[start:].rpartition(".")[0] for inner_path in paths):
            message = "a case names fields of one item of a list, or fields that are in no list"
            self._report("case-across-lists", message, "fields", name)
            return None
        if field and field.requirement == "required" and requirement:
            if self._is_by_method(name) and requirement == "required":
                requirement = None
            else:
                code, how = "case-contradiction", "always required"
                if requirement == "required":
                    code, how = "idle-case", "required anyway"
                self._report(code, f"{name!r} is {how}", "fields", name)
        elif requirement and field and field.requirement == "conditional":
            self._report("case-and-condition", f"a condition decides about {name!r}", "fields", name)
        if case_field.rules and (field is None or requirement == "absent"):
            self._report("case-rules", f"{name!r} is no value in this case, so it has no rules", "fields", name)
            return None
        if requirement is None and not case_field.rules and not case_field.requirement:
            self._report("idle-case", f"nothing is said of {name!r}", "fields", name)
            return None
        given = {prefix_path[start:]: test for prefix_path, test in zip(paths, tests.values(), strict=False)}
        narrowed_field = self._narrowed(field, path, case_field, label_of(given)) if field else None
        if requirement is None and narrowed_field is None:
            return None
        case = Case(
            given=given,
            member=path[start:],
            requirement=requirement,
            field=narrowed_field,
            reason=self._stated.reason,
            location=self._stated.at("fields", name),
        )
        return object_path, case

    def _narrowed(self, field: FieldNode, path: str, case_field: CaseField, label: str) -> FieldNode | None:
        """Return a field with the rules that it has in a case; None where these are its own."""
        if case_field.requirement == "absent":
            return None
        stated, offer = self._stated, self._offer
        base = StatedField(offer, path, offer.layout.statements(path))
        look = base.look
        assert look, "a field without a look is reported by resolving"
        look_layer = Layer(look, reason_of(look.value, stated.reason))
        own = Stated(
            stated.statement.source, (*stated.statement.path, "fields", path[len(stated.prefix) :]), case_field
        )
        layers: list[Layer[Any]] = [*([look_layer] if isinstance(look.value, FieldType) else []), *base.reasoned]
        layers.append(Layer(own, reason_of(case_field, stated.reason)))
        is_sent = case_field.requirement == "required" or field.requirement != "optional"
        rules = tuple(offer.resolver().constraints(layers, field.shape, look_layer, is_sent=is_sent).values())
        for rule in rules:
            outer_rule = field.constraint(rule.keyword)
            is_other = outer_rule and outer_rule.value != rule.value
            if outer_rule and is_other and rule.kind.loosest([outer_rule.value, rule.value]) == rule.value:
                message = f"{path!r} {outer_rule.phrase.whole_must} anyway, so this rejects nothing"
                offer.report("case-loosens", rule.location or own.at(), message)
        # What the field is anyway is no statement of the case; nor is a pattern of the characters it has, at a length.
        places = {rule.value_span for rule in case_field.rules.values()}
        rules = tuple(_as_anyway(field, rule, is_stated=rule.location in places) for rule in rules)
        if all(rule in field.constraints for rule in rules):
            if case_field.rules:
                self._report("idle-case", f"{path!r} has these rules anyway", "fields", own.name)
            return None
        update = {"name": "", "path": case_of(path, label), "role": None, "items": None, "constraints": rules}
        return field.model_copy(update=update)


def _as_anyway(field: FieldNode, rule: Constraint, *, is_stated: bool) -> Constraint:
    """Return the rule that a field has anyway instead of the same one, and instead of one that no case states."""
    usual = field.constraint(rule.keyword)
    is_same = usual is not None and (str(usual.value), usual.code) == (str(rule.value), rule.code)
    return usual if usual and (is_same or not is_stated) else rule


def _common_object(paths: list[str]) -> str:
    """Return the path of the innermost object that holds the members at all paths."""
    steps_of_parents = [path.split(".")[:-1] for path in paths]
    common = next(
        (depth for depth, steps in enumerate(zip(*steps_of_parents, strict=False)) if len({*steps}) > 1),
        min(map(len, steps_of_parents)),
    )
    return ".".join(steps_of_parents[0][:common])


def _reject_contradictions(offer: StatedOffer, cases_by_path: Cases) -> None:
    """Report cases that may hold together, of which one requires what another one takes away."""
    whole_cases = [
        (f"{path}.".lstrip("."), case) for path, cases in cases_by_path.items() for case in cases if case.requirement
    ]
    absent = [(prefix, case) for prefix, case in whole_cases if case.requirement == "absent"]
    for prefix, case in whole_cases:
        for other_prefix, other in absent:
            member, other_member = prefix + case.member, other_prefix + other.member
            # A case inside of what is not there does not hold.
            is_apart = prefix.startswith(f"{other_member}.")
            is_inside = not is_apart and (member == other_member or member.startswith(f"{other_member}."))
            if case.requirement == "required" and is_inside and _may_hold_together(prefix, case, other_prefix, other):
                line = f"{other.location.path}:{other.location.line}"
                message = f"{case.member!r} is absent in a case that may hold together with this one ({line})"
                offer.report("case-contradiction", case.location, message)


def _may_hold_together(prefix: str, case: Case, other_prefix: str, other: Case) -> bool:
    tests = {prefix + path: test for path, test in case.given.items()}
    return all(
        _are_compatible(tests[other_prefix + path], test)
        for path, test in other.given.items()
        if other_prefix + path in tests
    )


def _are_compatible(test: Given, other: Given) -> bool:
    if "absent" in (test.presence, other.presence):
        return test.presence == other.presence
    if test.one_of and other.one_of:
        return not {*test.one_of}.isdisjoint(other.one_of)
    if test.one_of or other.one_of:
        one_of, other_than = (test.one_of, other.other_than) if test.one_of else (other.one_of, test.other_than)
        return not {*one_of} <= {*other_than}
    return True
