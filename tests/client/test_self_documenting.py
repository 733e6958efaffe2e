"""What `help()` shows of the published package: every field with what the contract says of it."""

import inspect
import pydoc
from collections.abc import Iterator
from typing import Any

import pytest

from tests.artefacts.published import Json, contract, modules, request_types


def offers() -> dict[tuple[str, str], Json]:
    """Return the requests of the contract by direction and method."""
    return {
        (direction, method["code"]): method[direction]["request"]
        for method in contract()["methods"]
        for direction in ("pay_in", "payout")
        if "request" in method[direction]
    }


def groups(group: Json) -> Iterator[Json]:
    """Yield a group and the groups inside."""
    yield group
    for member in group["members"]:
        if member["kind"] == "group":
            yield from groups(member)


def model_of(request: Json, group: Json) -> Any:
    return getattr(modules()["shared" if group.get("shared") else request["module"]], group["component"])


def plain(text: str) -> str:
    return " ".join(text.split())


def wanted(field: Json) -> Iterator[str]:
    """Yield what must be told of a field."""
    yield field["meaning"]
    yield {"required": "Required.", "optional": "Optional.", "conditional": "Required unless "}[field["requirement"]]
    reasons = [field["reason"], *(rule["reason"] for rule in field.get("constraints", ()))]
    yield from (f"Source: {reason['source']}." for reason in reasons[:1] if reason.get("source"))
    yield from (decision for reason in reasons for decision in reason.get("decisions", ()))
    for rule in field.get("constraints", ()):
        yield str(rule["value"]) if rule["keyword"] != "decimal_places" or rule["value"] else "whole number"
    if field.get("sensitive"):
        yield f"Sensitive ({field['sensitive']})"
    yield from (hint["note"] for hint in field.get("hints", ()))


@pytest.mark.parametrize(("direction", "method"), request_types())
def test_help_tells_every_field(direction: str, method: str) -> None:
    request = offers()[direction, method]
    for group in groups(request["root"]):
        model = model_of(request, group)
        shown = pydoc.plain(pydoc.render_doc(model))
        lines = [line.removeprefix(" |  ") for line in shown.splitlines()]
        section = lines[lines.index("Attributes:") + 1 :]
        told = _entries(section)
        assert list(told) == [member["name"] for member in group["members"]]
        for member in group["members"]:
            text, described = told[member["name"]], model.model_fields[member["name"]].description
            assert text == plain(described), "help() and editors tell the same"
            missing = [words for words in wanted(member) if plain(words) not in text]
            assert missing == [], f"{model.__name__}.{member['name']}: {text}"


def _entries(lines: list[str]) -> dict[str, str]:
    told: dict[str, list[str]] = {}
    for line in lines:
        if not line.strip():
            break
        if line.startswith("        "):
            told[next(reversed(told))].append(line.strip())
        else:
            name, _, text = line.strip().partition(": ")
            told[name] = [text]
    return {name: " ".join(parts) for name, parts in told.items()}


def test_conditions_are_told() -> None:
    told = [
        (model_of(request, group), condition)
        for request in offers().values()
        for group in groups(request["root"])
        for condition in group.get("conditions", ())
    ]
    assert told
    for model, condition in told:
        text = plain(inspect.getdoc(model) or "")
        assert "Send at least one of: " in text
        for names in condition["any_of"]:
            assert "`" + "` and `".join(names) + "`" in text
        assert all(decision in text for decision in condition["reason"].get("decisions", ()))


def test_help_tells_every_member_of_a_record() -> None:
    for record in contract()["interface"]["records"]:
        model = getattr(modules()["records"], record["name"], None)
        members = {member["name"]: member for member in record["body"].get("members", ())}
        if not members:
            continue
        told = _entries((inspect.getdoc(model) or "").partition("Attributes:\n")[2].splitlines())
        assert list(told) == list(members)
        for name, text in told.items():
            assert text.startswith(plain(members[name]["meaning"])), name
