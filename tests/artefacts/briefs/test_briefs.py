"""Briefs are small and complete: what a brief alone says of a body is the verdict of each vector of its request."""

import json
from functools import cache
from typing import Any

import projects
import pytest
from starter_cases import STARTER
from vector_texts import vector_texts

from paycat.contract.model import Contract
from paycat.lint.checking import check_folder
from paycat.packs.reading import read_packs
from paycat.packs.render import render
from tests.artefacts.briefs.reading import read

CATALOGUES = {
    "frozen": projects.PROJECT,
    "published": projects.ROOT,
    "small": projects.SMALL,
    "starter": STARTER,
}
LONGEST = 2450
"""How many bytes a brief of the published catalogue may have."""


@cache
def contract_of(name: str) -> Contract:
    contract, found = check_folder(CATALOGUES[name] / "schemas")
    assert contract is not None, found
    return contract


@cache
def briefs(name: str) -> dict[str, str]:
    """Return the files of the pack by path below briefs/."""
    packs, wrong = read_packs(projects.GENERATORS, "generators")
    assert wrong == []
    files = render(contract_of(name), [pack for pack in packs if pack.name == "briefs"]).texts()
    return {path.removeprefix("briefs/"): text for path, text in files.items()}


@cache
def vectors(name: str) -> list[dict[str, Any]]:
    """Return the vectors of the stage `fields`."""
    lines = "".join(vector_texts(contract_of(name))).split("\n")
    return [json.loads(line) for line in lines if '"stage":"fields"' in line]


@pytest.mark.parametrize("name", CATALOGUES)
def test_a_brief_alone_has_the_verdict_of_every_vector(name: str) -> None:
    known = {path: read(text) for path, text in briefs(name).items() if path.endswith(".md")}
    wrong, tried = [], set()
    for vector in vectors(name):
        method = contract_of(name).method(vector["method"])
        assert method
        path = f"{vector['direction']}/{method.name}.md"
        expected = {(one["pointer"], one["code"]) for one in vector["violations"]}
        got = known[path].verdict(vector["payload"])
        tried.add(path)
        if got != expected:
            wrong.append(f"{vector['id']}: {sorted(got)} for {sorted(expected)}")
    assert wrong[:20] == []
    assert tried == known.keys(), "each brief is tried"


@pytest.mark.parametrize("name", CATALOGUES)
def test_the_smallest_body_is_valid_and_that_of_the_sample(name: str) -> None:
    for request in contract_of(name).requests():
        brief = read(briefs(name)[f"{request.direction}/{request.name}.md"])
        assert brief.smallest == request.sample("minimal").payload
        assert brief.verdict(brief.smallest) == set()


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


def test_a_wrong_brief_is_noticed() -> None:
    """The reader has no rules of its own: another bound in a brief is another verdict."""
    path, text = next((path, text) for path, text in briefs("frozen").items() if "at most 255 characters" in text)
    changed = read(text.replace("at most 255 characters", "at most 254 characters"))
    of_request = [one for one in vectors("frozen") if f"{one['direction']}/{one['method']}.md" == path]
    wrong = [one for one in of_request if bool(changed.verdict(one["payload"])) is one["valid"]]
    assert wrong, path
