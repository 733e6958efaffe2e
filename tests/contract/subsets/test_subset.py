"""What a subset of a contract is: complete, smaller, the same when it is subset again, and true to the whole."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from projects import DIRECTIONS

from paycat.catalogue.lifecycle import Deprecation, Reserved, ReservedField, ReservedMethod
from paycat.catalogue.statement import Reason
from paycat.contract.model import Contract, Request
from paycat.contract.subsets.subset import Selection, combined, part_of, subset_of
from paycat.contract.subsets.whole import Whole
from paycat.contract.validate import rejected
from paycat.diagnostics import Span
from paycat.documents.openapi import openapi_document
from paycat.schemas.json_schema import request_schema
from tests.contract.subsets.conftest import Part

ID = re.compile(r"(?<![A-Za-z0-9_-])[DEG]-[0-9]{2,4}(?![A-Za-z0-9_])")
REGISTERS = ("gaps", "decisions", "errata")
PLACE = Span("schemas/catalogue.yaml", 1)


def test_subsetting_again_changes_nothing(parts: list[Part]) -> None:
    for selection, part in parts:
        assert subset_of(part, selection) == part


def test_a_subset_is_a_contract_that_can_be_written_and_read(parts: list[Part]) -> None:
    for _, part in parts:
        assert Contract.model_validate_json(part.model_dump_json()) == part


def test_everything_is_the_whole_but_for_the_part(whole: Contract) -> None:
    codes = tuple(method.code for method in whole.methods)
    for selection in (Selection(), Selection(methods=codes), Selection(directions=DIRECTIONS, methods=codes)):
        part = subset_of(whole, selection)
        assert part.service.part is not None
        assert part.service.part.methods == codes
        assert part.model_copy(update={"service": whole.service}) == whole


def test_the_selected_methods_and_requests_are_there_and_no_others(whole: Contract, parts: list[Part]) -> None:
    for selection, part in parts:
        wanted = [
            (request.direction, request.method)
            for request in whole.requests()
            if selection.methods is None or request.method in selection.methods
            if selection.countries is None or set(selection.countries) & set(whole.method(request.method).countries)
            if selection.directions is None or request.direction in selection.directions
        ]
        assert [(request.direction, request.method) for request in part.requests()] == wanted
        for method in part.methods:
            for direction in DIRECTIONS:
                assert method.offer(direction).availability == whole.method(method.code).offer(direction).availability


def test_documents_need_no_register(whole: Contract) -> None:
    for method in whole.methods:
        selection = Selection(methods=(method.code,))
        part, documented = subset_of(whole, selection), part_of(Whole(whole), selection)
        assert openapi_document(documented) == openapi_document(part)
        assert documented.model_copy(update={name: getattr(part, name) for name in REGISTERS}) == part


def test_schemas_of_requests_are_those_of_the_whole(whole: Contract, parts: list[Part]) -> None:
    known = {one.root.component: request_schema(one) for one in whole.requests()}
    for _, part in parts:
        for request in part.requests():
            assert request_schema(request) == known[request.root.component]


def test_texts_are_those_of_the_whole(whole: Contract, parts: list[Part]) -> None:
    """Nothing is put into other words: what a subset says, the whole says too."""
    known = set(texts(whole.model_dump()))
    for _, part in parts:
        title = part.service.part.title if part.service.part else None
        assert set(texts(part.model_dump())) - known - {title} == set()


def test_the_sandbox_has_what_happens_to_the_requests_of_a_subset(whole: Contract, parts: list[Part]) -> None:
    """An outcome stays as long as a request can name it, and its problem is there, whatever its failure code."""
    sandbox = whole.interface.sandbox
    assert len({one.state_machine for one in sandbox.outcomes}) > 1
    for _, part in parts:
        naming = {request.direction for request in part.requests() if request.by_role("reference")}
        machines = {one.name for one in part.interface.state_machines if one.direction in naming}
        problems = {one.slug for one in part.interface.problems}
        kept = part.interface.sandbox
        assert [one.state_machine for one in kept.courses] == [one.name for one in part.interface.state_machines]
        assert kept.outcomes == tuple(
            one
            for one in sandbox.outcomes
            if machines & {one.state_machine or next(iter(machines), "")} and one.problem in (None, *problems)
        )
        assert kept.secret_key == sandbox.secret_key


def test_an_outcome_goes_with_its_problem(whole: Contract) -> None:
    """A problem of operations that no request of a subset needs is in no outcome of the subset."""
    interface = whole.interface
    gone = next(one for one in interface.sandbox.outcomes if one.problem)
    operations = tuple(
        one.model_copy(update={"problems": tuple(slug for slug in one.problems if slug != gone.problem)})
        if one.request != "pay_in"
        else one
        for one in interface.operations
    )
    altered = whole.model_copy(update={"interface": interface.model_copy(update={"operations": operations})})
    assert gone.reference in [one.reference for one in altered.interface.sandbox.outcomes]
    part = subset_of(altered, Selection(directions=("payout",)))
    assert gone.reference not in [one.reference for one in part.interface.sandbox.outcomes]


def texts(value: Any) -> Iterator[str]:
    """Return every text of several words in a value, but for the examples that are made anew."""
    if isinstance(value, str) and " " in value:
        yield value
    elif isinstance(value, dict):
        yield from (text for key, inner in value.items() if key != "example" for text in texts(inner))
    elif isinstance(value, list | tuple):
        yield from (text for inner in value for text in texts(inner))


def test_all_that_is_cited_is_there_and_all_that_is_there_is_cited(parts: list[Part]) -> None:
    for _, part in parts:
        registers = (*part.gaps, *part.decisions, *part.errata)
        known = {one.id for one in registers}
        assert set(ID.findall(part.model_dump_json())) == known
        rest = part.model_copy(update={"gaps": (), "decisions": (), "errata": ()}).model_dump_json()
        others = (one.model_copy(update={"id": ""}).model_dump_json() for one in registers)
        cited = {id for text in (rest, *others) for id in ID.findall(text)}
        closing = {gap.id for gap in part.gaps if gap.decisions} | {erratum.id for erratum in part.errata}
        assert known - cited - closing == set()


def test_the_interface_names_what_it_has_and_has_what_it_names(parts: list[Part]) -> None:
    for _, part in parts:
        if not any(part.requests()):
            continue
        interface = part.interface
        directions = {request.direction for request in part.requests()}
        assert {one.request for one in interface.operations if one.request} == directions
        assert {state_machine.direction for state_machine in interface.state_machines} == directions
        named = {one.notification for one in interface.operations if one.notification}
        assert named <= {one.name for one in interface.notifications}
        records = {one.success.record for one in interface.operations} | {
            one.record for one in interface.state_machines
        }
        assert records <= {one.name for one in interface.records}
        references = set(re.findall(r'"\$ref":"([^"]+)"', interface.model_dump_json()))
        assert references <= {one.name for one in interface.records}
        assert interface.tags.keys() == {one.tag for one in (*interface.operations, *interface.notifications)}
        assert {code for one in part.methods for code in one.currencies} == {one.code for one in part.currencies}
        assert {slug for one in interface.operations for slug in one.problems} <= {
            one.slug for one in interface.problems
        }


def test_every_example_stays_and_is_valid(whole: Contract, parts: list[Part]) -> None:
    had = {one.name for one in whole.interface.records if one.example is not None}
    shown = {one.key for one in whole.interface.parameters if one.example is not None}
    for _, part in parts:
        records = [one for one in part.interface.records if one.name in had]
        bodies = {one.name: one.body for one in part.interface.records}
        assert [one.name for one in records if one.example is None or rejected(one.body, one.example, bodies)] == []
        parameters = [one for one in part.interface.parameters if one.key in shown]
        assert [one.key for one in parameters if one.example is None or rejected(one.value, one.example)] == []


def test_an_example_shows_the_sample_of_a_request_that_is_left(contract: Contract) -> None:
    part = subset_of(contract, Selection(methods=("WALLET_EG",)))
    records = {one.name: one.example for one in part.interface.records}
    method, request = part.methods[0], next(part.requests("payout"))
    shown, sent = records["PayoutRecord"], request.sample("full").payload
    for name in ("method_code", "currency", "amount", "reference"):
        assert shown[name] == sent[name]
    assert (shown["country"], "bank" in shown) == (method.countries[0], False)
    assert records["PayoutList"]["data"] == [shown]
    assert records["PayoutRecord"]["id"] == "payout_01TEST0000000000000000001"
    event = records["PayoutEvent"]
    whole = next(one.example for one in contract.interface.records if one.name == "PayoutEvent")
    of_state = ("status", "updated_at", "completed_at")
    assert event == {**whole, "data": {**shown, **{name: whole["data"][name] for name in of_state}}}
    reference = next(one for one in part.interface.parameters if one.name == "reference")
    assert reference.example == next(part.requests("pay_in")).sample("full").payload["reference"]


def test_an_example_in_its_first_state_has_the_variant_of_its_method(contract: Contract) -> None:
    part = subset_of(contract, Selection(methods=("QR_BANK",)))
    records = {one.name: one.example for one in part.interface.records}
    assert records["PayInRecord"]["next_action"] == records["ShowQrAction"]
    assert records["PayInList"]["data"] == [records["PayInRecord"]]
    assert records["PayInEvent"]["data"]["next_action"] == {"type": "none"}


def test_decisions_of_other_methods_alone_go(contract: Contract) -> None:
    part = subset_of(contract, Selection(methods=("WALLET_EG",)))
    kept = {decision.id for decision in part.decisions}
    assert {"D-06", "D-07"} <= kept
    assert kept.isdisjoint({"D-31", "D-35", "D-38"})


def test_an_operation_that_serves_a_field_is_there_with_it_alone(contract: Contract) -> None:
    serving = {one.id for one in contract.interface.operations if one.serves}
    assert serving == {"listBanks"}
    for method in contract.methods:
        part = subset_of(contract, Selection(methods=(method.code,)))
        request = method.offer("payout").request
        has = request is not None and any(field.path == "bank.code" for field in request.root.fields())
        assert ("listBanks" in {one.id for one in part.interface.operations}) == has
        assert any(one.key == "BankMethodCode" for one in part.interface.parameters) == has
        if has:
            bank = next(one for one in part.interface.records if one.name == "Bank")
            assert bank.example["method_codes"] == [method.code]
            assert bank.example["country"] == method.countries[0]
            assert bank.example["code"] == request.sample("full").payload["bank"]["code"]


def test_what_is_about_methods_outside_goes(contract: Contract) -> None:
    reason = Reason(source="§1")
    going = Deprecation(since="0.1.0", note="Few use it.", instead="UPI", reason=reason)
    staying = Deprecation(since="0.1.0", note="Few use it.", instead="WALLET_NP_A", reason=reason)
    methods = (
        method.model_copy(update={"deprecated": {"WALLET_EG": going, "QR_BANK": staying}.get(method.code)})
        for method in contract.methods
    )
    reserved = Reserved(
        methods=tuple(
            ReservedMethod(code=code, since="0.1.0", meaning="Gone", now=now, location=PLACE)
            for code, now in (("OLD_A", "UPI"), ("OLD_B", "WALLET_EG"), ("OLD_C", None))
        ),
        fields=tuple(
            ReservedField(path=path, since="0.1.0", meaning="Gone", methods=codes, location=PLACE)
            for path, codes in (("a", ()), ("b", ("UPI",)), ("c", ("UPI", "WALLET_EG")))
        ),
    )
    whole = contract.model_copy(update={"methods": tuple(methods), "reserved": reserved})
    part = subset_of(whole, Selection(methods=("WALLET_EG", "WALLET_NP_A", "QR_BANK")))
    kept = part.method("WALLET_EG").deprecated
    assert (kept.note, kept.instead) == ("Few use it.", None)
    assert part.method("QR_BANK").deprecated == staying
    assert [one.code for one in part.reserved.methods] == ["OLD_B"]
    assert [(one.path, one.methods) for one in part.reserved.fields] == [("a", ()), ("c", ("WALLET_EG",))]


def test_entries_about_methods_outside_go_and_so_do_their_ids(contract: Contract) -> None:
    """`conditional_required` rests on decisions about two methods, and a record on some; a gap keeps other answers."""
    alone = subset_of(contract, Selection(methods=("UPI",)))
    assert contract.interface.violation("conditional_required").reason.decisions == ("D-28", "D-29")
    assert alone.interface.violation("conditional_required").reason.decisions == ("D-28",)
    assert {one.id for one in alone.decisions} & {"D-28", "D-29"} == {"D-28"}
    assert {one.id for one in alone.gaps} & {"G-37", "G-38"} == {"G-37"}
    both = subset_of(contract, Selection(methods=("UPI", "BANK_TRANSFER_INR")))
    assert {one.id for one in both.decisions} & {"D-28", "D-29"} == {"D-28", "D-29"}
    mobile = contract.decisions[0].model_copy(update={"methods": ("UPI", "MOBILE_MONEY_XOF")})
    whole = contract.model_copy(update={"decisions": (mobile, *contract.decisions[1:])})
    assert subset_of(whole, Selection(methods=("UPI",))).decisions[0].methods == ("UPI",)


def test_a_sample_of_a_mistake_with_another_method_goes(contract: Contract) -> None:
    def spoilt(request: Request) -> Request:
        wrong = request.sample("full").model_copy(update={"name": "wrong", "payload": {"method_code": "UPI"}})
        return request.model_copy(update={"samples": (*request.samples, wrong)})

    method = contract.method("WALLET_EG")
    offer = method.offer("payout").model_copy(update={"request": spoilt(method.offer("payout").request)})
    other = method.model_copy(update={"offers": {**method.offers, "payout": offer}})
    whole = contract.model_copy(update={"methods": tuple(other if one is method else one for one in contract.methods)})
    part = subset_of(whole, Selection(methods=("WALLET_EG",)))
    assert (
        next(part.requests("payout")).samples
        == next(contract.method("WALLET_EG") and iter([method.offer("payout")])).request.samples
    )


@pytest.mark.parametrize(
    ("wanted", "codes", "directions"),
    [
        ([Selection(countries=("IN",)), Selection(methods=("UPI", "WALLET_EG"))], ("UPI",), None),
        ([Selection(directions=("payout",)), Selection(directions=("pay_in", "payout"))], None, ("payout",)),
        ([Selection(directions=("payout",)), Selection(directions=("pay_in",))], None, ()),
        ([Selection(countries=("BJ",)), Selection(countries=("CI",))], ("MOBILE_MONEY_XOF",), None),
    ],
)
def test_selections_hold_together(wanted: Any, codes: Any, directions: Any, contract: Contract) -> None:
    got = combined(contract, wanted)
    assert got.methods == (tuple(one.code for one in contract.methods) if codes is None else codes)
    assert got.directions == directions


def test_a_selection_of_nothing_is_a_contract_without_methods(whole: Contract) -> None:
    for selection in (Selection(methods=()), Selection(directions=())):
        part = subset_of(whole, selection)
        assert (part.methods, part.currencies, part.limitations) == ((), (), ())
