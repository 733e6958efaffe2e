"""The work of a preview: after each save what is found and the pages, and when nobody waits what that changes."""

import gc
import queue
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any

from paycat.cache import Cache
from paycat.catalogue.values import DIRECTIONS
from paycat.changes.compare import compare
from paycat.changes.revisions import Named, between, revision
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, FindingsError, Severity
from paycat.project.building import build, makers_of
from paycat.project.drift import diagnostics_of
from paycat.project.output_writing import planned
from paycat.project.watching import batches, unreadable
from paycat.project.workspace import GENERATED, SCHEMAS, Workspace, contract_of
from paycat.reporting.preview.checked import (
    Shown,
    files_shown,
    findings_shown,
    methods_shown,
    pages_of_saved,
    titles,
)
from paycat.reporting.preview.compared import comparison_shown

PAGES = "docs"
"""The pack that makes the pages."""
_MOST_FILES = 100
_SECONDS_BEFORE_THE_REST = 0.1

Post = Callable[[str, Shown], object]
"""Shows the newest data of a kind: `checked`, `compared` or `files`."""


class _MoreUrgentError(Exception):
    """Somebody waits, so what nobody waits for is put off."""


@dataclass(frozen=True, slots=True)
class Page:
    """The text of a page or of what belongs to it, or the findings that say why there is none."""

    text: str
    findings: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True)
class _Good:
    """The last catalogue without errors, what makes its pages, and when it was read."""

    contract: Contract
    makers: Mapping[str, Callable[[], str]]
    number: int
    at: str
    pages: dict[str, Page] = field(default_factory=dict)

    def page(self, path: str) -> Page | None:
        """Return a page by its path; None if the pack makes none."""
        if path in self.makers and path not in self.pages:
            try:
                self.pages[path] = Page(self.makers[path]())
            except FindingsError as error:
                self.pages[path] = Page("", error.diagnostics)
        return self.pages.get(path)


