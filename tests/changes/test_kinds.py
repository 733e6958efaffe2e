"""Every kind of change: run both ways, told in a line each, and proven by validators.

The file of an element in `kinds/` has a case for each kind, or for the one that takes it back: `edits` of the starter
project, or `contract_edits` of its contract, for what no catalogue can say: `at` a path, `put` a value there, `add` one
to its list, or `remove` it.
`before` are edits of the same sort that are made to the base first, so that something is there that the others change.
`expected` are the changes that the edits make, `reverse` those that take them back; consequences are indented.
"""

import json
import re
from collections.abc import Callable, Hashable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import jsonschema_rs
import projects
import pytest
from case_files import Case, TextOf, cases_in
from change_lines import in_lines
from contract_edits import with_edits
from expected_files import Expect
from jsonschema import Draft202012Validator
from projects import DIRECTIONS
from starter_cases import STARTER, edited
from targets import one_of_each_kind

from paycat.cache import Cache
from paycat.changes.change import Change, Comparison, Counterexample
from paycat.changes.compare import compare
from paycat.changes.taxonomy import CHANGE_TYPES, inverse
from paycat.changes.taxonomy.change_type import BREAKING
from paycat.conformance.run.engines.ajv import MANIFEST
from paycat.conformance.run.engines.ajv.node import LineProcess, installed, node_program
from paycat.contract.constraint import Constraint
from paycat.contract.dispatch import dispatch
from paycat.contract.model import Contract, Request
from paycat.contract.validate import validate
from paycat.lint.checking import check_folder
from paycat.packs.reading import ReadPack, read_packs
from paycat.packs.render import Rendering
from paycat.reporting.changes.describing import is_in_words_only
from paycat.schemas.json_schema import request_schema, union_schema

FILES = sorted(Path(__file__).with_name("kinds").iterdir())
EDITS = ("edits", "contract_edits")
CASES = {case.name: case for file in FILES for case in cases_in(file, optional=["before", "reverse", *EDITS])}
NAMES = sorted(CASES)
WAYS = ("expected", "reverse")

CACHE = Cache()
"""Files that no edit touches are read once."""

UNSEEN = {
    "countries-removed": "where the country is derived, no member of a body names it",
    "repetition-rejected": "a body is rejected for an earlier one, not for what it holds",
}
"""Kinds that break whoever sends requests although no body can show it, and why."""

SEVERAL = {
    "check-digits-removed": "a catalogue whose only check digits go has fewer limitations of schemas",
    "parameter-widened-beside-lists-with-its-number": "equal numbers of a parameter and of two lists are three edits",
    "auth-added-in-place-of-another": "one alternative less and one more are two findings",
    "auth-removed-for-an-operation": "two alternatives are one that needs both",
    "signing-changed-in-parts-and-headers": "a part more has a header of its own",
    "signing-changed-in-writing": "each way of writing a signature is an edit",
    "signing-changed-to-a-form-of-its-own": "what the standard says is then stated part by part",
    "violation-code-changed": "a code has an entry in a table of its own",
    "sample-rejected-otherwise": "the least and the greatest length are rejected with codes of their own",
}
"""Cases whose edits are more than one finding, and why."""

HARD = ("header-changed",)
"""Cases that take seconds, as all steps are spent that patterns may take."""

_FILES_OF_METHODS = re.compile("schemas/(methods|requests|samples|types)|/methods")
"""The files and places that edits of methods name; after any other edit every file of a method is made again."""


def kind_of(name: str) -> str:
    """Return the kind that a case shows: its name, or the longest beginning of it that is one."""
    return max((one for one in CHANGE_TYPES if f"{name}-".startswith(f"{one}-")), key=len)


def is_of_methods(case: Case) -> bool:
    """Tell whether a case edits what methods state."""
    edits = [edit for key in ("before", *EDITS) for edit in case.stated.get(key, [])]
    return any(_FILES_OF_METHODS.match(edit.get("file") or edit["at"]) for edit in edits)


OF_METHODS = [name for name in NAMES if is_of_methods(CASES[name])]


class Ways(NamedTuple):
    """Two contracts of a case, the old one first, and what is told of them."""

    old: Contract
    new: Contract
    told: Comparison


@pytest.fixture(
    scope="module", params=[pytest.param(name, marks=pytest.mark.slow) if name in HARD else name for name in NAMES]
)
def name(request: pytest.FixtureRequest) -> str:
    """Each case in turn: all tests of one follow each other, so that its contracts are compared once."""
    return str(request.param)


def test_every_kind_has_a_case() -> None:
    named = {CHANGE_TYPES[kind_of(name)] for name in NAMES}
    assert {one.id for kind in named for one in (kind, inverse(kind))} == set(CHANGE_TYPES)
    for name, case in CASES.items():
        element = CHANGE_TYPES[kind_of(name)].element or "deprecated"
        assert case.file.name == f"{element.replace(' ', '-')}.yaml", name
        assert len({*EDITS} & {*case.stated}) == 1, name


