"""`paycat conform --mutants` as a person runs it: what it prints, reports and leaves behind."""

import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.conformance.derive.model import Vector
from paycat.conformance.run.output_folder import Published
from paycat.contract.model import Contract
from paycat.diagnostics import FindingsError
from paycat_mutants.models import model_mutants
from paycat_mutants.package import package_mutants

Cli = Callable[..., Any]
QUICK = ("conform", "--mutants", "--engine", "models")
ARTEFACTS = ["json-schema", "models", "openapi", "stub", "typescript"]
FAR = re.compile(r"part [1-7] of [1-7]: [a-z-]+ of \S+, [0-9,]+ mutants?\n")
"""A line that says how far a long run is; whether there is one depends on the machine."""
SAME = re.compile(r"([0-9,]+) mutants? the same: (.+)")


def rows(out: str) -> dict[str, list[int]]:
    """Return the numbers of the table of mutants, by artefact: made, noticed, the same, survived."""
    _, _, table = out.partition("mutants of ")
    lines = (line.split() for line in table.splitlines()[1:])
    return {line[0]: [int(word.replace(",", "")) for word in line[1:]] for line in lines if line[0] in ARTEFACTS}


@pytest.mark.deep
def test_every_mutant_of_a_small_project_is_noticed_or_the_same(small: Path, cli: Cli, tmp_path: Path) -> None:
    ended = cli(*QUICK, "--report", tmp_path / "report.json", cwd=small)
    assert (ended.code, FAR.sub("", ended.err)) == (0, "")
    found = rows(ended.out)
    assert list(found) == ARTEFACTS
    assert all(made == noticed + same and survived == 0 for made, noticed, same, survived in found.values())
    assert all(noticed > 0 for _, noticed, _, _ in found.values())
    assert sum(int(number.replace(",", "")) for number, _ in SAME.findall(ended.out)) == sum(
        same for _, _, same, _ in found.values()
    )
    made = sum(made for made, *_ in found.values())
    assert ended.out.splitlines()[-1].endswith(f" vectors, 0 disagreements, {made:,} mutants, 0 survived")
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["verdict"] == "agreement"
    assert all(bool(one["equivalent"]) is bool(one["reasons"]) and all(one["reasons"]) for one in report["mutants"])
    assert_nothing_is_left(small, cli)


def assert_nothing_is_left(small: Path, cli: Cli) -> None:
    """The package that is imported is the one in the folder, and imported anew it does the same."""
    source = (small / "generated" / "python" / "src").as_posix()
    left = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "payments_api"}
    assert left
    assert [name for name, module in left.items() if not str(module.__file__).startswith(source)] == []
    assert [type(finder) for finder in sys.meta_path if type(finder).__module__.startswith("paycat")] == []
    again = cli("conform", "--engine", "models", "--engine", "stub", cwd=small)
    assert (again.code, again.out.splitlines()[-1].partition(", ")[2]) == (0, "0 disagreements")


def test_survivors_are_told_and_fail_the_run(small: Path, tmp_path: Path, cli: Cli) -> None:
    """Printed, in every report, and by the exit code; a project without Python has no mutants of it."""
    project = without_python(small, tmp_path / "project")
    for direction in ("pay_in", "payout"):
        vectors = project / "generated" / "conformance" / "vectors" / direction / "UPI.jsonl"
        lines = vectors.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = (line for line in lines if f'"{direction}.UPI.amount:type/string"' not in line)
        vectors.write_text("".join(kept), "utf-8")
    told = "pay_in/UPI, #/properties/amount/type: also string"
    reports = [tmp_path / name for name in ("report.json", "report.xml")]
    options = [part for report in reports for part in ("--report", report)]
    ended = cli("conform", "--mutants", "--engine", "jsonschema-rs", "--show", "1", *options, cwd=project)
    assert (ended.code, FAR.sub("", ended.err)) == (1, "")
    assert list(rows(ended.out)) == ["json-schema", "openapi", "typescript"]
    assert f"survived: json-schema, {told}\nsurvived: 1 more\n" in ended.out
    assert ended.out.endswith(" mutants, 2 survived\n")
    assert json.loads(reports[0].read_text())["verdict"] == "untested"
    assert all("also string" in report.read_text(encoding="utf-8") for report in reports)


