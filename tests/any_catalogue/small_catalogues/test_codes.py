"""Codes of methods are sent as they are, and files, pages, modules and classes have names that never meet."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import projects
import pytest
import yaml
from targets import one_of_each_kind

from paycat.changes.compare import compare
from paycat.contract.model import Contract
from paycat.diagnostics import Severity
from paycat.lint.checking import resolved_folder
from paycat.project.building import build
from paycat.project.workspace import Workspace, contract_of
from tests.any_catalogue.injection.structure import structure
from tests.any_catalogue.small_catalogues.catalogues import Catalogue, written
from tests.any_catalogue.small_catalogues.codes import HOSTILE, ON_THE_WIRE, codes
from tests.any_catalogue.small_catalogues.naming_methods import address
from tests.any_catalogue.small_catalogues.test_names import bound_twice
from tests.artefacts.sandbox import sandboxes

Cli = Callable[..., Any]

GROUPS = 4
SENDING = """
import json, sys
from bank_collections import parse_payout
from bank_collections.client import Client
url, key, payloads = json.load(sys.stdin)
with Client(api_key=key, base_url=url) as client:
    print(json.dumps([client.refunds.create(parse_payout(one)).scheme for one in payloads]))
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with codes as they are on the wire, generated."""
    project = written(codes(ON_THE_WIRE), tmp_path_factory.mktemp("codes") / "project")
    made = projects.paycat("generate", cwd=project)
    assert made.returncode == 0, made.stdout + made.stderr
    return project


def payloads(project: Path) -> dict[str, Any]:
    """Return the full sample of each method by its code."""
    files = (project / "schemas/samples/payout").glob("*.yaml")
    found = [projects.read_yaml(file)["samples"]["full"]["payload"] for file in files]
    return {one["scheme"]: one for one in found}


def test_engines_agree(project: Path, cli: Cli) -> None:
    ended = cli("conform", "--engine", "all", cwd=project)
    assert (ended.code, ended.err) == (0, ""), ended.out
    assert ended.out.endswith(" vectors, 0 disagreements\n")
    files = {path.relative_to(project / "generated").as_posix() for path in (project / "generated").rglob("*")}
    assert files >= {
        "json-schema/payout/m_2c2p_card.schema.json",
        "openapi/methods/a_b.yaml",
        "docs/payout/UK_OBIE_FPS.html",
        "docs/assets/rules/payout.m_50.js",
        "briefs/payout/sort_code.md",
        "conformance/vectors/payout/m_1.jsonl",
        f"python/src/bank_collections/{'v' * 64}.py",
    }


def test_the_case_of_a_code_counts(tmp_path: Path, cli: Cli) -> None:
    """The first code has both cases; two others differ in case alone."""
    project = written(codes({"Mixed_x": "", "PAY": "", "pay": "pay_in_small_letters"}), tmp_path / "project")
    made = cli("generate", cwd=project)
    assert (made.code, made.err) == (0, ""), made.out
    ended = cli("conform", "--engine", "all", cwd=project)
    assert (ended.code, ended.err) == (0, ""), ended.out
    assert ended.out.endswith(" 0 disagreements\n")


NAMED = [*ON_THE_WIRE[:-1], "--help", "payout.amount", "m,n", "-rf"]


def referring(word: str, sent: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return payloads with references that no other one has."""
    return [{**one, "end_to_end_id": f"{word}-{number}"} for number, one in enumerate(sent.values())]


def test_what_is_served_takes_every_code(project: Path, tmp_path: Path) -> None:
    sent = payloads(project)
    assert sent.keys() == {*ON_THE_WIRE}
    with sandboxes.running(project, tmp_path) as sandbox:
        posted = [sandbox.http.post("/v1/refunds", json=one) for one in referring("posted", sent)]
        called = subprocess.run(
            [sys.executable, "-W", "error", "-c", SENDING],
            input=json.dumps([sandbox.url, sandbox.key, referring("called", sent)]),
            env=projects.environ(PYTHONPATH=str(sandbox.package.parent)),
            capture_output=True,
            text=True,
            check=False,
        )
    assert {one.status_code for one in posted} == {201}
    assert [one.json()["scheme"] for one in posted] == list(sent)
    assert called.returncode == 0, called.stderr
    assert json.loads(called.stdout) == list(sent)


