"""Random edits of methods as a whole: which there are, in which directions and currencies, and their samples."""

from collections.abc import Sequence
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from projects import DIRECTIONS

from paycat.catalogue.lifecycle import ReservedMethod
from paycat.catalogue.statement import Reason
from paycat.contract.model import Contract, Method, Request, Sample, Violation
from paycat.contract.nodes import FieldNode, Group
from paycat.contract.validate import validate
from paycat.diagnostics import Span
from tests.changes.editing import (
    constraint,
    field_edited,
    key_of,
    requests_edited,
    root_edited,
    ruled,
    with_samples_corrected,
)

PLACE = Span("schemas/edited.yaml", 1)
REASON = Reason(source="§9")

Value = TypeVar("Value")
Told = tuple[str, Contract]


def one_of(draw: DrawFn, values: Sequence[Value]) -> Value:
    """Return one of some values."""
    # Drawn by number, for a strategy that holds parts of a contract takes long to be told.
    return values[draw(st.integers(0, len(values) - 1))]


def a_request(draw: DrawFn, contract: Contract) -> Request:
    """Return one of the request types."""
    return one_of(draw, list(contract.requests()))


def _method(draw: DrawFn, contract: Contract) -> Method:
    return one_of(draw, contract.methods)


def _with_methods(contract: Contract, methods: list[Method]) -> Contract:
    return contract.model_copy(update={"methods": tuple(sorted(methods, key=lambda one: one.code))})


def _with_method(contract: Contract, code: str, **stated: Any) -> Contract:
    return _with_methods(
        contract, [one.model_copy(update=stated) if one.code == code else one for one in contract.methods]
    )


def method_gone(draw: DrawFn, contract: Contract) -> Told:
    """Leave a method out."""
    gone = _method(draw, contract)
    return gone.code, _with_methods(contract, [one for one in contract.methods if one.code != gone.code])


def method_come(draw: DrawFn, contract: Contract) -> Told:
    """Add a method that is like another one, or give one another code."""
    fresh = [one for one in contract.methods if contract.method(f"{one.code}_NEW") is None]
    like, instead, said = one_of(draw, fresh), draw(st.booleans()), draw(st.booleans())
    code = f"{like.code}_NEW"
    kept = [one for one in contract.methods if not (instead and one.code == like.code)]
    after = _with_methods(contract, [*kept, _recoded(like, code)])
    if instead and said:
        entry = ReservedMethod(code=like.code, since="0.2.0", meaning="Once", now=code, location=PLACE)
        after = after.model_copy(
            update={"reserved": after.reserved.model_copy(update={"methods": (*after.reserved.methods, entry)})}
        )
    return f"{code}{' instead' * instead}{', said' * said}", after


def _recoded(method: Method, code: str) -> Method:
    offers = dict(method.offers)
    for direction in DIRECTIONS:
        offer = method.offer(direction)
        if offer.request and (field := offer.request.by_role("method")):
            fixed = field.model_copy(update={"constraints": (constraint("const", code),)})
            request = root_edited(offer.request, lambda root, new=fixed: field_edited(root, new.path, lambda _: new))
            request = with_samples_corrected(request.model_copy(update={"method": code, "module": code.lower()}))
            offers[direction] = offer.model_copy(update={"request": request})
    return method.model_copy(update={"code": code, "offers": offers})


def direction_turned(draw: DrawFn, contract: Contract) -> Told:
    """Take a direction from a method, or give it one."""
    method, direction = _method(draw, contract), draw(st.sampled_from(DIRECTIONS))
    offer = method.offer(direction)
    if offer.request:
        word = draw(st.sampled_from(["not_supported", "not_supported_yet", "not_listed"]))
        changed = offer.model_copy(update={"availability": word, "request": None})
    else:
        like = next(one for one in contract.methods if one.offer(direction).request)
        changed = _recoded(like, method.code).offer(direction)
    return f"{direction} {method.code} {changed.availability}", _with_method(
        contract, method.code, offers={**method.offers, direction: changed}
    )


def currency_changed(draw: DrawFn, contract: Contract) -> Told:
    """Give a method another currency, and with it other decimal places."""
    method = _method(draw, contract)
    currency = one_of(draw, [one for one in contract.currencies if one.code not in method.currencies])
    after = _with_method(contract, method.code, currencies=(currency.code,))

    def change(field: FieldNode) -> FieldNode:
        if field.role == "currency":
            return ruled(field, constraint("const", currency.code))
        return ruled(field, constraint("decimal_places", currency.exponent)) if field.role == "amount" else field

    def changed(root: Group) -> Group:
        for field in root.fields():
            root = field_edited(root, field.path, change)
        return root

    keys = {(direction, method.code) for direction in DIRECTIONS}
    return f"{method.code} {currency.code}", requests_edited(after, keys, lambda one: root_edited(one, changed))


def sample_changed(draw: DrawFn, contract: Contract) -> Told:
    """Take, add or change a sample, or its verdict alone."""
    request = a_request(draw, contract)
    sample = one_of(draw, request.samples)
    turns = ["flipped", "come", "other"] if sample.name in ("minimal", "full") else ["gone", "flipped", "come", "other"]
    turn = draw(st.sampled_from(turns))
    flipped = () if sample.violations else (Violation(code="required", pointer="#/reference"),)
    changes: dict[str, tuple[Sample, ...]] = {
        "gone": (),
        "flipped": (sample.model_copy(update={"violations": flipped}),),
        "come": (sample, sample.model_copy(update={"name": "another"})),
        "other": (_with_payload(request, sample, {**sample.payload, "reference": ""}),),
    }
    samples = tuple(made for one in request.samples for made in (changes[turn] if one is sample else (one,)))
    after = requests_edited(contract, {key_of(request)}, lambda one: one.model_copy(update={"samples": samples}))
    return f"{key_of(request)} {sample.name} {turn}", after


def _with_payload(request: Request, sample: Sample, payload: Any) -> Sample:
    return sample.model_copy(update={"payload": payload, "violations": validate(request, payload)})
