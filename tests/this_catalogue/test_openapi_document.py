"""What the OpenAPI document of this catalogue says."""

import json

import projects


def test_a_state_says_that_a_new_one_is_a_major_change_and_other_choices_that_they_grow() -> None:
    """As the versioning says, and `paycat diff`."""
    generated = projects.ROOT / "generated"
    interface = json.loads((generated / "contract/contract.json").read_text(encoding="utf-8"))["interface"]
    document = json.loads((generated / "openapi/openapi.json").read_text(encoding="utf-8"))
    states = {(one["record"], one["member"]) for one in interface["state_machines"]}
    ends: dict[bool, set[str]] = {True: set(), False: set()}
    for name, schema in document["components"]["schemas"].items():
        for member, one in schema.get("properties", {}).items():
            if "x-extensible-enum" in one:
                ends[(name, member) in states].add(one["description"].rpartition(". ")[2])
    assert ends == {True: {"A new value is a major change."}, False: {"New values may appear."}}