@pytest.mark.parametrize("code", one_of_each_kind(NAMED, ["2c2p.card", '"x"', "--help", "payout.amount", "m,n"]))
def test_commands_take_every_code(code: str, tmp_path: Path, cli: Cli) -> None:
    project = written(codes([code, "OTHER"]), tmp_path / "project")
    name = next(file.stem for file in (project / "schemas/methods").iterdir() if file.stem != "OTHER")
    for word in (code, name):
        assert cli("explain", "--", word, cwd=project).out.startswith(f"{code}, a payment method: A method\n")
    for word in (f"payout.{code}", f"payout.{name}"):
        explained = cli("explain", word, cwd=project).out
        assert explained.startswith(f"payout.{name}, a direction of {code}: supported\n")
    assert cli("show", "--", code, cwd=project).out.startswith(f"{code} A method.")
    made = cli("generate", f"--only={code}", "--to", "made", cwd=project)
    assert (made.code, made.out.splitlines()[-1].partition(",")[0]) == (0, "1 method"), made.err
    assert f"{name}.schema.json" in {file.name for file in (project / "made").rglob("*")}


MEETING: dict[str, Mapping[str, str]] = {
    "without signs": {"a/b": "", "a.b": "other"},
    "without case": {"Card": "", "card": "other"},
    "in an underscore": {"bank_card": "", "bankCard": "other"},
    "beyond what a name holds": {"x" * 100 + "1": "", "x" * 100 + "2": "other"},
    "with a name that is stated": {"c.d": "same", "e.f": "Same_"},
    "classes": {"A": "", "A_PAYOUT_REQUEST": ""},
}
"""Codes with names that are stated; the name `other` is stated only for the file of the second one."""


@pytest.mark.parametrize("case", [one for one in MEETING if one != "classes"])
def test_names_that_meet_are_a_finding_whose_proposal_is_sound(case: str, tmp_path: Path, cli: Cli) -> None:
    project = written(codes(MEETING[case]), tmp_path / "project")
    files = sorted((project / "schemas/methods").iterdir(), key=lambda file: "name: other" in file.read_text())
    if "name: other" in files[-1].read_text():
        files[-1].write_text(files[-1].read_text().replace("name: other\n", ""))
    found = errors(project)
    assert [one.code for one in found] == ["taken-method-name"]
    second = Path(found[0].span.path)
    apply(project, second, found[0].help)
    assert errors(project) == []
    contract, _ = resolved_folder(project / "schemas")
    assert contract is not None
    assert {one.code for one in contract.methods} == {*MEETING[case]}
    made = cli("generate", "--packs", "python", "--to", "made", cwd=project)
    assert (made.code, made.err) == (0, ""), made.out
    assert list(bound_twice(project / "made/python/src/bank_collections")) == []
    modules = {request.module for request in contract.requests()}
    assert len(modules) == 2


def errors(project: Path) -> list[Any]:
    return [one for one in resolved_folder(project / "schemas")[1] if one.severity is Severity.ERROR]


def apply(project: Path, file: Path, help: str) -> None:
    """Do what a finding proposes: state the name, and rename the files if it says so."""
    proposed = re.match(r"write `name: (\w+)`(?:, and rename its files to (\w+)\.yaml)?$", help)
    assert proposed, help
    name = proposed[1]
    stated = re.sub("^name: .*\n", "", (project / file).read_text(), flags=re.MULTILINE)
    (project / file).write_text(re.sub("^(method_code: .*\n)", rf"\1name: {name}\n", stated, flags=re.MULTILINE))
    if proposed[2]:
        assert proposed[2] == name
        for folder in ("methods", "samples/payout"):
            (project / "schemas" / folder / file.name).rename(project / "schemas" / folder / f"{name}.yaml")


def test_a_code_without_a_name_says_to_state_one(tmp_path: Path) -> None:
    project = written(codes({"#": "cards", "%%": "m_percent"}), tmp_path / "project")
    assert errors(project) == []
    for file in (project / "schemas/methods").iterdir():
        file.write_text(re.sub("^name: .*\n", "", file.read_text(), flags=re.MULTILINE))
    found = errors(project)
    assert [(one.code, one.help) for one in found] == [
        ("method-without-name", "state one, such as `name: cards`"),
        ("method-without-name", "state one, such as `name: m_percent`"),
    ]


def test_classes_that_meet_are_a_finding_whose_proposal_is_sound(tmp_path: Path) -> None:
    """A container of one method is named like the request of another one."""
    catalogue = Catalogue()
    codes({"A": "", "A_PAYOUT_B": ""})(catalogue)
    offer = catalogue.files["methods/A.yaml"]["payout"]
    offer["containers"] = {"b.payout.request": {"meaning": "What meets."}, "b.payout": {"meaning": "It."}}
    offer["containers"]["b"] = {"meaning": "It."}
    offer["fields"]["b.payout.request.id"] = {"requirement": "optional", "shape": "text", "meaning": "Its id"}
    offer["fields"]["b.payout.request.id"] |= {"length": "..9", "source": "§1"}
    catalogue.files["samples/payout/A.yaml"]["samples"]["full"]["payload"]["b"] = {"payout": {"request": {"id": "1"}}}
    project = catalogue.write(tmp_path / "project")
    found = errors(project)
    assert [(one.code, one.span.path) for one in found] == [("name-collision", "schemas/methods/A_PAYOUT_B.yaml")]
    apply(project, Path(found[0].span.path), found[0].help)
    assert errors(project) == []


