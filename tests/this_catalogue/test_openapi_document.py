"""What the OpenAPI document of this catalogue says."""

import json
import re
from typing import Any

import projects


def document() -> dict[str, Any]:
    return dict(json.loads((projects.ROOT / "generated/openapi/openapi.json").read_text(encoding="utf-8")))


def test_the_path_has_the_major_version() -> None:
    major = document()["info"]["version"].partition(".")[0]
    assert {re.match("/v([0-9]+)/", path)[1] for path in document()["paths"]} == {major}  # type: ignore[index]  # a match


def test_what_a_cache_has_is_answered_as_declared() -> None:
    answers = document()["paths"]["/v1/banks"]["get"]["responses"]
    assert "ETag" in answers["200"]["headers"]
    assert "ETag" in answers["304"]["headers"]


def test_an_example_of_all_directions_is_of_none() -> None:
    assert not re.search("payin|payout", document()["components"]["parameters"]["Reference"]["example"])


def test_an_operation_without_a_key_is_not_told_to_repeat_with_it() -> None:
    for path, operations in document()["paths"].items():
        for operation in (operations[method] for method in ("get", "post") if method in operations):
            takes = "#/components/parameters/IdempotencyKey" in flat(operation.get("parameters"))
            assert takes or not any("same key" in text for text in flat(operation["responses"])), path


def flat(value: Any) -> list[str]:
    """Return all texts of a document."""
    if isinstance(value, dict):
        return [text for inner in value.values() for text in flat(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in flat(inner)]
    return [value] if isinstance(value, str) else []


def test_a_state_says_that_a_new_one_is_a_major_change_and_other_choices_that_they_grow() -> None:
    """As the versioning says, and `paycat diff`."""
    generated = projects.ROOT / "generated"
    interface = json.loads((generated / "contract/contract.json").read_text(encoding="utf-8"))["interface"]
    states = {(one["record"], one["member"]) for one in interface["state_machines"]}
    ends: dict[bool, set[str]] = {True: set(), False: set()}
    for name, schema in document()["components"]["schemas"].items():
        for member, one in schema.get("properties", {}).items():
            if "x-extensible-enum" in one:
                ends[(name, member) in states].add(one["description"].rpartition(". ")[2])
    assert ends == {True: {"A new value is a major change."}, False: {"New values may appear."}}
