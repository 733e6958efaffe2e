"""The answers of a run, written to a file at once, so that an interrupted run continues where it stopped.

The file is JSON Lines. The first line names the server and the vectors; then comes a line for each vector, with its
violations or the failure. A vector that failed is sent again and gets another line.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from os import SEEK_END
from pathlib import Path
from threading import Lock
from uuid import UUID, uuid4

from pydantic import Field, ValidationError

from paycat.catalogue.statement import Value
from paycat.contract.model import Violation
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files.reading import file_bytes


class Head(Value):
    """The first line of a journal."""

    url: str = Field(description="Base address of the server.")
    run: UUID = Field(default_factory=uuid4, description="The run; idempotency keys and references are made of it.")
    vectors: str = Field(description="SHA-256 of the vectors.")


class JournalEntry(Value):
    """A line of a journal: what a vector got."""

    id: str = Field(description="Id of the vector.")
    violations: tuple[Violation, ...] = Field(default=(), description="What was rejected; nothing: it was accepted.")
    failure: str = Field(default="", description="Why there was no verdict, if there was none.")


class Journal:
    """The answers of a run; several threads may write."""

    def __init__(self, head: Head, entry_by_id: dict[str, JournalEntry], file: FileIO | None = None) -> None:
        self.run = head.run
        self._entries = entry_by_id
        self._file = file
        self._lock = Lock()

    def answer(self, vector_id: str) -> tuple[Violation, ...] | None:
        """Return what a vector got in an earlier part of the run; None when it is to be sent."""
        journal_entry = self._entries.get(vector_id)
        return None if journal_entry is None or journal_entry.failure else journal_entry.violations

    def write(self, journal_entry: JournalEntry) -> None:
        """Keep what a vector got. Raises FindingsError when the file cannot be written."""
        if self._file:
            with self._lock:
                _append(self._file, journal_entry)


@contextmanager
def open_journal(path: Path | None, head: Head) -> Iterator[Journal]:
    """Return the journal in a file, which is made when it is not there; without a path, one that keeps nothing.

    Raises FindingsError when the file is no journal, is about another server or other vectors, or cannot be written.
    """
    if path is None:
        yield Journal(head, {})
        return
    try:
        if os.path.lexists(path):
            file_bytes(path)  # A pipe would be waited for.
        journal_file = path.open("r+b" if path.exists() else "x+b", buffering=0)
    except OSError as error:
        raise _unwritable(path.name, error) from error
    with journal_file:
        *lines, torn_line = journal_file.read().split(b"\n")
        if lines or torn_line:
            head = _head(path.name, lines[0] if lines else torn_line, head)
        entries = [_entry(path.name, line_number, line) for line_number, line in enumerate(lines[1:], start=2)]
        journal_file.seek(-len(torn_line), SEEK_END)
        journal_file.truncate()
        if not lines:
            _append(journal_file, head)
        yield Journal(head, {entry.id: entry for entry in entries}, journal_file)


def _append(journal_file: FileIO, line: Value) -> None:
    try:
        journal_file.write(line.model_dump_json(exclude_defaults=isinstance(line, JournalEntry)).encode() + b"\n")
    except OSError as error:
        raise _unwritable(Path(str(journal_file.name)).name, error) from error


def _head(file_name: str, line: bytes, wanted_head: Head) -> Head:
    try:
        head = Head.model_validate_json(line)
    except ValidationError as error:
        raise _finding("bad-journal", Span(file_name, 1, 1), "this is not a journal of paycat", _ANOTHER) from error
    message = ""
    if head.url != wanted_head.url:
        message = f"this journal is about {head.url}, and not about {wanted_head.url}"
    elif head.vectors != wanted_head.vectors:
        message = "this journal is about other vectors than those in the output folder"
    if message:
        raise _finding("other-journal", Span(file_name, 1, 1), message, _ANOTHER)
    return head


_ANOTHER = "name another file, or remove this one to start again"


def _entry(name: str, number: int, line: bytes) -> JournalEntry:
    try:
        return JournalEntry.model_validate_json(line)
    except ValidationError as error:
        raise _finding("bad-journal", Span(name, number, 1), "this line is no answer", "remove the line") from error


def _unwritable(file_name: str, error: OSError) -> FindingsError:
    return _finding("journal-not-written", Span(file_name), f"the journal cannot be written: {error.strerror}", "")


def _finding(code: str, location: Span, message: str, remedy: str) -> FindingsError:
    return FindingsError([Diagnostic(code, location, message, remedy)])
