"""Files before and after: `layouts/<kind>-<what>/before.yaml` in, `after.yaml` out.

The kind says where in a project the file stands. `make update-cases` writes every `after.yaml`.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest
import yaml
from expected_files import Expect
from laid_out import FILES, FOLDERS, MANIFESTS, is_whole, kind_at, laid_out

from paycat.catalogue.fields import RequestTable
from paycat.catalogue.formatting import ChangedMeaningError, Formatted, canonical_keys, files_of, format_file, prove
from paycat.catalogue.kinds import FOLDERS as PLACES
from paycat.catalogue.kinds import KINDS, SINGLE, kind_of
from paycat.catalogue.statement import Statement, keys_of
from paycat.diagnostics import FindingsError, Span
from paycat.files.replacing import replace_file, replace_files
from paycat.packs.manifest import Pack
from paycat.yaml import printing
from paycat.yaml.layout_reading import read
from paycat.yaml.reading import parse

LAYOUTS = sorted((Path(__file__).parent / "layouts").iterdir())
SITES = {
    "method": "schemas/methods/A.yaml",
    "request": "schemas/requests/a.yaml",
    "samples": "schemas/samples/payout/A.yaml",
    "pack": "generators/a/pack.yaml",
    **{Path(name).stem: f"schemas/{name}" for name in SINGLE},
}


def format_at(project: Path, site: str, data: bytes) -> Formatted:
    """Put a file into a project and lay it out."""
    path, head = project / site, project / SITES["catalogue"]
    for folder in (path.parent, head.parent):
        folder.mkdir(parents=True, exist_ok=True)
    head.write_text("directions: { pay_in: {}, payout: {} }\n")
    path.write_bytes(data)
    [file] = [one for one in files_of(project / "schemas", project / "generators", Pack) if one.name == site]
    return format_file(file)


@pytest.mark.parametrize("case", LAYOUTS, ids=lambda case: case.name)
def test_layout(case: Path, tmp_path: Path, expect: Expect) -> None:
    site = SITES[case.name.partition("-")[0]]
    before = (case / "before.yaml").read_bytes()
    after = format_at(tmp_path, site, before).after.encode()
    expect(case / "after.yaml", after.decode())
    assert format_at(tmp_path, site, after).finding is None
    for breaks in (b"\r\n", b"\r"):
        assert format_at(tmp_path, site, before.replace(b"\n", breaks)).after.encode() == after
    unfinished = before.rstrip(b"\n")
    if yaml.safe_load(unfinished) == yaml.safe_load(before):  # Block text at the end has lost its last line break.
        assert format_at(tmp_path, site, unfinished).after.encode() == after


EARLIER = {
    "requests/payout.yaml": "direction: payout\n",
    "methods/CARD.yaml": "title: supported\npayout: supported\npay_in: { availability: not_listed, source: §1 }\n",
}
STATED = "title: Cards\ndirections:\n  payout: {}\n  pay_in: {}\nconventions:  # Ours.\n  unknown_fields: ignore\n"


ENDS = {"": "", "\n": "", "\n...\n": "", "\n# End.": "# End.\n", "\n\n# End.\n": "\n# End.\n"}


@pytest.mark.parametrize(("end", "comment"), ENDS.items())
def test_directions_of_an_earlier_version(end: str, comment: str, tmp_path: Path) -> None:
    """They are those of request tables, and what else methods say to offer or not, whatever ends the head."""
    for name, text in EARLIER.items():
        (tmp_path / "schemas" / name).parent.mkdir(parents=True)
        (tmp_path / "schemas" / name).write_text(text, encoding="utf-8")
    head = tmp_path / "schemas/catalogue.yaml"
    for line_end in ("\n", "\r\n"):
        text = f"title: Cards\nconventions: # Ours.\n  unknown_fields: ignore{end}"
        head.write_bytes(text.replace("\n", line_end).encode())
        file = next(one for one in files_of(head.parent, tmp_path / "generators", Pack) if one.path == head)
        assert format_file(file, has_modeline=False).after == STATED + comment


def test_layouts_are_whole() -> None:
    assert {name for case in LAYOUTS for name in SITES if case.name.startswith(f"{name}-")} >= {"method", "request"}
    for case in LAYOUTS:
        assert {path.name for path in case.iterdir()} == {"before.yaml", "after.yaml"}
        assert (case / "before.yaml").read_bytes() != (case / "after.yaml").read_bytes()


@pytest.mark.parametrize("path", [*FILES, *MANIFESTS], ids=lambda path: path.relative_to(projects.ROOT).as_posix())
def test_files_of_the_project_are_in_canonical_form(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert laid_out(text, kind_at(path)) == text, "run paycat fmt"


def test_every_kind_of_file_has_its_schema() -> None:
    """A modeline names a schema that the editor pack makes, and every schema has a kind of file."""
    names = [*SINGLE, *(f"{location}/A.yaml" for location in PLACES)]
    kinds = {kind.name for name in names if (kind := kind_of(name))}
    assert kinds == {kind.name for kind in KINDS}
    assert [
        name for name in ("other.yaml", "methods/A.yml", "samples/a/b/A.yaml", "methods/a/A.yaml") if kind_of(name)
    ] == []


def statements(model: type[Statement] = Statement) -> set[type[Statement]]:
    """Return every statement that there is."""
    return {one for below in model.__subclasses__() for one in (below, *statements(below))}


@pytest.mark.parametrize("model", sorted(statements(), key=str), ids=lambda model: model.__name__)
def test_the_canonical_order_names_each_key_once(model: type[Statement]) -> None:
    ordered = canonical_keys(model)
    assert sorted(ordered) == sorted(keys_of(model))
    assert ordered[-1] == "allow"


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("[a]\n", "wrong-type", 1, 1),
        ("a: b\n\nc: 'd\u2028e'\n", "yaml-control-character", 3, 6),
        ("a: 'b\u0085c'\n", "yaml-control-character", 1, 6),
        ("a: b\na: c\n", "yaml-duplicate-key", 2, 1),
        ("a: [b\n", "yaml-syntax", 1, 4),
        ("a: &b c\n", "yaml-anchor", 1, 4),
        ("", "yaml-empty", 1, 1),
    ],
)
def test_what_cannot_be_laid_out_is_a_finding(text: str, code: str, line: int, column: int, tmp_path: Path) -> None:
    with pytest.raises(FindingsError) as raised:
        format_at(tmp_path, SITES["method"], text.encode())
    (found,) = raised.value.diagnostics
    assert (found.code, found.span.path, found.span.line, found.span.column) == (code, SITES["method"], line, column)


def test_the_finding_stands_at_the_first_difference(tmp_path: Path) -> None:
    finding = format_at(tmp_path, SITES["types"], b"types:\n  a: {shape: text}\n").finding
    assert finding is not None
    assert (finding.code, finding.span.line, finding.span.column) == ("unformatted", 1, 1)


@pytest.mark.parametrize(
    ("old", "new", "line", "column"),
    [
        ("# yaml", "#yaml", 1, 2),
        ("types:\n", "types: \n", 3, 7),
        ("  a:\n", "  a: \n", 4, 5),
        ("  a:\n", "\n  a:\n", 4, 1),
        ("    shape: text", "    shape:  text", 5, 12),
        ("meaning: B\n", "meaning: B", 6, 15),
        ("meaning: B\n", "meaning: B\n\n", 7, 1),
    ],
)
def test_the_line_and_column_of_the_first_difference(
    old: str, new: str, line: int, column: int, tmp_path: Path
) -> None:
    """Also where one text begins with the whole other one."""
    right = format_at(tmp_path, SITES["types"], b"types:\n  a:\n    shape: text\n    meaning: B\n").after
    assert right.count(old) == 1
    finding = format_at(tmp_path, SITES["types"], right.replace(old, new).encode()).finding
    assert finding is not None
    assert finding.span == Span(SITES["types"], line, column)


PROVED = "# top\n\ntitle: a  # at\n# before\nfields:\n  b: ~\n  # within\n  c: 5\n  # foot\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title: a", "title: b"),
        ("b: ~", 'b: "~"'),
        ("c: 5", 'c: "5"'),
        ("c: 5", "c: 5.0"),
        ("  b: ~\n  # within\n  c: 5\n", "  # within\n  c: 5\n  b: ~\n"),
        ("c: 5", "c: [5]"),
        ("c: 5", "c: 5\n  d: 6"),
        ("title: a  # at\n", ""),
        ("# top\n", ""),
        ("  # within\n", ""),
        ("  # foot\n", "  # foot\n  # foot\n"),
        ("  b: ~\n  # within\n", "  # within\n  b: ~\n"),
        ("a  # at\n# before\n", "a  # before\n# at\n"),
        ("  # foot\n", "# foot\n"),
        ("c: 5\n  # foot\n", "c: 5  # foot\n"),
        ("c: 5", "c: [5"),
    ],
)
def test_a_bug_would_be_noticed(old: str, new: str) -> None:
    node, _ = parse(PROVED, "a.yaml")
    assert node is not None
    document = read(PROVED)
    prove(PROVED, node, RequestTable, document, PROVED, "a.yaml")
    with pytest.raises(ChangedMeaningError, match=r"a\.yaml"):
        prove(PROVED, node, RequestTable, document, PROVED.replace(old, new), "a.yaml")


def test_the_order_of_keys_may_change_in_statements_alone() -> None:
    one, other = "title: a\nfields: {}\n", "fields: {}\ntitle: a\n"
    node, _ = parse(one, "a.yaml")
    assert node is not None
    prove(one, node, RequestTable, read(other), other, "a.yaml")
    with pytest.raises(ChangedMeaningError):
        prove(one, node, Statement, read(other), other, "a.yaml")


def test_a_bug_writes_nothing(cli: Callable[..., Any], project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A formatter that forgets comments ends with the exit code of a bug, and names the file."""
    path = project / SITES["types"]
    path.write_text(path.read_text(encoding="utf-8") + "  # forgotten\n", encoding="utf-8")
    before = projects.files_in(project)
    monkeypatch.setattr(printing, "_comments", lambda *_: None)
    ended = cli("fmt", cwd=project)
    assert ended.code == 3
    assert f"{SITES['types']}: paycat fmt would lose or move a comment" in ended.err
    assert projects.files_in(project) == before


