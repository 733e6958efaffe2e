"""What `paycat new` adds is sound, canonical, generates and conforms; and nothing is written where it would not be."""

import itertools
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest
from starter_cases import STARTER
from targets import one_of_each_kind

from paycat.lint.checking import check_folder

Cli = Callable[..., Any]
METHOD = ("--note", "Instant transfers", "--source", "§1")


PROJECTS = ("the first catalogue", "the starter")


@pytest.fixture(params=PROJECTS)
def any_project(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param == "the starter":
        return Path(shutil.copytree(STARTER, tmp_path / "own"))
    return projects.copied(tmp_path / "project", generated=False)


def added(project: Path, before: dict[str, bytes]) -> dict[str, bytes]:
    return {path: data for path, data in projects.files_in(project).items() if before.get(path) != data}


@pytest.mark.parametrize(
    ("currency", "country", "directions"),
    [
        ("BRL", "BR", ["pay_in"]),
        ("CLP", "CL", ["payout"]),
        ("KRW", "KR", ["pay_in", "payout"]),
        ("NOK", "NO", ["payout"]),
        ("INR", "IN", ["pay_in"]),
    ],
)
def test_a_new_method_is_sound(any_project: Path, currency: str, country: str, directions: list[str], cli: Cli) -> None:
    before = projects.files_in(any_project)
    options = (part for direction in directions for part in ("--direction", direction))
    arguments = ("--currency", currency, "--country", country, *METHOD, *options)
    ended = cli("new", "method", "ON_TEST_1", *arguments, cwd=any_project)
    assert ended.code == 0, ended.out + ended.err
    made = added(any_project, before)
    samples = [f"schemas/samples/{direction}/ON_TEST_1.yaml" for direction in directions]
    assert made.keys() - {"schemas/currencies.yaml"} == {"schemas/methods/ON_TEST_1.yaml", *samples}
    contract, found = check_folder(any_project / "schemas")
    assert contract is not None
    assert [one.code for one in found] == []
    assert cli("fmt", "--check", *made, cwd=any_project).code == 0
    assert contract.method("ON_TEST_1") is not None


def test_a_new_method_generates_and_conforms(tmp_path: Path, cli: Cli) -> None:
    project = tmp_path / "own"
    shutil.copytree(STARTER, project)
    arguments = ("--currency", "NOK", "--country", "NO", *METHOD, "--direction", "pay_in", "--direction", "payout")
    for command in (("new", "method", "NEW_ONE", *arguments), ("generate",), ("conform",)):
        ended = cli(*command, cwd=project)
        assert ended.code == 0, ended.out + ended.err
    assert "0 disagreements" in ended.out


@pytest.mark.parametrize("direction", ["pay_in", "payout"])
def test_new_samples_are_sound_wherever_there_are_none(any_project: Path, direction: str, cli: Cli) -> None:
    """Also where those of the other direction are missing, from whose samples no value can be taken."""
    samples = any_project / "schemas" / "samples"
    missing = sorted(samples.glob(f"{direction}/*.yaml"))
    codes = [projects.read_yaml(any_project / "schemas/methods" / file.name)["method_code"] for file in missing]
    for file in samples.glob("*/*.yaml"):
        file.unlink()
    assert cli("new", "sample", direction, codes[0], cwd=any_project).code == 0
    assert [file.name for file in samples.glob("*/*.yaml")] == [missing[0].name]
    again = cli("new", "sample", direction, codes[0], cwd=any_project)
    assert (again.code, f"every request of '{direction}' has samples already" in again.err) == (2, True)
    assert cli("new", "sample", direction, cwd=any_project).code == 0
    assert sorted(samples.glob("*/*.yaml")) == missing
    found = check_folder(any_project / "schemas")[1]
    assert {one.code for one in found} <= {"missing-samples", "erratum-without-sample"}
    assert cli("fmt", "--check", cwd=any_project).code == 0


def test_a_new_type_can_be_used(any_project: Path, cli: Cli) -> None:
    rules = ("--length", "11", "--characters", "0-9", "--sensitive", "personal", "--source", "§1")
    before = projects.files_in(any_project)
    ended = cli("new", "field-type", "tax_number", "--meaning", "A tax number", *rules, cwd=any_project)
    assert (ended.code, list(added(any_project, before))) == (0, ["schemas/types.yaml"])
    assert "unused-type" in ended.out
    assert cli("fmt", "--check", "schemas/types.yaml", cwd=any_project).code == 0


@pytest.mark.parametrize(
    ("options", "written"),
    [
        (("--shape", "list", "--of", "currency"), "of: currency"),
        (("--shape", "choice", "--value", "a", "--value", "no"), 'values: [a, "no"]'),
        (("--shape", "choice", "--value", "a", "--value", "1234567890123456789.50"), '[a, "1234567890123456789.50"]'),
        (("--shape", "choice", "--value", "EUR", "--standard", "iso_4217"), "standard: iso_4217"),
        (("--shape", "object", "--member", "in=currency"), "      in: { requirement: optional, type: currency }"),
    ],
)
def test_a_new_type_of_others_is_sound(any_project: Path, options: tuple[str, ...], written: str, cli: Cli) -> None:
    ended = cli("new", "field-type", "kinds", "--meaning", "Some kinds", "--source", "§1", *options, cwd=any_project)
    assert ended.code == 0, ended.out
    assert written in (any_project / "schemas" / "types.yaml").read_text(encoding="utf-8")
    assert cli("fmt", "--check", "schemas/types.yaml", cwd=any_project).code == 0


@pytest.mark.parametrize("any_project", one_of_each_kind(PROJECTS, ["the starter"]), indirect=True)
def test_a_new_pack_is_generated_at_once(any_project: Path, cli: Cli) -> None:
    assert cli("new", "pack", "sheet", "--title", "A table", cwd=any_project).code == 0
    assert cli("generate", cwd=any_project).code == 0
    contract, _ = check_folder(any_project / "schemas")
    assert contract is not None
    written = (any_project / "generated" / "sheet" / "methods.md").read_text(encoding="utf-8")
    assert [line.split(" | ")[0][2:] for line in written.splitlines()[4:]] == [one.code for one in contract.methods]
    assert written.endswith(" |\n")


REJECTED = {
    "taken": ("method", "ON_TEST", "--currency", "BRL", "--country", "BR", *METHOD, "--direction", "payout"),
    "form of code": ("method", "on-test", "--currency", "BRL", "--country", "BR", *METHOD, "--direction", "payout"),
    "no direction": ("method", "OTHER", "--currency", "BRL", "--country", "BR", *METHOD),
    "unknown currency": ("method", "OTHER", "--currency", "BRX", "--country", "BR", *METHOD, "--direction", "payout"),
    "no payment currency": (
        "method",
        "OTHER",
        "--currency",
        "XAU",
        "--country",
        "BR",
        *METHOD,
        "--direction",
        "payout",
    ),
    "unknown country": ("method", "OTHER", "--currency", "BRL", "--country", "XX", *METHOD, "--direction", "payout"),
    "form of country": ("method", "OTHER", "--currency", "BRL", "--country", "BRA", *METHOD, "--direction", "payout"),
    "type taken": ("field-type", "amount", "--meaning", "An amount"),
    "form of type": ("field-type", "Tax-Number", "--meaning", "A tax number"),
    "bad pattern": ("field-type", "tax", "--meaning", "A tax number", "--pattern", "[0-9", "--source", "§1"),
    "bad length": ("field-type", "tax", "--meaning", "A tax number", "--length", "9..2", "--source", "§1"),
    "unknown decision": ("field-type", "tax", "--meaning", "A tax number", "--decision", "D-9999"),
    "length of a number": ("field-type", "tax", "--json", "number", "--meaning", "A tax number", "--length", "9"),
    "pack shipped": ("pack", "python", "--title", "A table"),
    "form of pack": ("pack", "../sheet", "--title", "A table"),
}


def test_a_currency_with_more_digits_than_readers_keep_has_a_maximum_of_its_own(tmp_path: Path, cli: Cli) -> None:
    """The amounts of the first catalogue have 13 digits before the decimal point, and a dinar has 1,000 fils."""
    project = projects.copied(tmp_path / "project", generated=False)
    before = projects.files_in(project)
    arguments = ("--currency", "KWD", "--country", "KW", *METHOD, "--direction", "pay_in", "--direction", "payout")
    ended = cli("new", "method", "ON_TEST", *arguments, cwd=project)
    assert ended.code == 0, ended.out + ended.err
    made = added(project, before)
    assert made["schemas/methods/ON_TEST.yaml"].count(b"    amount: { maximum: 999999999999.999 }\n") == 2
    assert "schemas/types.yaml" not in made
    assert cli("check", cwd=project).code == 0


@pytest.mark.parametrize("arguments", REJECTED.values(), ids=REJECTED)
def test_what_would_be_wrong_is_not_written(any_project: Path, arguments: tuple[str, ...], cli: Cli) -> None:
    first = ("--currency", "BRL", "--country", "BR", *METHOD, "--direction", "payout")
    assert cli("new", "method", "ON_TEST", *first, cwd=any_project).code == 0
    before = projects.files_in(any_project)
    ended = cli("new", *arguments, cwd=any_project)
    assert ended.code in (1, 2), ended.out
    assert "Traceback" not in ended.out + ended.err
    assert projects.files_in(any_project) == before


def test_a_pack_is_not_made_twice(any_project: Path, cli: Cli) -> None:
    ends = [cli("new", "pack", "sheet", "--title", "A table", cwd=any_project).code for _ in range(2)]
    assert ends == [0, 2]


def test_two_methods_in_a_row(any_project: Path, cli: Cli) -> None:
    for code, (currency, country) in itertools.product(("A_ONE", "A_TWO"), [("BRL", "BR")]):
        arguments = ("--currency", currency, "--country", country, *METHOD, "--direction", "payout")
        assert cli("new", "method", code, *arguments, cwd=any_project).code == 0
    contract, found = check_folder(any_project / "schemas")
    assert contract is not None, found


def test_a_section_that_does_not_exist_is_seen(tmp_path: Path, cli: Cli) -> None:
    project = tmp_path / "own"
    shutil.copytree(STARTER, project)
    before = projects.files_in(project)
    arguments = (
        "--note",
        "A method",
        "--source",
        "§77",
        "--currency",
        "EUR",
        "--country",
        "DE",
        "--direction",
        "payout",
    )
    ended = cli("new", "method", "NEW_ONE", *arguments, cwd=project)
    assert (ended.code, "unknown-section" in ended.out) == (1, True)
    assert projects.files_in(project) == before
