"""The libraries that make classes and validate documents: if one of them fails, `paycat generate` writes nothing."""

import subprocess
import sys
from pathlib import Path

import projects
import pytest
from targets import one_of_each_kind

REPORT = "paycat: this is a bug in paycat; please report it with the lines above"
OF_NOTHING = """
import datamodel_code_generator
datamodel_code_generator.generate = lambda *arguments, **options: {made}
"""
INVALID = """
from paycat.packs import builders
made = builders._OPENAPI["{file}"]
def broken(*arguments):
    document = made(*arguments)
    return {{**document, "info": {{"title": document["info"]["title"]}}}}
builders._OPENAPI["{file}"] = broken
"""
MISSING = "datamodel-code-generator did not make CreditCardPayInCustomer, CreditCardPayInRequest"
BREAKS = {
    "the generator makes nothing": (OF_NOTHING.format(made="None"), MISSING),
    "the generator makes empty modules": (
        OF_NOTHING.format(made='{(f"module_{index}.py",): "" for index in range(99)}'),
        MISSING,
    ),
    "the document is invalid": (
        INVALID.format(file="openapi.json"),
        'openapi/openapi.json is no valid OpenAPI 3.1.1 document: #/info: "version" is a required property',
    ),
    "the document in OpenAPI 3.0 is invalid": (
        INVALID.format(file="openapi-3.0.json"),
        'openapi/openapi-3.0.json is no valid OpenAPI 3.0.3 document: #/info: "version" is a required property',
    ),
}


@pytest.mark.parametrize("name", one_of_each_kind(BREAKS, ["the generator makes nothing", "the document is invalid"]))
@pytest.mark.parametrize("options", one_of_each_kind([(), ("--no-cache",)], [()]), ids=" ".join)
def test_a_broken_library_fails_the_command(name: str, options: tuple[str, ...], tmp_path: Path) -> None:
    project = projects.copied(tmp_path / "project", generated=False)
    program, reason = BREAKS[name]
    command = [sys.executable, "-c", f"{program}\nfrom paycat.__main__ import main\nmain()", "generate", *options]
    # Results of runs with whole libraries are in the cache of the tests.
    environ = projects.environ(PAYCAT_CACHE_DIR=str(tmp_path / "cache"))
    ended = subprocess.run(command, cwd=project, env=environ, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (3, "")
    *_, error, report = ended.stderr.splitlines()
    assert (error.partition(": ")[2][: len(reason)], report) == (reason, REPORT)
    assert not (project / "generated").exists()


MODULES = ("datamodel_code_generator", "openapi_spec_validator", "ruff")
CONTRACT = "generated/contract/contract.json"
COMMANDS = (
    "--version",
    "--help",
    "check --no-cache",
    "explain UPI",
    "show UPI",
    "fmt --check",
    f"diff {CONTRACT} {CONTRACT}",
)
"""Commands that generate nothing."""


@pytest.mark.parametrize("command", COMMANDS)
def test_what_generates_nothing_imports_none(command: str) -> None:
    program = "import atexit, sys; atexit.register(lambda: print(*sys.modules)); from paycat.cli import main; main()"
    run = [sys.executable, "-c", program, *command.split()]
    environ = projects.environ()
    ended = subprocess.run(run, cwd=projects.PROJECT, env=environ, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert [name for name in ended.stdout.splitlines()[-1].split() if name in MODULES] == []
