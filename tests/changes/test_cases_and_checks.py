"""Edits of cases and of check digits: the verdict of each is as reasoned, and bodies say the same, both ways."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import projects
import pytest
import yaml

from paycat.changes.change import Comparison
from paycat.changes.compare import compare
from paycat.changes.taxonomy.change_type import BREAKING
from paycat.conformance.derive.requests import ground, request_vectors
from paycat.contract.model import Contract, Request
from paycat.contract.validate import validate
from paycat.lint.checking import resolved_folder

STATED = projects.read_yaml(Path(__file__).with_name("cases_and_checks.yaml"))
EDITS: dict[str, dict[str, Any]] = STATED["edits"]
BASE = {
    file: data if isinstance(data, str) else yaml.safe_dump(data, sort_keys=False)
    for file, data in STATED["base"].items()
}


def test_there_are_forty_edits() -> None:
    assert len(EDITS) >= 40
    assert {edit["verdict"] for edit in EDITS.values()} == {"breaking", "safe", "none"}


@pytest.mark.parametrize("name", EDITS)
def test_the_verdict_is_as_reasoned(name: str) -> None:
    told = compare(contract_with(""), contract_with(name))
    assert (told.faults, verdict_of(told)) == ((), EDITS[name]["verdict"]), [str(change) for change in told.changes]


@pytest.mark.parametrize("name", EDITS)
def test_bodies_say_the_same(name: str) -> None:
    """A body of the old version that the new one rejects is told of, and a break is shown by such a body."""
    for old_name, new_name in (("", name), (name, "")):
        old, new = contract_with(old_name), contract_with(new_name)
        told, old_request, new_request = compare(old, new), request_of(old), request_of(new)
        shown = [
            change.counterexample.payload
            for head in told.changes
            for change in head.all()
            if change.counterexample and change.counterexample.site.part == "request"
        ]
        assert [body for body in shown if validate(old_request, body) or not validate(new_request, body)] == []
        rejected = [
            body for body in (*bodies_of(old_name), *bodies_of(new_name)) if breaks(old_request, new_request, body)
        ]
        assert bool(shown) == (verdict_of(told) == "breaking") >= bool(rejected), rejected[:1]


def breaks(old: Request, new: Request, body: Any) -> bool:
    """Tell whether a body was accepted and is rejected."""
    return not validate(old, body) and bool(validate(new, body))


def verdict_of(told: Comparison) -> str:
    """Return the worst that is said to those who send requests."""
    verdicts = [
        change.verdicts.known["sender"].verdict
        for head in told.changes
        for change in head.all()
        if change.site.part == "request" and "sender" in change.verdicts.known
    ]
    return "none" if not verdicts else "breaking" if BREAKING in verdicts else "safe"


def request_of(contract: Contract) -> Request:
    """Return the one request of a contract."""
    (request,) = contract.requests()
    return request


@cache
def contract_with(name: str) -> Contract:
    """Return the contract of the base with an edit; without one, if the name is empty."""
    with TemporaryDirectory() as folder:
        for file, text in files_with(EDITS[name]["edits"] if name else ()):
            path = Path(folder, "schemas", file)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        contract, findings = resolved_folder(Path(folder, "schemas"))
    assert contract is not None, findings
    return contract


def files_with(edits: Any) -> Iterator[tuple[str, str]]:
    """Yield the files of the base with edits, each of which is of the one file that has its text."""
    texts = dict(BASE)
    for old_text, new_text in edits:
        (file,) = [file for file, text in texts.items() if old_text in text]
        texts[file] = texts[file].replace(old_text, new_text)
    yield from texts.items()


@cache
def bodies_of(name: str) -> list[Any]:
    """Return the valid bodies among the vectors of the base with an edit."""
    contract = contract_with(name)
    vectors = request_vectors(request_of(contract), ground(contract, "transfer"))
    return [vector.payload for vector in vectors if vector.valid]
