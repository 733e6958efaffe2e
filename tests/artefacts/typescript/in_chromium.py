"""Vectors in Chromium: by the modules of the TypeScript package, and by the script of the reference pages."""

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import cached_property, partial
from itertools import count
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from system_programs import needed

from paycat.conformance.run.engines import open_engines, typescript
from paycat.conformance.run.engines.typescript import TypeScriptEngine
from paycat.conformance.run.output_folder import read_vectors
from paycat.contract.model import Contract
from tests.artefacts.browser.browsing import Files, Seen, served

_NODE_AND_BROWSERS = Path(typescript.__file__).with_name("judging.mjs")
_JUDGING = Path(__file__).with_name("judging.js").read_text(encoding="utf-8")
_BATCH = 1000
"""How many vectors are sent to a page at a time."""


class Chromium:
    """A browser for many output folders, which is started when it is first asked.

    It has a thread of its own: Playwright keeps an event loop running in it, beside which no engine may run another.
    """

    def __init__(self, folder: Path) -> None:
        self._folder, self._numbers = folder, count(1)
        self._thread, self._opened = ThreadPoolExecutor(1), ExitStack()
        shutil.copy(_NODE_AND_BROWSERS, folder)

    def disagreements(self, contract: Contract, generated: Path, *, fewest: int) -> list[Any]:
        """Return who judges a vector otherwise than it says: its id, what it expects, and what was said.

        Violations are compared in their order. Asserts that all vectors are judged, at least so many, and by the page
        those whose bodies are text.
        """
        with open_engines(contract, generated, ["typescript"]) as ([node], _):
            assert isinstance(node, TypeScriptEngine)
            vectors = [
                one for batch in read_vectors(generated, "generated") for one in batch.vectors if node.covers(one)
            ]
            questions = [node.question(vector) for vector in vectors]
        needed("chromium")
        answers = self._thread.submit(self._answers, generated, questions).result()
        assert len(vectors) == len(answers) >= fewest
        wrong = []
        for vector, (package, page) in zip(vectors, answers, strict=True):
            is_read_by_pages = vector.stage != "schema" and _is_text(vector.body())
            assert is_read_by_pages == (page is not None), vector.id
            expected = {"violations": [{"code": one.code, "pointer": one.pointer} for one in vector.violations]}
            said = {"the package": package} | ({"the page": page} if is_read_by_pages else {})
            wrong += [(who, vector.id, expected, what) for who, what in said.items() if what != expected]
        return wrong

    def close(self) -> None:
        """End the browser, if it was started."""
        self._thread.submit(self._opened.close).result()
        self._thread.shutdown()

    @cached_property
    def _origin(self) -> str:
        return self._opened.enter_context(served(partial(Files, directory=str(self._folder))))

    @cached_property
    def _browser(self) -> Browser:
        playwright = self._opened.enter_context(sync_playwright())
        return playwright.chromium.launch(executable_path=needed("chromium"))

    def _answers(self, generated: Path, questions: list[Any]) -> list[Any]:
        """Ask the questions in the page "Check a payload", beside which the package is."""
        name, seen = str(next(self._numbers)), Seen()
        (self._folder / name).symlink_to(generated)
        page = self._browser.new_page()
        seen.watch(page)
        page.goto(f"{self._origin}/{name}/docs/check.html")
        assets = generated / "docs" / "assets"
        for script in (assets / "service.js", *sorted((assets / "rules").iterdir())):
            page.add_script_tag(url=f"assets/{script.relative_to(assets).as_posix()}")
        batches = (questions[start : start + _BATCH] for start in range(0, len(questions), _BATCH))
        answers = [one for batch in batches for one in json.loads(page.evaluate(_JUDGING, json.dumps(batch)))]
        page.close()
        assert seen.messages == []
        return answers


def _is_text(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True
