"""Members with names of every case: every engine agrees, and programs read bodies by the names on the wire alone."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import projects
import pytest

from tests.any_catalogue.small_catalogues.catalogues import Catalogue
from tests.any_catalogue.small_catalogues.names_on_the_wire import names_on_the_wire
from tests.pages.test_checker import Checker, validated

PROGRAM = Path(__file__).with_name("both_names.py")
METHODS = ("FASTER_PAYMENT", "SEPA_TRANSFER")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    catalogue = Catalogue()
    names_on_the_wire(catalogue)
    folder = catalogue.write(tmp_path_factory.mktemp("names") / "project")
    made = projects.paycat("generate", cwd=folder)
    assert (made.returncode, made.stderr) == (0, ""), made.stdout
    return folder


@pytest.fixture
def checker(project: Path) -> Iterator[Checker]:
    checker = Checker(project / "generated" / "docs" / "assets")
    yield checker
    checker.process.close()


def test_every_engine_agrees(project: Path) -> None:
    ended = projects.paycat("conform", "--engine", "all", cwd=project)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    assert ended.stdout.rstrip().endswith(" 0 disagreements")


def test_the_checker_of_the_pages_agrees(project: Path, checker: Checker) -> None:
    ran, _, wrong = validated(checker, project / "generated")
    assert wrong == []
    assert ran > 1000


def test_each_other_attribute_has_a_vector(project: Path) -> None:
    """A body that has the attribute in place of the name on the wire lacks the member, and has an unknown one."""
    found = {}
    for file in (project / "generated" / "conformance" / "vectors" / "payout").glob("*.jsonl"):
        for line in file.read_text(encoding="utf-8").splitlines():
            vector = json.loads(line)
            if "_for_" in vector.get("id", "") and ":closed/" in vector["id"]:
                codes = sorted((one["code"], one["pointer"]) for one in vector["violations"])
                found[vector["id"].partition(".")[2]] = codes
    assert found["SEPA_TRANSFER:closed/own_key_for__key"] == [("unknown_field", "#/own_key")]
    assert found["SEPA_TRANSFER:closed/class__for_class"] == [("required", "#/class"), ("unknown_field", "#/class_")]
    assert found["SEPA_TRANSFER.@context[].x:y:closed/due_at_for_due-at"] == [
        ("required", "#/@context/0/x:y/due-at"),
        ("unknown_field", "#/@context/0/x:y/due_at"),
    ]
    assert found["FASTER_PAYMENT.Beneficiary-Party:closed/sort_code_for_sort-code"] == [
        ("unknown_field", "#/Beneficiary-Party/sort_code"),
    ]
    assert len(found) == 34


def test_models_that_read_attributes_are_noticed(project: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(project, tmp_path / "project"))
    [models] = copy.glob("generated/python/src/*/_runtime/models.py")
    text = models.read_text(encoding="utf-8")
    models.write_text(text.replace('extra="forbid",', 'extra="forbid", validate_by_name=True,'), encoding="utf-8")
    ended = projects.paycat("conform", "--engine", "models", cwd=copy)
    assert ended.returncode == 1
    assert ended.stdout.endswith(" 34 disagreements\n")


@pytest.mark.parametrize("method", METHODS)
def test_constructors_take_both_names_and_bodies_one(project: Path, method: str) -> None:
    samples = projects.read_yaml(project / "schemas" / "samples" / "payout" / f"{method}.yaml")["samples"]
    payloads = [json.dumps(one["payload"]) for one in samples.values()]
    package = project / "generated" / "python" / "src"
    done = subprocess.run(
        [sys.executable, str(PROGRAM), method, *payloads],
        env={"PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("a[0]", "bad-path", "a member whose own name has . [ or ] cannot be stated"),
        ("a]", "bad-path", "a member whose own name has . [ or ] cannot be stated"),
        ("a..b", "bad-path", "a member whose own name has . [ or ] cannot be stated"),
        ("meta.next", "sample-not-full", "the sample 'full' lacks meta.next"),
        ("__proto__", "bad-path", "is not a dotted path of member names"),
    ],
)
def test_a_name_that_is_no_step_of_a_path_is_found(
    name: str, code: str, words: str, tmp_path: Path, cli: Callable[..., Any]
) -> None:
    catalogue = Catalogue()
    catalogue.only("SEPA_TRANSFER")
    field = {"requirement": "optional", "shape": "text", "length": "..40", "meaning": "A value"}
    catalogue.files["requests/payout.yaml"]["fields"][name] = field
    found = cli("check", cwd=catalogue.write(tmp_path / "project")).out
    assert [line for line in found.splitlines() if f"error {code}: " in line and words in line], found