def test_no_case_takes_back_another() -> None:
    """Each is compared both ways, so that a second one would prove the same again."""
    texts = [frozenset(case.stated[way] for way in WAYS) for case in CASES.values()]
    assert len(set(texts)) == len(texts)


def test_case(name: str, expect: Expect) -> None:
    case = CASES[name]
    for way, ways in zip(WAYS, both(name), strict=True):
        expect(TextOf(case.file, (*case.keys, way)), in_lines(ways.told.changes))


def test_kind_is_told_both_ways(name: str) -> None:
    heads = [{one.type.id for one in ways.told.changes} for ways in both(name)]
    told = [{one.type.id for one in every(ways.told)} for ways in both(name)]
    shown_kind = kind_of(name)
    where = heads if any(shown_kind in found for found in heads) else told
    pairs = (where, where[::-1])
    assert any(shown_kind in one and any(linked(shown_kind, kind) for kind in other) for one, other in pairs), heads
    assert [ways.told.faults for ways in both(name)] == [(), ()]


def test_one_edit_is_one_finding(name: str) -> None:
    """Whatever else programs can notice follows from it; what is in words alone may stand beside it."""
    told = [[one for one in ways.told.changes if not is_in_words_only(one)] for ways in both(name)]
    kinds = [[one.type.id for one in heads] for heads in told]
    assert any(len(heads) > 1 for heads in told) == (name in SEVERAL), kinds


def test_no_request_breaks_unproven(name: str) -> None:
    """A break by rule, or one that is only feared, is told of a value alone where no body could show it."""
    for one in (one for ways in both(name) for one in every(ways.told)):
        rating = one.verdicts.known.get("reader" if one.is_read else "sender")
        if (one.site.part == "request" or one.values) and rating and rating.verdict is BREAKING:
            assert rating.basis == ("by rule" if one.type.id in UNSEEN else "proven"), one
            assert bool(shown(one)) == (one.type.id not in UNSEEN), one


@pytest.mark.slow
@pytest.mark.parametrize("name", one_of_each_kind(OF_METHODS, {CASES[name].file: name for name in OF_METHODS}.values()))
def test_files_of_equal_inputs_are_equal(name: str) -> None:
    """What `generate` does not make again after an edit would be the same."""
    old, new = (CACHE.of(planned_files, contract) for contract in contracts(CASES[name]))
    known = old.keys() & new.keys()
    assert [inputs for inputs in known if old[inputs]() != new[inputs]()] == []


def test_files_of_other_methods_are_known_after_an_edit_of_one() -> None:
    old, new = map(planned_files, contracts(CASES["availability-reworded"]))
    assert len(old.keys() & new.keys()) > len(old) / 2
    assert 0 < len(new.keys() - old.keys()) < len(new) / 2


@cache
def shipped() -> tuple[ReadPack, ...]:
    packs, _ = read_packs(projects.GENERATORS, "generators")
    return tuple(packs)


def planned_files(contract: Contract) -> dict[Hashable, Callable[[], str]]:
    """Return what makes the files whose inputs are known, by these inputs."""
    rendering = Rendering(contract, shipped(), "", CACHE)
    return {
        (planned.path, *map(CACHE.identity, planned.inputs)): planned.make
        for pack in shipped()
        for planned in rendering.planned_files(pack)
        if planned.inputs
    }


@pytest.mark.slow
@pytest.mark.parametrize("apart", one_of_each_kind([5, 1], [5]))
def test_real_validators_confirm_the_payloads(apart: int) -> None:
    """Each payload is accepted by the documents of one contract and rejected by those of the other."""
    names, count = NAMES[::apart], 0
    with Validators() as validators:
        for name in names:
            for way, ways in zip(WAYS, both(name), strict=True):
                for one, counterexample, (accepting, rejecting) in proofs(ways):
                    count += 1
                    assert wrong(validators, counterexample, accepting, rejecting) == {}, (
                        name,
                        way,
                        one.type.id,
                        counterexample,
                    )
    assert count > len(names) / 2


@cache
def both(name: str) -> tuple[Ways, Ways]:
    """Return what is told of a case, as it is edited and the other way round."""
    old, new = contracts(CASES[name])
    assert old != new, f"the edits of {name} change nothing"
    return Ways(old, new, compare(old, new)), Ways(new, old, compare(new, old))


def contracts(case: Case) -> tuple[Contract, Contract]:
    """Return the contracts of a case before and after its edits."""
    make, edits = (resolved, case.edits) if case.edits else (restated, case.stated["contract_edits"])
    before = case.stated.get("before", [])
    return make(before), make([*before, *edits])


def resolved(edits: list[dict[str, Any]]) -> Contract:
    """Return the contract of the starter project with some edits; no rule may find an error in it."""
    return resolved_once(json.dumps(edits))


@cache
def resolved_once(edits: str) -> Contract:
    with TemporaryDirectory() as above:
        project = edited(Path(above, "project"), json.loads(edits)) if edits != "[]" else STARTER
        contract, found = check_folder(project / "schemas", cache=CACHE)
    assert contract is not None, found
    return contract


