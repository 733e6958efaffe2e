"""The data of the generated TypeScript package, changed one rule at a time: removed, moved by one unit, or another."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from paycat.conformance.derive.model import Vector
from paycat.conformance.run.engines.ajv.node import LineProcess, node_program
from paycat.conformance.run.engines.typescript import TypeScriptEngine
from paycat.conformance.run.outcome import Fate, Mutant
from paycat.contract.dispatch import is_step, method_place
from paycat.contract.model import Contract
from paycat.contract.paths import pointer
from paycat.pages.rules import rules_data, service_data
from paycat.shapes.constraints import BOUND_KEYWORDS
from paycat.shapes.constraints.bounds import WHOLE_NUMBERS
from paycat.shapes.constraints.decimal_form import DECIMAL
from paycat.shapes.constraints.format import FORMS
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.decimals import exact, is_multiple, negated, plain_text, total
from paycat.shapes.patterns.mutants import pattern_mutants
from paycat.shapes.patterns.side_by_side import Shortest
from paycat.shapes.patterns.texts import distinguishing_text
from paycat_mutants.noticing import wrong_unchanged
from paycat_mutants.proofs import PROOF_STEPS, same_numbers

_ARTEFACT = "typescript"
_PROGRAM = Path(__file__).with_suffix(".mjs")
_DROPPED = "dropped"
_FORMS = {form.pattern: form for form in FORMS.values()}
_TYPES = ("string", "number", "integer", "boolean", "array", "object", "null")
_OF_MEMBERS = ("fields", "schema")
Steps = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class DataEdit:
    """One place of the data, and what is there afterwards: nothing without a value."""

    path: Steps
    change: str
    value: Any = None
    proof: Callable[[], str] = str
    """Returns why the package means the same afterwards, where that is proven."""

    def below(self, *steps: str | int) -> "DataEdit":
        """Return the edit of data in which this data is at some steps."""
        return replace(self, path=(*steps, *self.path))


def typescript_mutants(
    contract: Contract, generated: Path, vectors: Mapping[str, Sequence[Vector]]
) -> Iterator[Mutant]:
    """Return every mutant of the rules of each request, and of what is known of the service, with its fate.

    `vectors` are all by subject. Raises MissingEngineError without node, and FindingsError when a vector notices the
    package as it is.
    """
    modules = {f"{one.direction}.{one.name}": one.module_path for one in contract.requests()}
    with closing(TypeScriptEngine(contract, generated)) as engine, closing(_Process(generated)) as process:
        covered = {
            subject: [one for one in of_subject if engine.covers(one)] for subject, of_subject in vectors.items()
        }
        for request in contract.requests():
            subject, name = request.path, f"{request.direction}.{request.name}"
            process.take(modules, [_case(one, modules[name]) for one in covered[subject]])
            yield from process.mutants(subject, modules[name], group_edits(rules_data(request)))
        every = sorted((one for own in covered.values() for one in own), key=lambda one: one.stage in _OF_MEMBERS)
        process.take(modules, [_case(one, "") for one in every if one.stage != "schema"])
        yield from process.mutants("service", "", service_edits(contract))


def group_edits(group: Mapping[str, Any]) -> Iterator[DataEdit]:
    """Return every edit of the rules of an object, and of what is inside."""
    yield DataEdit(("closed",), "opened" if group["closed"] else "closed", not group["closed"])
    for index, condition in enumerate(group["conditions"]):
        yield DataEdit(("conditions", index), _DROPPED)
        for number, names in enumerate(condition["any_of"]):
            yield DataEdit(("conditions", index, "any_of", number), _DROPPED)
            if len(names) > 1:
                for at, _ in enumerate(names):
                    yield DataEdit(("conditions", index, "any_of", number, at), _DROPPED)
    for index, case in enumerate(group.get("cases", ())):
        yield from (edit.below("cases", index) for edit in _case_edits(case, _member_at(group, case["path"])))
    for index, member in enumerate(group["members"]):
        change = "made optional" if member["required"] else "made required"
        yield DataEdit(("members", index, "required"), change, not member["required"])
        yield DataEdit(("members", index), _DROPPED)
        node = member if "members" in member else {**member, "cases": _cases_of(group, member["name"])}
        yield from (one.below("members", index) for one in _edits(node))


def _cases_of(group: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """Return what a member must be in each case; nothing if there are values of the deciding member without a case."""
    cases = [case for case in group.get("cases", ()) if case["path"] == (name,) and "field" in case]
    deciding = {one["name"]: one for one in group["members"]}
    for path in {case["given"][0]["path"] for case in cases if len(case["given"]) == 1}:
        covered = {value for case in cases if case["given"][0]["path"] == path for value in case["given"][0]["values"]}
        rules = deciding[path[0]].get("constraints", ()) if len(path) == 1 else ()
        values = next((rule["bound"] for rule in rules if rule["relation"] == Relation.ONE_OF), None)
        if values is not None and deciding[path[0]]["required"] and covered >= set(values):
            return [case["field"] for case in cases]
    return []


def _member_at(group: Mapping[str, Any], path: Sequence[Any]) -> Mapping[str, Any]:
    for name in path:
        group = next(member for member in group["members"] if member["name"] == name)
    return group


def _case_edits(case: Mapping[str, Any], member: Mapping[str, Any]) -> Iterator[DataEdit]:
    """Return every edit of a case about a member, but for rules that this has anyway."""
    yield DataEdit((), _DROPPED)
    if case["requirement"] and "field" in case:
        yield DataEdit(("requirement",), "made optional", "")
    for index, given in enumerate(case["given"]):
        if len(case["given"]) > 1:
            yield DataEdit(("given", index), _DROPPED)
        other = _OTHER_TESTS[given["test"]]
        yield DataEdit(("given", index, "test"), other, other)
        if len(given["values"]) > 1:
            yield from (
                DataEdit(("given", index, "values", number), _DROPPED) for number in range(len(given["values"]))
            )
    if "field" in case:
        edits = constraint_edits({**case["field"], "anyway": member["constraints"]})
        yield from (edit.below("field") for edit in edits)


_OTHER_TESTS = {"one_of": "other_than", "other_than": "one_of", "present": "absent", "absent": "present"}


def _edits(node: Mapping[str, Any]) -> Iterator[DataEdit]:
    return group_edits(node) if "members" in node else field_edits(node)


def field_edits(node: Mapping[str, Any]) -> Iterator[DataEdit]:
    """Return every edit of the rules of a value, and of its items."""
    for other in _TYPES:
        if other != node["type"]:
            yield DataEdit(("type",), other, other)
    yield from constraint_edits(node)
    if "items" in node:
        yield from (one.below("items") for one in _edits(node["items"]))


def constraint_edits(node: Mapping[str, Any]) -> Iterator[DataEdit]:
    """Return every edit of the constraints of a value."""
    steps = [Decimal(str(one["bound"])) for one in node["constraints"] if one["relation"] == "multiple"]
    for index, rule in enumerate(node["constraints"]):
        proof = partial(_proof, node, rule)
        yield DataEdit(("constraints", index), _DROPPED, proof=partial(proof, None))
        for change, bound in chain(_moved(rule, steps), _other_patterns(node, rule)):
            yield DataEdit(("constraints", index, "bound"), change, bound, partial(proof, bound))


def _proof(node: Mapping[str, Any], rule: Mapping[str, Any], bound: Any) -> str:
    """Return why another bound, step or pattern, or none, accepts the same values; "" if that is not proven."""
    if rule["measure"] == Measure.NUMBER and node["type"] == "string" and rule["relation"] in BOUND_KEYWORDS:
        return _proof_by_length(node, rule, bound)
    if rule["relation"] == Relation.MULTIPLE:
        if _is_weaker(rule, bound) and node.get("cases") and all(_has_step(case, rule) for case in node["cases"]):
            return "each case has the rule, and a body without the member that decides is rejected"
        numbers = [one for one in _all_rules(node) if one["measure"] == Measure.NUMBER]
        bounds = {
            BOUND_KEYWORDS[one["relation"]]: exact(one["bound"]) for one in numbers if one["relation"] in BOUND_KEYWORDS
        }
        steps = (rule["bound"], bound)
        before, after = ({**bounds, WHOLE_NUMBERS[0]: exact(step)} if step else bounds for step in steps)
        return same_numbers(before, after)
    if rule["relation"] == Relation.MATCHES and bound is not None:
        counted = {one["relation"]: one["bound"] for one in _all_rules(node) if one["measure"] == Measure.CHARACTERS}
        lengths = counted.get("at_least", 0), counted.get("at_most")
        # A text that is rejected for both patterns, that of a case and that of the member, has the code of one of them.
        kinds = [(one["relation"], one["code"], one["bound"]) for one in node.get("anyway", ())]
        beside = tuple(other for relation, code, other in kinds if (relation, code) == (rule["relation"], rule["code"]))
        found = distinguishing_text(rule["bound"], bound, lengths, beside=beside, steps=PROOF_STEPS)
        return "both patterns match the same texts of the allowed lengths" if found == Shortest(None) else ""
    return ""


def _all_rules(node: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the rules of a value, and before them those that it has anyway, if a case states it."""
    return [*node.get("anyway", ()), *node["constraints"]]


