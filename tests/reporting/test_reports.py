"""Reports of outcomes: `outcome.yaml` in, `expected.json` and `.xml` out, and what must hold of each format.

`make update-cases` writes what is expected.
"""

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import junitparser
import projects
import pytest
import xmlschema
from expected_files import Expect
from jsonschema import Draft202012Validator
from made_up import SECRET, outcome

from paycat import __version__
from paycat.conformance.run.outcome import Outcomes
from paycat.contract.model import Contract
from paycat.reporting.conformance.files import FORMATS, Report, report_of, write_report

OUTCOMES = sorted((Path(__file__).parent / "outcomes").iterdir())
JUNIT_XSD = xmlschema.XMLSchema(Path(__file__).parent / "junit-10.xsd")
"""What Jenkins takes: by Gregory Boissinot (MIT licence), as the source distribution of pytest ships it."""

COUNTS = {"name", "tests", "failures", "errors", "skipped", "time"}

#: What JUnit readers know, by element: its attributes, and the elements in it.
JUNIT: dict[str, tuple[set[str], set[str]]] = {
    "testsuites": ({"name"}, {"testsuite"}),
    "testsuite": (COUNTS, {"properties", "testcase"}),
    "properties": (set(), {"property"}),
    "property": ({"name", "value"}, set()),
    "testcase": ({"name", "classname"}, {"failure", "skipped"}),
    "failure": ({"message", "type"}, set()),
    "skipped": ({"message"}, set()),
}

Write = Callable[[Outcomes, str], str]


@pytest.fixture(params=OUTCOMES, ids=lambda case: case.name)
def case(request: pytest.FixtureRequest) -> Path:
    assert isinstance(request.param, Path)
    return request.param


@pytest.fixture
def made(case: Path, contract: Contract) -> Outcomes:
    return outcome(projects.read_yaml(case / "outcome.yaml"), contract)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """The text of a report file that is written, by outcome and suffix."""

    def written(made: Outcomes, suffix: str) -> str:
        write_report(tmp_path / f"report{suffix}", made)
        return (tmp_path / f"report{suffix}").read_bytes().decode()

    return written


@pytest.mark.parametrize("suffix", FORMATS)
def test_report_is_as_expected(case: Path, made: Outcomes, write: Write, suffix: str, expect: Expect) -> None:
    text = write(made, suffix).replace(__version__, "$VERSION")
    expect(case / f"expected{suffix}", text)


def test_outcomes_are_whole() -> None:
    expected = {f"expected{suffix}" for suffix in FORMATS}
    assert {case.name: {path.name for path in case.iterdir()} for case in OUTCOMES} == {
        case.name: {"outcome.yaml", *expected} for case in OUTCOMES
    }
    verdicts = {json.loads((case / "expected.json").read_text())["verdict"] for case in OUTCOMES}
    assert verdicts == {"agreement", "disagreement", "incomplete", "untested"}


@pytest.mark.parametrize("suffix", FORMATS)
def test_same_outcome_gives_the_same_text_without_a_payload(made: Outcomes, write: Write, suffix: str) -> None:
    text = write(made, suffix)
    assert text == write(made, suffix)
    assert SECRET not in text
    assert [sign for sign in text if not sign.isprintable() and sign not in "\n\t"] == []


def test_json_is_valid_by_its_schema_and_counts_the_run(made: Outcomes, write: Write) -> None:
    report = json.loads(write(made, ".json"))
    schema = Report.model_json_schema(mode="serialization")
    Draft202012Validator.check_schema(schema)
    assert [error.message for error in Draft202012Validator(schema).iter_errors(report)] == []
    assert report["report_version"] == 3
    assert [one["engine"] for one in report["results"]] == [result.engine for result in made.results]
    for one, result in zip(report["results"], made.results, strict=True):
        told = {subject: (tally["run"], tally["limitations"]) for subject, tally in one["tallies"].items()}
        assert told == {subject: (tally.run, tally.limitations) for subject, tally in result.tallies.items()}
    found = [
        (one["engine"], one["subject"] == subject, one["vector"])
        for result in report["results"]
        for subject, tally in result["tallies"].items()
        for one in tally["disagreements"]
    ]
    assert found == [(one.engine, True, one.vector) for one in made.disagreements]


