"""The pack of two files for a language that paycat does not know: its compiler reads every hostile text as a text.

The pack is that of *every construct*, whose contract gets the texts: more than a catalogue may have.
"""

import json
import subprocess
from collections.abc import Iterator
from itertools import count, cycle
from pathlib import Path
from typing import Any

import projects
import pytest
from system_programs import FOR_SHORT_RUNS, java_of_javac, needed

from paycat.cache import Cache
from paycat.contract.model import Contract
from paycat.packs.reading import ReadPack, read_packs
from paycat.packs.render import Rendering
from paycat.project.workspace import Workspace, contract_of
from tests.any_catalogue.injection.strings import HOSTILE
from tests.languages.test_strings import HOSTILE as IN_STRINGS

IN_COMMENTS = ("/*", "*/", "*/*", "/*/", "**//", "/**", "*", "/", f"{'x' * 116} */", f"{'x' * 117} /")
TEXTS = [
    text
    for text in dict.fromkeys((*HOSTILE.values(), *IN_STRINGS, *IN_COMMENTS, "$PWNED", "${PWNED()}"))
    if not any("\ud800" <= sign <= "\udfff" for sign in text)
]
"""Hostile texts, without half of a surrogate pair, which no string has."""
NAMES = ("fun", "val", "object", "typealias", "when", "is", "$x", "${y}", "@z", "a.b", "c:d", "e`f", "g-h")
"""Names of members: words of Kotlin, and signs that names do not have."""
MOST_BYTES = 65_535
"""A constant of a class of the JVM has no more in UTF-8."""
MAIN = """
fun main() {
    for (text in CollectionRecord.STATE) {
        println(text.toByteArray().joinToString("") { "%02x".format(it) })
    }
}
"""


def pack() -> ReadPack:
    packs, found = read_packs(projects.SMALL / "generators", "generators")
    assert found == []
    return next(one for one in packs if one.name == "kotlin")


def text_of(contract: Contract) -> str:
    [made] = Rendering(contract, (pack(),), "", Cache()).files_of(pack())
    return made.text


def stated_contract() -> Contract:
    contract, _ = contract_of(Workspace(projects.SMALL))
    assert contract
    return contract


def hostile(contract: Contract, values: list[str]) -> Contract:
    """Return a contract with hostile texts as meanings, labels and names, and values of the first choice."""
    data = json.loads(contract.text())
    texts, names, numbers = cycle(TEXTS), cycle(NAMES), count()
    for node in nodes_in(data):
        node["meaning"] = next(texts)
        if node["kind"] == "field":
            node["label"] = next(texts)
        if node["name"]:
            number, name = next(numbers), next(names)
            node["name"] = name if number < len(NAMES) else f"{name}{number}"
            node.pop("python_name", None)
    [record] = [one for one in data["interface"]["records"] if one["name"] == "CollectionRecord"]
    state = next(one for one in record["body"]["members"] if one["shape"] == "choice")
    state |= {"choices": [{"value": text, "meaning": text, "reason": {}} for text in values], "python_name": "state"}
    return Contract.model_validate(data)


def nodes_in(data: Any) -> Iterator[dict[str, Any]]:
    """Yield each field and object of a contract as data."""
    if isinstance(data, dict) and data.get("kind") in ("field", "group") and "path" in data:
        yield data
    for inner in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from nodes_in(inner)


def test_the_pack_is_two_files_and_knows_every_shape() -> None:
    files = [path for path in pack().folder.rglob("*") if path.is_file()]
    assert sorted(path.name for path in files) == ["models.kt.j2", "pack.yaml"]
    text = text_of(stated_contract())
    for line in (
        "data class BacsDebitPayInRequest(",
        '    @member("since")\n    val since: java.time.OffsetDateTime? = null',
        "    val days: List<String>,",
        "    val notes: BankRecordNotes? = null",
        "    val failure: FailureReason?,",
        "sealed class Institution {",
        "    data class OfBankRecord(val value: BankRecord) :\n        Institution()",
        '            /** Only at the counter. */\n            "GBP"',
    ):
        assert line in text, line


@pytest.mark.deep
def test_the_compiler_reads_every_hostile_text_as_a_text(tmp_path: Path) -> None:
    values = [text for text in TEXTS if len(text.encode()) <= MOST_BYTES]
    file, made = tmp_path / "Models.kt", tmp_path / "made.jar"
    file.write_text(text_of(hostile(stated_contract(), values)) + MAIN, encoding="utf-8")
    surroundings = projects.environ(**FOR_SHORT_RUNS, HOME=str(tmp_path))
    command = [needed("kotlinc"), "-nowarn", "-include-runtime", "-d", str(made), str(file)]
    compiled = subprocess.run(command, capture_output=True, text=True, env=surroundings, check=False)
    assert compiled.returncode == 0, compiled.stderr[-3000:]
    run = [java_of_javac(), "-jar", str(made)]
    ran = subprocess.run(run, capture_output=True, text=True, env=surroundings, check=False)
    assert ran.stdout.split("\n")[:-1] == [text.encode().hex() for text in values], ran.stderr[-1000:]
