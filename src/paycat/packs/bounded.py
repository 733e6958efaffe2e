"""Limits for a pack that is not shipped: it is rendered in a process of its own with bounded time and memory."""

import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import partial

from pydantic import TypeAdapter

from paycat.diagnostics import Diagnostic, FindingsError
from paycat.packs.fileset import RenderedFile
from paycat.packs.reading import ReadPack

SECONDS = 10
"""CPU time that a pack may use."""
LONGEST = 60
"""Seconds after which a pack is stopped."""
MEMORY = 1024**3
"""Memory that a pack may use, in bytes."""
LARGEST = 64 * 1024**2
"""Characters that the files of a pack may have in total."""

# Modules of the current folder do not run; nor those of PYTHONPATH, if this process ignores it.
_CHILD = [sys.executable, "-I" if sys.flags.isolated else "-P", "-m", "paycat.packs.child", str(SECONDS), str(MEMORY)]
_ANSWER = TypeAdapter(tuple[list[RenderedFile], list[Diagnostic]])


def files_within_limits(pack: ReadPack, make: Callable[[], Iterable[RenderedFile]]) -> list[RenderedFile]:
    """Return the files of a pack, made in another process. Raises FindingsError, also if a limit is exceeded."""
    pickled_call = pickle.dumps(partial(_answer, pack, make))
    try:
        process = subprocess.run(_CHILD, input=pickled_call, capture_output=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        raise _exceeded(pack, f"{LONGEST} seconds") from None
    if process.returncode == 0:
        files, findings = _ANSWER.validate_json(process.stdout)
        if findings:
            raise FindingsError(findings)
        return files
    if process.returncode < 0 or b"MemoryError" in process.stderr:
        raise _exceeded(pack, f"{SECONDS} seconds of CPU time or {MEMORY // 1024**3} GiB of memory")
    raise RuntimeError(process.stderr.decode("utf-8", errors="replace"))


def _exceeded(pack: ReadPack, limit: str) -> FindingsError:
    message = f"the pack {pack.name!r} needs more than {limit}, and was stopped"
    hint = "look for a loop or a text that grows without end in its templates"
    return FindingsError([Diagnostic("pack-too-large", pack.source.at("name"), message, hint)])


def _answer(pack: ReadPack, make: Callable[[], Iterable[RenderedFile]]) -> bytes:
    """Return what the child process writes: the files of a pack, or its findings."""
    files: list[RenderedFile] = []
    text_size = 0
    try:
        for rendered_file in make():
            files.append(rendered_file)
            text_size += len(rendered_file.text)
            if text_size > LARGEST:
                raise _exceeded(pack, f"{LARGEST // 1024**2} MiB for its files")
    except FindingsError as error:
        return _ANSWER.dump_json(([], list(error.diagnostics)))
    return _ANSWER.dump_json((files, []))
