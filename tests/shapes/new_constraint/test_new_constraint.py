"""A constraint that nobody has thought of: one module and its lines in the table, and everything knows it.

`zeros.py` is about numbers, `group_size.py` about lists, and `starts_with.py` about texts, of which another rule has
the same keyword of JSON Schema. Each is put into a copy of paycat, a catalogue states it, and every command and every
artefact is asked about it.
"""

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import projects
import pytest
from targets import one_of_each_kind

from tests.any_catalogue.small_catalogues.catalogues import lists, written

TABLE = "src/paycat/shapes/constraints/__init__.py"


@dataclass(frozen=True)
class MadeUp:
    """A made-up constraint: its module and class, the catalogue that states it, and what is said of it where.

    `request` is what has the field, `vector` the end of the name of a vector that breaks the constraint. `shown` is how
    `show` begins to say it, whose columns are narrow. `head` is another constraint that the edit adds,
    of whose change that of this one is a consequence.
    """

    keyword: str
    kind: str
    after: str
    project: Callable[[Path], Path]
    stated: list[dict[str, Any]]
    request: str
    generated: dict[str, str]
    said: str
    shown: str
    change: str
    vector: str
    kept: str
    head: str = ""


ZEROS = MadeUp(
    keyword="zeros",
    kind="Zeros",
    after="DecimalPlaces",
    project=projects.of_two_methods,
    stated=[
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
    ],
    request="payout/BANK_TRANSFER_JPY",
    generated={
        "editor/types.schema.json": '"zeros"',
        "json-schema/payout/BANK_TRANSFER_JPY.schema.json": '"x-multiple-of": 100',
        "openapi/openapi.json": '"x-multiple-of": 100',
        "openapi/openapi-3.0.json": '"x-multiple-of": 100',
        "docs/payout/BANK_TRANSFER_JPY.html": "ending with 2 zeros",
        "docs/assets/rules/payout.BANK_TRANSFER_JPY.js": "Send a number that ends with 2 zeros.",
        "python/src/payments_api/value_types.py": "must end with 2 zeros",
        "python/src/payments_api/bank_transfer_jpy.py": "ending with 2 zeros",
    },
    said="must end with 2 zeros",
    shown="with 2 zeros",
    change="must now end with so many zeros: 2",
    vector="amount:zeros/one_more",
    kept="amount:zeros/next",
)
GROUP_SIZE = MadeUp(
    keyword="group_size",
    kind="GroupSize",
    after="UniqueItems",
    project=partial(written, lists),
    stated=[
        {
            "file": "schemas/types.yaml",
            "find": "    max_items: 3\n    unique_items: true\n",
            "replace": "    max_items: 4\n    group_size: 2\n",
        },
        {
            "file": "schemas/interface/problems.yaml",
            "find": "  min_items:\n",
            "replace": '  group_size: { meaning: The groups are incomplete., source: "§1" }\n  min_items:\n',
        },
    ],
    request="payout/SEPA_TRANSFER",
    generated={
        "editor/types.schema.json": '"group_size"',
        "json-schema/payout/SEPA_TRANSFER.schema.json": '"x-group-size": 2',
        "openapi/openapi.json": '"x-group-size": 2',
        "openapi/openapi-3.0.json": '"x-group-size": 2',
        "docs/payout/SEPA_TRANSFER.html": "in groups of 2",
        "docs/assets/rules/payout.SEPA_TRANSFER.js": "Send groups of 2 items.",
        "python/src/bank_collections/shared.py": "must come in groups of 2",
    },
    said="must come in groups of 2",
    shown="groups",
    change="must now come in groups of 2",
    vector="tags:group_size/one_more",
    kept="tags:group_size/two_groups",
)


STARTS_WITH = MadeUp(
    keyword="starts_with",
    kind="StartsWith",
    after="Pattern",
    project=projects.of_two_methods,
    stated=[
        {
            "file": "schemas/methods/BANK_TRANSFER_JPY.yaml",
            "find": "      meaning: Recipient's bank account",
            "replace": "      characters: 0-9\n      starts_with: '0'\n      meaning: Recipient's bank account",
        },
        {
            "file": "schemas/interface/problems.yaml",
            "find": "  amount_out_of_range:",
            "replace": "  starts_with: { meaning: It begins otherwise., decision: D-07 }\n  amount_out_of_range:",
        },
    ],
    request="payout/BANK_TRANSFER_JPY",
    generated={
        "editor/types.schema.json": '"starts_with"',
        "json-schema/payout/BANK_TRANSFER_JPY.schema.json": '"x-starts-with": "0"',
        "openapi/openapi.json": '"x-starts-with": "0"',
        "openapi/openapi-3.0.json": '"x-starts-with": "0"',
        "docs/payout/BANK_TRANSFER_JPY.html": "beginning with 0",
        "docs/assets/rules/payout.BANK_TRANSFER_JPY.js": "Send a text that begins with 0.",
        "python/src/payments_api/bank_transfer_jpy.py": "must begin with 0",
    },
    said="must begin with 0",
    shown="beginning",
    change="must now begin with 0",
    vector="recipient.wallet_uid:starts_with/other_beginning",
    kept="recipient.wallet_uid:starts_with/other_after",
    head="pattern",
)


