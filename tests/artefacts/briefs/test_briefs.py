"""Briefs are small and complete: what a brief alone says of a body is the verdict of each vector of its request."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import projects
import pytest
from starter_cases import STARTER
from vector_texts import vector_texts

from paycat.contract.model import Contract
from paycat.lint.checking import check_folder
from paycat.packs.reading import read_packs
from paycat.packs.render import render
from tests.any_catalogue.small_catalogues.catalogues import (
    Catalogue,
    Edit,
    without_notifications,
    without_optional_fields,
    written,
)
from tests.artefacts.briefs.reading import read
from tests.artefacts.briefs.walk import Walk

CATALOGUES = {
    "frozen": projects.PROJECT,
    "published": projects.ROOT,
    "small": projects.SMALL,
    "starter": STARTER,
}
SIGNED_BY_STANDARD = [name for name in CATALOGUES if name != "small"]
"""The small catalogue signs in forms of its own, and each of its briefs has an example of a signed request."""
LONGEST = 14600
"""How many bytes a brief of the published catalogue may have."""


def without_keys(catalogue: Catalogue) -> None:
    """No operation takes a key that makes it safe to repeat."""
    catalogue.only("SEPA_TRANSFER")
    for operation in catalogue.files["interface/operations.yaml"]["operations"].values():
        operation["parameters"] = [one for one in operation["parameters"] if one != "RepeatKey"]


@cache
def contract_of(name: str) -> Contract:
    contract, found = check_folder(CATALOGUES[name] / "schemas")
    assert contract is not None, found
    return contract


@cache
def briefs(name: str) -> dict[str, str]:
    """Return the files of the pack by path below briefs/."""
    return of_contract(contract_of(name))


def of_contract(contract: Contract) -> dict[str, str]:
    """Return the files that the pack makes of a contract."""
    packs, wrong = read_packs(projects.GENERATORS, "generators")
    assert wrong == []
    files = render(contract, [pack for pack in packs if pack.name == "briefs"]).texts()
    return {path.removeprefix("briefs/"): text for path, text in files.items()}


@cache
def vectors(name: str) -> list[dict[str, Any]]:
    """Return the vectors of the stage `fields`."""
    lines = "".join(vector_texts(contract_of(name))).split("\n")
    return [json.loads(line) for line in lines if '"stage":"fields"' in line]


@pytest.mark.slow
@pytest.mark.parametrize("name", CATALOGUES)
def test_a_brief_alone_has_the_verdict_of_every_vector(name: str) -> None:
    known = {path: read(text) for path, text in briefs(name).items() if path.endswith(".md")}
    sent = {code.code: code.sent or code.code for code in contract_of(name).interface.violation_codes}
    wrong, tried = [], set()
    for vector in vectors(name):
        method = contract_of(name).method(vector["method"])
        path = "/".join(step for step in (vector["direction"], method.name if method else "") if step) + ".md"
        expected = {(one["pointer"], sent[one["code"]]) for one in vector["violations"]}
        got = known[path].verdict(vector["payload"])
        tried.add(path)
        if got != expected:
            wrong.append(f"{vector['id']}: {sorted(got)} for {sorted(expected)}")
    assert wrong[:20] == []
    assert tried == known.keys(), "each brief is tried"


@pytest.mark.parametrize("name", CATALOGUES)
def test_the_smallest_body_is_valid_and_that_of_the_sample(name: str) -> None:
    for request in contract_of(name).requests():
        path = "/".join(step for step in (request.direction, request.name) if step)
        brief = read(briefs(name)[f"{path}.md"])
        assert brief.smallest == request.sample("minimal").payload
        assert brief.verdict(brief.smallest) == set()


def blanks_in_examples(catalogue: Catalogue) -> None:
    """A notification and a sample with several blanks in a row, which are a part of what is sent and signed."""
    catalogue.only("SEPA_TRANSFER")
    for payload in catalogue.samples():
        payload["beneficiary"]["name"] = "A  B   `C"
    catalogue.files["interface/records.yaml"]["records"]["RefundMessage"]["example"]["refund"]["labels"] = {
        "a": "b   `c"
    }


def test_bodies_are_byte_for_byte_what_is_sent_and_signed(tmp_path: Path) -> None:
    contract, found = check_folder(written(blanks_in_examples, tmp_path / "project") / "schemas")
    assert contract is not None, found
    [(path, text)] = [(path, text) for path, text in of_contract(contract).items() if path.endswith(".md")]
    walk = Walk(text, "", "", list)
    assert b"b   `c" in (walk.exchange.signing or pytest.fail(path)).body
    walk.example()
    [request] = contract.requests()
    assert walk.brief.smallest == request.sample("minimal").payload


@pytest.mark.parametrize("name", SIGNED_BY_STANDARD)
def test_the_example_of_each_brief_is_genuine(name: str) -> None:
    walks = [Walk(text, "", "", list) for path, text in briefs(name).items() if path.endswith(".md")]
    for walk in walks:
        if walk.exchange.signing:
            walk.example()
    assert any(walk.exchange.signing for walk in walks)


@pytest.mark.parametrize("name", SIGNED_BY_STANDARD)
def test_what_follows_a_request_has_the_same_words_in_each_brief_of_a_direction(name: str) -> None:
    for direction in ("pay_in", "payout"):
        texts = [text for path, text in briefs(name).items() if path.startswith(f"{direction}/")]
        assert len({text.partition("\n## Exchange\n")[2] for text in texts}) == min(1, len(texts))


LACKING: dict[str, tuple[Edit, str]] = {
    "notifications": (without_notifications, r"notif|webhook|signature|signed|whsec|forward-to|hmac|\bevent"),
    "idempotency keys": (without_keys, r"repetition|the same key|is kept for|send the same value"),
    "outcomes": (without_optional_fields, r"outcome|test-"),
}
"""Catalogues, and the words of what each lacks; those of the cases of *any catalogue* are in all that is generated."""


@pytest.mark.parametrize("lacking", LACKING)
def test_no_brief_says_anything_of_what_a_catalogue_lacks(lacking: str, tmp_path: Path) -> None:
    edit, words = LACKING[lacking]
    contract, found = check_folder(written(edit, tmp_path / "project") / "schemas")
    assert contract is not None, found
    files = of_contract(contract)
    assert len(files) > 1
    said = {path: re.findall(rf".*(?:{words}).*", text, re.IGNORECASE) for path, text in files.items()}
    assert {path: lines for path, lines in said.items() if lines} == {}


def test_a_sandbox_that_is_switched_off_is_not_named() -> None:
    contract = contract_of("frozen")
    service = contract.service.model_copy(update={"packs_off": ("python", "openapi", "docs")})
    files = of_contract(contract.model_copy(update={"service": service}))
    text = "".join(files.values())
    assert "- Start: `paycat serve`" in text
    assert re.findall("python -m|pip install|\\.\\./(?:python|openapi|docs)/", text) == []


def test_a_brief_is_small() -> None:
    sizes = {path: len(text.encode()) for path, text in briefs("published").items() if path.endswith(".md")}
    assert {path: size for path, size in sizes.items() if size > LONGEST} == {}


@pytest.mark.parametrize("name", CATALOGUES)
def test_llms_txt_lists_every_brief_once(name: str) -> None:
    text = briefs(name)["llms.txt"]
    paths = {path for path in briefs(name) if path.endswith(".md")}
    assert sorted(path for path in paths if text.count(f"]({path})") == 1) == sorted(paths)
    assert text.startswith("# ")
    assert "\n> " in text, "llms.txt has a summary"
    assert "until it is completed" in text
    assert "until its state is final" not in text


def test_a_wrong_brief_is_noticed() -> None:
    """The reader has no rules of its own: another bound in a brief is another verdict."""
    path, text = next((path, text) for path, text in briefs("frozen").items() if "at most 255 characters" in text)
    changed = read(text.replace("at most 255 characters", "at most 254 characters"))
    of_request = [one for one in vectors("frozen") if f"{one['direction']}/{one['method']}.md" == path]
    wrong = [one for one in of_request if bool(changed.verdict(one["payload"])) is one["valid"]]
    assert wrong, path


def test_an_outcome_has_all_of_its_effects() -> None:
    contract, found = check_folder(STARTER / "schemas")
    assert contract is not None, found
    sandbox = contract.interface.sandbox
    first = next(one for one in sandbox.outcomes if one.times)
    effects = {"answer_lost": True, "delay_seconds": 2, "moves": ("rejected",), "state_machine": None}
    outcomes = (first.model_copy(update=effects),)
    interface = contract.interface.model_copy(update={"sandbox": sandbox.model_copy(update={"outcomes": outcomes})})
    told = (
        f"  - `{first.reference}`: problem `{first.problem}`, 1 time; "
        "accepted, and no response arrives; a delay of 2 s; `rejected`"
    )
    texts = of_contract(contract.model_copy(update={"interface": interface})).items()
    briefs_of_requests = [text for path, text in texts if path.endswith(".md")]
    assert briefs_of_requests
    assert [text for text in briefs_of_requests if told not in text.splitlines()] == []