def _is_weaker(rule: Mapping[str, Any], bound: Any) -> bool:
    return bound is None or is_multiple(exact(rule["bound"]), exact(bound))


def _has_step(case: Mapping[str, Any], rule: Mapping[str, Any]) -> bool:
    """Tell whether a case has the rule of a step, or that of a multiple of it, with the same code."""
    steps = [one for one in case["constraints"] if (one["relation"], one["code"]) == (rule["relation"], rule["code"])]
    return any(is_multiple(exact(one["bound"]), exact(rule["bound"])) for one in steps)


def _proof_by_length(node: Mapping[str, Any], rule: Mapping[str, Any], bound: Any) -> str:
    """Return why another bound of a number in a text, or none, makes no difference to texts of the allowed lengths."""
    counted = [one for one in _all_rules(node) if one["measure"] == Measure.CHARACTERS]
    most = {one["relation"]: one["bound"] for one in counted}.get(Relation.AT_MOST)
    bounds = [exact(one) for one in (rule["bound"], bound) if one is not None]
    if most is None:
        return ""
    lowest, highest = (1 - 10 ** (most - 1) if most > 1 else 0), 10**most - 1
    holds = {
        Relation.AT_LEAST: all(one <= lowest for one in bounds),
        Relation.ABOVE: all(one < lowest for one in bounds),
        Relation.AT_MOST: all(one >= highest for one in bounds),
        Relation.BELOW: all(one > highest for one in bounds),
    }
    return "no text of the allowed lengths is a number beyond the bound" if holds[rule["relation"]] else ""


