"""The published Python package as its users have it: linted, typed, installed from its wheel, imported, served."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from imported_package import PACKAGE
from projects import ROOT
from pydantic import TypeAdapter, ValidationError

from tests.artefacts.published import (
    DIRECTIONS,
    GENERATED,
    PATHS,
    SOURCES,
    UNIONS,
    Json,
    contract,
    exactly,
    listing,
    modules,
    request_models,
    request_types,
    sample,
    schemas,
    strict,
    vectors,
)
from tests.artefacts.serving import HEADERS, KEY

SERVICE = f'''
from payments_api.records import PayInRecord, PayoutRecord
from payments_api.server import create_app

REST = dict.fromkeys(["country", "failure", "completed_at", "expires_at"]) | {{"livemode": False, "status": "pending"}}
REST |= {{"metadata": {{}}, "next_action": {{"type": "none"}}, "created_at": "2026-01-01T00:00:00Z"}}
REST |= {{"updated_at": REST["created_at"]}}
KEPT = {{"amount", "currency", "method_code", "reference", "metadata"}}

class Service:
    async def create_pay_in(self, *, request, idempotency_key, context):
        return PayInRecord(id="payin_1", object="payin", **REST | request.model_dump(include=KEPT))

    async def create_payout(self, *, request, idempotency_key, context):
        return PayoutRecord(id="payout_1", object="payout", **REST | request.model_dump(include=KEPT))

async def authenticate(credential):
    return "merchant" if credential == "{KEY}" else None

app = create_app(Service(), authenticate)
'''
"""All that somebody writes to serve both creations."""

RECORD_IDS = {"pay_in": "payin_1", "payout": "payout_1"}
PROBLEM = "application/problem+json"


# Style and types


def output_of(*command: str | Path, cwd: Path = ROOT) -> str:
    """Return what a command prints, which must end with 0."""
    done = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command[:4]} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.mark.parametrize("check", [["check"], ["format", "--check"]], ids=" ".join)
def test_ruff_finds_nothing(check: list[str]) -> None:
    output_of(sys.executable, "-m", "ruff", *check, "--isolated", "--no-cache", SOURCES)


def test_strict_mypy_finds_nothing() -> None:
    cache = ROOT / ".cache" / "mypy"
    output_of(
        *(sys.executable, "-m", "mypy", "--config-file=", "--strict", "-p", PACKAGE, "--cache-dir", cache), cwd=SOURCES
    )


@pytest.mark.slow
def test_strict_pyright_finds_nothing(tmp_path: Path) -> None:
    shutil.copytree(SOURCES / PACKAGE, tmp_path / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    config = {"include": [PACKAGE], "typeCheckingMode": "strict", "reportMissingModuleSource": "error"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "-p", str(tmp_path), "--pythonpath", sys.executable, "--outputjson"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    report = json.loads(done.stdout)
    found = [
        f"{Path(one['file']).relative_to(tmp_path)}:{one['range']['start']['line'] + 1}: {one['message']}"
        for one in report["generalDiagnostics"]
    ]
    assert not found, listing(found)
    assert report["summary"]["filesAnalyzed"] == len(list((tmp_path / PACKAGE).rglob("*.py")))


OF_THE_REPOSITORY = ROOT / "generated" / "python" / "src"
COMPARED = {
    "a reason": (SOURCES, "Failure", "code", "recipient_closed", "recipient_close"),
    "a state": (OF_THE_REPOSITORY, "PayoutRecord", "status", "succeeded", "suceeded"),
}
"""Packages with an open choice: its record and member, a text that it lists, and one that is misspelt."""


def comparison(record: str, member: str, value: str) -> str:
    """Return a program that compares a member with a text."""
    return (
        f"from {PACKAGE}.records import {record}\n\n\n"
        f"def compare(record: {record}) -> bool:\n    return record.{member} == {value!r}\n\n\n"
        f"def text(record: {record}) -> str:\n    return str(record.{member})\n"
    )


@pytest.mark.parametrize("case", COMPARED)
def test_strict_mypy_reports_a_misspelt_value_of_an_open_choice(case: str, tmp_path: Path) -> None:
    sources, record, member, listed, misspelt = COMPARED[case]
    found = {}
    for value in (listed, misspelt):
        program = tmp_path / "program.py"
        program.write_text(comparison(record, member, value), encoding="utf-8")
        command = [*(sys.executable, "-m", "mypy", "--config-file=", "--strict", program)]
        command += ["--cache-dir", ROOT / ".cache" / "mypy"]
        done = subprocess.run([*map(str, command)], cwd=sources, capture_output=True, text=True, check=False)
        found[value] = re.findall(r"\[([a-z-]+)\]$", done.stdout, re.MULTILINE)
    assert found == {listed: [], misspelt: ["comparison-overlap"]}


@pytest.mark.slow
@pytest.mark.parametrize("case", COMPARED)
def test_strict_pyright_reports_a_misspelt_value_of_an_open_choice(case: str, tmp_path: Path) -> None:
    sources, record, member, listed, misspelt = COMPARED[case]
    shutil.copytree(sources / PACKAGE, tmp_path / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    for name, value in (("right.py", listed), ("wrong.py", misspelt)):
        (tmp_path / name).write_text(comparison(record, member, value), encoding="utf-8")
    config = {"include": ["right.py", "wrong.py"], "typeCheckingMode": "strict"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "-p", str(tmp_path), "--pythonpath", sys.executable, "--outputjson"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    found = [(Path(one["file"]).name, one["rule"]) for one in json.loads(done.stdout)["generalDiagnostics"]]
    assert found == [("wrong.py", "reportUnnecessaryComparison")]


@pytest.mark.parametrize("case", COMPARED)
def test_a_value_that_an_open_choice_does_not_list_is_read(case: str) -> None:
    _, record, member, _, misspelt = COMPARED[case]
    model = getattr(modules()["records"], record)
    example = next(one["example"] for one in contract()["interface"]["records"] if one["name"] == record)
    found = model.model_validate({**example, member: misspelt})
    assert getattr(found, member) == misspelt
    assert type(getattr(found, member)) is str


# Names and docstrings


def trees() -> Iterator[tuple[str, ast.Module]]:
    """Yield every module of the package as a tree, with its path."""
    for path in sorted((SOURCES / PACKAGE).rglob("*.py")):
        yield path.relative_to(SOURCES).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def classes() -> list[tuple[str, ast.ClassDef]]:
    """Return every class with its place."""
    return [
        (f"{path}:{node.lineno} {node.name}", node)
        for path, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    ]


def test_no_two_classes_have_one_name() -> None:
    """A part of the runtime, and all that is no runtime, has each name once."""
    parts: dict[str, list[tuple[str, ast.ClassDef]]] = {}
    for location, node in classes():
        part = location.rpartition("/")[0] if location.startswith(f"{PACKAGE}/_runtime/") else PACKAGE
        parts.setdefault(part, []).append((location, node))
    assert len(parts) > 2
    for found in parts.values():
        names = [node.name for _, node in found]
        twice = {name for name in names if names.count(name) > 1}
        assert [location for location, node in found if node.name in twice] == []


def test_no_class_and_no_type_is_numbered() -> None:
    """Amount0 and Amount2 say how many decimal places there are."""
    aliases = [
        (f"{path}:{node.lineno}", target.id)
        for path, tree in trees()
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and re.match("[A-Z][a-z]", target.id)
    ]
    names = [*aliases, *((location, node.name) for location, node in classes())]
    numbered = [name for name in names if re.search(r"\d$", name[1]) and name[1] not in ("Amount0", "Amount2")]
    assert numbered == []


MODELS = ("RequestModel", "RecordModel")


def test_every_class_and_every_field_of_a_model_has_a_docstring() -> None:
    found = [location for location, node in classes() if not ast.get_docstring(node)]
    models = [(location, node) for location, node in classes() if is_model(node)]
    assert len(models) > 20
    for location, node in models:
        for field, after in zip(node.body, [*node.body[1:], None], strict=True):
            if isinstance(field, ast.AnnAssign) and not (isinstance(after, ast.Expr) and is_text(after.value)):
                found.append(f"{location}.{ast.unparse(field.target)}")
    assert not found, listing(found)


def is_model(node: ast.ClassDef) -> bool:
    """Return whether a class is a model, or derives from a table's class."""
    return any(base in MODELS or base.startswith("shared.") for base in map(ast.unparse, node.bases))


