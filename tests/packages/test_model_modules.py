"""The modules of the models: what methods share, and what an edit of one of them changes."""

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any

import projects
import pytest
from imported_package import PACKAGE

from paycat.cache import Cache
from paycat.contract.model import Contract
from paycat.lint.checking import resolved_folder
from paycat.packages.python.class_generator import python_modules
from tests.artefacts.published import SOURCES, modules, sample

EDITS: dict[str, list[dict[str, Any]]] = {
    "upi": [
        {"file": "schemas/methods/UPI.yaml", "find": "length: 1..20", "replace": "length: 1..19"},
        {"file": "schemas/methods/UPI.yaml", "find": "Recipient's UPI ID", "replace": "Identifier of the recipient"},
    ],
    "bank_transfer_jpy": [
        {"file": "schemas/methods/BANK_TRANSFER_JPY.yaml", "find": "currency: JPY", "replace": "currency: INR"}
    ],
    "qr_bank": [
        {
            "file": "schemas/methods/QR_BANK.yaml",
            "find": "variants: { next_action: show_qr }",
            "replace": "variants: { next_action: show_qr }, fields: { description: { requirement: required } }",
        }
    ],
    "wallet_eg": [{"file": "schemas/methods/WALLET_EG.yaml", "find": "currency: EGP", "replace": "currency: INR"}],
}
"""Edits by the module that they change."""


def contract_of(project: Path) -> Contract:
    """Return the contract of a project, whatever its samples are."""
    found, findings = resolved_folder(project / "schemas")
    assert found is not None, findings
    return found


@pytest.mark.parametrize("module", EDITS)
def test_an_edit_of_a_method_changes_no_other_module(module: str, tmp_path: Path) -> None:
    project = projects.copied(tmp_path / "project", generated=False)
    before = python_modules(contract_of(project), Cache())
    projects.edit(project, EDITS[module])
    after = python_modules(contract_of(project), Cache())
    assert {name for name in before | after if before.get(name) != after.get(name)} == {f"{module}.py"}


def test_what_is_the_same_is_one_class() -> None:
    upi, wallet, shared = modules()["upi"], modules()["wallet_eg"], modules()["shared"]
    assert issubclass(upi.UpiPayInCustomer, shared.PayInCustomer)
    assert issubclass(wallet.WalletEgPayInCustomer, shared.PayInCustomer)
    own = set(upi.UpiPayInCustomer.model_fields) - set(shared.PayInCustomer.model_fields)
    assert own == {"country"}


REUSE = """
from payments_api.shared import PayInCustomer, Sender
from payments_api.upi import UpiPayInCustomer, UpiPayoutRecipient, UpiPayoutRequest
from payments_api.wallet_eg import WalletEgPayInCustomer, WalletEgPayoutRecipient, WalletEgPayoutRequest

SENDER = Sender(full_name="A Person")


def greeting(customer: PayInCustomer) -> str:
    return f"Hello {customer.first_name or 'you'}"


print(greeting(UpiPayInCustomer.new(first_name="A")), greeting(WalletEgPayInCustomer.new(first_name="B")))
recipient = UpiPayoutRecipient(full_name="A Person", upi_id="a@b")
request = UpiPayoutRequest.new(amount=5, reference="r", recipient=recipient, sender=SENDER)
other = WalletEgPayoutRequest.new(
    amount=5, reference="r", recipient=WalletEgPayoutRecipient(full_name="B", phone="+201000000000"), sender=SENDER
)
"""
WRONG = """
request.reference = "another"
UpiPayoutRequest.new(amount="5", reference="r", recipient=recipient)
UpiPayoutRequest.new(amount=5, reference="r", recipient=other.recipient)
UpiPayoutRequest.new(amount=5, reference="r", recipient=recipient, colour="blue")
UpiPayoutRequest.new(amount=5, recipient=recipient)
"""
"""Each line has a mistake that a type checker reports."""


def test_a_type_checker_accepts_reuse_and_reports_each_mistake(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(REUSE + WRONG, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file=", "--strict", "--no-error-summary", str(program)]
    command += ["--cache-dir", str(projects.ROOT / ".cache" / "mypy")]
    done = subprocess.run(command, cwd=SOURCES, capture_output=True, text=True, check=False)
    found = {int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error: " in line}
    first = REUSE.count("\n") + 2
    assert found == set(range(first, first + WRONG.count("\n") - 1)), done.stdout


def test_parsing_loads_the_method_of_the_payload_alone() -> None:
    program = (
        f"import sys; from {PACKAGE} import parse_payout; parse_payout({sample('payout', 'UPI', 'minimal')!r});"
        f"print([name.partition('.')[2] for name in sys.modules if name.startswith('{PACKAGE}.')])"
    )
    environment = {"PYTHONPATH": str(SOURCES), "PYTHONDONTWRITEBYTECODE": "1"}
    ended = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    methods = {path.stem for path in SOURCES.joinpath(PACKAGE).glob("*.py") if "PayoutRequest(" in path.read_text()}
    assert set(ast.literal_eval(ended.stdout)) & methods == {"upi"}


ODD_NAMES = (
    "copy",
    "from",
    "new",
    "shared",
    "str",
    "datetime",
    "class",
    "json",
    "self",
    "cls",
    "model_config",
    "float",
)
ODD_PROGRAM = f"""
from bank_collections.sepa_transfer import SepaTransferPayoutBeneficiary, SepaTransferPayoutRequest

NAMES = {ODD_NAMES!r}
aliases = {{field.alias or name: name for name, field in SepaTransferPayoutRequest.model_fields.items()}}
beneficiary = SepaTransferPayoutBeneficiary(name="Test Company", iban="DE00000000000000000000", bic="TESTDEFFXXX")
common = dict(amount=1, end_to_end_id="E-1", collection_id="c_1", beneficiary=beneficiary)
first = SepaTransferPayoutRequest.new(**common, **{{aliases[name]: name for name in NAMES}})
sent = first.model_dump(mode="json")
assert all(sent[name] == name for name in NAMES), sent
assert SepaTransferPayoutRequest.model_validate(sent) == first
assert "copy" not in SepaTransferPayoutRequest.new(**common).model_dump(), "one call leaves nothing for the next"
"""


def test_a_field_may_have_any_name(tmp_path: Path) -> None:
    project = projects.small(tmp_path / "project")
    projects.edit(
        project,
        [
            _odd(
                "requests/payout.yaml", "  labels: {", "  {0}: {{ requirement: optional, type: name, meaning: Text }}\n"
            )
        ],
    )
    for sample_file in sorted((project / "schemas" / "samples" / "payout").glob("*.yaml")):
        text = sample_file.read_text(encoding="utf-8")
        full = text.index("payload:", text.index("\n  full:"))
        odd = "".join(f"      {name}: Test text\n" for name in ODD_NAMES)
        end = text.index("\n", full) + 1
        sample_file.write_text(text[:end] + odd + text[end:], encoding="utf-8")
    made = projects.paycat("generate", cwd=project)
    assert made.returncode == 0, made.stdout + made.stderr
    sources = project / "generated" / "python" / "src"
    done = subprocess.run([sys.executable, "-c", ODD_PROGRAM], cwd=sources, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lint = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", str(sources)]
    assert subprocess.run(lint, check=False).returncode == 0


def _odd(file: str, before: str, line: str) -> dict[str, Any]:
    return {"file": f"schemas/{file}", "find": before, "replace": "".join(map(line.format, ODD_NAMES)) + before}
