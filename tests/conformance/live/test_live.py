"""`paycat conform --url`: the vectors against a server over HTTP, from the first request to the last line printed."""

import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.conformance.run.output_folder import read_vectors
from paycat.contract.model import Contract
from tests.conformance.live.server import (
    KEY,
    TOKEN,
    Run,
    Server,
    calls_about_credentials,
    calls_about_records,
    nowhere,
    running,
)

FAULTS = projects.read_yaml(Path(__file__).parent / "faults.yaml")
SHOWN = re.compile(r"127\.0\.0\.1:[0-9]+: (?P<id>.+) \(rule (?P<rule>[^)]+)\): expected .+, got .+")


def test_the_stub_passes_every_vector_over_http(contract: Contract, whole: Path, conform: Run) -> None:
    with running(Server(contract, whole / "generated")) as server:
        ended = conform(whole, server.url)
    count = sum(vector.stage != "schema" for batch in read_vectors(whole / "generated", "") for vector in batch.vectors)
    assert (ended.code, ended.err) == (0, "")
    calls = calls_about_credentials(contract)
    assert ended.last == f"{count + calls_about_records(contract) + calls.total():,} vectors, 0 disagreements"
    subjects = [line.split()[0] for line in ended.out.splitlines()[1:-1]]
    assert {"dispatch", "text"} < set(subjects)
    assert set(subjects) >= {f"{request.direction}/{request.method}" for request in contract.requests()}
    assert len(server.keys) == len(set(server.keys)) == count + calls[True]


def test_faults_are_named_and_nothing_else(contract: Contract, whole: Path, tmp_path: Path, conform: Run) -> None:
    shutil.copytree(whole / "generated", tmp_path / "generated")
    projects.edit(tmp_path / "generated", [edit for fault in FAULTS for edit in fault["edits"]])
    with running(Server(contract, tmp_path / "generated")) as server:
        ended = conform(whole, server.url)
    found = [match for line in ended.out.splitlines() if (match := SHOWN.fullmatch(line))]
    assert (ended.code, ended.err) == (1, "")
    assert ended.last.endswith(f" vectors, {len(found)} disagreements")
    assert {match["rule"] for match in found} == {fault["rule"] for fault in FAULTS}


def test_a_problem_that_its_record_rejects_is_a_disagreement(
    contract: Contract, small: Path, tmp_path: Path, conform: Run
) -> None:
    shutil.copytree(small / "generated", tmp_path / "generated")
    renamed = {"find": '"title": self._kinds', "replace": '"caption": self._kinds'}
    projects.edit(tmp_path / "generated", [{"file": "python/src/payments_api/_runtime/problems.py", **renamed}])
    with running(Server(contract, tmp_path / "generated")) as server:
        ended = conform(small, server.url)
    assert (ended.code, ended.err) == (1, "")
    assert "is no Problem as the interface states it" in ended.out


def test_a_record_that_does_not_exist_is_not_found(contract: Contract, small: Path, conform: Run) -> None:
    with running(Server(contract, small / "generated")) as server:
        server.handlers.finds_anything = True
        ended = conform(small, server.url)
    assert ended.code == 1
    variables = [name for one in contract.interface.operations for name in one.identifies]
    assert ended.out.count(": no record has the ") == len(variables) > 0
    assert ended.last.endswith(f" vectors, {len(variables)} disagreements")


# What is sent


def test_a_payment_is_made_once_and_has_its_own_reference(contract: Contract, small: Path, conform: Run) -> None:
    with running(Server(contract, small / "generated")) as server:
        for _ in range(2):
            assert conform(small, server.url).code == 0
    assert len(server.keys) == len(set(server.keys)) >= 2 * len(list(contract.requests()))
    references = Counter(payment.reference for payment in server.handlers.payments)
    repeated = {reference for reference, count in references.items() if count > 1}
    assert len(references) - len(repeated) >= 2 * len(list(contract.requests()))
    without = [headers for headers in server.sent if headers.get("authorization") != f"Bearer {TOKEN}"]
    assert len(without) == 2 * (2 * len(contract.interface.operations) + 1)


class Bank:
    """A server's own checks: it rejects a reference of a payout that it has seen, or whatever it is told to."""

    def __init__(self, violation: Any = None) -> None:
        self.package: Any = None
        self.references: set[str] = set()
        self.violation = violation

    def __call__(self, request: Any) -> None:
        """Raise the problem that answers a request, if there is one."""
        error = self.package.module("problems").ProblemError
        if self.violation:
            raise error(self.violation["slug"], members=self.violation["members"])
        if type(request).__name__.endswith("PayoutRequest"):  # References of pay-ins may repeat.
            if request.reference in self.references:
                raise error("duplicate-reference")
            self.references.add(request.reference)


def test_a_reference_that_is_taken_says_that_the_fields_are_right(
    contract: Contract, whole: Path, tmp_path: Path, conform: Run
) -> None:
    """Two runs: the vectors about the reference itself come with the same one again."""
    project = only(whole, tmp_path / "project", "payout/UPI", "text")
    bank = Bank()
    with running(Server(contract, whole / "generated", check=bank)) as server:
        bank.package = server.package
        for _ in range(2):
            assert conform(project, server.url).code == 0
    assert len(server.handlers.payments) > len(bank.references) > 0


