"""`parse` of the TypeScript package beside `validate`, which gets what `JSON.parse` makes of the same body."""

import json
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.cache import Cache
from paycat.conformance.derive.files import general_files, request_lines
from paycat.conformance.derive.model import Vector
from paycat.conformance.derive.requests import ground
from paycat.contract.model import Contract
from paycat.lint.checking import check_folder
from tests.artefacts.published import sample
from tests.artefacts.typescript.typescript_package import Driver

pytestmark = pytest.mark.slow

CATALOGUES: dict[str, Callable[[Path], Path]] = {
    "shipped": lambda folder: projects.PROJECT,
    "every construct": lambda folder: projects.small(folder / "project"),
}


def judged(driver: Driver, direction: str, body: bytes, method: str | None = None) -> Any:
    """Return what `parse` and `validate` say."""
    return driver.ask(act="judge", direction=direction, body=b64encode(body).decode(), method=method)


def vectors(contract: Contract) -> list[Vector]:
    """Return the vectors about bodies that the package judges as a whole, of which no header says anything."""
    grounds = {direction: ground(contract, direction) for direction in {one.direction for one in contract.requests()}}
    texts = [request_lines(one, grounds[one.direction], Cache()) for one in contract.requests()]
    texts += [make() for name, make in general_files(contract).items() if Path(name).stem in ("text", "dispatch")]
    found = [Vector.model_validate_json(line) for text in texts for line in text.splitlines() if line]
    return [one for one in found if one.stage != "schema" and not one.headers]


@pytest.mark.parametrize("name", CATALOGUES)
def test_unseen_by_validate_has_what_it_does_not_see_and_nothing_else(name: str, tmp_path: Path) -> None:
    project = CATALOGUES[name](tmp_path)
    if project != projects.PROJECT:
        made = projects.paycat("generate", cwd=project)
        assert made.returncode == 0, made.stdout
    contract, findings = check_folder(project / "schemas")
    assert contract is not None, findings
    driver = Driver(project / "generated" / "typescript")
    asked, missed, wrong = 0, set(), []
    for vector in vectors(contract):
        found = judged(driver, vector.direction, vector.body(), vector.addressed)
        if "validated" not in found:
            continue
        asked += 1
        parsed, validated = found["parsed"]["found"], found["validated"]["found"]
        if parsed == validated:
            continue
        codes = {code for code, _ in parsed}
        missed |= codes
        if not codes <= {*found["unseen"]}:
            wrong.append((vector.id, parsed, validated))
    driver.close()
    assert wrong == []
    assert asked > 500
    assert missed == {*found["unseen"]}


NAMES = ("__proto__", "constructor", "toString", "hasOwnProperty", "valueOf")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_each_object_is_a_name_like_any_other(name: str, driver: Driver) -> None:
    """It is unknown where members are known, is kept where any may be, and no prototype gets a member."""
    request = sample("payout", "UPI", "minimal")

    def body(**members: Any) -> bytes:
        return json.dumps({**request, **members}).encode()

    named = {name: {"polluted": 1}}
    unknown = [["unknown_field", f"#/{name}"]]
    inside = [["unknown_field", f"#/recipient/{name}"]]
    for sent, expected in ((body(**named), unknown), (body(recipient={**request["recipient"], **named}), inside)):
        found = judged(driver, "payout", sent)
        assert found["parsed"]["found"] == found["validated"]["found"] == expected
        assert not found["polluted"]
    kept = judged(driver, "payout", body(metadata=named))
    assert kept["parsed"]["value"]["metadata"] == kept["validated"]["value"]["metadata"] == named
    assert not kept["polluted"]


@pytest.mark.parametrize("name", ["recipient", "amount", "method_code"])
def test_no_member_is_read_of_a_prototype(name: str, driver: Driver) -> None:
    """A member that the body has not as its own is missing, whatever `__proto__` says."""
    request = sample("payout", "UPI", "minimal")
    others = {one: value for one, value in request.items() if one != name}
    sent = json.dumps({**others, "__proto__": {name: request[name]}}).encode()
    found = judged(driver, "payout", sent)
    assert ["required", f"#/{name}"] in found["parsed"]["found"]
    assert found["parsed"]["found"] == found["validated"]["found"]


def test_zeros_before_an_exponent_are_no_digits_of_it(driver: Driver) -> None:
    sent = json.dumps(sample("payout", "UPI", "minimal"))
    number = sent.replace('"amount": 1000,', f'"amount": 1e{"0" * 20}3,')
    assert number != sent
    assert judged(driver, "payout", number.encode())["parsed"]["found"] == []


@pytest.mark.parametrize("held", ["text", "bytes", "buffer"])
def test_a_body_is_judged_however_it_is_held(held: str, driver: Driver) -> None:
    def said(body: bytes) -> Any:
        return driver.ask(act="hold", direction="payout", body=b64encode(body).decode(), held=held)

    right = sample("payout", "UPI", "minimal")
    assert said(json.dumps(right).encode())["value"] == right
    assert [one["code"] for one in said(json.dumps(right).encode() + b" " * 1_048_576)["violations"]] == [
        "payload-too-large"
    ]
    assert [one["code"] for one in said(b"{")["violations"]] == ["malformed-json"]


@pytest.mark.parametrize("held", ['{"amount": 1}', "null", "1", "[]"])
def test_a_value_is_no_body(held: str, driver: Driver) -> None:
    assert driver.ask(act="hold", direction="payout", body="", held=held) == {"error": "TypeError"}
