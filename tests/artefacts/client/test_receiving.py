"""What integrators read: provenance of fields, states, and notifications that were kept."""

import re
from decimal import Decimal

import pytest
from pydantic import ValidationError

from tests.artefacts.published import contract, modules, request_models, sample


def test_every_request_record_and_field_has_its_provenance() -> None:
    package = modules()[""]
    fields = 0
    for direction, method, model in request_models():
        stated = next(one for one in contract()["methods"] if one["code"] == method)["offers"][direction]["request"][
            "root"
        ]
        for member in stated["members"]:
            found = package.provenance(model, member["name"])
            assert found.source == member["reason"].get("source")
            assert set(member["reason"].get("decisions", ())) <= set(found.decisions)
            fields += 1
    assert fields > 100
    titles = {one["id"]: one["title"] for one in contract()["decisions"]}
    for record in contract()["interface"]["records"]:
        model = getattr(modules()["records"], record["name"], None)
        if model is not None:
            assert package.provenance(model).decisions.items() <= titles.items()


def test_a_field_that_is_not_known_has_no_provenance() -> None:
    package, upi = modules()[""], modules()["upi"]
    assert package.provenance(upi.UpiPayoutRequest, "recipient.upi_id").source == "§2.4"
    with pytest.raises(
        ValueError, match=re.escape("has no field 'recipient.upi_idd'; did you mean 'recipient.upi_id'?")
    ):
        package.provenance(upi.UpiPayoutRequest, "recipient.upi_idd")
    with pytest.raises(ValueError, match=r"has no field 'colour'$"):
        package.provenance(upi.UpiPayoutRequest, "colour")
    with pytest.raises(ValueError, match=r"UpiPayoutRecipient is no request or record of payments_api"):
        package.provenance(upi.UpiPayoutRecipient)


def test_the_models_carry_no_provenance() -> None:
    assert all(
        field.json_schema_extra is None for *_, model in request_models() for field in model.model_fields.values()
    )


@pytest.mark.parametrize("kind", [one["name"] for one in contract()["interface"]["event_types"]])
def test_an_example_notification_is_verified_at_its_time(kind: str) -> None:
    webhooks, states = modules()["webhooks"], modules()["states"]
    [example] = [one for one in webhooks.example_notifications() if one.type == kind]
    event = webhooks.verify(example.body, example.headers, example.secret, now=example.signed_at)
    assert event.type == kind
    [state] = [one["state"] for one in contract()["interface"]["event_types"] if one["name"] == kind]
    assert event.data.status == state
    machines = contract()["interface"]["state_machines"]
    [final] = [
        one["final"]
        for machine in machines
        if machine["record"] == type(event.data).__name__
        for one in machine["states"]
        if one["name"] == state
    ]
    assert states.is_final(event.data) is final
    assert not states.is_final(event.data.model_copy(update={"status": "brand_new"}))


def test_example_notifications_have_different_identifiers() -> None:
    examples = modules()["webhooks"].example_notifications()
    assert len({one.headers["webhook-id"] for one in examples}) == len(examples) > 1


def test_new_fills_in_what_has_one_value() -> None:
    upi = modules()["upi"]
    recipient = upi.UpiPayoutRecipient(full_name="A Person", upi_id="a@b")
    request = upi.UpiPayoutRequest.new(amount=Decimal("1.5"), reference="r", recipient=recipient)
    assert request.model_dump(mode="json") == {
        "amount": 1.5,
        "currency": "INR",
        "method_code": "UPI",
        "country": "IN",
        "reference": "r",
        "recipient": {"full_name": "A Person", "upi_id": "a@b"},
    }
    assert request == upi.UpiPayoutRequest.model_validate(request.model_dump(mode="json"))
    with pytest.raises(ValidationError, match="currency"):
        upi.UpiPayoutRequest.model_validate({"amount": 1.5, "reference": "r", "recipient": recipient})


def test_a_request_cannot_be_changed() -> None:
    *_, model = next(request_models())
    direction, method, model = next(request_models())
    request = model.model_validate(sample(direction, method, "minimal"))
    with pytest.raises(ValidationError, match="frozen"):
        request.amount = Decimal(2)


def test_a_message_names_the_accepted_combinations() -> None:
    upi = modules()["upi"]
    with pytest.raises(ValidationError) as raised:
        upi.UpiPayoutRecipient(full_name="A Person")
    assert "send `upi_id`, or `wallet_uid` and `ifsc_code`, or `phone`" in str(raised.value)


@pytest.mark.parametrize(
    ("sent", "meant"), [("amont", "amount"), ("refrence", "reference"), ("colour", None), ("payment_reference", None)]
)
def test_only_a_near_name_is_suggested(sent: str, meant: str | None) -> None:
    package = modules()[""]
    body = {**sample("payout", "UPI", "minimal"), sent: 1}
    with pytest.raises(package.ProblemError) as raised:
        package.parse_payout(body)
    [error] = raised.value.document()["errors"]
    assert error["detail"] == "is not listed here" + (f"; did you mean {meant!r}?" if meant else "")
