"""`paycat conform --report`: where reports go, which formats there are, and what stops one from being written."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import projects
import pytest

Cli = Callable[..., Any]
ENGINE = "jsonschema-rs"
QUICK = ("conform", "--engine", ENGINE, "--show", "0")
FAULT = projects.ROOT / "tests" / "conformance" / "faults" / "schema-const-dropped" / "fault.yaml"


def test_one_run_is_told_alike_in_every_format(project: Path, tmp_path: Path, cli: Cli) -> None:
    fault = projects.read_yaml(FAULT)
    projects.edit(project / "generated", fault["edits"])
    folder = tmp_path / "made" / "for it"
    reports = [folder / name for name in ("report.json", "report.XML")]
    ended = cli(*QUICK, *(part for report in reports for part in ("--report", report)), cwd=project)
    assert (ended.code, ended.err) == (1, "")
    assert sorted(folder.iterdir()) == sorted(reports)
    told, suites = json.loads(reports[0].read_text()), ElementTree.parse(reports[1])
    tallies = told["results"][0]["tallies"].values()
    disagreements = [one for tally in tallies for one in tally["disagreements"]]
    found = {one["rule"] for one in disagreements}
    assert fault["rule"] in found
    number = len(disagreements)
    assert ended.out.splitlines()[-1] == f"{told['vectors']:,} vectors, {number:,} disagreements"
    assert [int(one.attrib["value"]) for one in suites.iter("property")] == [
        *(sum(tally[name] for tally in tallies) for name in ("run", "limitations")),
        number,
    ]


def test_report_takes_the_place_of_an_older_one(project: Path, cli: Cli) -> None:
    (project / "report.json").write_text("older")
    mask = os.umask(0o022)
    try:
        assert cli(*QUICK, "--report", "report.json", cwd=project).code == 0
    finally:
        os.umask(mask)
    assert json.loads((project / "report.json").read_text())["verdict"] == "agreement"
    assert (project / "report.json").stat().st_mode & 0o777 == 0o644
    assert [path.name for path in project.iterdir() if "report" in path.name] == ["report.json"]


@pytest.mark.parametrize("name", ["report.txt", "report.html", "report", ".json", "report.json.gz"])
def test_unknown_format_is_wrong_usage(project: Path, cli: Cli, name: str) -> None:
    ended = cli(*QUICK, "--report", "report.json", "--report", name, cwd=project)
    assert (ended.code, ended.out) == (2, "")
    assert f"Invalid value for '--report': the name '{name}' ends with none of .json, .xml." in ended.err
    assert not (project / "report.json").exists()


def test_folder_in_place_of_the_file_is_wrong_usage(project: Path, cli: Cli) -> None:
    (project / "report.json").mkdir()
    ended = cli(*QUICK, "--report", "report.json", cwd=project)
    assert (ended.code, ended.out) == (2, "")
    assert "'report.json' is a directory" in ended.err


def test_report_that_cannot_be_written_is_a_finding(project: Path, cli: Cli) -> None:
    (project / "file").write_text("")
    ended = cli(*QUICK, "--report", "file/report.json", cwd=project)
    assert ended.code == 1
    assert "file/report.json error report-unwritable: cannot write the report: " in ended.out
    assert "Traceback" not in ended.out + ended.err
    assert (project / "file").read_text() == ""
