"""What is made with a cache of earlier builds is what is made anew: byte for byte, after any sequence of edits."""

import random
import shutil
import sys
from pathlib import Path
from typing import Any

import projects
import pytest
from targets import one_of_each_kind

from paycat.cache import Cache, DiskCache
from paycat.contract.model import Contract
from paycat.diagnostics import FindingsError
from paycat.project.building import build
from paycat.project.workspace import Workspace, contract_of

Edit = tuple[str, str, str]
SEED, AT_ONCE = 0, one_of_each_kind([14, 5, 1], [14])

EDITS: tuple[Edit, ...] = (
    ("schemas/methods/UPI.yaml", "length: 1..20", "length: 1..21"),
    ("schemas/methods/UPI.yaml", "\nnote: Instant", "\n# A line more.\nnote: Quick"),
    ("schemas/methods/UPI.yaml", "meaning: Recipient's UPI ID", "meaning: The recipient's UPI ID"),
    ("schemas/methods/BANK_TRANSFER_JPY.yaml", "title: Bank transfer, Japan", "title: Transfer to Japan"),
    ("schemas/samples/payout/UPI.yaml", "amount: 1499.5\n      currency: INR", "currency: INR\n      amount: 1499.5"),
    ("schemas/types.yaml", "value: ..255,", "value: ..200,"),
    ("schemas/types.yaml", "Text in any script.", "Any text."),
    ("schemas/types.yaml", "meaning: Sender's full name", "meaning: Full name of the sender"),
    (
        "schemas/decisions.yaml",
        "title: Which recipient fields suffice for a UPI",
        "title: Which fields suffice for a UPI",
    ),
    ("schemas/interface/records.yaml", "\nrecords:", "\n# A line more.\nrecords:"),
    ("schemas/interface/problems.yaml", "\nproblems:", "\n# A line more.\nproblems:"),
    ("schemas/catalogue.yaml", "\nversion: 0.1.1", "\nversion: 0.1.2"),
    ("generators/notes/templates/note.txt.j2", "method.title", "method.note"),
    ("generators/notes/pack.yaml", "title: Notes", "title: All notes"),
)
MISTAKES: tuple[Edit, ...] = (
    ("schemas/methods/UPI.yaml", "[recipient.phone]", "[recipient.phone, recipient.upi_id]"),
    ("schemas/methods/UPI.yaml", "countries: [IN]", "countries: [IN"),
    ("schemas/methods/UPI.yaml", "currency: INR", "curency: INR"),
    ("generators/notes/templates/note.txt.j2", "method.title", "method.titel"),
)
REWRITTEN: tuple[Edit, ...] = (
    ("schemas/samples/payout/UPI.yaml", "synthetic: true", "synthetic: 1"),
    ("schemas/samples/payout/UPI.yaml", "synthetic: true", "synthetic: 1.0"),
)
"""One after the other: they change bytes, and no value that Python tells apart."""
OFF: Edit = ("schemas/catalogue.yaml", "\nconventions:", "\npacks_off: [openapi, python]\nconventions:")

NOTES = [
    {
        "file": "generators/notes/pack.yaml",
        "content": "name: notes\ntitle: Notes\nfolder: notes\nfiles:\n"
        "  - { for: method, path: '{{ method.name }}.txt', template: note.txt.j2 }\n",
    },
    {"file": "generators/notes/templates/note.txt.j2", "content": "{{ method.title | line }}\n"},
]


