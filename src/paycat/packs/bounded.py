"""A pack of somebody else, rendered in a process of its own that has so much time and memory and no more."""

import pickle
import subprocess
import sys
from dataclasses import replace
from functools import partial

from pydantic import TypeAdapter

from paycat.diagnostics import Diagnostic, FindingsError
from paycat.memo import Memo
from paycat.packs.reading import ReadPack
from paycat.packs.rendering import RenderedFile, Rendering

SECONDS = 10
"""Time of the processor that a pack may take."""
LONGEST = 60
"""Time of the clock that a pack may take, in seconds."""
MEMORY = 1024**3
"""Memory that a pack may take, in bytes."""
LARGEST = 64 * 1024**2
"""Characters that the files of a pack may have together."""

_CHILD = [sys.executable, "-P", "-m", "paycat.packs.child", str(SECONDS), str(MEMORY)]
_ANSWER = TypeAdapter(tuple[list[RenderedFile], list[Diagnostic]])


def rendered_apart(rendering: Rendering, pack: ReadPack) -> list[RenderedFile]:
    """Return the files of a pack. Raises FindingsError also when it takes too long, or too much memory."""
    given = pickle.dumps(partial(_answer, replace(rendering, memo=Memo()), rendering.packs.index(pack)))
    try:
        ended = subprocess.run(_CHILD, input=given, capture_output=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        raise _exceeded(pack, f"{LONGEST} seconds") from None
    if ended.returncode == 0:
        files, found = _ANSWER.validate_json(ended.stdout)
        if found:
            raise FindingsError(found)
        return files
    if ended.returncode < 0 or b"MemoryError" in ended.stderr:
        raise _exceeded(pack, f"{SECONDS} seconds of CPU time or {MEMORY // 1024**3} GiB of memory")
    raise RuntimeError(ended.stderr.decode("utf-8", errors="replace"))


def _exceeded(pack: ReadPack, limit: str) -> FindingsError:
    message = f"the pack {pack.name!r} needs more than {limit}, and was stopped"
    help_text = "look for a loop or a text that grows without end in its templates"
    return FindingsError([Diagnostic("pack-too-large", pack.source.at("name"), message, help_text)])


def _answer(rendering: Rendering, index: int) -> bytes:
    """Return the files of a pack, or what is wrong with it, as the child writes them."""
    pack = rendering.packs[index]
    files: list[RenderedFile] = []
    found: list[Diagnostic] = []
    try:
        size = 0
        for file in rendering.files_of(pack):
            files.append(file)
            size += len(file.text)
            if size > LARGEST:
                raise _exceeded(pack, f"{LARGEST // 1024**2} MiB for its files")
    except FindingsError as error:
        files, found = [], list(error.diagnostics)
    return _ANSWER.dump_json((files, found))
