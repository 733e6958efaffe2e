"""Every call that the page of operations prints is run as it is, in each shell, with the credential that it needs."""

import base64
import hashlib
import hmac
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import projects
import pytest
from system_programs import needed
from targets import one_of_each_kind

from paycat.conformance.run.engines.ajv.node import node_program
from paycat.conformance.run.engines.models import Package
from paycat.documents.security import credential_facts
from paycat.packages.operations.credentials import used_credentials
from paycat.pages.credentials import variables
from tests.artefacts.printed_calls.keyring_stub import KEYS, SECRET, Project, generated, serving_keyring
from tests.pages.html_pages import Page

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return generated(tmp_path_factory.mktemp("printed"))


@pytest.fixture
def url(project: Project) -> Iterator[str]:
    with serving_keyring(project) as url:
        yield url


@pytest.fixture
def page(project: Project) -> Page:
    """The page of operations."""
    return Page("operations.html", (project.generated / "docs/operations.html").read_text(encoding="utf-8"))


@pytest.fixture
def calls(project: Project, page: Page) -> dict[str, str]:
    """The calls in curl, by the id of their operation."""
    ids = [operation.id for operation in project.contract.interface.operations]
    return {id: page.code(f"operation.{id}.curl") for id in ids}


def answered(folder: Path, shell: str, text: str, **variables: str) -> int:
    """Return the status that a call is answered with."""
    (folder / ".curlrc").write_text('silent\nnoproxy = "*"\nwrite-out = "\\n%{http_code}"\n')
    environment = projects.environ(CURL_HOME=str(folder), HOME=str(folder), ID="tr_1", **variables)
    done = subprocess.run([shell], input=text, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), (text, done.stderr)
    return int(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("shell", one_of_each_kind(["sh", "bash", "zsh"], ["sh"]))
def test_every_printed_call_is_accepted(
    shell: str, project: Project, url: str, calls: dict[str, str], tmp_path: Path
) -> None:
    for program in ("curl", "openssl"):
        needed(program)
    known = {f"KEYRING_{name}": value for name, value in KEYS.items()}
    assert known.keys() == variables(project.contract).keys()
    base_url = project.contract.service.base_url
    success = {operation.id: operation.success.status for operation in project.contract.interface.operations}
    texts = {id: text.replace(base_url, url) for id, text in calls.items()}
    assert {id: answered(tmp_path, needed(shell), text, **known) for id, text in texts.items()} == success
    others = {name: re.sub(":.", ":X", value) if ":" in value else f"{value}X" for name, value in known.items()}
    wrong = {id: answered(tmp_path, needed(shell), text, **others) for id, text in texts.items()}
    assert wrong == {**dict.fromkeys(success, 401), "readOpen": 200}


FORMS = {
    "request_signature": ("\n", "base64", ""),
    "card_signature": (".", "hex", "sha256="),
    "odd_signature": ("%s\\n\n' ", "hex", '$(id)`!"\\ '),
}
"""What is between two parts, how a signature is written, and what is before it, by the name of the credential."""
EXAMPLE_KEY, EXAMPLE_SECRET = "example-key", "example-secret"
NODE = """
const { createHmac } = await import("node:crypto");
const [, secret, encoding] = process.argv;
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
process.stdout.write(createHmac("sha256", secret).update(Buffer.concat(chunks)).digest(encoding));
"""


def in_python(text: bytes, encoding: str) -> str:
    """Return a signature by the standard library of Python."""
    digest = hmac.new(EXAMPLE_SECRET.encode(), text, hashlib.sha256).digest()
    return digest.hex() if encoding == "hex" else base64.b64encode(digest).decode()


def in_node(text: bytes, encoding: str) -> str:
    """Return a signature by Node.js."""
    command = [node_program("tests"), "--input-type=module", "--eval", NODE, EXAMPLE_SECRET, encoding]
    return subprocess.run(command, input=text, capture_output=True, check=True).stdout.decode()


def by_openssl(text: bytes, encoding: str) -> str:
    """Return a signature by openssl."""
    command = [needed("openssl"), "dgst", "-sha256", "-hmac", EXAMPLE_SECRET, "-binary"]
    digest = subprocess.run(command, input=text, capture_output=True, check=True).stdout
    return digest.hex() if encoding == "hex" else base64.b64encode(digest).decode()


def test_each_worked_example_is_recomputed_elsewhere(project: Project, page: Page) -> None:
    own_form = Package(project.contract, project.generated).module("_runtime.signing").SignatureForm
    targets = iter(re.findall(r"For <code>(\S+) (\S+)</code>, the signed text is", page.source))
    signing = [
        (f"signed-{number}", one) for number, one in enumerate(used_credentials(project.contract), 1) if one.parts
    ]
    assert len(signing) == len(FORMS)
    for id, credential in signing:
        text = page.code(f"{id}-text")
        headers = dict(line.split(": ", 1) for line in page.code(f"{id}-headers").splitlines())
        values = {word: headers[name] for word, name in credential.headers.items()}
        joint, encoding, prefix = FORMS[credential.name]
        values["http_method"], values["target"] = next(targets)
        values["body"] = page.code(f"{id}-body") if f"{id}-body" in page.by_id else ""
        assert joint.join(values[part] for part in credential.parts) == text
        signatures = {sign(text.encode(), encoding) for sign in (in_python, in_node, by_openssl)}
        assert {f"{prefix}{signature}" for signature in signatures} == {values["signature"]}
        assert own_form(**credential.form).signed(EXAMPLE_SECRET, values, EXAMPLE_KEY) == headers


AS_THEN = """
import { Client } from "keyring-api/client";
const [key, secret, seconds, nonce, body] = process.argv.slice(2);
Date.now = () => Number(seconds) * 1000;
crypto.randomUUID = () => nonce;
const fetch = async (url, { headers }) => {
  console.log(JSON.stringify(Object.fromEntries(new Headers(headers))));
  throw new Error("nobody answers");
};
const client = new Client({ apiKey: { requestSignature: [key, secret] }, fetch, retries: 0 });
await client.transfers.create(JSON.parse(body)).catch(() => {});
"""


def test_the_client_in_typescript_signs_the_worked_example_alike(project: Project, page: Page, tmp_path: Path) -> None:
    headers = dict(line.split(": ", 1) for line in page.code("signed-1-headers").splitlines())
    arguments = [EXAMPLE_KEY, EXAMPLE_SECRET, headers["X-Timestamp"], headers["X-Nonce"], page.code("signed-1-body")]
    told = in_typescript(project, tmp_path, AS_THEN, *arguments)
    assert json.loads(told).items() >= {name.lower(): value for name, value in headers.items()}.items()


def in_typescript(project: Project, folder: Path, program: str, *arguments: str, **variables: str) -> str:
    """Return what a module prints, which imports the package."""
    (folder / "node_modules").mkdir()
    (folder / "node_modules/keyring-api").symlink_to(project.generated / "typescript")
    (folder / "program.mjs").write_text(program, encoding="utf-8")
    command = [node_program("tests"), folder / "program.mjs", *arguments]
    return told(command, **variables)


def told(command: list[str | Path], **variables: str) -> str:
    """Return what a command prints, which ends well."""
    environment = projects.environ(**variables, NODE_OPTIONS="")
    done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_printed_programs_sign(project: Project, url: str, tmp_path: Path) -> None:
    page = Page("transfer.html", (project.generated / "docs/transfer.html").read_text(encoding="utf-8"))
    base_url = project.contract.service.base_url
    texts = {name: page.code(f"sample.minimal.{name}").replace(base_url, url) for name in ("python", "typescript")}
    variables = {"KEYRING_REQUEST_SIGNATURE": f"k-1:{SECRET}"}
    (tmp_path / "program.py").write_text(texts["python"], encoding="utf-8")
    sources = str(project.generated / "python/src")
    in_python = told([sys.executable, tmp_path / "program.py"], PYTHONPATH=sources, **variables)
    assert [in_python, in_typescript(project, tmp_path, texts["typescript"], **variables)] == ["tr_1 accepted\n"] * 2


def test_texts_of_credentials_are_true_beside_others(project: Project, page: Page) -> None:
    """Of every credential of many, and of a signature without a nonce; OpenAPI has the sentences of the page."""
    assert "Every request carries" not in page.source
    assert "Credentials: `partner_key` and `basic`, or `token`." in (project.generated / "briefs/llms.txt").read_text()
    document = json.loads((project.generated / "openapi/openapi.json").read_text(encoding="utf-8"))
    for credential in used_credentials(project.contract):
        facts = credential_facts(project.contract, credential)
        assert any("can send it again" in fact for fact in facts) == ("nonce" not in (credential.parts or ["nonce"]))
        if credential.parts:
            assert any("without the `?` of an empty query" in fact for fact in facts) == ("target" in credential.parts)
            scheme = document["components"]["securitySchemes"][f"{credential.name}.signature"]
            assert scheme["x-signing"]["algorithm"] == "hmac-sha256"
            assert scheme["description"].splitlines()[2:] == [f"- {fact}" for fact in facts]


def test_a_brief_has_the_example_of_the_page(project: Project, page: Page) -> None:
    brief = (project.generated / "briefs/transfer.md").read_text(encoding="utf-8")
    [(text, headers)] = re.findall(r"has this signed text:\n\n```\n(.*?)\n```\n\n((?:- [^\n]*\n)+)", brief, re.DOTALL)
    assert text == page.code("signed-1-text")
    lines = page.code("signed-1-headers").splitlines()
    assert headers.splitlines() == [f"- Header of the example: `{line}`" for line in lines]
