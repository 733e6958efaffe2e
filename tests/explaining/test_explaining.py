"""Everything that has a name is explained, and each place that is told is the place."""

import re
from itertools import islice

import projects
import pytest

from paycat.explaining.explain import UnknownWordError, explain
from paycat.explaining.kinds import changes, findings, names, registers, requests, vectors
from paycat.explaining.project import Project, read_project
from paycat.rules.page import pages_for
from paycat.workspace import Workspace

_PLACE = re.compile(r"^(?P<path>(?:schemas|generated)/[^:]+):(?P<line>\d+)")


@pytest.fixture(scope="module")
def project() -> Project:
    return read_project(Workspace(projects.PROJECT))


@pytest.fixture(scope="module")
def lines() -> dict[str, list[str]]:
    return {}


def line_at(place: str, lines: dict[str, list[str]]) -> str:
    found = _PLACE.match(place)
    assert found, place
    path = found["path"]
    if path not in lines:
        lines[path] = (projects.PROJECT / path).read_text(encoding="utf-8").split("\n")
    return lines[path][int(found["line"]) - 1]


@pytest.mark.parametrize(
    "kind", [findings, changes, registers, requests, names], ids=lambda kind: kind.__name__.split(".")[-1]
)
def test_everything_is_explained(kind: object, project: Project, lines: dict[str, list[str]]) -> None:
    words = set(kind.names(project))  # type: ignore[attr-defined]  # kinds are modules
    assert words
    for word in words:
        for one in explain(word, project):
            assert one.heading.startswith(word) or pages_for(word), word
            assert one.what or one.stands, word
            assert all(line_at(place, lines).strip() for place in one.stands if not place.startswith("..."))


def test_the_project_is_up_to_date(project: Project) -> None:
    assert project.note == ""


def test_a_field_is_carried_by_schema_document_and_class(project: Project, lines: dict[str, list[str]]) -> None:
    fields = [
        (f"{request.direction}.{request.method}.{field.path}", field)
        for request in project.contract.requests()
        for field in request.root.fields()
    ]
    assert fields
    for word, field in fields:
        [one] = explain(word, project)
        kinds = {place.split("/")[1] for place in one.carried}
        assert kinds == {"json-schema", "openapi", "python"}, word
        assert all(re.search(rf"\b{field.name}\b", line_at(place, lines)) for place in one.carried), word
        assert one.tested[0].endswith("refused"), word


def test_every_decision_that_shapes_payloads_is_carried(project: Project, lines: dict[str, list[str]]) -> None:
    for decision in project.contract.decisions:
        [one] = explain(decision.id, project)
        for place in one.carried:
            assert place.startswith("...") or decision.id in line_at(place, lines), (decision.id, place)
        if decision.shapes == "payload":
            assert one.carried, decision.id
            assert len(one.stands) > 1, decision.id


def test_vectors_are_explained(project: Project, lines: dict[str, list[str]]) -> None:
    words = list(islice(vectors.names(project), 0, None, 97))
    assert words
    for word in words:
        [one] = explain(word, project)
        assert f'"id":"{word}"' in line_at(one.stands[0], lines)


@pytest.mark.parametrize("word", ["", " ", "D-", "payout.UPI.", "a" * 5000, "payout..UPI", "\x1b[31m", "§2.4"])
def test_what_has_no_name_is_said_so(word: str, project: Project) -> None:
    with pytest.raises(UnknownWordError, match="nothing is called"):
        explain(word, project)