def restated(edits: list[dict[str, Any]]) -> Contract:
    """Return the contract of the starter project with some edits of itself."""
    return with_edits(resolved([]), edits)


def every(told: Comparison) -> Iterator[Change]:
    """Return all that is told, heads and consequences."""
    return (one for head in told.changes for one in head.all())


def linked(one: str, other: str) -> bool:
    """Tell whether one of two kinds is the other one the other way round; several additions share a removal."""
    types = CHANGE_TYPES[one], CHANGE_TYPES[other]
    return inverse(types[0]) is types[1] or inverse(types[1]) is types[0]


def shown(assessment: Change) -> Counterexample | None:
    """Return the payload that proves a break, of the change itself or of what follows from it."""
    return next((one.counterexample for one in assessment.all() if one.counterexample), None)


def proofs(ways: Ways) -> Iterator[tuple[Change, Counterexample, tuple[Contract, Contract]]]:
    """Return each payload of a request, with the contract that accepts it and the one that rejects it."""
    for one in every(ways.told):
        if one.counterexample and one.counterexample.site.part == "request":
            assert not one.counterexample.before
            yield one, one.counterexample, (ways.old, ways.new)
        if one.widening and (one.widening.site.part == "request" or one.widening.site.method):
            assert not one.widening.after
            yield one, one.widening, (ways.new, ways.old)


class Validators:
    """Three validators of JSON Schema, with node as long as they are open."""

    def __enter__(self) -> "Validators":
        self._folder = TemporaryDirectory()
        program = MANIFEST.with_name("validate.mjs")
        self._node = LineProcess([node_program("ajv"), str(program), str(installed(MANIFEST, "ajv"))])
        self._files: dict[str, Path] = {}
        self._compiled: dict[str, Any] = {}
        return self

    def __exit__(self, *_: object) -> None:
        self._node.close()
        self._folder.cleanup()

    def verdicts(self, schema: dict[str, Any], payload: Any) -> dict[str, bool]:
        """Return whether each validator accepts a payload by a schema."""
        text = json.dumps(schema)
        if text not in self._files:
            self._files[text] = Path(self._folder.name, f"{len(self._files)}.json")
            self._files[text].write_text(text, encoding="utf-8")
            self._compiled[text] = jsonschema_rs.Draft202012Validator(schema)
        answer = json.loads(self._node.ask(json.dumps({"schema": str(self._files[text]), "payload": payload})))
        assert "failure" not in answer, answer
        return {
            "jsonschema": Draft202012Validator(schema).is_valid(payload),
            "jsonschema-rs": self._compiled[text].is_valid(payload),
            "ajv": not answer["errors"],
        }


def wrong(
    validators: Validators, counterexample: Counterexample, accepting: Contract, rejecting: Contract
) -> dict[str, bool]:
    """Return the verdicts that are not as a payload's is said to be; by the contracts where no schema can tell."""
    payload = counterexample.payload
    directions = (counterexample.site.direction,) if counterexample.site.direction else DIRECTIONS
    direction = next(one for one in directions if meant(accepting, one, payload))
    if is_lost(accepting, rejecting, counterexample):
        verdicts = {"before": accepted(accepting, direction, payload), "after": accepted(rejecting, direction, payload)}
        return {name: verdict for name, verdict in verdicts.items() if verdict is not (name == "before")}
    found: dict[str, bool] = {}
    for contract, wanted in ((accepting, True), (rejecting, False)):
        for title, schema in documents(contract, direction, payload):
            verdicts = validators.verdicts(schema, payload)
            found |= {f"{title} {name}": one for name, one in verdicts.items() if one is not wanted}
    return found


def documents(contract: Contract, direction: str, payload: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return the schemas that a body in a direction is to fit; none where nothing is offered, and nothing accepted."""
    if any(contract.requests(direction)):
        yield "union", union_schema(contract, direction)
    if request := meant(contract, direction, payload):
        yield "request", request_schema(request)


def meant(contract: Contract, direction: str, payload: Any) -> Request | None:
    """Return the request type that a body names, or None."""
    named = dispatch(contract, direction, payload) if any(contract.requests(direction)) else None
    return named if isinstance(named, Request) else None


def accepted(contract: Contract, direction: str, payload: Any) -> bool:
    """Tell whether a contract accepts a body."""
    request = meant(contract, direction, payload)
    return request is not None and not validate(request, payload)


def is_lost(accepting: Contract, rejecting: Contract, counterexample: Counterexample) -> bool:
    """Tell whether a payload is rejected for decimal places or check digits alone: limitations of JSON Schema."""
    rules = (rule for one in (accepting, rejecting) for request in one.requests() for rule in rules_of(request))
    lost = {rule.code for rule in rules if rule.keyword in ("decimal_places", "check")}
    return {violation.code for violation in (*counterexample.before, *counterexample.after)} <= lost


def rules_of(request: Request) -> Iterator[Constraint]:
    """Return every rule of a request type."""
    return (rule for field in request.root.fields() for rule in field.constraints)
