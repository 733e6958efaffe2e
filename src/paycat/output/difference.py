"""Drifts in, a unified diff from the disk to what is wanted out."""

from collections.abc import Iterable, Iterator
from difflib import unified_diff

from paycat.output.drift import Drift, DriftKind


def difference(drifts: Iterable[Drift], shown: str) -> str:
    """Return what writing would change, by path below `shown`, in the form of git; strays are left out."""
    compared = (drift for drift in drifts if drift.kind is not DriftKind.STRAY)
    ordered = sorted(compared, key=lambda drift: drift.path)
    return "".join(line for drift in ordered for line in _lines(drift, f"{shown}/{drift.path}"))


def patch(path: str, before: str, after: str) -> str:
    """Return what turns one text of a file into another, in the form of git; empty when they are the same."""
    if before == after:
        return ""
    return "".join(_lines(Drift(DriftKind.CHANGED, path, before, after), path))


def _lines(drift: Drift, path: str) -> Iterator[str]:
    yield f"diff --git a/{path} b/{path}\n"
    if drift.disk is None:
        yield "new file mode 100644\n"
    if drift.wanted is None:
        yield "deleted file mode 100644\n"
    before = "/dev/null" if drift.disk is None else f"a/{path}"
    after = "/dev/null" if drift.wanted is None else f"b/{path}"
    for line in unified_diff(_split(drift.disk), _split(drift.wanted), before, after):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _split(text: str | None) -> list[str]:
    """Return the lines with their ends; only `\\n` ends one, unlike for str.splitlines."""
    parts = (text or "").split("\n")
    return [f"{line}\n" for line in parts[:-1]] + parts[-1:] * bool(parts[-1])
