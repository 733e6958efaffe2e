"""A constraint that nobody has thought of: one module and its lines in the table, and everything knows it.

`zeros.py` is the module. It is put into a copy of paycat, a catalogue states it, and every command and every
artefact is asked about it.
"""

import json
import shutil
from pathlib import Path
from subprocess import CompletedProcess

import projects
import pytest

TABLE = "src/paycat/shapes/constraints/__init__.py"
MODULE = [
    {
        "file": TABLE,
        "find": "from paycat.shapes.constraints.kind import",
        "replace": "from paycat.shapes.constraints.zeros import Zeros\nfrom paycat.shapes.constraints.kind import",
    },
    {"file": TABLE, "find": "    DecimalPlaces(),\n", "replace": "    DecimalPlaces(),\n    Zeros(),\n"},
]
STATED = [
    {
        "file": "schemas/methods/BANK_TRANSFER_JPY.yaml",
        "find": "  fields:\n",
        "replace": "  fields:\n    amount: { zeros: { value: 2, decision: D-07 } }\n",
    },
    {
        "file": "schemas/samples/payout/BANK_TRANSFER_JPY.yaml",
        "find": "- { code: amount_precision,",
        "replace": "- { code: zeros,",
    },
    {
        "file": "schemas/interface/problems.yaml",
        "find": "  amount_out_of_range:",
        "replace": "  zeros: { meaning: The number has another end., decision: D-07 }\n  amount_out_of_range:",
    },
]
GENERATED = {
    "editor/types.schema.json": '"zeros"',
    "json-schema/payout/BANK_TRANSFER_JPY.schema.json": '"x-multiple-of": 100',
    "openapi/openapi.json": '"x-multiple-of": 100',
    "openapi/openapi-3.0.json": '"x-multiple-of": 100',
    "requirements/payout/BANK_TRANSFER_JPY.json": "must end with 2 zeros",
    "requirements/requirements.schema.json": "The number ends with so many zeros",
    "docs/payout/BANK_TRANSFER_JPY.html": "ending with 2 zeros",
    "docs/assets/rules/payout.BANK_TRANSFER_JPY.js": "Send a number that ends with 2 zeros.",
    "python/src/payments_api/_base.py": "must end with 2 zeros",
    "python/src/payments_api/bank_transfer_jpy.py": "ending with 2 zeros",
    "conformance/vectors/payout/BANK_TRANSFER_JPY.jsonl": "amount:zeros/one_more",
}
"""What each artefact says of the constraint."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of paycat with the constraint, and a project that does not state it yet."""
    project = projects.of_two_methods(tmp_path / "checkout")
    for name in ("src", "generators"):
        shutil.copytree(projects.ROOT / name, project / name)
    shutil.copy(Path(__file__).with_name("zeros.py"), project / TABLE.replace("__init__", "zeros"))
    projects.edit(project, MODULE)
    return project


def test_everything_knows_a_constraint_that_the_table_knows(checkout: Path) -> None:
    def says(arguments: str, *texts: str, code: int = 0) -> None:
        ended = ran(checkout, arguments)
        assert ended.returncode == code, ended.stdout + ended.stderr
        assert [text for text in texts if text not in " ".join(ended.stdout.split())] == [], ended.stdout

    says("generate")
    shutil.copy(checkout / "generated/contract/contract.json", checkout / "before.json")
    projects.edit(checkout, STATED)
    says("check", "the catalogue is sound")
    says("generate")
    texts = {path: (checkout / "generated" / path).read_text(encoding="utf-8") for path in GENERATED}
    assert {path for path, text in GENERATED.items() if text not in texts[path]} == set()
    says("conform --engine all --mutants", " 0 disagreements, ", " 0 survived")
    says("show BANK_TRANSFER_JPY", "with 2 zeros")
    says("explain payout.BANK_TRANSFER_JPY.amount:zeros/next", "zeros")
    says("diff before.json generated", "zeros-added", "must end with so many zeros: 2 now", "zeros at #/amount", code=1)
    vectors = (checkout / "generated/conformance/vectors/payout/BANK_TRANSFER_JPY.jsonl").read_text().splitlines()
    broken = next(one for one in map(json.loads, vectors) if one["id"].endswith("amount:zeros/one_more"))
    (checkout / "payload.json").write_text(json.dumps(broken["payload"]))
    says("validate payload.json", "must end with 2 zeros", code=1)


def ran(checkout: Path, arguments: str) -> CompletedProcess[str]:
    """Run the copy's own paycat."""
    return projects.paycat(*arguments.split(), cwd=checkout, PYTHONPATH=str(checkout / "src"))