@pytest.fixture(scope="session")
def two_methods(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of two methods, and a pack of its own."""
    project = projects.of_two_methods(tmp_path_factory.mktemp("cache") / "project")
    projects.edit(project, NOTES)
    return project


def made(workspace: Workspace, cache: Cache | None = None) -> tuple[Any, ...]:
    """Return what is found and what is made."""
    try:
        cached = Workspace(workspace.root, cache or Cache())
        contract, found = contract_of(cached, anew=True)
        files = build(cached, contract).texts()
    except FindingsError as error:
        return error.diagnostics, None
    if cache:
        cache.forget_unused()
    return found, files


def test_every_edit_has_a_place(two_methods: Path) -> None:
    for file, before, after in (*EDITS, *MISTAKES, *REWRITTEN, OFF):
        assert (two_methods / file).read_text().count(before) == 1, (file, before)
        assert before != after


@pytest.mark.parametrize("at_once", AT_ONCE)
def test_any_sequence_of_edits(at_once: int, two_methods: Path, tmp_path: Path) -> None:
    """Every edit is made once, some by chance at a time, and taken back with the next; what would hide others alone."""
    chance, cache, workspace = random.Random(SEED), Cache(), Workspace(tmp_path / "project")
    texts = {file: (two_methods / file).read_text() for file, _, _ in (*EDITS, *MISTAKES, *REWRITTEN, OFF)}
    shutil.copytree(two_methods, workspace.root)
    mixed = chance.sample(EDITS, k=len(EDITS))
    groups = [
        [],
        *([one] for one in (*MISTAKES, OFF)),
        *(mixed[start : start + at_once] for start in range(0, len(mixed), at_once)),
    ]
    untouched = made(workspace, cache)
    for group in [*chance.sample(groups, k=len(groups)), *([one] for one in REWRITTEN)]:
        changed = dict(texts)
        for file, before, after in group:
            changed[file] = changed[file].replace(before, after)
        for file, text in changed.items():
            (workspace.root / file).write_text(text)
        found, files = made(workspace, cache)
        assert (found, files) == (made(workspace) if group else untouched)
        assert (files is None) == any(one in MISTAKES for one in group), found


BESIDE = {
    "a file that nothing reads": ("schemas/notes.yaml", "a: 1\n"),
    "a specification without the sections": ("interface-specification.md", "# 1 Nothing\n"),
    "a file that says nothing": ("schemas/methods/UPI.yaml", ""),
    "no file": ("schemas/samples/payout/UPI.yaml", None),
}


def test_a_check_sees_all_that_it_depends_on(two_methods: Path, tmp_path: Path) -> None:
    """Each change is made and taken back: a check whose cache knew the project before finds what one without finds."""
    project, cache = shutil.copytree(two_methods, tmp_path / "project"), Cache()
    workspace = Workspace(project)
    sound = found_in(workspace, cache)
    for file, text in BESIDE.values():
        before = (project / file).read_bytes() if (project / file).exists() else None
        if text is None:
            (project / file).unlink()
        else:
            (project / file).write_text(text)
        assert found_in(workspace, cache) == found_in(workspace) != sound, file
        if before is None:
            (project / file).unlink()
        else:
            (project / file).write_bytes(before)
        assert found_in(workspace, cache) == sound
        cache.forget_unused()


def found_in(workspace: Workspace, cache: Cache | None = None) -> object:
    """Return the contract and its warnings, or what is wrong."""
    try:
        return contract_of(Workspace(workspace.root, cache or Cache()), anew=True)
    except FindingsError as error:
        return error.diagnostics


def test_equal_inputs_are_worked_on_once() -> None:
    cache, calls = Cache(), []

    def make(value: object) -> int:
        calls.append(value)
        return len(calls)

    values = [1, 1.0, True, "1", {"a": 1, "b": 2}, {"b": 2, "a": 1}, [1], [1.0], b"1", int, None, object(), object()]
    assert [cache.of(make, value) for value in values] == list(range(1, len(values) + 1))
    cache.forget_unused()
    assert [cache.of(make, value) for value in reversed(values)] == list(range(len(values), 0, -1))


def test_what_was_not_asked_for_is_forgotten() -> None:
    cache, calls = Cache(), []
    for asked in ("ab", "a", "ab"):
        for name in asked:
            cache.of(calls.append, name)
        cache.forget_unused()
    assert calls == ["a", "b", "b"]


def test_what_was_raised_is_not_remembered() -> None:
    cache, calls = Cache(), []

    def failing(name: str) -> None:
        calls.append(name)
        raise ValueError(name)

    for _ in range(2):
        with pytest.raises(ValueError, match="x"):
            cache.of(failing, "x")
    assert calls == ["x", "x"]


@pytest.mark.parametrize("has_disk", [True, False])
def test_texts_that_were_not_used_for_longest(has_disk: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are forgotten, as they can be read from a disk or made again; without a disk they are compressed."""
    monkeypatch.setenv("PAYCAT_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr("paycat.cache._MOST_BYTES", 2 * sys.getsizeof("a"))
    cache, calls = Cache(DiskCache() if has_disk else None), []

    def make(name: str) -> str:
        calls.append(name)
        return name

    for name in ("a", "b", "a", "c", "a", "b"):
        assert cache.of(make, name) == name
    assert calls == (["a", "b", "c", "b"] if has_disk else ["a", "b", "c"])
    assert [cache.of(make, "long" * 99) for _ in range(2)] == ["long" * 99] * 2
    assert calls.count("long" * 99) == (2 if has_disk else 1)


def test_a_long_text_is_not_mistaken_for_its_digest() -> None:
    cache, long = Cache(), "x" * 10_000
    key = cache._key(str.upper, (long,))[1]
    assert key != long
    assert cache.of(str.upper, long) == long.upper()
    assert cache.of(str.upper, str(key)) == str(key).upper()


def test_packed_texts_make_the_same_files(contract: Contract, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file set compresses what takes much memory; nothing else changes by that."""
    workspace = Workspace(projects.PROJECT, Cache())
    plain = build(workspace, contract)
    monkeypatch.setattr("paycat.packs.fileset._MOST_BYTES", 0)
    packed = build(workspace, contract)
    assert packed == plain
    assert packed.texts() == plain.texts()
