"""Proofs that a change means the same: where there must be one, and where it would be a lie."""

from functools import partial
from pathlib import Path
from typing import Any

import projects
import pytest
from jsonschema import Draft202012Validator

from paycat_mutants.proofs import proof, text_proof, weaker_proof

TABLE: dict[str, list[dict[str, Any]]] = projects.read_yaml(Path(__file__).parent / "proofs.yaml")


def proof_of(stated: dict[str, Any]) -> str:
    return proof(stated["before"], stated["keyword"], stated.get("change", ""), stated["after"], stated.get("around"))


def verdict_proof_of(stated: dict[str, Any]) -> str:
    sent = partial(text_proof, unsent=stated.get("unsent", ""), least=stated.get("least", 0))
    of = sent if stated.get("by") == "text" else weaker_proof
    return of(stated["before"], stated["keyword"], stated.get("change", ""), stated["after"])


def whole(stated: dict[str, Any], schema: dict[str, Any]) -> Any:
    """Return a schema, or the one around it of which it is the `if`."""
    return {**stated["around"], "if": schema} if "around" in stated else schema


@pytest.mark.parametrize("stated", TABLE["same"], ids=lambda stated: stated["about"])
def test_what_means_the_same_is_proven(stated: dict[str, Any]) -> None:
    assert proof_of(stated)


@pytest.mark.parametrize("stated", TABLE["different"], ids=lambda stated: stated["about"])
def test_what_a_body_tells_apart_is_not_proven(stated: dict[str, Any]) -> None:
    told = [Draft202012Validator(whole(stated, stated[side])).is_valid(stated["body"]) for side in ("before", "after")]
    assert told[0] is not told[1], "the body does not tell them apart"
    assert proof_of(stated) == ""


@pytest.mark.parametrize("stated", TABLE["verdict_same"], ids=lambda stated: stated["about"])
def test_what_has_the_same_verdict_is_proven(stated: dict[str, Any]) -> None:
    assert verdict_proof_of(stated)
    assert proof_of(stated) == "", "a proof of more is there"


@pytest.mark.parametrize("stated", TABLE["verdict_different"], ids=lambda stated: stated["about"])
def test_what_has_another_verdict_is_not_proven(stated: dict[str, Any]) -> None:
    told = [Draft202012Validator(stated[side]).is_valid(stated["body"]) for side in ("before", "after")]
    assert told[0] is not told[1], "the body does not tell them apart"
    assert verdict_proof_of(stated) == ""