@pytest.mark.parametrize("group", one_of_each_kind(range(GROUPS), [0]))
def test_a_hostile_code_is_no_more_than_text(group: int, tmp_path: Path) -> None:
    """Beside a catalogue with plain codes and the same names, every file has the same parts, and carries each code."""
    hostile = HOSTILE[group::GROUPS]
    names = {f"PLAIN_{number}": f"m{number}" for number in range(len(hostile))}
    plain = files_of(names, tmp_path / "plain")
    found = files_of(dict(zip(hostile, names.values(), strict=True)), tmp_path / "hostile")
    assert found.keys() == plain.keys()
    for path in (path for path, text in found.items() if plain[path] != text):
        before, after = structure(path, plain[path]), structure(path, found[path])
        assert after.parts <= before.parts, path
        for plain_code, code in zip(names, hostile, strict=True):
            # A code without letters has one vector less: it has no other case.
            assert after.texts[code] >= before.texts[plain_code] - path.endswith(".jsonl"), path


def files_of(names: Mapping[str, str], folder: Path) -> dict[str, str]:
    workspace = Workspace(written(codes(names), folder))
    contract, _ = contract_of(workspace, anew=True)
    return build(workspace, contract).texts()


@pytest.mark.deep
def test_engines_agree_on_hostile_codes(tmp_path: Path, cli: Cli) -> None:
    project = written(codes(HOSTILE), tmp_path / "project")
    made = cli("generate", cwd=project)
    assert (made.code, made.err) == (0, ""), made.out
    ended = cli("conform", "--engine", "all", cwd=project)
    assert (ended.code, ended.err) == (0, ""), ended.out
    assert ended.out.endswith(" vectors, 0 disagreements\n")


def test_engines_agree_on_codes_in_the_path(tmp_path: Path, cli: Cli) -> None:
    """A code is percent-encoded; one that no server takes for one step of a path is a finding."""
    given = [code for code in (*ON_THE_WIRE, *HOSTILE[::4]) if "/" not in code]
    catalogue = Catalogue()
    codes({code: f"m{number}" for number, code in enumerate(given)})(catalogue)
    address(catalogue, "payout", "/v1/refunds/by/{scheme}")
    catalogue.files["interface/operations.yaml"]["parameters"]["RefundScheme"]["example"] = given[0]
    project = catalogue.write(tmp_path / "project")
    made = cli("generate", cwd=project)
    assert (made.code, made.err) == (0, ""), made.out
    ended = cli("conform", "--engine", "all", cwd=project)
    assert (ended.code, ended.err) == (0, ""), ended.out
    assert ended.out.endswith(" vectors, 0 disagreements\n")
    file = project / "schemas/methods/m1.yaml"
    file.write_text(re.sub("^method_code: .*\n", "method_code: a/b\n", file.read_text(), flags=re.MULTILINE))
    assert [one.code for one in errors(project)] == ["unaddressable-method"]


def contract_with(names: Mapping[str, str], folder: Path, reserved: str = "") -> Contract:
    project = written(codes(names), folder)
    head = project / "schemas/catalogue.yaml"
    head.write_text(head.read_text(encoding="utf-8") + reserved, encoding="utf-8")
    contract, found = resolved_folder(project / "schemas")
    assert [one for one in found if one.severity is Severity.ERROR] == []
    assert contract is not None
    return contract


@pytest.mark.parametrize("code", one_of_each_kind(HOSTILE[::5], HOSTILE[::20]))
def test_a_renamed_code_is_one_change_and_its_note_can_be_copied(code: str, tmp_path: Path) -> None:
    """A code may be a word that contracts have everywhere: what else has it stays as it is."""
    before = contract_with({code: "m1", "OTHER": ""}, tmp_path / "before")
    gone = compare(before, contract_with({"OTHER": ""}, tmp_path / "gone"))
    [note] = [one.note for one in gone.changes if one.note]
    entry = note.partition("below reserved: ")[2].replace("VERSION", "0.1.0")
    assert [*yaml.safe_load(entry)["methods"]] == [code]
    contract_with({"OTHER": ""}, tmp_path / "reserved", f"reserved:\n  {entry}\n")
    now = yaml.safe_dump({"reserved": {"methods": {code: {"since": "0.1.0", "meaning": "It.", "now": "NEW-CODE"}}}})
    after = contract_with({"NEW-CODE": "m1", "OTHER": ""}, tmp_path / "after", now)
    found = compare(before, after)
    assert found.faults == ()
    renamed = next(one for one in found.changes if one.type.id == "method-renamed")
    assert (renamed.old, renamed.new) == (code, "NEW-CODE")
    assert {one.type.id for one in renamed.consequences} <= {"name-reserved", "sample-changed", "const-changed"}
