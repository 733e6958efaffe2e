"""Whatever a file of the catalogue holds, checking ends with findings and never with an exception."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from projects import SCHEMAS

from paycat.cache import Cache
from paycat.lint.checking import check_folder

METHODS = ("UPI", "EFT_ZAR", "CREDIT_CARD", "BANK_TRANSFER_JPY")
WORD = re.compile(rb'[^\s{}\[\],:"]+')
ODD = (
    "\t",
    "\ufeff",
    "\0",
    "\x7f",
    "&a ",
    "*a",
    "!!str ",
    "<<: ",
    "? ",
    "- ",
    "---\n",
    "[[[[",
    "{",
    '"',
    "'",
    "|\n",
    "%",
)
VALUES = ("", "~", "true", "0", "-1", "1e400", "1e-400", "99999999999999999999", "nan", "[]", "{}", "a.b.c.d", "^(a$")
WORDS = (
    "$ref",
    "enum",
    "required",
    "absent",
    "conditional",
    "fixed",
    "pattern",
    "length",
    "number",
    "object",
    "amount",
)

Mutation = Callable[[bytes, int, int, bytes], bytes]


def _names() -> list[str]:
    """Return the files that are kept: everything that is single, and a few methods with their samples."""
    files = (path.relative_to(SCHEMAS).as_posix() for path in sorted(SCHEMAS.rglob("*.yaml")))
    return [file for file in files if not file.startswith(("methods/", "samples/")) or Path(file).stem in METHODS]


FILES = _names()


def _cut(data: bytes, start: int, size: int, text: bytes) -> bytes:
    return data[:start] + data[start + size :]


def _insert(data: bytes, start: int, size: int, text: bytes) -> bytes:
    return data[:start] + text + data[start:]


def _repeat(data: bytes, start: int, size: int, text: bytes) -> bytes:
    return data[:start] + data[start : start + size] + data[start:]


def _line(data: bytes, start: int, size: int, text: bytes) -> bytes:
    """Move a line to the end of the file, indented otherwise."""
    lines = data.split(b"\n")
    moved = lines.pop(start % len(lines))
    return b"\n".join([*lines, b" " * (size % 9) + moved.lstrip()])


def _word(data: bytes, start: int, size: int, text: bytes) -> bytes:
    """Put another word in the place of one, so that the file stays YAML."""
    words = list(WORD.finditer(data))
    if not words:
        return text
    location, other = words[start % len(words)], words[(start + size) % len(words)]
    return data[: location.start()] + (text or other[0]) + data[location.end() :]


MUTATIONS: tuple[Mutation, ...] = (_word, _word, _word, _line, _cut, _repeat, _insert)
TEXTS = st.sampled_from([b"", b"", b"", *(text.encode() for text in (*ODD, *VALUES, *WORDS)), b"\xff", b"\xed\xa0\x80"])
STEPS = st.tuples(st.sampled_from(MUTATIONS), st.integers(0, 100_000), st.integers(0, 60), TEXTS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small catalogue, of which one file at a time is spoilt."""
    made = tmp_path_factory.mktemp("mutations") / "schemas"
    for file in FILES:
        (made / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SCHEMAS / file, made / file)
    return made


@settings(max_examples=150, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(file=st.sampled_from(FILES), steps=st.lists(STEPS, min_size=1, max_size=4))
def test_checking_never_raises(
    folder: Path, made_before: Cache, file: str, steps: list[tuple[Mutation, int, int, bytes]]
) -> None:
    data = (SCHEMAS / file).read_bytes()
    for mutate, start, size, text in steps:
        data = mutate(data, start % max(len(data), 1), size, text)
    (folder / file).write_bytes(data)
    try:
        contract, findings = check_folder(folder, cache=made_before)
    finally:
        shutil.copy(SCHEMAS / file, folder / file)
        made_before.forget_unused()
    assert all(found.message and found.span.path.startswith("schemas") for found in findings)
    assert contract is None or not findings or all(found.severity == "warning" for found in findings)


OF_EACH_KIND = tuple({(Path(file).parent if "/" in file else file): file for file in FILES}.values())


@pytest.mark.parametrize("file", OF_EACH_KIND)
def test_a_file_may_be_one_value(folder: Path, made_before: Cache, file: str) -> None:
    """A file that holds no mapping is a finding in its first line, whatever its value is."""
    for data in ('""', "5", "[]"):
        (folder / file).write_text(data)
        try:
            contract, findings = check_folder(folder, cache=made_before)
        finally:
            shutil.copy(SCHEMAS / file, folder / file)
        assert contract is None
        assert f"schemas/{file}:1" in {f"{found.span.path}:{found.span.line}" for found in findings}
