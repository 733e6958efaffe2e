"""The order of a preview's work: a page before a save, and what nobody waits for after both."""

import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paycat.cache import Cache
from paycat.cli.preview import working
from paycat.contract.model import Contract
from paycat.project.workspace import Workspace
from paycat.reporting.preview.checked import ShownCatalogue

PATIENCE = 60


def test_what_somebody_waits_for_comes_first(monkeypatch: pytest.MonkeyPatch, contract: Contract) -> None:
    """A save arrives during a plan, and a page is requested during its check, while another save waits."""
    saves: queue.SimpleQueue[frozenset[str] | None] = queue.SimpleQueue()
    done: list[str] = []
    is_over = threading.Event()

    def record(name: str) -> dict[str, Any]:
        done.append(name)
        return {}

    def checked(_: Any, saved: set[str], last: ShownCatalogue | None) -> tuple[ShownCatalogue, dict[str, Any]]:
        record(" ".join(["check", *saved]))
        if saved == {"a"}:
            saves.put(frozenset({"b"}))
            while work._jobs.empty():
                time.sleep(0.01)
            work.page("index.html")
        return ShownCatalogue(contract, {"index.html": lambda: str(record("page"))}, 1, ""), {}

    def files_planned(_: Any, __: Any, step: Callable[[str], None]) -> dict[str, Any]:
        record("plan")
        if done.count("plan") == 1:
            saves.put(frozenset({"a"}))
            while True:
                step("python")  # It raises what gives the plan up.
        is_over.set()
        return {}

    monkeypatch.setattr(working, "batches", lambda *_: iter(saves.get, None))
    monkeypatch.setattr(working, "checked", checked)
    monkeypatch.setattr(working, "compared", lambda *_: record("compare"))
    monkeypatch.setattr(working, "files_planned", files_planned)
    work = working.Work(Workspace(Path(), Cache()), "HEAD", lambda kind, data: None)
    saves.put(frozenset())
    work.begin(lambda: None)
    try:
        assert is_over.wait(PATIENCE)
    finally:
        saves.put(None)
        work.end()
    assert done == ["check", "compare", "plan", "check a", "page", "check b", "compare", "plan"]
