"""Expected texts: a test reports what it found, which is compared with a file or a text of a file of cases, or written
there by `make update-cases`.

Tests run in several processes, and several of them may change one file: the process that prints the summary does all of
the writing. With `--update-cases`, only tests that use the fixture `expect` run.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from case_files import TextOf, text_at, with_text

FOUND = "expected file"
UPDATE = "make update-cases"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes what the cases expect."""
    parser.addoption("--update-cases", action="store_true", help="write the expected files of cases")


def pytest_configure(config: pytest.Config) -> None:
    """Write in the process that prints the summary alone."""
    if config.getoption("--update-cases") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Update(config.rootpath))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests without expected files out of an update."""
    if config.getoption("--update-cases"):
        without = [item for item in items if "expect" not in getattr(item, "fixturenames", ())]
        config.hook.pytest_deselected(items=without)
        items[:] = [item for item in items if item not in without]


class Expect:
    """What a test expects of files."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        self._updates = bool(request.config.getoption("--update-cases"))
        self._reported = request.node.user_properties

    def __call__(self, at: Path | TextOf, found: str) -> None:
        """Compare a whole file, or a text of a file of cases, with what was found."""
        if self._updates:
            self._report(at, None, found)
        else:
            wanted = text_at(at) if isinstance(at, TextOf) else text_of(at)
            assert found == wanted, f"{at}: run `{UPDATE}`, and read the difference"

    def all_of(self, case: Path, found: dict[str, str]) -> None:
        """Compare each `expected*` of a case, by the end of its name; it may have no others."""
        wanted = {case / f"expected{ending}": text for ending, text in found.items()}
        surplus = set(case.glob("expected*")) - set(wanted)
        for file, text in wanted.items():
            self(file, text)
        if self._updates:
            for file in sorted(surplus):
                self._report(file, None, None)
        else:
            assert surplus == set(), f"no test expects these: run `{UPDATE}`"

    def part(self, file: Path, shown: str, found: str) -> None:
        """Compare a part of a document, which it has once, with what was found."""
        assert text_of(file).count(shown) == 1, f"{file} has it {text_of(file).count(shown)} times: {shown}"
        if self._updates:
            self._report(file, shown, found)
        else:
            assert found == shown, f"{file}: run `{UPDATE}`, and read the difference"

    def _report(self, at: Path | TextOf, shown: str | None, found: str | None) -> None:
        file, keys = at if isinstance(at, TextOf) else (at, ())
        self._reported.append((FOUND, (str(file), keys, shown, found)))


@pytest.fixture
def expect(request: pytest.FixtureRequest) -> Expect:
    """Compares what a test found with what is expected."""
    return Expect(request)


class Update:
    """Writes what the tests report, and prints which files that changed."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._before: dict[Path, str | None] = {}
        self._reported: dict[tuple[Path, tuple[str, ...], str | None], str | None] = {}
        self._cases: dict[Path, list[str]] = defaultdict(list)
        self._contradicted: set[Path] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write what a test found, also if it failed for another reason."""
        if report.when == "call":
            for name, value in report.user_properties:
                if name == FOUND:
                    self._put(*_read(value))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail if two tests expect different texts in one place."""
        if self._contradicted and not session.exitstatus:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print what was added, changed and removed, folder by folder."""
        terminalreporter.section("expected files")
        for line in [*self._lines()] or ["nothing changed"]:
            terminalreporter.write_line(line)

    def _put(self, file: Path, keys: tuple[str, ...], shown: str | None, found: str | None) -> None:
        where = file, keys, shown
        if where in self._reported:
            self._contradicted |= {file} if self._reported[where] != found else set()
            return
        self._reported[where] = found
        now = text_of(file) if file.exists() else None
        self._before.setdefault(file, now)
        text = found
        if keys:
            text = with_text(now or "", keys, found)
        elif shown is not None:
            text = (now or "").replace(shown, found or "")
        if text is None:
            file.unlink(missing_ok=True)
        elif text != now:
            file.write_bytes(text.encode())
            self._cases[file] += [" ".join(keys[1:-1])] if keys else []

    def _lines(self) -> Iterator[str]:
        folders: dict[str, dict[str, str]] = defaultdict(dict)
        for file, before in sorted(self._before.items()):
            if change := _change(before, text_of(file) if file.exists() else None):
                folder, name = _in_folder(file.relative_to(self._root))
                cases = f": {', '.join(sorted(self._cases[file]))}" if self._cases[file] else ""
                folders[folder][f"{name}{cases}"] = change
        for folder, files in folders.items():
            counts = Counter(files.values())
            yield f"{folder}: {', '.join(f'{count} {change}' for change, count in sorted(counts.items()))}"
            yield from (f"  {change:8}{name}" for name, change in files.items())
        for file in sorted(self._contradicted):
            yield f"{file.relative_to(self._root)}: two tests expect different texts of it"


def text_of(file: Path) -> str:
    """Return the text of a file, with its line breaks as they are."""
    return file.read_bytes().decode()


def as_shown(shown: str, printed: str) -> str:
    """Return what a document shows if it is still printed, where `...` stands for any lines.

    Otherwise return what is printed, with as many lines before and after the left-out ones as are shown.
    """
    pattern = re.escape(shown).replace(re.escape("...\n"), "(?:.*\\n)*")
    if re.fullmatch(pattern, printed):
        return shown
    before, left_out, after = shown.partition("...\n")
    lines = printed.splitlines(keepends=True)
    if not left_out:
        return printed
    return "".join([*lines[: before.count("\n")], left_out, *lines[len(lines) - after.count("\n") :]])


def _read(value: Any) -> tuple[Path, tuple[str, ...], str | None, str | None]:
    file, keys, shown, found = value
    return Path(file), tuple(keys), shown, found


def _change(before: str | None, after: str | None) -> str:
    if before == after:
        return ""
    return "added" if before is None else "removed" if after is None else "changed"


def _in_folder(file: Path) -> tuple[str, str]:
    """Return the kind of tests that a file is of, or its folder, and the rest of its path."""
    depth = 2 if file.parts[0] == "tests" and len(file.parts) > 2 else len(file.parts) - 1
    return "/".join(file.parts[:depth]) or ".", "/".join(file.parts[depth:])
