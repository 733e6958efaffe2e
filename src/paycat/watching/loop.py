"""The loop of `paycat watch`: a save in, a run over the project, and a block of lines that tells of it, out."""

import gc
from collections.abc import Callable, Iterable
from datetime import datetime

from paycat.diagnostics import Diagnostic
from paycat.watching.changes import batches
from paycat.watching.run import Runs
from paycat.watching.telling import closing, heading
from paycat.workspace import GENERATED, GENERATORS, SCHEMAS, Workspace

Say = Callable[[str], object]
Tell = Callable[[Iterable[Diagnostic]], object]


def watch(workspace: Workspace, say: Say, tell: Tell, *, writes: bool) -> None:
    """Run over the project now and whenever a file of it is saved, until interrupted; an empty line ends each block.

    `say` prints a line, `tell` prints findings; with `writes` false nothing is written. Raises KeyboardInterrupt, and
    FindingsError when the project cannot be watched.
    """
    say(f"watching {SCHEMAS}/, {GENERATORS}/ and {GENERATED}/; Ctrl-C ends it\n")
    runs = Runs(workspace, writes=writes)
    for saved in batches(workspace):
        noticed = datetime.now()
        # What was written is told as saved, too, and may come together with the next save.
        stated = {name for name in saved if name.partition("/")[0] != GENERATED}
        outcome = runs.all() if stated or not saved else runs.after_others()
        if outcome is None:
            continue
        say(heading(stated or saved, noticed))
        tell(outcome.found)
        if not outcome.found:
            say("clean")
        say(f"{closing(outcome, writes=writes)}\n")
        if not saved:
            # What the first run loaded and remembers stays; to search it for garbage takes a fifth of a run.
            gc.freeze()