@pytest.fixture
def checkout(made_up: MadeUp, tmp_path: Path) -> Path:
    """A copy of paycat with the constraint, and a project that does not state it yet."""
    project = made_up.project(tmp_path / "checkout")
    for name in ("src", "generators", "docs"):
        shutil.copytree(projects.ROOT / name, project / name, dirs_exist_ok=True)
    shutil.copy(Path(__file__).with_name(f"{made_up.keyword}.py"), (project / TABLE).parent)
    line = f"from paycat.shapes.constraints.{made_up.keyword} import {made_up.kind}"
    first, entry = "from paycat.shapes.constraints.kind import", f"    {made_up.after}(),\n"
    edits = {first: f"{line}\n{first}", entry: f"{entry}    {made_up.kind}(),\n"}
    projects.edit(project, ({"file": TABLE, "find": find, "replace": replace} for find, replace in edits.items()))
    return project


@pytest.mark.parametrize("made_up", [ZEROS, GROUP_SIZE, STARTS_WITH], ids=lambda one: one.keyword)
@pytest.mark.parametrize("mutants", one_of_each_kind(["", " --mutants"], [""]), ids=["agrees", "mutants"])
def test_everything_knows_a_constraint_that_the_table_knows(made_up: MadeUp, mutants: str, checkout: Path) -> None:
    def says(arguments: str, *texts: str, code: int = 0) -> None:
        ended = ran(checkout, arguments)
        assert ended.returncode == code, ended.stdout + ended.stderr
        assert [text for text in texts if text not in " ".join(ended.stdout.split())] == [], ended.stdout

    says("generate")
    shutil.copy(checkout / "generated/contract/contract.json", checkout / "before.json")
    projects.edit(checkout, made_up.stated)
    says("check", "the catalogue is sound")
    says("generate")
    texts = {path: (checkout / "generated" / path).read_text(encoding="utf-8") for path in made_up.generated}
    assert {path for path, text in made_up.generated.items() if text not in texts[path]} == set()
    says(f"conform --engine all{mutants}", " 0 disagreements", *([" 0 survived"] if mutants else []))
    direction, method = made_up.request.split("/")
    says(f"show {method}", made_up.shown)
    member = made_up.vector.partition(":")[0]
    says(f"explain {direction}.{method}.{member}", f"rejected as {made_up.keyword}")
    kind = f"{made_up.keyword.replace('_', '-')}-added"
    says(
        "diff before.json generated",
        kind,
        made_up.change,
        f"{made_up.head or made_up.keyword} at #/{member.replace('.', '/')}",
        code=1,
    )
    vectors = (checkout / f"generated/conformance/vectors/{made_up.request}.jsonl").read_text().splitlines()
    payloads = {one["id"].removeprefix(f"{direction}.{method}."): one["payload"] for one in map(json.loads, vectors)}
    assert made_up.kept in payloads
    (checkout / "payload.json").write_text(json.dumps(payloads[made_up.vector]))
    says("validate payload.json", made_up.said, code=1)


@pytest.mark.parametrize("made_up", [STARTS_WITH], ids=lambda one: one.keyword)
def test_the_text_of_a_constraint_is_neither_empty_nor_long(made_up: MadeUp, checkout: Path) -> None:
    projects.edit(checkout, made_up.stated)
    before = "'0'"
    for wrong, said in (
        ("''", "the text is empty"),
        ("' '", "the text has only blanks"),
        (f"'{'0' * 91}'", "at most 90 characters"),
    ):
        projects.edit(
            checkout,
            [{"file": made_up.stated[0]["file"], "find": f"starts_with: {before}", "replace": f"starts_with: {wrong}"}],
        )
        ended = ran(checkout, "check")
        assert (ended.returncode, ended.stderr) == (1, "")
        assert said in " ".join(ended.stdout.split())
        before = wrong


def ran(checkout: Path, arguments: str) -> CompletedProcess[str]:
    """Run the copy's own paycat."""
    return projects.paycat(*arguments.split(), cwd=checkout, PYTHONPATH=str(checkout / "src"))
