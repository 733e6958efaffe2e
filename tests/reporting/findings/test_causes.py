"""A finding in a generated file names the line of the catalogue behind it, and none where that is not known."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.contract.differences import (
    differences,
    first_line_of_change,
    location_in,
    location_of_file,
    location_of_rule,
)
from paycat.contract.model import CONTRACT_VERSION, Contract
from paycat.diagnostics import Span
from paycat.packs.fileset import FileSet
from paycat.project.drift import causes

CONTRACT, RECORDS = "contract/contract.json", "schemas/interface/records.yaml"
SEPA = "schemas/methods/SEPA_TRANSFER.yaml"
BACS = "schemas/methods/BACS_DEBIT.yaml"
OF_SEPA = {
    "SHA256SUMS",
    "contract/contract.json",
    "json-schema/payout/SEPA_TRANSFER.schema.json",
    "openapi/openapi.json",
    "openapi/openapi.yaml",
    "python/src/bank_collections/sepa_transfer.py",
}
REWORDED = {"file": SEPA, "find": "meaning: Bank that holds", "replace": "meaning: The bank that holds"}


def line_of(project: Path, path: str, text: str) -> int:
    return next(n for n, line in enumerate((project / path).read_text().splitlines(), start=1) if text in line)


def place_of(project: Path, path: str, text: str) -> Span:
    """Return where the first line with a text has it; of an item of a list, where it begins."""
    line = line_of(project, path, text)
    written = (project / path).read_text().splitlines()[line - 1]
    return Span(path, line, written.index(text.removeprefix("- ")) + 1)


@pytest.fixture
def drifts(copied: Path, cli: Callable[..., Any]) -> Callable[..., dict[str, tuple[str, int] | None]]:
    """What `generate --check` finds after some edits: the cause of each file."""

    def found(*edits: dict[str, Any]) -> dict[str, tuple[str, int] | None]:
        projects.edit(copied, edits)
        told = json.loads(cli("generate", "--check", "--format", "json", cwd=copied).out)["findings"]
        assert told
        causes = {one["path"].removeprefix("generated/"): one["cause"] for one in told}
        return {path: cause and (cause["path"], cause["line"]) for path, cause in causes.items()}

    return found


def test_one_edit_is_the_cause_of_everything(copied: Path, drifts: Callable[..., Any]) -> None:
    found = drifts(REWORDED)
    assert found.keys() >= OF_SEPA
    assert set(found.values()) == {(SEPA, line_of(copied, SEPA, "beneficiary.bic:"))}


def test_an_edit_of_a_common_table_is_the_cause_of_every_method(copied: Path, drifts: Callable[..., Any]) -> None:
    table = "schemas/requests/payout.yaml"
    found = drifts({"file": table, "find": "meaning: Words on the", "replace": "meaning: The words on the"})
    assert set(found.values()) == {(table, line_of(copied, table, "The words on the"))}
    assert {path.rpartition("/")[2] for path in found} >= {"SEPA_TRANSFER.schema.json", "FASTER_PAYMENT.schema.json"}


def test_of_two_edits_each_file_names_its_own(copied: Path, drifts: Callable[..., Any]) -> None:
    found = drifts(REWORDED, {"file": BACS, "find": "title: ", "replace": "title: The "})
    for path, cause in found.items():
        if "sepa_transfer" in path.lower():
            assert cause == (SEPA, line_of(copied, SEPA, "beneficiary.bic:"))
        elif "bacs_debit" in path.lower():
            assert cause == (BACS, line_of(copied, BACS, "method_code:"))
        elif path not in ("SHA256SUMS", "contract/contract.json"):
            assert cause is None, path
    assert len({cause for cause in found.values() if cause}) == 2


def test_a_moved_line_is_the_cause_when_nothing_else_differs(drifts: Callable[..., Any]) -> None:
    found = drifts({"file": SEPA, "find": "method_code:", "replace": "# Moved.\nmethod_code:"})
    assert found == dict.fromkeys(("SHA256SUMS", "contract/contract.json"), (SEPA, 4))


def test_stale_files_go_back_to_their_request(copied: Path, drifts: Callable[..., Any]) -> None:
    text = (copied / SEPA).read_text()
    found = drifts(
        {"file": SEPA, "content": f"{text[: text.index('payout:')]}payout: not_supported_yet\n"},
        {"file": "schemas/samples/payout/SEPA_TRANSFER.yaml", "delete": True},
        {"file": "generated/json-schema/pay_in/SEPA_DEBIT.schema.json", "delete": True},
        {"file": "generated/SEPA_DEBIT.txt", "content": "Not paycat's.\n"},
    )
    assert found["SEPA_DEBIT.txt"] is None
    offer = (SEPA, line_of(copied, SEPA, "payout:"))
    assert found["json-schema/payout/SEPA_TRANSFER.schema.json"] == offer
    assert found["conformance/vectors/payout/SEPA_TRANSFER.jsonl"] == offer
    assert found["json-schema/pay_in/SEPA_DEBIT.schema.json"] is None, "nobody touched its lines"


def test_a_pack_that_was_edited_has_no_line(copied: Path, cli: Callable[..., Any]) -> None:
    """Nor has what another paycat generates from the same catalogue."""
    pack = "generators/notes/pack.yaml"
    manifest = "name: notes\ntitle: Notes\nfolder: notes\nfiles:\n"
    entry = '  - { for: method, path: "{{ method.name }}.md", template: note.md.j2 }\n'
    projects.edit(
        copied,
        [
            {"file": pack, "content": manifest + entry},
            {"file": "generators/notes/templates/note.md.j2", "content": "One.\n"},
        ],
    )
    assert cli("generate", cwd=copied).code == 0
    projects.edit(copied, [{"file": "generators/notes/templates/note.md.j2", "find": "One", "replace": "Two"}])
    told = json.loads(cli("generate", "--check", "--format", "json", cwd=copied).out)["findings"]
    assert len(told) > 2
    assert {one["cause"] and one["cause"]["path"] for one in told} == {None}


def test_a_method_that_is_gone_has_no_line(drifts: Callable[..., Any]) -> None:
    found = drifts(
        {"file": SEPA, "delete": True},
        {"file": "schemas/samples/payout/SEPA_TRANSFER.yaml", "delete": True},
        {
            "file": "schemas/interface/records.yaml",
            "find": "scheme: SEPA_TRANSFER",
            "replace": "scheme: FASTER_PAYMENT",
            "count": 2,
        },
    )
    assert found["json-schema/payout/SEPA_TRANSFER.schema.json"] is None


@pytest.mark.parametrize("text", [None, "", "[]", "{}", '{"methods": [1]}', "\\xff"])
def test_a_contract_that_is_none_tells_nothing(generated: Path, text: str | None) -> None:
    files = FileSet()
    files.add(CONTRACT, (generated / "generated" / CONTRACT).read_text(), "contract")
    files.add("a.json", "{}", "a", ("methods", "SEPA_TRANSFER", "offers", "payout"))
    assert causes(files, {CONTRACT: text, "a.json": ""}) == {
        "a.json": place_of(generated, SEPA, "payout:"),
    }
    assert causes(FileSet({"a.json": "{}"}), {"a.json": "", CONTRACT: text}) == {}


def test_what_rejects_to_be_written_names_its_cause(copied: Path, cli: Callable[..., Any]) -> None:
    schema = "generated/json-schema/payout/SEPA_TRANSFER.schema.json"
    projects.edit(copied, [{"file": schema, "content": "{}\n"}])
    ended = cli("generate", "--format", "json", cwd=copied)
    (found,) = json.loads(ended.out)["findings"]
    assert (ended.code, found["code"], found["path"]) == (1, "drift-edited", schema)
    assert found["cause"] == {"path": SEPA, "line": line_of(copied, SEPA, "payout:"), "column": 1}


def test_every_rule_of_every_vector_has_a_place(generated: Path, resolved: Contract) -> None:
    lines = {path: path.read_text().splitlines() for path in (generated / "schemas").rglob("*.yaml")}
    rules = set()
    for file in (generated / "generated" / "conformance" / "vectors").rglob("*.jsonl"):
        rules |= {json.loads(line)["rule"] for line in file.read_text().splitlines()}
    assert rules
    for rule in rules:
        member, location = rule.partition(":")[0], location_of_rule(resolved, rule)
        if location is None:
            assert rule.endswith(":dispatch"), rule
            continue
        assert lines[generated / location.path][location.line - 1].strip(), rule
        owner = location_of_rule(resolved, member) or location
        stated = lines[generated / owner.path][owner.line - 1]
        assert member.rpartition(".")[2] in stated or rule.count(".") <= 1, rule


def test_places_of_rules_and_files(generated: Path, resolved: Contract) -> None:
    faster = "schemas/methods/FASTER_PAYMENT.yaml"
    condition = location_of_rule(resolved, "payout.FASTER_PAYMENT.beneficiary:any_of")
    assert condition == place_of(generated, faster, "- any_of:")
    assert location_of_rule(resolved, "payout.FASTER_PAYMENT.no.such:type") is None
    assert location_of_rule(resolved, "payout.NONE.amount:type") is None
    assert location_of_rule(resolved, "") is None
    assert location_of_file(resolved, "openapi/openapi.json") is None
    method = place_of(generated, faster, "method_code:")
    assert location_of_file(resolved, "python/src/bank_collections/faster_payment.py") == method
    offer = place_of(generated, faster, "payout:")
    assert location_of_file(resolved, "json-schema/payout/FASTER_PAYMENT.schema.json") == offer


def node(line: int, **more: Any) -> dict[str, Any]:
    return {"location": f"a.yaml:{line}:1", **more}


#: Old, new, and where and in which line they differ.
DIFFERENCES: tuple[tuple[Any, Any, list[tuple[tuple[str, ...], int]]], ...] = (
    (node(1, a=1), node(1, a=1), []),
    (node(1, a=1), node(1, a=2), [(("a",), 1)]),
    (node(1, a=1), node(2, a=1), []),
    (node(1, a=1), node(2, a=2), [(("a",), 2)]),
    (node(1, a=None), node(1, a=node(4)), [(("a",), 4)]),
    (node(1, a=node(4)), node(1, a=None), [(("a",), 1)]),
    ([node(1, code="A")], [node(1, code="A"), node(5, code="B")], [(("B",), 5)]),
    (node(1, a=[node(2, id="A"), node(3, id="B")]), node(1, a=[node(3, id="B")]), [(("a", "A"), 1)]),
    (node(1, a=[node(2, id="A"), node(3, id="B")]), node(1, a=[node(2, id="B"), node(3, id="A")]), [(("a",), 1)]),
    (node(1, a=["x", "y"]), node(1, a=["x", "z"]), [(("a", "1"), 1)]),
    ({"a": 1}, {"a": 2}, []),
    (node(1, location="here"), node(1, location="there"), []),
)


@pytest.mark.parametrize(("old", "new", "wanted"), DIFFERENCES)
def test_differences(old: Any, new: Any, wanted: list[tuple[tuple[str, ...], int]]) -> None:
    assert differences(old, new) == [(keys, Span("a.yaml", line, 1)) for keys, line in wanted]
    first = first_line_of_change(old, new)
    moved = isinstance(new, dict) and ":" in str(new.get("location")) and new["location"] != old["location"]
    assert first == (Span("a.yaml", wanted[0][1], 1) if wanted else Span("a.yaml", 2, 1) if moved else None)


def test_what_stands_at_keys_or_around_them() -> None:
    contract = {"methods": [node(3, code="A", offers={"pay_in": node(7), "payout": {"availability": "no"}})]}
    found = [
        location_in(contract, keys)
        for keys in (("methods", "A", "offers", "pay_in"), ("methods", "A", "offers", "payout"), ("methods", "B"))
    ]
    assert found == [Span("a.yaml", 7, 1), Span("a.yaml", 3, 1), None]


def at(path: str, line: int, **more: Any) -> dict[str, Any]:
    return {"location": f"{path}:{line}:1", **more}


def method(code: str, file: str, table: str) -> dict[str, Any]:
    """Return as much of a method in a contract as causes look at, with fields that a table states."""
    requests = {
        "pay_in": at(file, 3, request=at(table, 5, meaning="a collection")),
        "payout": at(file, 7, request=at(table, 9, meaning="a refund")),
    }
    return at(file, 1, code=code, name=code, title=code, offers=requests)


def small_contract() -> dict[str, Any]:
    registers = {name: [at(f"{name}.yaml", 2, id="1", says="so")] for name in ("gaps", "decisions", "errata")}
    methods = [method("A", "a.yaml", "t.yaml"), method("B", "b.yaml", "t.yaml")]
    return {"contract_version": CONTRACT_VERSION, "methods": methods, **registers}


MADE_FOR: dict[str, tuple[str, ...]] = {
    "everything": (),
    "A": ("methods", "A"),
    "A in": ("methods", "A", "offers", "pay_in"),
    "A out": ("methods", "A", "offers", "payout"),
    "B out": ("methods", "B", "offers", "payout"),
}
TITLES = (("methods", 0, "title"), ("methods", 1, "title"))
A_IN, B_IN = (("methods", number, "offers", "pay_in", "request", "meaning") for number in (0, 1))

#: What is said otherwise, and the line that causes each file, in the order of MADE_FOR; without another change
#: the request that a file was made for causes it.
CAUSES: dict[str, tuple[list[tuple[str | int, ...]], tuple[str | None, ...]]] = {
    "a method": ([TITLES[0]], ("a.yaml:1", "a.yaml:1", "a.yaml:1", "a.yaml:1", "b.yaml:7")),
    "a request": ([A_IN], ("t.yaml:5", "t.yaml:5", "t.yaml:5", "a.yaml:7", "b.yaml:7")),
    "two methods": ([*TITLES], (None, "a.yaml:1", "a.yaml:1", "a.yaml:1", "b.yaml:1")),
    "a table": ([A_IN, B_IN], ("t.yaml:5", "t.yaml:5", "t.yaml:5", "a.yaml:7", "b.yaml:7")),
    "a method and its table": ([TITLES[0], A_IN], ("a.yaml:1", "a.yaml:1", "a.yaml:1", "a.yaml:1", "b.yaml:7")),
    "a method and a table": ([TITLES[1], A_IN], (None, "t.yaml:5", "t.yaml:5", "a.yaml:7", "b.yaml:1")),
    **{
        f"a method and {name}": (
            [(name, 0, "says"), TITLES[0]],
            ("a.yaml:1", "a.yaml:1", "a.yaml:1", "a.yaml:1", "b.yaml:7"),
        )
        for name in ("gaps", "decisions", "errata")
    },
    "a gap": ([("gaps", 0, "says")], ("gaps.yaml:2", "a.yaml:1", "a.yaml:3", "a.yaml:7", "b.yaml:7")),
    "a gap and a decision": (
        [("gaps", 0, "says"), ("decisions", 0, "says")],
        (None, "a.yaml:1", "a.yaml:3", "a.yaml:7", "b.yaml:7"),
    ),
}


def causes_of(old: Any, new: Any) -> tuple[str | None, ...]:
    files = FileSet()
    files.add(CONTRACT, json.dumps(new), "contract")
    for name, keys in MADE_FOR.items():
        files.add(name, "", "a", keys)
    found = causes(files, {CONTRACT: json.dumps(old), **dict.fromkeys(MADE_FOR, "")})
    lines = {name: f"{span.path}:{span.line}" for name, span in found.items()}
    return tuple(lines.get(name) for name in MADE_FOR)


@pytest.mark.parametrize(("changed", "wanted"), CAUSES.values(), ids=CAUSES)
def test_each_file_goes_back_to_what_it_was_made_of(
    changed: list[tuple[str | int, ...]], wanted: tuple[str | None, ...]
) -> None:
    new = small_contract()
    for *above, name in changed:
        node: Any = new
        for step in above:
            node = node[step]
        node[name] = "otherwise"
    assert causes_of(small_contract(), new) == wanted


def test_the_files_of_a_new_method_go_back_to_the_method() -> None:
    old = small_contract()
    del old["methods"][1]
    assert causes_of(old, small_contract()) == ("b.yaml:1", "a.yaml:1", "a.yaml:3", "a.yaml:7", "b.yaml:1")
