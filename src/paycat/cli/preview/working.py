"""The order of a preview's work: pages that somebody waits for, saves, and when nobody waits what was put off."""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count

from paycat.cli.preview.stages import checked, compared, files_planned
from paycat.diagnostics import FindingsError
from paycat.project.watching import batches
from paycat.project.workspace import GENERATED, Workspace
from paycat.reporting.preview.checked import Shown, ShownCatalogue

_SECONDS_BEFORE_THE_REST = 0.1
_END, _PAGE, _SAVE = range(3)
"""Urgencies of jobs, the most urgent first."""

Post = Callable[[str, Shown], object]
"""Shows the newest data of a kind: `checked`, `compared` or `files`."""


class _MoreUrgentError(Exception):
    """Somebody waits, so what nobody waits for is given up."""


@dataclass(frozen=True, order=True, slots=True)
class _Job:
    """Something that somebody waits for."""

    urgency: int
    do: Callable[[], object] = field(compare=False)
    number: int = field(default_factory=count().__next__)


@dataclass(slots=True)
class _State:
    """The last catalogue without errors, the files that would change, and what is put off, with the plan at the end."""

    good: ShownCatalogue | None = None
    planned: Shown = field(default_factory=dict)
    put_off: list[Callable[[], None]] = field(default_factory=list)


class Work:
    """All work on the project, in a thread that nothing else shares: it follows saves, and makes pages on request."""

    def __init__(self, workspace: Workspace, revision_name: str, post: Post) -> None:
        self._workspace, self._revision_name, self._post = workspace, revision_name, post
        self._jobs: queue.PriorityQueue[_Job] = queue.PriorityQueue()
        self._state = _State()
        self._over = threading.Event()
        self._threads = ThreadPoolExecutor()
        self._running: list[Future[None]] = []

    def begin(self, on_end: Callable[[], object]) -> None:
        """Start to follow the files; `on_end` is called when the work has ended."""

        def end_all(_: Future[None]) -> None:
            self._stop()
            on_end()

        for task in (self._work, self._follow):
            self._running.append(future := self._threads.submit(task))
            future.add_done_callback(end_all)

    def end(self) -> None:
        """End the work, and return when it has ended. Raises what it failed with."""
        self._stop()
        self._threads.shutdown()
        for future in self._running:
            future.result()

    def page(self, path: str) -> "Future[str | None]":
        """Return a page of the last catalogue without errors, when it is made; None if there is no such page.

        The future raises FindingsError if the page cannot be made.
        """
        answer: Future[str | None] = Future()
        self._jobs.put(_Job(_PAGE, partial(self._answer, path, answer)))
        return answer

    def _answer(self, path: str, answer: "Future[str | None]") -> None:
        if answer.set_running_or_notify_cancel():
            make_page = self._state.good.pages.get(path) if self._state.good else None
            try:
                answer.set_result(make_page and make_page())
            except FindingsError as error:
                answer.set_exception(error)

    def _stop(self) -> None:
        self._over.set()
        self._jobs.put(_Job(_END, lambda: None))

    def _follow(self) -> None:
        for saved_names in batches(self._workspace, self._over):
            self._jobs.put(_Job(_SAVE, partial(self._saved, saved_names)))

    def _work(self) -> None:
        state = self._state
        while not self._over.is_set():
            try:
                # After a save, the page asks for the reference page at once, which comes before what was put off.
                job = self._jobs.get(timeout=_SECONDS_BEFORE_THE_REST if state.put_off else None)
            except queue.Empty:
                with suppress(_MoreUrgentError):
                    state.put_off[0]()
                    del state.put_off[0]
            else:
                job.do()

    def _saved(self, saved_names: frozenset[str]) -> None:
        state = self._state
        edited_names = {name for name in saved_names if name.partition("/")[0] != GENERATED}
        if edited_names or not saved_names:
            catalogue, view = checked(self._workspace, edited_names, state.good)
            self._post("checked", view)
            state.good = catalogue or state.good
            state.put_off = [partial(self._compare, catalogue), partial(self._plan, catalogue)] if catalogue else []
            note = "They are made again." if catalogue else "They are made when the errors are corrected."
            self._post("files", {**state.planned, "waits": note})
        elif state.good:
            state.put_off[-1:] = [partial(self._plan, state.good)]

    def _compare(self, catalogue: ShownCatalogue) -> None:
        self._post("compared", compared(self._workspace, self._revision_name, catalogue))

    def _plan(self, catalogue: ShownCatalogue) -> None:
        self._state.planned = files_planned(self._workspace, catalogue, self._give_up_if_somebody_waits)
        self._post("files", self._state.planned)

    def _give_up_if_somebody_waits(self, _: str) -> None:
        if not self._jobs.empty():
            raise _MoreUrgentError