def test_another_shape_is_rejected_by_the_schema(made: Outcomes, write: Write) -> None:
    report = json.loads(write(made, ".json"))
    validator = Draft202012Validator(Report.model_json_schema(mode="serialization"))
    for wrong in ({"report_version": 2}, {"verdict": "fine"}, {"payloads": []}, {"results": [{"name": "a"}]}):
        assert not validator.is_valid(report | wrong)


def test_junit_adds_up(made: Outcomes, write: Write) -> None:
    """Read by the standard library; a suite's numbers are those of the cases in it."""
    root = ElementTree.fromstring(write(made, ".xml"))
    assert [error.reason for error in JUNIT_XSD.iter_errors(root)] == []
    assert root.tag == "testsuites"
    for element in root.iter():
        attributes, children = JUNIT[element.tag]
        assert set(element.attrib) <= attributes, element.tag
        assert {child.tag for child in element} <= children, element.tag
    for suite in root:
        cases = suite.findall("testcase")
        told = {name: int(suite.attrib[name]) for name in ("tests", "failures", "errors", "skipped")}
        failed, skipped = (sum(case.find(tag) is not None for case in cases) for tag in ("failure", "skipped"))
        assert told == {"tests": len(cases), "failures": failed, "errors": 0, "skipped": skipped}
        assert len({case.attrib["name"] for case in cases}) == len(cases) > 0
    for suite, result in zip(root, made.results, strict=False):
        assert [one.attrib["name"] for one in suite.iter("testcase")] == list(result.tallies)
        wrong = {subject for subject, tally in result.tallies.items() if tally.disagreements}
        assert {one.attrib["name"] for one in suite.findall("testcase[failure]")} == wrong
        told_apart = {one.attrib["name"]: one.attrib["value"] for one in suite.iter("property")}
        assert told_apart["vectors"] == str(result.run)
        assert told_apart["disagreements"] == str(len(result.disagreements))


def test_junit_names_every_broken_rule_and_missing_engine(made: Outcomes, write: Write) -> None:
    suites = list(junitparser.JUnitXml.fromstring(write(made, ".xml").encode()))
    artefacts = dict.fromkeys(f"mutants of {tally.artefact}" for tally in made.mutants)
    engines = [one.engine for one in made.results] + [one.name for one in made.missing]
    assert [suite.name for suite in suites] == [*engines, *artefacts]
    run = suites[: len(made.results)]
    lines = [line for suite in run for case in suite for one in case.result for line in (one.text or "").splitlines()]
    assert [line.split(" (rule ")[0] for line in lines] == [one.vector for one in made.disagreements]
    for line, found in zip(lines, made.disagreements, strict=True):
        assert f" (rule {found.rule})" in line
        assert ": expected " in line
        assert ", got " in line
    reasons = [one.message for suite in suites for case in suite for one in case.result if case.is_skipped]
    assert reasons == [f"{one.why}; {one.remedy}" for one in made.missing]


def test_every_format_tells_the_survivors_and_why_others_mean_the_same(made: Outcomes, write: Write) -> None:
    survivors = [told for one in report_of(made).mutants for told in one.survivors]
    reasons = {why for one in report_of(made).mutants for why in one.reasons}
    assert len(survivors) == len(made.survivors)
    report = json.loads(write(made, ".json"))
    assert [told for one in report["mutants"] for told in one["survivors"]] == survivors
    assert {why for one in report["mutants"] for why in one["reasons"]} == reasons
    failures = [failure.text or "" for failure in ElementTree.fromstring(write(made, ".xml")).iter("failure")]
    assert [line for text in failures for line in text.splitlines() if line in survivors] == survivors
