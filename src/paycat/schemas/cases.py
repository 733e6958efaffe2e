"""Cases in schemas: what must be so of an object, and what its members are then; and in words."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from paycat.catalogue.cases import Given
from paycat.contract.nodes import Case, FieldNode, Group, Node, groups_of, member_at
from paycat.contract.paths import steps_of
from paycat.languages.markdown import code
from paycat.shapes.constraints import FIXED, LISTED
from paycat.text.counting import listed

Schema = dict[str, Any]
Names = Sequence[str | int]

NOTHING: Schema = {"not": {}}
"""Accepts no value. OpenAPI 3.0 has no `false`."""


def met(case: Case, null: Schema, rules: Callable[[Schema], Schema]) -> Schema:
    """Return a schema of the objects of which a case holds; `null` and `rules` as dialects have them."""
    tests = [_test(steps_of(path), given, null, rules) for path, given in case.given.items()]
    names = [name for test in tests for name in test.get("required", ())]
    if all(test.keys() == {"properties", "required"} for test in tests) and len({*names}) == len(names):
        properties = {name: schema for test in tests for name, schema in test["properties"].items()}
        return {"properties": properties, "required": names}
    return tests[0] if len(tests) == 1 else {"allOf": tests}


def decided(case: Case, field_schema: Schema | bool, closure: Schema) -> Schema:
    """Return what an object is where a case holds; `field_schema` has the rules of the member.

    `closure` is what each object has that states members.
    """
    *outer_steps, name = steps_of(case.member)
    schema = _having(name, NOTHING if case.requirement == "absent" else field_schema, case, closure)
    for step in reversed(outer_steps):
        # Strict validators ask for the type.
        schema = _having(step, {"type": "object", **schema}, case, closure)
    return schema


def _having(name: str | int, member_schema: Schema | bool, case: Case, closure: Schema) -> Schema:
    required = {"required": [name]} if case.requirement == "required" else {}
    return {"properties": {name: member_schema}, **required, **closure}


def at(steps: Names, schema: Schema) -> Schema:
    """Return a schema of objects that have a member that is as another schema has it."""
    name, *inner_steps = steps
    # Without the type, an `if` would be true of a container that is no object.
    inner_schema = {"type": "object", **at(inner_steps, schema)} if inner_steps else schema
    return {"properties": {name: inner_schema}, "required": [name]}


def _test(steps: Names, given: Given, null: Schema, rules: Callable[[Schema], Schema]) -> Schema:
    if given.presence == "absent":
        return _absent(steps)
    if given.presence == "present":
        return at(steps, {"not": null})
    several = len(given.values) > 1
    values = rules({**(LISTED.schema(given.values) if several else FIXED.schema(given.values[0]))})
    if given.one_of:
        return at(steps, values)
    return at(steps, {"type": "boolean" if isinstance(given.values[0], bool) else "string", "not": values})


def _absent(steps: Names) -> Schema:
    name, *inner_steps = steps
    # `properties` repeats the name for strict validators and linters.
    missing = {"not": {"properties": {name: {}}, "required": [name]}}
    return {"properties": {name: {"type": "object", **_absent(inner_steps)}}} if inner_steps else missing


def cases_about(group: Group, member_name: str | None = None) -> Iterator[Case]:
    """Yield the cases of an object, or those about one of its members: with only the rules that hold in no other."""
    for case in group.cases:
        if member_name in (None, case.member):
            yield case.model_copy(update={"field": _with_new_rules(case, member_at(group, steps_of(case.member)))})


def cases_on(root: Group, node: Node) -> Iterator[Case]:
    """Yield the cases about a member of a request, wherever they stand, with paths from the body."""
    for group in groups_of(root):
        prefix = f"{group.path}." if group.path else ""
        for case in group.cases:
            if node.path == prefix + case.member:
                given = {prefix + path: test for path, test in case.given.items()}
                yield case.model_copy(update={"given": given, "field": _with_new_rules(case, node)})


def _with_new_rules(case: Case, member: Node | None) -> FieldNode | None:
    """Return what a member is in a case, without the rules that it has anyway."""
    usual_rules = member.constraints if isinstance(member, FieldNode) else ()
    rules = tuple(rule for rule in case.field.constraints if rule not in usual_rules) if case.field else ()
    return case.field and case.field.model_copy(update={"constraints": rules})


def case_text(case: Case) -> str:
    """Return what a member is where a case holds, as a sentence."""
    limits = [rule.phrase.whole_limit for rule in case.field.constraints] if case.field else []
    parts = [case.requirement, *limits] if case.requirement else limits
    verb = "is as follows:" if limits else "is"
    return f"Where {given_text(case)}, {code(case.member)} {verb} {'; '.join(parts)}."


def given_text(case: Case, quoted: Callable[[str], str] = code) -> str:
    """Return what must be so for a case to hold, in words; `quoted` returns a name or a value as it is written."""
    return listed(f"{quoted(path)} is {_words(given, quoted)}" for path, given in case.given.items())


def _words(given: Given, quoted: Callable[[str], str]) -> str:
    texts = [quoted(str(value).lower() if isinstance(value, bool) else str(value)) for value in given.values]
    if given.presence:
        return given.presence
    return f"{'' if given.one_of else 'not '}{listed(texts, 'or')}"