def test_a_run_says_how_far_it_is_and_what_it_left_out(
    small: Path, tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paycat.cli.conform._LINE_AFTER_SECONDS", 1e-9)
    report = tmp_path / "report.json"
    bounded = (*QUICK, "--most-mutants", "60")
    ended = cli(*bounded, "--report", report, cwd=small)
    assert ended.code == 0
    assert "part 1 of 7: json-schema of pay_in/UPI, 50 mutants\n" in FAR.findall(ended.err)
    left = "the run left out mutants of json-schema after pay_in/UPI"
    assert f"{left}; raise --most-mutants to run them\n" in ended.out
    found = json.loads(report.read_text())
    cut = {(one["artefact"], one["subject"]) for one in found["mutants"] if one["is_cut_short"]}
    assert ("json-schema", "pay_in/UPI") in cut
    assert sum(one["number"] for one in found["mutants"] if one["artefact"] == "json-schema") == 60
    ended = cli(*bounded, "--format", "json", cwd=small)
    codes = [(one["code"], one["severity"]) for one in json.loads(ended.out)["findings"]]
    assert ("mutants-left-out", "warning") in codes


def without_python(small: Path, folder: Path) -> Path:
    """Make a copy of the small project in which the Python package is switched off."""
    shutil.copytree(small, folder)
    projects.switch_off(folder, ["python"])
    ended = projects.paycat("generate", "--force", cwd=folder)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    return folder


def test_without_their_package_there_are_no_mutants(project: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run without them needs it not."""
    monkeypatch.setattr("paycat.cli.conform.entry_points", lambda group: ())
    ended = cli("conform", "--mutants", cwd=project)
    assert (ended.code, ended.out) == (2, "")
    assert "pip install paycat-mutants" in ended.err


def test_mutants_of_a_server_are_wrong_usage(project: Path, cli: Cli) -> None:
    ended = cli("conform", "--mutants", "--url", "http://127.0.0.1:1", cwd=project)
    assert (ended.code, ended.out) == (2, "")
    assert "--mutants" in ended.err
    assert "--url" in ended.err


def test_artefacts_that_are_wrong_as_they_are_have_no_mutants(small: Path, tmp_path: Path, cli: Cli) -> None:
    """Every mutant would count as noticed."""
    fault = {"file": "json-schema/pay_in/UPI.schema.json", "find": '"maxLength": 255,', "replace": '"maxLength": 254,'}
    shutil.copytree(small, tmp_path / "project")
    projects.edit(tmp_path / "project" / "generated", [fault])
    ended = cli("conform", "--mutants", "--engine", "openapi", cwd=tmp_path / "project")
    assert (ended.code, ended.err) == (1, "")
    found = r"generated error wrong-unchanged: json-schema pay_in/UPI gives \S+ another verdict than it must get"
    assert re.search(found, ended.out)


def test_models_that_are_wrong_as_they_are_have_no_mutants(
    small: Path, small_contract: Contract, batches: list[Published], tmp_path: Path
) -> None:
    file, find = "python/src/payments_api/upi.py", 'currency: Literal["INR"]'
    fault = {"file": file, "find": find, "replace": 'currency: Literal["XTS"]', "count": 2}
    with pytest.raises(FindingsError, match=r"models pay_in/UPI gives \S+ another verdict"):
        next(model_mutants(small_contract, faulty(small, tmp_path, fault), requests_of(batches)))


def test_decisions_that_are_wrong_as_they_are_have_no_mutants(
    small: Path, small_contract: Contract, batches: list[Published], tmp_path: Path
) -> None:
    file = "python/src/payments_api/_runtime/parsing.py"
    fault = {"file": file, "find": "code not in self.availability", "replace": "False"}
    with pytest.raises(FindingsError, match=r"models _runtime.exact_numbers gives \S+ another verdict"):
        next(package_mutants(small_contract, faulty(small, tmp_path, fault), requests_of(batches)))


def faulty(small: Path, folder: Path, fault: dict[str, Any]) -> Path:
    """Make a copy of what the small project publishes, with a fault in one file; return it."""
    shutil.copytree(small / "generated", folder / "generated")
    projects.edit(folder / "generated", [fault])
    return folder / "generated"


def requests_of(batches: list[Published]) -> dict[str, Any]:
    """Return the vectors of requests by subject."""
    return {one.subject: one.vectors for one in batches if isinstance(one.vectors[0], Vector)}