def _other_patterns(node: Mapping[str, Any], rule: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Return the patterns that are nearly the form of a text, or that differ from a stated one in one place."""
    if rule["relation"] != Relation.MATCHES:
        return
    pattern = rule["bound"]
    if pattern in _FORMS:
        yield from ((change, schema["pattern"]) for change, schema in _FORMS[pattern].schema_changes({}))
    elif not any(one["bound"] == DECIMAL.pattern for one in _all_rules(node)):
        yield from pattern_mutants(pattern)  # Beside a number the bounds decide, too: see the mutants of schemas.


def _moved(rule: Mapping[str, Any], steps: Sequence[Decimal]) -> Iterator[tuple[str, Any]]:
    """Return the neighbours of a bound: one unit more and less, one value fewer, or another constant."""
    bound, relation = rule["bound"], rule["relation"]
    if relation == "one_of":
        yield from ((f"without {one}", [other for other in bound if other != one]) for one in bound)
    elif relation == "equal":
        yield "another", not bound if isinstance(bound, bool) else f"{bound}0" if isinstance(bound, str) else bound + 1
    elif relation == "multiple":
        yield from ((f"times {plain_text(by)}", plain_text(Decimal(bound) * by)) for by in map(Decimal, ("10", "0.1")))
    elif relation in ("at_least", "above", "at_most", "below"):
        written = Decimal(1).scaleb(min(0, int(Decimal(str(bound)).as_tuple().exponent)))
        unit = min(steps, default=written)  # Between multiples there is nothing.
        for moved in (total(exact(bound), exact(unit)), total(exact(bound), negated(exact(unit)))):
            yield plain_text(moved), plain_text(moved) if isinstance(bound, str) else int(moved)


def service_edits(contract: Contract) -> Iterator[DataEdit]:
    """Return every edit of what is known of the service that decides."""
    service = service_data(contract)
    for name, limit in service["limits"].items():
        yield from (DataEdit(("limits", name), str(moved), moved) for moved in (limit + 1, limit - 1))
    for direction, path in service["members"].items():
        if path is None:
            yield DataEdit(("members", direction), _DROPPED)
        yield from (DataEdit(("members", direction, index), _DROPPED) for index, _ in enumerate(path or ()))
    # Where each method offers every direction, no problem says of one that it does not.
    has_unavailable = any(problem.cause == "unavailable_direction" for problem in contract.interface.problems)
    for index, method in enumerate(contract.methods):
        yield DataEdit(("methods", index), _DROPPED)
        for direction in contract.offered_directions() if has_unavailable else ():
            is_named = is_step(method.code) or method_place(contract, direction).parameter is None
            other = "not_listed" if method.offer(direction).request else "supported"
            proof = str if is_named else partial(str, "no path can name the method")
            yield DataEdit(("methods", index, "offers", direction), other, other, proof)


def _case(vector: Vector, module: str) -> dict[str, Any]:
    return {
        "id": vector.id,
        "direction": vector.direction,
        "body": b64encode(vector.body()).decode(),
        "method": vector.addressed,
        "alone": module if vector.stage == "schema" else "",
        "expected": [(one.code, one.pointer) for one in vector.violations],
    }


class _Process:
    """node with the package, and the cases that must notice a change of its data."""

    def __init__(self, generated: Path) -> None:
        self._generated = generated
        package = str((generated / "typescript").resolve())
        self._node = LineProcess([node_program(_ARTEFACT), str(_PROGRAM), package])

    def take(self, modules: Mapping[str, str], cases: Sequence[Mapping[str, Any]]) -> None:
        """Run these cases from now on. Raises FindingsError when one of them notices the package as it is."""
        self._node.ask(json.dumps({"modules": modules, "cases": cases}))
        if noticed := self._killer({}):
            raise wrong_unchanged(self._generated, "the TypeScript package", noticed)

    def mutants(self, subject: str, module: str, edits: Iterator[DataEdit]) -> Iterator[Mutant]:
        """Return the mutants of a module, or of the service, with their fates."""
        for edit in edits:
            stated = {"value": edit.value} if edit.change != _DROPPED else {}
            killer = self._killer({"module": module, "path": edit.path, **stated})
            proof = "" if killer else edit.proof()
            fate = Fate.KILLED if killer else Fate.EQUIVALENT if proof else Fate.SURVIVED
            yield Mutant(_ARTEFACT, subject, pointer(edit.path), edit.change, fate, killer or proof)

    def close(self) -> None:
        """End node."""
        self._node.close()

    def _killer(self, asked: Mapping[str, Any]) -> str:
        return str(json.loads(self._node.ask(json.dumps(asked)))["killer"])
