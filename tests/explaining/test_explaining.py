"""Everything that has a name is explained, and each place that is told is the place."""

import re
from collections import Counter
from itertools import islice

import projects
import pytest

from paycat.changes.taxonomy import CHANGE_TYPES
from paycat.explaining import names
from paycat.explaining.explain import UnknownWordError, explain, named
from paycat.explaining.project import Project, read_project
from paycat.lint.page import pages
from paycat.workspace import Workspace

_PLACE = re.compile(r"^(?P<path>(?:schemas|generated)/[^:]+):(?P<line>\d+)")


@pytest.fixture(scope="module")
def project() -> Project:
    return read_project(Workspace(projects.PROJECT))


@pytest.fixture(scope="module")
def lines() -> dict[str, list[str]]:
    return {}


def line_at(location: str, lines: dict[str, list[str]]) -> str:
    found = _PLACE.match(location)
    assert found, location
    path = found["path"]
    if path not in lines:
        lines[path] = (projects.PROJECT / path).read_text(encoding="utf-8").split("\n")
    return lines[path][int(found["line"]) - 1]


def test_everything_has_a_name(project: Project) -> None:
    contract, interface = project.contract, project.contract.interface
    expected = {
        *(word for page in pages() for word in (page.id, page.slug, *page.codes)),
        *CHANGE_TYPES,
        *(entry.id for entry in (*contract.gaps, *contract.decisions, *contract.errata)),
        *(method.code for method in contract.methods),
        *(f"{one.direction}.{one.method}.{field.path}" for one in contract.requests() for field in one.root.fields()),
        *project.catalogue.types.value.types,
        *(code.code for code in interface.violation_codes),
        *(problem.slug for problem in interface.problems),
    }
    assert expected <= {word for word, _ in named("", project)}


def test_everything_is_explained(project: Project, lines: dict[str, list[str]]) -> None:
    of_pages = {word for page in pages() for word in (page.id, page.slug, *page.codes)}
    for word, explained in named("", project):
        one = explained()
        assert one.heading.startswith(word) or word in of_pages, word
        assert one.what or one.locations, word
        assert all(line_at(location, lines).strip() for location in one.locations if not location.startswith("..."))


def test_a_word_may_be_several(project: Project) -> None:
    [several, *_] = sorted(word for word, count in Counter(word for word, _ in named("", project)).items() if count > 1)
    assert len({one.heading for one in explain(several, project)}) > 1


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
        kinds = {location.split("/")[1] for location in one.carried}
        assert kinds == {"json-schema", "openapi", "python"}, word
        assert all(re.search(rf"\b{field.name}\b", line_at(location, lines)) for location in one.carried), word
        assert one.tested[0].endswith("rejected"), word


def test_every_decision_that_shapes_payloads_is_carried(project: Project, lines: dict[str, list[str]]) -> None:
    for decision in project.contract.decisions:
        [one] = explain(decision.id, project)
        for location in one.carried:
            assert location.startswith("...") or decision.id in line_at(location, lines), (decision.id, location)
        if decision.shapes == "payload":
            assert one.carried, decision.id
            assert len(one.locations) > 1, decision.id


def test_vectors_are_explained(project: Project, lines: dict[str, list[str]]) -> None:
    words = [word for word, _ in islice(names.vectors(project), 0, None, 97)]
    assert words
    for word in words:
        [one] = explain(word, project)
        assert f'"id":"{word}"' in line_at(one.locations[0], lines)


@pytest.mark.parametrize("word", ["", " ", "D-", "payout.UPI.", "a" * 5000, "payout..UPI", "\x1b[31m", "§2.4"])
def test_what_has_no_name_is_said_so(word: str, project: Project) -> None:
    with pytest.raises(UnknownWordError, match="no item has the id or name"):
        explain(word, project)
