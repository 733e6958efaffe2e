"""The generators: how each is run on the OpenAPI document, and how what it made is asked about bodies."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from tests.artefacts.integrators.bodies import Body
from tests.artefacts.integrators.node_packages import pins
from tests.artefacts.integrators.running import in_node, in_python
from tests.artefacts.published import GENERATED

HERE = Path(__file__).parent
DOCUMENT = str(GENERATED / "openapi" / "openapi.json")
VALIDATED = {"zod": "zod.gen.ts", "valibot": "valibot.gen.ts"}

Ask = Callable[[Path, Sequence[Body]], list[bool]]


@dataclass(frozen=True, slots=True)
class Tool:
    """A generator. `generate` runs it in a folder with options, `ask` says which bodies the folder's models take."""

    reads: str
    """How a body is given to the models, as the generator's documentation tells integrators."""

    version: Callable[[], str]
    generate: Callable[[Path, Sequence[str]], None]
    ask: Ask


def _question(bodies: Sequence[Body], **more: object) -> str:
    return json.dumps({**more, "bodies": [(body.component, body.text) for body in bodies]})


def _asking_python(module: str, entry: str, *, reads_text: bool = False) -> Ask:
    def ask(folder: Path, bodies: Sequence[Body]) -> list[bool]:
        question = _question(bodies, module=module, entry=entry, reads_text=reads_text)
        return list(json.loads(in_python(folder, str(HERE / "python" / "validate.py"), question=question)))

    return ask


def _ask_schemas(folder: Path, bodies: Sequence[Body]) -> list[bool]:
    [(library, name)] = [one for one in VALIDATED.items() if (folder / "made" / one[1]).exists()]
    question = _question(bodies, module=f"made/{name}", library=library)
    return list(json.loads(in_node(folder, str(HERE / "node" / "validate.mjs"), question=question)))


def _ask_compiler(folder: Path, bodies: Sequence[Body]) -> list[bool]:
    """Have the TypeScript compiler check each body as a literal: one to a line, so that an error names its body."""
    # In ASCII, because TypeScript counts U+2028 as the end of a line.
    declared = [
        f'export const body{number}: components["schemas"]["{body.component}"] = {json.dumps(body.vector.payload)};'
        for number, body in enumerate(bodies)
    ]
    lines = ['import type { components } from "./made.d.ts";', *declared]
    (folder / "bodies.ts").write_text("\n".join(lines), encoding="utf-8")
    options = ["--noEmit", "--strict", "--pretty", "false", "--module", "nodenext"]
    compiler = "node_modules/typescript/bin/tsc"
    told = in_node(folder, compiler, *options, "bodies.ts", codes=(0, 2)).splitlines()
    errors = [line for line in told if not line.startswith(" ")]
    assert all(line.startswith("bodies.ts(") for line in errors), errors[:5]
    rejected = {int(line.removeprefix("bodies.ts(").partition(",")[0]) for line in errors}
    return [number not in rejected for number in range(2, len(bodies) + 2)]


def _datamodel_codegen(folder: Path, options: Sequence[str]) -> None:
    given = ["--input", DOCUMENT, "--input-file-type", "openapi", "--output", "models.py", "--formatters", "builtin"]
    in_python(folder, "-m", "datamodel_code_generator", *given, *options)


def _openapi_generator(folder: Path, options: Sequence[str]) -> None:
    run = "import sys; from openapi_generator_cli import run; sys.exit(run(sys.argv[1:]).returncode)"
    in_python(folder, "-c", run, "generate", "-g", "python", "-i", DOCUMENT, "-o", ".", *options)


def _openapi_python_client(folder: Path, options: Sequence[str]) -> None:
    (folder / "config.json").write_text('{"post_hooks": []}')
    given = ["--path", DOCUMENT, "--output-path", "client", "--meta", "none", "--config", "config.json"]
    in_python(folder, "-m", "openapi_python_client", "generate", "--fail-on-warning", *given, *options)


def _hey_api(folder: Path, options: Sequence[str]) -> None:
    program = "node_modules/@hey-api/openapi-ts/bin/run.js"
    in_node(folder, program, "-i", DOCUMENT, "-o", "made", "--no-log-file", *options)


def _openapi_typescript(folder: Path, options: Sequence[str]) -> None:
    in_node(folder, "node_modules/openapi-typescript/bin/cli.js", DOCUMENT, "-o", "made.d.ts", *options)


def _from_pypi(package: str) -> Callable[[], str]:
    return lambda: metadata.version(package)


def _from_npm(package: str) -> Callable[[], str]:
    return lambda: str(pins()["dependencies"][package])


TOOLS: Mapping[str, Tool] = {
    "datamodel-code-generator": Tool(
        "`Model.model_validate(json.loads(text))`",
        _from_pypi("datamodel-code-generator"),
        _datamodel_codegen,
        _asking_python("models", "model_validate"),
    ),
    "openapi-generator, python": Tool(
        "`Model.from_json(text)`",
        _from_pypi("openapi-generator-cli"),
        _openapi_generator,
        _asking_python("openapi_client", "from_json", reads_text=True),
    ),
    "openapi-python-client": Tool(
        "`Model.from_dict(json.loads(text))`",
        _from_pypi("openapi-python-client"),
        _openapi_python_client,
        _asking_python("client.models", "from_dict"),
    ),
    "@hey-api/openapi-ts": Tool(
        "`safeParse` of zod or valibot on `JSON.parse(text)`",
        _from_npm("@hey-api/openapi-ts"),
        _hey_api,
        _ask_schemas,
    ),
    "openapi-typescript": Tool(
        "as a literal that `tsc --strict` checks; types check nothing at run time",
        _from_npm("openapi-typescript"),
        _openapi_typescript,
        _ask_compiler,
    ),
}
