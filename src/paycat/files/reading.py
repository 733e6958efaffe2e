"""Reads files that somebody else may have written: whole, within a bound, without waiting, and strict JSON.

Errors of the system and of this module are OSErrors with the reason in `strerror`, so one handler serves both.
"""

import errno
import gzip
import io
import json
import math
import os
import re
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.text.counting import counted

LARGEST = 128_000_000
"""Bytes. A contract has about 50 kB for each method, and nothing that paycat reads is larger than a contract."""

GENERATE_ANEW = "run `paycat generate --force`"
"""What resolves a merge conflict in files that paycat generates."""
WRITE_ANEW = "run `paycat changelog --write`"
"""What resolves one in releases.md."""
KEEP_ONE = "keep one of both sides, and remove the marks"
"""What resolves one in any other file."""

STDIN = "-"
_CHUNK = 256 * 1024
_HOW = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_OPEN_ALREADY = re.compile(r"-|/dev/stdin|/dev/fd/[0-9]+|/proc/self/fd/[0-9]+")
"""The names of streams that a shell has opened: standard input, and `<(command)`."""
_MARKS = (b"<<<<<<< ", b">>>>>>> ")
_CONFLICT = re.compile(b"^(?:%b)" % b"|".join(_MARKS), re.MULTILINE)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def file_bytes(path: Path, *, largest: int = LARGEST, streams: bool = False) -> bytes:
    """Return the content of a regular file.

    With `streams` the path may also name a stream that the shell has opened: `-`, /dev/stdin, or `<(command)`.
    Raises OSError when the file cannot be read, is a folder, a pipe, a socket or a device, or is too large.
    """
    if streams and _OPEN_ALREADY.fullmatch(str(path)):
        descriptor = os.dup(0) if str(path) == STDIN else os.open(path, os.O_RDONLY)
    else:
        descriptor = _regular(path)
    try:
        return _all_of(descriptor, largest)
    finally:
        os.close(descriptor)


def gzipped_bytes(path: Path, *, largest: int = LARGEST) -> bytes:
    """Return the content of a file that gzip compressed. Raises OSError as `file_bytes` does, also if it is none."""
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(file_bytes(path, largest=largest))) as file:
            content = file.read(largest + 1)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise OSError(errno.EINVAL, "it is not what gzip compresses", str(path)) from error
    if len(content) > largest:
        raise OSError(errno.EFBIG, f"it has more than {largest:,} bytes")
    return content


def reason_of(error: OSError) -> str:
    """Return why the system or this module rejects something, within a sentence."""
    return (error.strerror or "unknown reason").lower()


def conflict_in(content: bytes, shown_path: str, help: str = KEEP_ONE) -> Diagnostic | None:
    """Return a finding at the first mark that git left in a file of both sides of a merge, or None.

    `shown_path` is the path of the file in findings.
    """
    may_conflict = any(mark in content for mark in _MARKS)  # Most files have none, which is found much faster.
    match = _CONFLICT.search(content) if may_conflict else None
    line = content.count(b"\n", 0, match.start()) + 1 if match else 0
    message = "this file contains an unresolved merge conflict"
    return Diagnostic("merge-conflict", Span(shown_path, line, 1), message, help) if match else None


def reject_conflicts(folder: Path, label: str) -> None:
    """Raise FindingsError if a file below an output folder has an unresolved merge conflict.

    The finding is at the first of them; findings call the folder `label`. What cannot be read is left to the caller.
    """
    marks = []
    for path in sorted(folder.rglob("*")):
        with suppress(OSError):
            marks.append(conflict_in(file_bytes(path), f"{label}/{path.relative_to(folder).as_posix()}", GENERATE_ANEW))
    if findings := [finding for finding in marks if finding]:
        count = len(findings) - 1
        suffix = f", and so {'does' if count == 1 else 'do'} {counted(count, 'other')} in {label}/" if count else ""
        raise FindingsError([replace(findings[0], message=findings[0].message + suffix)])


@contextmanager
def system_errors_as(code: str, location: Span, message: str, help: str = "") -> Iterator[None]:
    """Turn errors of the operating system within the block into FindingsError: the message, and the reason."""
    try:
        yield
    except BrokenPipeError:  # Standard error was closed: what paycat reads and writes itself is no pipe.
        raise
    except OSError as error:
        raise FindingsError([Diagnostic(code, location, f"{message}: {reason_of(error)}", help)]) from error


def real_path(path: Path) -> Path:
    """Return a path that is absolute and without links; of links that lead in a circle, the path of one of them.

    `Path.resolve` fails on a circle with no OSError before Python 3.13.
    """
    return Path(os.path.realpath(path))


def strict_json(json_bytes: bytes) -> Any:
    """Return the value of a JSON text.

    Raises ValueError for text that is no JSON in UTF-8, and for what other readers read differently: a repeated
    key, a number outside doubles, NaN, half a surrogate pair, and nesting that is too deep.
    """
    text = json_bytes.decode("utf-8")
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_float=_double, parse_constant=_no_number)
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error
    if _SURROGATE.search(text):
        try:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError as error:
            raise ValueError("it has half a surrogate pair") from error
    return value


def _regular(path: Path) -> int:
    # A pipe is opened without waiting for its other end, and looked at before anything is read.
    descriptor = os.open(path, _HOW)
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    raise OSError(errno.EINVAL, "it is a folder" if stat.S_ISDIR(mode) else "it is not a regular file", str(path))


def _all_of(descriptor: int, most_bytes: int) -> bytes:
    chunks, bytes_left = [], most_bytes + 1
    while bytes_left and (chunk := os.read(descriptor, min(bytes_left, _CHUNK))):
        chunks.append(chunk)
        bytes_left -= len(chunk)
    if not bytes_left:
        raise OSError(errno.EFBIG, f"it has more than {most_bytes:,} bytes")
    return b"".join(chunks)


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    values_by_name = dict(members)
    if len(values_by_name) < len(members):
        seen_names: set[str] = set()
        for name, _ in members:
            if name in seen_names:
                raise ValueError(f"the member {name!r} is there twice")
            seen_names.add(name)
    return values_by_name


def _double(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"no double holds the number {text[:40]}")
    return value


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number of JSON")
