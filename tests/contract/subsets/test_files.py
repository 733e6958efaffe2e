"""The files of a subset: nothing of the other methods in any, sound documents, a package that can be imported."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import projects
import pytest
import yaml
from openapi_spec_validator import OpenAPIV31SpecValidator
from targets import one_of_each_kind

from paycat.cache import Cache
from paycat.contract.model import Contract
from paycat.contract.naming import module_name, pascal
from paycat.contract.subsets.subset import Selection, subset_of
from paycat.project.building import build
from paycat.project.workspace import Workspace
from tests.contract.subsets.conftest import CATALOGUES, contract_in

ASKED = ("UPI", "WALLET_EG")


@pytest.fixture(scope="module")
def cache() -> Cache:
    """What was made for one subset, for the next."""
    return Cache()


def files_of(whole: Contract, selection: Selection, cache: Cache) -> dict[str, str]:
    """Return the files of a subset by path."""
    workspace = Workspace(projects.HERE / "bank_collections", cache)  # Has no packs of its own.
    return build(workspace, subset_of(whole, selection)).texts()


def words_of(codes: Iterable[str]) -> re.Pattern[str]:
    """Return what finds methods: a code, a module, and the beginning of the names of components."""
    plain = "|".join(sorted({re.escape(form) for code in codes for form in (code, code.lower(), module_name(code))}))
    names = "|".join(sorted(pascal(code) for code in codes))
    return re.compile(rf"(?<![A-Za-z0-9_])(?:{plain})(?![A-Za-z0-9_])|(?<![A-Za-z0-9])(?:{names})(?:PayIn|Payout)")


def family(codes: Iterable[str]) -> set[str]:
    """Return what codes of three words or more begin with, as texts name several at once."""
    return {code.rpartition("_")[0] for code in codes if code.count("_") >= 2}


def test_nothing_of_the_others_is_in_any_file(whole: Contract, cache: Cache) -> None:
    codes = [method.code for method in whole.methods]
    found = []
    for asked in (*((code,) for code in codes), *([ASKED] if set(ASKED) <= set(codes) else [])):
        files = files_of(whole, Selection(methods=asked), cache)
        outside = [code for code in codes if code not in asked]
        others = words_of([*outside, *(family(outside) - family(asked))])
        found += [(asked, path, hit[0]) for path, text in files.items() if (hit := others.search(f"{path}\n{text}"))]
        contract = words_of(asked).findall(files["contract/contract.json"])
        assert {*asked, *map(module_name, asked)} <= set(contract), "the words that are looked for are not those"
    assert found == []


def test_a_subset_has_what_the_whole_has_but_for_the_files_of_maintainers(contract: Contract, cache: Cache) -> None:
    workspace = Workspace(projects.HERE / "bank_collections", cache)
    whole = build(workspace, contract).texts()
    part = files_of(contract, Selection(), cache)
    gone = {path.partition("/")[0] for path in whole.keys() - part.keys()}
    assert gone == {"editor"}
    assert part.keys() <= whole.keys()
    same = {path for path in part if part[path] == whole[path]}
    assert {path for path in part if path.startswith(("json-schema/", "conformance/vectors/"))} <= same


def test_documents_say_that_they_are_a_part(contract: Contract, cache: Cache) -> None:
    selection = Selection(methods=ASKED, directions=("payout",), title="Two payouts")
    files = files_of(contract, selection, cache)
    info = json.loads(files["openapi/openapi.json"])["info"]
    part = {"title": "Two payouts", "methods": list(ASKED), "directions": ["payout"]}
    sentence = (
        "This is a part of the interface, Two payouts: methods `UPI` and `WALLET_EG`, direction `payout`. "
        "The full catalogue has the rest."
    )
    assert info["x-part"] == part
    assert info["description"] == f"{contract.service.description}\n\n{sentence}"
    assert json.loads(files["contract/contract.json"])["service"]["part"] == part
    package = f"python/src/{contract.service.package}/__init__.py"
    for path in ("python/README.md", package):
        assert sentence in " ".join(files[path].split())


def test_a_part_says_where_the_changes_of_versions_are_listed(contract: Contract, cache: Cache) -> None:
    page = files_of(contract, Selection(methods=ASKED), cache)["docs/changelog.html"]
    assert "The full catalogue, of which this is a part, lists the changes of each version." in page
    assert "are not listed yet" not in page


# One document for each method


def test_documents_of_methods_are_sound_and_use_all_that_they_have(whole: Contract, cache: Cache) -> None:
    files = build(Workspace(projects.HERE / "bank_collections", cache), whole).texts()
    documents = {path: text for path, text in files.items() if path.startswith("openapi/methods/")}
    codes = {request.method for request in whole.requests()}
    assert set(documents) == {f"openapi/methods/{code}.yaml" for code in codes}
    for path, text in documents.items():
        document = yaml.load(text, yaml.CSafeLoader)
        assert [error.message for error in OpenAPIV31SpecValidator(document).iter_errors()] == [], path
        assert sorted(unused(document)) == [], path
        assert document["info"]["x-part"]["methods"] == [Path(path).stem]


def unused(document: Any) -> Iterator[str]:
    """Return the components that nothing refers to; security schemes are named, not referred to."""
    referred = set(references(document))
    for kind, named in document["components"].items():
        for name in named if kind != "securitySchemes" else ():
            if f"#/components/{kind}/{name}" not in referred:
                yield f"{kind}/{name}"


def references(node: Any) -> Iterator[str]:
    if isinstance(node, list):
        for item in node:
            yield from references(item)
    elif isinstance(node, dict):
        yield from (value for value in node.values() if isinstance(value, str) and value.startswith("#/"))
        for value in node.values():
            yield from references(value)


def test_the_document_of_a_method_is_that_of_its_subset(contract: Contract, cache: Cache) -> None:
    files = build(Workspace(projects.HERE / "bank_collections", cache), contract).texts()
    alone = files_of(contract, Selection(methods=("UPI",)), cache)
    assert files["openapi/methods/UPI.yaml"] == alone["openapi/openapi.yaml"] == alone["openapi/methods/UPI.yaml"]


# A folder of its own


CONFORMING = [
    ("frozen", "all", "--only", "UPI,WALLET_EG"),
    ("frozen", "quick", "--direction", "payout"),
    ("frozen", "quick", "--subset", "india"),
    ("frozen", "all", "--only", "EFT_ZAR"),
    ("starter", "quick", "--only", "SEPA_TRANSFER,BACS_DEBIT"),
    ("starter", "quick", "--direction", "pay_in"),
    ("debits", "quick", "--direction", "mandate"),
]
CHOSEN = [CONFORMING[0], CONFORMING[2], *CONFORMING[-2:]]
FOLDERS = {**CATALOGUES, "debits": projects.ROOT / "tests/any_catalogue/whole_interfaces/direct_debits/schemas"}
QUICK = ("jsonschema-rs", "stub")
CACHE = projects.ROOT / ".cache" / "mypy"


@pytest.mark.parametrize("part", one_of_each_kind(CONFORMING, CHOSEN), ids=" ".join)
def test_a_subset_conforms_by_itself(part: tuple[str, ...], tmp_path: Path, cli: Callable[..., Any]) -> None:
    name, engines, *asked = part
    made = cli("generate", *asked, "--to", tmp_path / "part", "--project", FOLDERS[name].parent)
    assert made.code == 0, made
    wanted = ["all"] if engines == "all" else QUICK
    options = [option for engine in wanted for option in ("--engine", engine)]
    ended = cli("conform", "--generated", "part", *options, cwd=tmp_path)
    assert ended.code == 0, ended
    assert ended.out.endswith(" 0 disagreements\n")
    again = cli("generate", *asked, "--to", tmp_path / "part", "--check", "--project", FOLDERS[name].parent)
    assert again.code == 0, again


def test_a_subset_that_was_altered_does_not_conform(tmp_path: Path, cli: Callable[..., Any]) -> None:
    assert cli("generate", "--only", "WALLET_EG", "--to", tmp_path / "part", "--project", projects.PROJECT).code == 0
    schema = tmp_path / "part" / "json-schema" / "payout" / "WALLET_EG.schema.json"
    schema.write_text(schema.read_text().replace('"additionalProperties": false', '"additionalProperties": true'))
    ended = cli("conform", "--generated", "part", "--engine", "jsonschema-rs", cwd=tmp_path)
    assert ended.code == 1
    assert "payout.WALLET_EG" in ended.out


def test_the_package_of_a_subset_is_typed_and_works(tmp_path: Path, cli: Callable[..., Any]) -> None:
    assert (
        cli(
            "generate", "--subset", "payouts", "--only", "UPI", "--to", tmp_path / "part", "--project", projects.PROJECT
        ).code
        == 0
    )
    sources = tmp_path / "part" / "python" / "src"
    package = contract_in(projects.SCHEMAS).service.package
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file=", "--strict", "-p", package, "--cache-dir", CACHE],
        cwd=sources,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout
    shown = f"{package}.PayoutRequest.__name__, hasattr({package}, 'parse_pay_in')"
    program = f"import {package}, {package}.server; print({shown})"
    ran = subprocess.run([sys.executable, "-c", program], cwd=sources, capture_output=True, text=True, check=False)
    assert ran.stdout == "UpiPayoutRequest False\n", ran.stderr