@pytest.mark.parametrize(
    ("slug", "code", "accepted"),
    [
        ("validation-failed", "unknown_bank_code", True),
        ("validation-failed", "amount_out_of_range", True),
        ("validation-failed", "pattern", False),
        ("duplicate-reference", "", False),
    ],
)
def test_the_checks_behind_the_fields(
    slug: str, code: str, accepted: bool, contract: Contract, small: Path, conform: Run
) -> None:
    """A code that no field gives says that the fields are right; a fresh reference is never a duplicate."""
    members = {"errors": [{"code": code, "pointer": "#/amount", "detail": ""}]} if code else {}
    bank = Bank({"slug": slug, "members": members})
    with running(Server(contract, small / "generated", check=bank)) as server:
        bank.package = server.package
        ended = conform(small, server.url)
    assert ended.code == (0 if accepted else 1)
    assert (f"expected acceptance, got {code or slug} at #" in ended.out) == (not accepted)


def only(whole: Path, project: Path, *subjects: str) -> Path:
    """Return a copy of the project in which the files of the other vectors hold one vector."""
    shutil.copytree(whole, project)
    folder = project / "generated/conformance/vectors"
    for file in folder.rglob("*.jsonl"):
        if file.relative_to(folder).with_suffix("").as_posix() not in subjects:
            file.write_bytes(file.read_bytes().splitlines(keepends=True)[0])
    return project


# What cannot be run


def test_nothing_listens(small: Path, tmp_path: Path, conform: Run) -> None:
    with nowhere() as url:
        ended = conform(small, url, "--journal", tmp_path / "journal")
    assert ended.code == 1
    assert ended.out.splitlines()[0].startswith(f"{url} error unreachable: there is no answer: ConnectError")
    assert ended.last == "1 error, 0 warnings"


def test_a_server_without_encryption_is_asked_with_it(contract: Contract, small: Path, conform: Run) -> None:
    with running(Server(contract, small / "generated")) as server:
        ended = conform(small, server.url.replace("http:", "https:"))
    assert (ended.code, len(ended.out.splitlines())) == (1, 2)
    assert " error unreachable: there is no answer: ConnectError: [SSL" in ended.out
    assert server.sent == []


@pytest.mark.parametrize(("token", "message"), [("sk_test_wrong", "does not know the token"), ("", "asks for a token")])
def test_the_token_is_wrong(token: str, message: str, contract: Contract, small: Path, conform: Run) -> None:
    with running(Server(contract, small / "generated")) as server:
        ended = conform(small, server.url, token=token)
    assert (ended.code, len(ended.out.splitlines())) == (1, 2)
    assert f"{server.url} error unauthenticated: the server {message}" in ended.out
    assert len(server.sent) == 1


def test_the_address_is_wrong(contract: Contract, small: Path, conform: Run) -> None:
    with running(Server(contract, small / "generated")) as server:
        ended = conform(small, f"{server.url}/v1/")
    assert (ended.code, len(ended.out.splitlines())) == (1, 2)
    assert f"{server.url}/v1 error wrong-address: POST /v1/v1/payins is answered with 404" in ended.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--url ftp://127.0.0.1", "start with https:// or http://"),
        ("--url 127.0.0.1", "start with https:// or http://"),
        ("--url http://", "start with https:// or http://"),
        ("--url https://me:secret@127.0.0.1", "no credentials"),
        ("--url https://127.0.0.1/?a=b", "no credentials, query"),
        ("--url http://pay.example --token secret", "unencrypted"),
        ("--url https://pay.example --token secret\n", "visible ASCII"),
        ("--url https://pay.example --engine stub", "--engine cannot be used with --url"),
        ("--url https://pay.example --concurrency 0", "range"),
        ("--url https://pay.example --concurrency 65", "range"),
        ("--token secret", "--token needs --url"),
        ("--journal file", "--journal needs --url"),
        ("--concurrency 2", "--concurrency needs --url"),
        ("--insecure-http", "--insecure-http needs --url"),
    ],
)
def test_wrong_usage(arguments: str, message: str, small: Path, tmp_path: Path, cli: Any) -> None:
    ended = cli("conform", *arguments.split(" "), "--project", small, cwd=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert message in " ".join(ended.err.split())
    assert "secret" not in ended.err
    assert list(tmp_path.iterdir()) == []


def test_a_token_in_the_environment_is_nothing_to_the_other_engines(
    small: Path, cli: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAYCAT_TOKEN", TOKEN)
    assert cli("conform", "--engine", "models", "--project", small).code == 0


def test_every_request_has_a_key(contract: Contract, small: Path, conform: Run) -> None:
    with running(Server(contract, small / "generated")) as server:
        conform(small, server.url)
    without = [headers for headers in server.sent if KEY not in headers]
    assert all(headers.get("content-length", "0") == "0" for headers in without)
    about_credentials = calls_about_credentials(contract)[False]
    assert len(without) == 2 + calls_about_records(contract) + about_credentials, "the two probes, and these calls"


def test_a_bar_on_a_terminal(contract: Contract, small: Path) -> None:
    with running(Server(contract, small / "generated")) as server:
        ended = projects.paycat("conform", "--url", server.url, cwd=small, PAYCAT_TOKEN=TOKEN, TTY_COMPATIBLE="1")
    assert ended.returncode == 0
    count = len(server.keys) - calls_about_credentials(contract)[True]
    assert f"{count}/{count}" in ended.stderr
    assert "payout/" in ended.stderr
    assert TOKEN not in ended.stdout + ended.stderr
