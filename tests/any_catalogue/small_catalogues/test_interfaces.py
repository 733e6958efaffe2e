"""Catalogues made after public interfaces: each is sound, and what is made of it agrees, is well formed and works."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.contract.model import Contract
from tests.any_catalogue.small_catalogues.interfaces import INTERFACES, Interface, text_of
from tests.artefacts.openapi.linting import RULES, linted
from tests.artefacts.sandbox import sandboxes
from tests.pages.test_checker import NO_TEXTS, Checker, validated

READ = ("docs/**/*.html", "docs/assets/search-index.js", "**/*.md", "json-schema/payout/*.json", "openapi/*.json")
"""What people read, and what forms and clients are made of."""

OVERLAPPING = "no-illogical-composition-keywords at #/components/schemas/PayoutRequest/oneOf"
"""Of variants that differ below the top level redocly says that they overlap: it looks at direct members alone."""

_SEND = """
import importlib, json, sys

url, key, package, created, id, arguments, contract = sys.argv[1:]
parse = importlib.import_module(f"{package}.parsing").parse_payout
client = importlib.import_module(f"{package}.client").Client(key, base_url=url)
with client, open(contract, encoding="utf-8") as file:
    for method in json.load(file)["methods"]:
        for sample in method["offers"]["payout"]["request"]["samples"]:
            request = parse(sample["payload"])
            resource = getattr(client, f"{created}s")
            record = resource.create(request, **json.loads(arguments))
            read = resource.get(getattr(record, id))
            assert getattr(read, id) == getattr(record, id)
            print(read.model_dump_json(by_alias=True, exclude_unset=True))
"""


@pytest.fixture(scope="module", params=INTERFACES)
def interface(request: pytest.FixtureRequest) -> Interface:
    """One of the catalogues."""
    return INTERFACES[request.param]


@pytest.fixture(scope="module")
def project(interface: Interface, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its project, generated."""
    return interface.generated(tmp_path_factory.mktemp("interface") / "project")


@pytest.fixture(scope="module")
def sandbox(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[sandboxes.Sandbox]:
    """Its sandbox."""
    with sandboxes.running(project, tmp_path_factory.mktemp("sandbox")) as running:
        yield running


def test_nothing_is_found_in_it(project: Path, cli: Callable[..., Any]) -> None:
    ended = cli("check", cwd=project)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.endswith(" the catalogue is sound\n")
    ended = cli("diff", "generated/contract/contract.json", "generated", cwd=project)
    assert (ended.code, ended.err) == (0, ""), ended.out


def test_all_engines_agree_and_no_mutant_survives(project: Path, cli: Callable[..., Any]) -> None:
    ended = cli("conform", "--mutants", "--show", "50", cwd=project)
    assert ended.code == 0, ended.out
    assert " 0 disagreements, " in ended.out.splitlines()[-1]
    assert ended.out.endswith(" mutants, 0 survived\n")


def test_the_package_is_well_formed(interface: Interface, project: Path) -> None:
    for check in (
        ["ruff", "format", "--check", "--isolated", "--no-cache", interface.package],
        ["ruff", "check", "--isolated", "--no-cache", interface.package],
        ["mypy", "--config-file=", "--strict", "-p", interface.package],
    ):
        cache = ["--cache-dir", str(projects.ROOT / ".cache" / "mypy")] if check[0] == "mypy" else []
        command = [sys.executable, "-m", *check, *cache]
        sources = project / "generated/python/src"
        ended = subprocess.run(command, cwd=sources, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.mark.parametrize("rules", RULES)
def test_the_openapi_documents_satisfy_linters(project: Path, rules: str, tmp_path: Path) -> None:
    documents = sorted((project / "generated/openapi").glob("openapi*.json"))
    assert len(documents) == 2
    assert [one for one in linted(rules, documents, tmp_path) if OVERLAPPING not in one] == []


def test_the_pages_say_what_the_service_says(project: Path) -> None:
    checker = Checker(project / "generated/docs/assets")
    try:
        ran, no_texts, wrong = validated(checker, project / "generated")
    finally:
        checker.process.close()
    assert wrong == []
    assert ran > 1000
    assert no_texts == NO_TEXTS


def test_the_sandbox_accepts_every_sample_of_the_client_twice(
    interface: Interface, project: Path, sandbox: sandboxes.Sandbox
) -> None:
    """What is sent again is another record; no answer says what no request has."""
    contract = project / "generated/contract/contract.json"
    requests = Contract.model_validate_json(contract.read_text(encoding="utf-8")).requests()
    count = sum(len(request.samples) for request in requests)
    given = (interface.package, interface.created, interface.id, json.dumps(interface.arguments), str(contract))
    answers = [line for _ in range(2) for line in interface.run(_SEND, sandbox, *given).splitlines()]
    assert len(answers) == 2 * count
    assert [(line, found) for line in answers for found in interface.spoken_of(line)] == []


@pytest.mark.parametrize("pattern", READ)
def test_no_file_speaks_of_what_the_catalogue_lacks(interface: Interface, project: Path, pattern: str) -> None:
    files = sorted((project / "generated").glob(pattern))
    assert files
    assert [(file.name, found) for file in files for found in interface.spoken_of(text_of(file))] == []


def test_no_docstring_of_the_package_speaks_of_it(interface: Interface, project: Path) -> None:
    sources = sorted((project / "generated/python/src" / interface.package).rglob("*.py"))
    made = [file for file in sources if "_runtime" not in file.parts]
    assert made
    assert [(file.name, found) for file in made for found in interface.spoken_of(text_of(file))] == []


def test_the_checker_of_words_finds_them() -> None:
    spoken = ("the AMOUNT of it", "test_amount_1", "Payments")
    unspoken = ("--reference docs", "paramount")
    assert [text for text in (*spoken, *unspoken) if INTERFACES["recipients"].spoken_of(text)] == [*spoken]