def test_a_link_and_its_mode_stay(tmp_path: Path) -> None:
    formatted = format_at(tmp_path, SITES["types"], b"types:  {}\n")
    path, target = tmp_path / SITES["types"], tmp_path / "kept.yaml"
    path.rename(target)
    path.symlink_to(target)
    target.chmod(0o640)
    replace_file(formatted.file.path, formatted.after.encode())
    assert path.is_symlink()
    assert target.read_text() == formatted.after
    assert target.stat().st_mode & 0o777 == 0o640
    assert [one.name for one in tmp_path.iterdir() if one.is_file()] == ["kept.yaml"]


def test_a_file_that_cannot_be_replaced_is_a_finding(tmp_path: Path) -> None:
    formatted = format_at(tmp_path, SITES["types"], b"types:  {}\n")
    (tmp_path / SITES["types"]).unlink()
    (tmp_path / SITES["types"]).mkdir()
    with pytest.raises(FindingsError, match="cannot write"):
        replace_files(tmp_path, {SITES["types"]: formatted.after})
    assert sorted(path.name for path in (tmp_path / "schemas").iterdir()) == ["catalogue.yaml", "types.yaml"]


def test_folders_are_searched() -> None:
    assert FOLDERS
    assert FILES
    assert all(is_whole(path.read_text(encoding="utf-8")) for path in FILES)


def test_an_added_entry_keeps_comments_and_line_ends(project: Path, cli: Callable[..., Any]) -> None:
    file = project / "schemas" / "currencies.yaml"
    marked = file.read_text(encoding="utf-8").replace("currencies:\n", "currencies:\n  # as usual\n")
    file.write_bytes(marked.replace("\n", "\r\n").encode())
    before = file.read_bytes().splitlines(keepends=True)
    stated = (
        "--note",
        "Instant payments",
        "--currency",
        "SEK",
        "--country",
        "SE",
        "--source",
        "§1",
        "--direction",
        "pay_in",
    )
    assert cli("new", "method", "SWISH", *stated, cwd=project).code == 0
    after = file.read_bytes().splitlines(keepends=True)
    assert [line for line in after if line in before] == before
    [added] = [line for line in after if line not in before]
    assert added.startswith(b"  SEK: ")
    assert added.endswith(b"\r\n")