class Work:
    """All work on the project, in a thread that nothing else shares: it follows saves, and answers who asks for pages.

    `ended` is called when the work has ended by itself, for the reason that `failure` then is.
    """

    def __init__(self, workspace: Workspace, against: str, post: Post) -> None:
        self.failure: BaseException | None = None
        self._workspace, self._against, self._post = workspace, against, post
        self._jobs: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._put_off: list[Callable[[], None]] = []
        self._over = threading.Event()
        self._threads: list[threading.Thread] = []
        self._good: _Good | None = None
        self._base: tuple[str, Named] | None = None
        self._planned: Shown = {}
        self._is_frozen = self._is_rehearsed = False

    def begin(self, ended: Callable[[], object]) -> None:
        """Start to follow the files."""
        for work in (self._work, self._follow):
            thread = threading.Thread(target=self._until_over, args=(work, ended))
            thread.start()
            self._threads.append(thread)

    def end(self) -> None:
        """End the work, and return when it has ended. Raises what it failed with."""
        self._over.set()
        self._jobs.put(None)
        for thread in self._threads:
            thread.join()
        if self.failure:
            raise self.failure

    def page(self, path: str) -> "Future[Page | None]":
        """Return the page of the last catalogue without errors, when it is made; None if there is no such page."""
        answer: Future[Page | None] = Future()
        self._jobs.put(partial(self._answer, path, answer))
        return answer

    def _until_over(self, work: Callable[[], None], ended: Callable[[], object]) -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - `end` raises it where the command ends
            self.failure = self.failure or error
            self._over.set()
            self._jobs.put(None)
            ended()

    def _follow(self) -> None:
        for saved in batches(self._workspace, self._over):
            self._jobs.put(partial(self._saved, saved))

    def _work(self) -> None:
        while job := self._next():
            job()

    def _next(self) -> Callable[[], object] | None:
        """Return the next thing that somebody waits for; until there is one, do what was put off."""
        while self._put_off:
            # After a save, the page asks for the reference page at once, which comes before what was put off.
            with suppress(queue.Empty):
                return self._jobs.get(timeout=_SECONDS_BEFORE_THE_REST)
            with suppress(_MoreUrgentError):
                self._put_off[0]()
                del self._put_off[0]
        return self._jobs.get()

    def _answer(self, path: str, answer: "Future[Page | None]") -> None:
        if answer.set_running_or_notify_cancel():
            answer.set_result(self._good.page(path) if self._good else None)

    def _saved(self, saved: Iterable[str]) -> None:
        edited = {name for name in saved if name.partition("/")[0] != GENERATED}
        if edited or not saved:
            self._put_off = [self._compare, self._plan] if self._check(edited) else []
            if self._put_off and not self._is_rehearsed:
                self._put_off.append(self._rehearse)
            waits = "They are made again." if self._put_off else "They are made when the errors are corrected."
            self._post("files", {**self._planned, "waits": waits})
        elif self._good and self._plan not in self._put_off:
            self._put_off.append(self._plan)

    def _check(self, saved: Iterable[str]) -> bool:
        """Check the catalogue, post what is found and tell whether there is no error."""
        at, good = f"{datetime.now():%H:%M:%S}", self._good
        try:
            contract, findings = contract_of(self._workspace, anew=True)
            makers = makers_of(self._workspace, contract, PAGES)
            self._good = good = _Good(contract, makers, good.number + 1 if good else 1, at)
            is_good = True
        except FindingsError as error:
            findings, is_good = error.diagnostics, False
        except OSError as error:
            # During a checkout, files appear and disappear while paycat reads them: the next batch finds them complete.
            findings, is_good = (unreadable(error),), False
        existing = titles(good.contract, good.makers) if good else {}
        files = self._files()
        codes = {method.name: method.code for method in good.contract.methods} if good else {}
        self._post(
            "checked",
            {
                "title": good.contract.service.title if good else "",
                "at": at,
                "saved": sorted(saved),
                "errors": sum(finding.severity is Severity.ERROR for finding in findings),
                "warnings": sum(finding.severity is Severity.WARNING for finding in findings),
                "findings": findings_shown(findings),
                "methods": methods_shown(files, codes, findings, existing),
                "files": files_shown(files, findings, existing),
                "pages": [{"path": path, "title": title} for path, title in existing.items()],
                "shows": pages_of_saved(saved, existing),
                "version": good.number if good else 0,
                "since": "" if is_good or not good else good.at,
            },
        )
        return is_good

    def _files(self) -> list[str]:
        """Return the files of the catalogue, by their paths below schemas/."""
        folder = self._workspace.schemas
        try:
            paths = [path for path in folder.rglob("*.*") if path.suffix in (".yaml", ".md")]
        except OSError:  # As above.
            return []
        return sorted(path.relative_to(folder).as_posix() for path in paths)

    def _compare(self) -> None:
        assert self._good, "it is put off until there is one"
        try:
            base = self._contract_before()
            pair = between(base, Named(SCHEMAS, self._good.contract))
            shown = {"against": base.name, **comparison_shown(compare(pair.old, pair.new))}
            findings = pair.findings
        except FindingsError as error:
            shown, findings = {"against": self._against, "summary": ""}, error.diagnostics
        self._post("compared", {**shown, "at": self._good.at, "findings": findings_shown(findings)})

    def _contract_before(self) -> Named:
        """Return the contract that is compared with; it is read again when its name leads to another commit."""
        at = revision(self._workspace, self._against)
        if self._base is None or self._base[0] != at.commit:
            self._base = at.commit, at.named()
        commit, before = self._base
        is_commit = commit.startswith(self._against)
        return before if is_commit else Named(f"{self._against} ({commit[:7]})", before.contract, before.findings)

    def _plan(self) -> None:
        """Post which files would change; this makes all of them."""
        assert self._good, "it is put off until there is one"
        try:
            files = build(self._workspace, self._good.contract, self._put_off_again)
            self._workspace.cache.forget_unused()
            done = planned(files, self._workspace.generated, shown=GENERATED)
        except FindingsError as error:
            shown: dict[str, Any] = {"findings": findings_shown(error.diagnostics)}
        except OSError as error:
            shown = {"findings": findings_shown([unreadable(error)])}
        else:
            by_hand = diagnostics_of(done.rejected, GENERATED)
            paths = {"created": done.created, "changed": done.changed, "removed": done.removed}
            shown = {
                "summary": done.described("file", "to be "),
                "findings": findings_shown(by_hand),
                **{name: some[:_MOST_FILES] for name, some in paths.items()},
                "left": sum(max(len(some) - _MOST_FILES, 0) for some in paths.values()),
            }
        self._planned = {**shown, "at": self._good.at}
        self._post("files", self._planned)
        if not self._is_frozen:
            # The objects of the first run stay. Collecting garbage among them would take a fifth of each run.
            gc.freeze()
            self._is_frozen = True

    def _rehearse(self) -> None:
        """Make one page of each direction with an empty cache.

        What the disk has of earlier runs is not in memory. The first edit would have to make what all edits have in
        common, such as texts for the patterns of their fields: a second for some.
        """
        assert self._good, "it is put off until there is one"
        # While the project is edited, it may not be there as a whole: then the next check says so.
        with suppress(FindingsError, OSError):
            makers = makers_of(Workspace(self._workspace.root, Cache()), self._good.contract, PAGES)
            copy = replace(self._good, makers=makers, pages={})
            for direction in DIRECTIONS:
                self._put_off_again(direction)
                copy.page(next((path for path in makers if path.startswith(f"{direction}/")), ""))
        self._is_rehearsed = True

    def _put_off_again(self, _: str) -> None:
        if not self._jobs.empty():
            raise _MoreUrgentError