def is_text(node: ast.expr) -> bool:
    """Return whether an expression is a text."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_no_line_of_a_model_is_longer_than_the_formatter_allows() -> None:
    found = [
        f"{path}:{number}"
        for path in sorted({location.partition(":")[0] for location, node in classes() if is_model(node)})
        for number, line in enumerate((SOURCES / path).read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 88
    ]
    assert not found, listing(found)


# Imports

GUARD = """
import sys
from importlib.abc import MetaPathFinder
from importlib.util import find_spec

allowed = sys.stdlib_module_names | {sys.argv[2]} | set(sys.argv[3].split())

class Guard(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in allowed and not name.startswith("_sysconfigdata"):
            raise ModuleNotFoundError(f"{name} is not installed", name=name)

sys.meta_path.insert(0, Guard())
sys.path.insert(0, sys.argv[1])
for name in sys.argv[4:]:
    __import__(name)
"""
WITH_PYDANTIC = "pydantic pydantic_core annotated_types typing_extensions typing_inspection"
WITH_STARLETTE = f"{WITH_PYDANTIC} starlette anyio idna sniffio"
WITH_WEBHOOKS = f"{WITH_PYDANTIC} standardwebhooks"
WITH_HTTPX = f"{WITH_WEBHOOKS} httpx httpcore h11 certifi idna anyio sniffio tenacity"


def importing(allowed: str, names: list[str]) -> subprocess.CompletedProcess[str]:
    """Import modules of the package in a process of their own, in which only some others can be imported."""
    command = [sys.executable, "-I", "-c", GUARD, str(SOURCES), PACKAGE, allowed, *names]
    return subprocess.run(command, capture_output=True, text=True, check=False)


WITH_DBOS = (
    f"{WITH_HTTPX} starlette click croniter cython_runtime dateutil dbos greenlet psycopg psycopg_binary pygments rich"
    " six sqlalchemy tzdata uvicorn yaml"
)
EXTRAS = ("client", "sandbox", "server", "testing", "webhooks")


def modules_of(extra: str) -> list[str]:
    """Return the full names of an extra's modules, its program aside; of the models' where it is empty."""
    names = [name for name in modules() if name and not name.endswith("__main__")]
    parts = {name: name.removeprefix("_runtime.").partition(".")[0] for name in names}
    own = [name for name, part in parts.items() if (part if part in EXTRAS else "") == extra]
    return [f"{PACKAGE}.{name}" for name in own]


@pytest.mark.parametrize(
    ("extra", "allowed", "most_wanted", "count"),
    [
        ("", WITH_PYDANTIC, "pydantic", 20),
        ("server", WITH_STARLETTE, "starlette", 5),
        ("client", WITH_HTTPX, "httpx", 8),
        ("webhooks", WITH_WEBHOOKS, "standardwebhooks", 1),
        ("sandbox", WITH_DBOS, "dbos", 15),
    ],
    ids=["models", "server", "client", "webhooks", "sandbox"],
)
def test_each_part_needs_its_own_libraries_alone(extra: str, allowed: str, most_wanted: str, count: int) -> None:
    names = modules_of(extra)
    assert len(names) >= count
    done = importing(allowed, [PACKAGE, *names])
    assert done.returncode == 0, done.stderr
    without = importing(allowed.replace(most_wanted, ""), names)
    assert most_wanted in without.stderr.splitlines()[-1], "it says what it needs"


# Installed from the wheel, in an empty environment


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment in which nothing is installed but the wheel, its extras and uvicorn; returns its Python."""
    folder = tmp_path_factory.mktemp("package")
    project = folder / "python"
    shutil.copytree(GENERATED / "python", project, ignore=shutil.ignore_patterns("__pycache__"))
    output_of(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, project)
    [wheel] = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    sources = [path for path in (project / "src").rglob("*") if path.is_file()]
    assert packed == {path.relative_to(project / "src").as_posix() for path in sources}
    assert f"{PACKAGE}/py.typed" in packed
    pins = [line.rstrip(" \\") for file in ("dev", "generate") for line in _requirements(file) if "==" in line]
    (folder / "pins.txt").write_text("\n".join(pins), encoding="utf-8")
    output_of(sys.executable, "-m", "venv", "--without-pip", folder / "venv")
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    output_of(
        *(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--disable-pip-version-check"),
        *("--constraint", folder / "pins.txt", f"{wheel}[client,server]", "uvicorn"),
    )
    return python


def _requirements(name: str) -> list[str]:
    return (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").splitlines()


@contextmanager
def served(python: Path, folder: Path) -> Iterator[str]:
    """Serve the ten lines with uvicorn; yield the address."""
    (folder / "service.py").write_text(SERVICE, encoding="utf-8")
    command = [
        str(python),
        "-m",
        "uvicorn",
        "service:app",
        "--port",
        "0",
        "--lifespan",
        "off",
        "--app-dir",
        str(folder),
    ]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    log = folder / "log"
    with (
        log.open("w") as out,
        subprocess.Popen(command, cwd=folder, stdout=out, stderr=subprocess.PIPE, env=environment, text=True) as server,
    ):
        try:
            assert server.stderr
            lines = []
            for line in server.stderr:
                lines.append(line)
                if found := re.search(r"running on (http://[\d.:]+)", line):
                    break
            else:
                raise AssertionError("".join(lines))
            yield found[1]
        finally:
            server.terminate()


@pytest.fixture(scope="module")
def address(environment: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the service that runs in the environment."""
    with served(environment, tmp_path_factory.mktemp("service")) as address:
        yield address


@pytest.fixture(scope="module")
def client(address: str) -> Iterator[httpx.Client]:
    """A client of the service that runs in the environment."""
    with httpx.Client(base_url=address, headers=HEADERS, timeout=10) as client:
        yield client


def test_the_environment_holds_no_paycat_and_the_handlers_are_short(environment: Path) -> None:
    import_paycat = [str(environment), "-I", "-c", "import paycat"]
    done = subprocess.run(import_paycat, capture_output=True, text=True, check=False)
    assert "No module named 'paycat'" in done.stderr
    [service] = [node for node in ast.walk(ast.parse(SERVICE)) if isinstance(node, ast.ClassDef)]
    assert service.end_lineno is not None
    assert service.end_lineno - service.lineno <= 10


@pytest.mark.parametrize("name", ["minimal", "full"])
@pytest.mark.parametrize(("direction", "method"), request_types())
def test_every_sample_is_accepted_over_http(client: httpx.Client, direction: str, method: str, name: str) -> None:
    payload = sample(direction, method, name)
    answer = client.post(PATHS[direction], json=payload)
    assert answer.status_code == 201, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["location"] == f"{PATHS[direction]}/{RECORD_IDS[direction]}"
    assert re.fullmatch(r"req_[a-p]{32}", answer.headers["request-id"])
    record = exactly(answer.content)
    for member in ("amount", "currency", "method_code", "reference"):
        assert record[member] == strict(payload)[member], member
    assert record["metadata"] == strict(payload.get("metadata", {}))


def test_the_installed_client_sends_to_the_installed_server(environment: Path, address: str) -> None:
    payload = sample("payout", "UPI", "minimal")
    script = f"""
from payments_api import client, parse_payout, webhooks
with client.Client({KEY!r}, base_url={address!r}) as service:
    print(service.payouts.create(parse_payout({payload!r})).model_dump_json())
"""
    record = exactly(output_of(environment, "-I", "-W", "error", "-c", script))
    assert record["id"] == RECORD_IDS["payout"]
    assert record["amount"] == strict(payload)["amount"]


def problem(answer: httpx.Response, status: int, slug: str) -> Json:
    """Return the problem document that an answer holds, which must be of this kind."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == PROBLEM
    document = dict(answer.json())
    assert document["type"].rpartition("/")[2] == slug
    assert document["status"] == status
    assert document["title"]
    assert document["instance"] == answer.request.url.path
    assert document["request_id"] == answer.headers["request-id"]
    modules()["records"].Problem.model_validate(document)
    return document


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_the_problems_over_http(client: httpx.Client, direction: str) -> None:
    path = PATHS[direction]
    payload = sample(direction, "UPI", "minimal")
    unknown = client.post(path, json={**payload, "method_code": "NONE_SUCH"})
    assert problem(unknown, 422, "unknown-method").keys() <= {"type", "title", "status", "instance", "request_id"}

    rejected = client.post(path, json={**payload, "fee": 1})
    assert problem(rejected, 422, "validation-failed")["errors"] == [
        {"pointer": "#/fee", "code": "unknown_field", "detail": "is not listed here"}
    ]

    wrong_method = client.put(path, json=payload)
    problem(wrong_method, 405, "method-not-allowed")
    assert {"GET", "POST"} <= set(wrong_method.headers["allow"].split(", ")) <= {"GET", "HEAD", "POST"}

    for authorization in (
        {},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer x"},
        {"Authorization": "Basic eA=="},
    ):
        bare = httpx.post(client.base_url.join(path), json=payload, headers=authorization)
        problem(bare, 401, "unauthenticated")
        assert bare.headers["www-authenticate"].startswith("Bearer")


@pytest.mark.parametrize(
    ("direction", "method"),
    [
        (direction, method)
        for method, offers in modules()["requests"].AVAILABILITY.items()
        for direction, word in offers.items()
        if word != "supported"
    ],
)
def test_an_unavailable_direction_over_http(client: httpx.Client, direction: str, method: str) -> None:
    other = next(one for one in DIRECTIONS if one != direction)
    answer = client.post(PATHS[direction], json=sample(other, method, "minimal"))
    document = problem(answer, 422, "method-direction-unavailable")
    assert document["method_code"] == method
    assert document["direction"] == direction
    assert document["availability"] == modules()["requests"].AVAILABILITY[method][direction]
    assert document["available_directions"] == [other]


@pytest.mark.parametrize(
    "path", ["/", "/v1", "/v2/payins", "/v1/pay-ins", "/v1/payins/", "/v1/payins/a/b", "//v1/payins"]
)
def test_a_wrong_path_over_http(client: httpx.Client, path: str) -> None:
    for answer in (client.get(path), client.post(path, json={})):
        problem(answer, 404, "not-found")


# Requests


@pytest.mark.parametrize(("direction", "method"), request_types())
def test_an_explicit_null_is_rejected_in_every_place(direction: str, method: str) -> None:
    model = modules()["requests"].model_of(direction, method)
    found = []
    for location in _locations(schemas()[f"{direction}/{method}"], ()):
        payload = sample(direction, method, "full")
        inner = payload
        for name in location[:-1]:
            inner = inner.setdefault(name, {})
        inner[location[-1]] = None
        for how, act in (
            ("model_validate", lambda body=payload: model.model_validate(body)),
            ("model_validate_json", lambda body=payload: model.model_validate_json(json.dumps(body))),
            ("the constructor", lambda body=payload: model(**body)),
        ):
            codes = [error["type"] for error in _errors(act) if error["loc"] == location]
            found += [] if codes == ["null_not_allowed"] else [f"null as {'.'.join(location)} to {how}: {codes}"]
    assert not found, listing(found)


def test_details_show_patterns_as_they_are() -> None:
    shown = 0
    for vector in vectors("fields"):
        request = f"{vector['direction']}/{vector['method']}"
        for pointer in (one["pointer"] for one in vector["violations"] if one["code"] == "pattern"):
            model = modules()["requests"].model_of(vector["direction"], vector["method"])
            with pytest.raises(ValidationError) as raised:
                model.model_validate(vector["payload"])
            node = schemas()[request]
            for name in pointer.split("/")[1:]:
                node = node["properties"][name]
            told = modules()["violations"].violations_of(raised.value, model, vector["payload"])
            (detail,) = (one.detail for one in told if (one.pointer, one.code) == (pointer, "pattern"))
            assert detail == f"string should match pattern '{node['pattern']}'"
            shown += 1
    assert shown


def _errors(act: Any) -> list[Any]:
    try:
        act()
    except ValidationError as error:
        return list(error.errors())
    return []


def _locations(schema: Json, location: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for name, node in schema["properties"].items():
        yield (*location, name)
        if "properties" in node:
            yield from _locations(node, (*location, name))


@pytest.mark.parametrize(("direction", "method"), request_types())
def test_an_absent_field_is_left_out_however_it_is_written(direction: str, method: str) -> None:
    payload = sample(direction, method, "minimal")
    request = modules()["requests"].model_of(direction, method).model_validate(payload)
    for dumped in (request.model_dump(), request.model_dump(mode="json"), json.loads(request.model_dump_json())):
        assert _names(dumped) == _names(payload)


def _names(value: Any) -> Any:
    return {name: _names(inner) for name, inner in value.items()} if isinstance(value, dict) else None


@pytest.mark.parametrize(("direction", "method"), request_types())
def test_every_valid_payload_comes_back_as_it_was(direction: str, method: str) -> None:
    model = modules()["requests"].model_of(direction, method)
    read = modules()["body"].read_object
    own = [
        one for one in vectors("fields") if (one["direction"], one["method"]) == (direction, method) and one["valid"]
    ]
    assert len(own) >= 2
    found = []
    for vector in own:
        text = json.dumps(vector["payload"]).encode()
        for payload in (vector["payload"], read(text)):
            back = exactly(model.model_validate(payload).model_dump_json())
            found += [] if back == exactly(text) else [f"{vector['id']}: {back}"]
    assert not found, listing(found)


@pytest.mark.parametrize(("direction", "method"), request_types())
def test_an_amount_is_written_as_a_number(direction: str, method: str) -> None:
    model = modules()["requests"].model_of(direction, method)
    for amount, text in ((7, "7"), (7.0, "7")):
        request = model.model_validate({**sample(direction, method, "minimal"), "amount": amount})
        assert f'"amount":{text},' in request.model_dump_json()
    for wrong in ("7", True, [7], {"value": 7}):
        with pytest.raises(ValidationError, match="must be a JSON number"):
            model.model_validate({**sample(direction, method, "minimal"), "amount": wrong})


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_the_union_works_in_a_type_adapter(direction: str) -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(getattr(modules()[""], UNIONS[direction]))
    methods = [(method, model) for one, method, model in request_models() if one == direction]
    for method, model in methods:
        for name in ("minimal", "full"):
            payload = sample(direction, method, name)
            read = [adapter.validate_python(payload), adapter.validate_json(json.dumps(payload))]
            assert [type(one) for one in read] == [model, model], f"{method} {name}"
            assert {exactly(adapter.dump_json(one)) == exactly(json.dumps(payload)) for one in read} == {True}, method
            assert adapter.validate_python(model.model_validate(payload)) == read[0]
    wrongs: list[Any] = [{**payload, "method_code": "NONE_SUCH"}, {**payload, "method_code": None}, {}, [], None, "UPI"]
    for wrong in wrongs:
        with pytest.raises(ValidationError):
            adapter.validate_python(wrong)
    mapping = adapter.json_schema()["discriminator"]["mapping"]
    assert sorted(mapping) == sorted(method for method, _ in methods)


def test_every_request_type_has_a_model() -> None:
    assert sorted((direction, method) for direction, method, _ in request_models()) == request_types()


# Records

EXAMPLES = {one["name"]: one["example"] for one in contract()["interface"]["records"] if one.get("example") is not None}
UNIONS_OF_RECORDS = {"NextAction"}


def _record(name: str) -> Any:
    return getattr(modules()["records"], name)


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name not in UNIONS_OF_RECORDS])
def test_a_record_ignores_members_that_it_does_not_know(name: str) -> None:
    known = _record(name).model_validate(EXAMPLES[name])
    assert exactly(known.model_dump_json()) == strict(EXAMPLES[name])
    assert _record(name).model_validate(_with_news(EXAMPLES[name])) == known


def _with_news(value: Any, inside: str = "") -> Any:
    if isinstance(value, list):
        return [_with_news(inner, inside) for inner in value]
    if not isinstance(value, dict) or inside == "metadata":
        return value
    return {name: _with_news(inner, name) for name, inner in value.items()} | {"news": {"since": 2}}


@pytest.mark.parametrize(
    ("name", "member"),
    [
        ("PayInRecord", "status"),
        ("PayoutRecord", "status"),
        ("PayInRecord", "method_code"),
        ("PayoutRecord", "currency"),
        ("PayInEvent", "type"),
        ("PayoutEvent", "type"),
        ("Problem", "type"),
        ("FieldProblem", "code"),
        ("Failure", "code"),
    ],
)
def test_a_record_takes_a_value_that_it_does_not_know(name: str, member: str) -> None:
    record = _record(name).model_validate({**EXAMPLES[name], member: "brand_new"})
    assert getattr(record, member) == "brand_new"
    assert json.loads(record.model_dump_json())[member] == "brand_new"


def test_a_method_loads_no_other_method() -> None:
    program = f"import sys, {PACKAGE}.upi; print([name for name in sys.modules if {PACKAGE!r} in name])"
    environment = {"PYTHONPATH": str(SOURCES), "PYTHONDONTWRITEBYTECODE": "1"}
    ended = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    loaded = {name.removeprefix(PACKAGE).removeprefix(".") for name in ast.literal_eval(ended.stdout)}
    assert "upi" in loaded
    names = ("cases", "check_digits", "exact_numbers", "json_values", "models", "notes", "value_rules")
    runtime = {f"_runtime.{name}" for name in names}
    assert loaded <= {"", "upi", "shared", "choices", "value_types", "_runtime", *runtime}


def test_the_package_lists_what_it_loads_when_it_is_used() -> None:
    package = modules()[""]
    assert set(package.__all__) <= set(dir(package))
    assert all(getattr(package, name) is not None for name in package.__all__)
    with pytest.raises(AttributeError, match="no attribute 'PayoutRequests'"):
        _ = package.PayoutRequests
