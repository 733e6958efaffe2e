"""What editors show of the published package: the docstring below each field, with what the contract says of it."""

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from imported_package import PACKAGE

from tests.artefacts.published import Json, contract, modules, request_types

LONGEST = 60
"""A longer pattern is in the annotation alone."""


def offers() -> dict[tuple[str, str], Json]:
    """Return the requests of the contract by direction and method."""
    return {
        (direction, method["code"]): method["offers"][direction]["request"]
        for method in contract()["methods"]
        for direction in ("pay_in", "payout")
        if "request" in method["offers"][direction]
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
    """Yield what must be stated of a field."""
    yield field["meaning"]
    yield {"required": "Required.", "optional": "Optional.", "conditional": "Required unless "}[field["requirement"]]
    for rule in field.get("constraints", ()):
        if len(str(rule["value"])) <= LONGEST:
            yield str(rule["value"]) if rule["keyword"] != "decimal_places" or rule["value"] else "whole number"
    if field.get("sensitive"):
        yield f"Sensitive ({field['sensitive']})"
    yield from (hint["note"] for hint in field.get("hints", ()))


@cache
def trees(module: str) -> ast.Module:
    """Return a module of the package as a tree."""
    return ast.parse(inspect.getsource(modules()[module]))


def documented(model: Any) -> dict[str, str]:
    """Return the docstring below each field of a model, also of the classes that it derives from."""
    found: dict[str, str] = {}
    for owner in reversed(model.__mro__):
        module = str(owner.__module__).removeprefix(f"{PACKAGE}.")
        nodes = trees(module).body if str(owner.__module__).startswith(f"{PACKAGE}.") else []
        for node in (one for one in nodes if isinstance(one, ast.ClassDef) and one.name == owner.__name__):
            for field, after in pairwise(node.body):
                match field, after:
                    case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                        assert name not in found, f"{name} is documented twice"
                        found[name] = plain(text)
    return found


@pytest.mark.parametrize(("direction", "method"), request_types())
def test_every_field_is_documented_once(direction: str, method: str) -> None:
    request = offers()[direction, method]
    for group in groups(request["root"]):
        model = model_of(request, group)
        texts = documented(model)
        assert set(texts) == {member["name"] for member in group["members"]}
        for member in group["members"]:
            missing = [words for words in wanted(member) if plain(words) not in texts[member["name"]]]
            assert missing == [], f"{model.__name__}.{member['name']}: {texts[member['name']]}"


def test_conditions_are_documented() -> None:
    conditions = [
        (model_of(request, group), condition)
        for request in offers().values()
        for group in groups(request["root"])
        for condition in group.get("conditions", ())
    ]
    assert conditions
    for model, condition in conditions:
        text = plain(inspect.getdoc(model) or "")
        assert "Send at least one of: " in text
        for names in condition["any_of"]:
            assert "`" + "` and `".join(names) + "`" in text


def test_every_member_of_a_record_is_documented_once() -> None:
    for record in contract()["interface"]["records"]:
        members = {member["name"]: member for member in record["body"].get("members", ())}
        if not members:
            continue
        texts = documented(getattr(modules()["records"], record["name"]))
        assert list(texts) == list(members)
        for name, text in texts.items():
            assert text.startswith(plain(members[name]["meaning"])), name
