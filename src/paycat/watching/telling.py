"""What was saved, and what became of it, in lines for people."""

from collections.abc import Iterable
from datetime import datetime

from paycat.counting import counted
from paycat.output import Written
from paycat.watching.run import Outcome

_MOST_NAMES = 3


def heading(saved: Iterable[str], at: datetime) -> str:
    """Return the first line of a block: when, and which files were saved."""
    names = sorted(saved)
    shown = names if len(names) <= _MOST_NAMES + 1 else names[:_MOST_NAMES]
    more = f" and {len(names) - len(shown)} more" if len(shown) < len(names) else ""
    line = f"{at:%H:%M:%S} {', '.join(shown) or 'start'}{more}"
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in line)


def closing(outcome: Outcome, *, writes: bool) -> str:
    """Return the last line of a block: what was written, or would be, and how long it took."""
    if outcome.done is None:
        told = "nothing written" if writes else "nothing compared"
    else:
        told = _done(outcome.done, "" if writes else "to be ")
    return f"{told}, {outcome.seconds:.2f} s"


def _done(written: Written, verb: str) -> str:
    parts = {"created": written.created, "changed": written.changed, "removed": written.removed}
    said = [f"{counted(len(paths), 'file')} {verb}{word}" for word, paths in parts.items() if paths]
    return ", ".join([*said, f"{len(written.unchanged)} unchanged"])
