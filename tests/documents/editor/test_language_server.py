"""What editors say of the catalogue's files, by the real yaml-language-server over LSP.

A case of `questions.yaml` has `questions` about files of the untouched project, and expects the answers. A question has
a `text` of a file, which may be there `in_place_of` another. With a cursor in it, `‸`, the server is asked what it
offers there, or in a case with `hover: true` what it shows, which must be the same at each cursor; else what it
underlines. `make update-cases` writes the answers.
"""

import shutil
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import projects
import pytest
from case_files import Case, cases_in
from edited_project import with_schemas
from expected_files import Expect
from language_server import LanguageServer, packages
from lsprotocol import types

from paycat.contract.model import Contract
from paycat.contract.nodes import ObjectType, nodes_of

CASES = cases_in(Path(__file__).with_name("questions.yaml"), required=["questions"], optional=["hover"])
STARTERS = [projects.HERE / "bank_collections"]
DEFAULTS = projects.ROOT / "src/paycat/defaults"
CURSOR = "‸"
MANY = 20
"""More names than these are shown by the first, the last and their number."""
MANY_MEANINGS = 5
"""Of more values with their meanings, the first and the last are shown, and the number of the others."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case, edited: Path, server: LanguageServer, expect: Expect) -> None:
    is_hover = case.stated.get("hover", False)
    with ThreadPoolExecutor(MANY) as pool:  # The server waits a moment before it underlines.
        told = {
            file: [pool.submit(answer, edited, file, question, server, is_hover=is_hover) for question in questions]
            for file, questions in case.stated["questions"].items()
        }
    answers = {file: [f"  {line}\n" for one in asked for line in one.result()] for file, asked in told.items()}
    expect(case.expected, "".join(f"{file}\n{''.join(lines)}" for file, lines in answers.items()))


def answer(project: Path, file: str, question: dict[str, str], server: LanguageServer, *, is_hover: bool) -> list[str]:
    """Return the text of a question in one line, and below it what the server says."""
    asked, text = question["text"], (project / file).read_text(encoding="utf-8")
    replaced = question.get("in_place_of", asked.replace(CURSOR, ""))
    assert text.count(replaced) == 1, f"{file} has it {text.count(replaced)} times: {replaced}"
    text = text.replace(replaced, asked)
    if is_hover:
        [lines] = {shown(told) for told in hovered(server, file, text)}
    elif CURSOR in text:
        lines = tuple(offered(completed(server, file, text)))
    else:
        [found] = server.diagnostics(file, [text])
        lines = tuple(map(underlined, found)) or ("nothing is underlined",)
    title = " ⏎ ".join(line.strip() for line in asked.split("\n"))
    return [title, *(f"  {line}".rstrip() for line in lines)]


def hovered(server: LanguageServer, file: str, text: str) -> list[str]:
    """Return what the server shows at each cursor of a text."""
    text, cursors = at_cursors(text)
    return [server.hover(file, text, cursor) for cursor in cursors]


def completed(server: LanguageServer, file: str, text: str) -> list[types.CompletionItem]:
    """Return what the server offers at the one cursor of a text."""
    text, [cursor] = at_cursors(text)
    return server.completion(file, text, cursor)


def at_cursors(text: str) -> tuple[str, list[types.Position]]:
    """Return a text without its cursors, and where they are."""
    *before, _ = text.split(CURSOR)
    read = ["".join(before[: count + 1]) for count in range(len(before))]
    return text.replace(CURSOR, ""), [types.Position(one.count("\n"), len(one.rpartition("\n")[2])) for one in read]


def offered(items: Iterable[types.CompletionItem]) -> Iterator[str]:
    """Keys and values are what a file may hold there; the rest inserts several at once."""
    kinds = {"keys": types.CompletionItemKind.Property, "values": types.CompletionItemKind.Value}
    items = list(items)
    for title, kind in kinds.items():
        labels = sorted(item.label for item in items if item.kind == kind)
        if len(labels) > MANY:
            yield f"{title}: {len(labels)}, from {labels[0]} to {labels[-1]}"
        elif labels:
            yield f"{title}: {', '.join(labels)}"
    for item in items:
        if item.kind not in kinds.values():
            yield f"inserts: {item.label}"
            yield from (f"  {line}" for line in inserted(item).split("\n"))
    if not items:
        yield "nothing is offered"


def inserted(item: types.CompletionItem) -> str:
    return item.text_edit.new_text if item.text_edit else item.insert_text or ""


def shown(markdown: str) -> tuple[str, ...]:
    """Return the lines that hovering shows, but for its last paragraph, a link to the schema."""
    lines = [line for line in markdown.rpartition("Source: ")[0].split("\n") if line.strip()]
    meanings = [number for number, line in enumerate(lines) if line.startswith("* ")]
    if len(meanings) > MANY_MEANINGS:
        lines[meanings[1] : meanings[-1]] = [f"  … {len(meanings) - 2} more"]
    return tuple(lines) or ("nothing is shown",)


def underlined(found: types.Diagnostic) -> str:
    start, end = found.range.start, found.range.end
    assert start.line == end.line, found
    severity = types.DiagnosticSeverity(found.severity or 1).name.lower()
    return f"{start.line + 1}:{start.character + 1}-{end.character + 1} {severity} {found.message}"


def test_every_package_of_the_server_is_pinned() -> None:
    pinned, installed = packages()
    assert installed == pinned


def test_nothing_of_the_catalogue_is_underlined(edited: Path, server: LanguageServer) -> None:
    texts = texts_of(edited)
    assert texts
    found = server.all_diagnostics(texts)
    assert {file: told for file, told in found.items() if told} == {}


@pytest.mark.parametrize("starter", STARTERS, ids=lambda folder: folder.name)
def test_nothing_of_a_starter_is_underlined(starter: Path, server: LanguageServer, tmp_path: Path) -> None:
    project = with_schemas(Path(shutil.copytree(starter, tmp_path / "project")))
    texts = {str(project / file): text for file, text in texts_of(project).items()}
    assert texts
    assert {file: told for file, told in server.all_diagnostics(texts).items() if told} == {}


def test_every_file_has_its_schema(edited: Path, server: LanguageServer) -> None:
    """An unknown key is underlined in each, or the test above would say nothing."""
    texts = {file: f"{text.rstrip()}\nnonsense: 1\n" for file, text in texts_of(edited).items()}
    found = server.all_diagnostics(texts)
    for file, text in texts.items():
        told = [underlined(one) for one in found[file]]
        assert told == [f"{len(text.splitlines())}:1-9 error Property nonsense is not allowed."], file


def texts_of(project: Path) -> dict[str, str]:
    files = sorted(file for folder in ("schemas", "generators") for file in (project / folder).rglob("*.yaml"))
    return {file.relative_to(project).as_posix(): file.read_text(encoding="utf-8") for file in files}


def test_every_name_is_offered(contract: Contract, server: LanguageServer) -> None:
    """Cases shorten long lists; these are whole."""
    head = "# yaml-language-server: $schema=../../generated/editor/method.schema.json\n"
    nodes = [node for request in contract.requests() for node in nodes_of(request.root)]
    types_used = {node.type.name if isinstance(node.type, ObjectType) else node.type for node in nodes if node.type}
    wanted = {
        "pay_in:\n  decision: ‸": {decision.id for decision in contract.decisions},
        "currency: ‸": {currency.code for currency in contract.currencies},
        "pay_in:\n  fields:\n    a:\n      type: ‸": types_used,
        "pay_in:\n  fields:\n    a:\n      length: { value: 1, code: ‸}": {
            *(code.code for code in contract.interface.violation_codes),
            *projects.read_yaml(DEFAULTS / "interface/problems.yaml")["violation_codes"],
        },
    }
    for text, names in wanted.items():
        items = completed(server, "schemas/methods/NEW.yaml", f"{head}{text}")
        assert {item.label for item in items} == names, text
        assert all(item.documentation for item in items), text


def test_another_project_has_its_own_words(edited: Path, server: LanguageServer, tmp_path: Path) -> None:
    project = tmp_path / "other"
    shutil.copytree(edited / "schemas", project / "schemas")
    for file in (project / "schemas").rglob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("person_name", "name_of_person").replace("D-28", "D-99"), encoding="utf-8")
    with_schemas(project)
    file = project / "schemas" / "methods" / "UPI.yaml"
    text = file.read_text(encoding="utf-8")
    assert "decision: D-99" in text
    items = completed(server, str(file), text.replace("type: phone", f"type: {CURSOR}"))
    assert {"name_of_person", "phone"} < {item.label for item in items}
    assert "person_name" not in {item.label for item in items}
    own, foreign = server.diagnostics(str(file), [text, text.replace("D-99", "D-28")])
    assert (len(own), len(foreign)) == (0, 1)
