"""Commands of paycat that are forked from one process: imported once, and with one cache for what they make.

So they spend their time on what a test changed, and the rest they know, as `paycat watch` does.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from unittest.mock import patch

from paycat.cache import Cache
from paycat.cli import main as paycat

_COMMANDS = (
    *("check", "conform", "diff", "explaining", "fmt", "generate", "init", "new", "release"),
    "validate",
)
_MAKERS = ("paycat.packs.render", "paycat.lint.checking", "paycat.catalogue.reading", "paycat.project.workspace")
"""Where a command makes itself a cache."""


def import_commands() -> None:
    """Import what commands need, for all of them that are forked from this process; none writes bytecode."""
    sys.dont_write_bytecode = True
    for name in (*(f"paycat.cli.{one}" for one in _COMMANDS), "paycat.reporting.findings"):
        import_module(name)


@contextmanager
def one_cache(cache: Cache) -> Iterator[None]:
    """Let all commands have one cache; what is made of equal inputs is made once."""
    with ExitStack() as patched:
        for maker in _MAKERS:
            patched.enter_context(patch(f"{maker}.Cache", lambda *_: cache))
        patched.enter_context(patch("paycat.project.workspace.opened", lambda: cache))
        yield


def run_here(arguments: Sequence[str], folder: Path) -> tuple[int, str]:
    """Run a command in a folder, in this process; return its exit code, and what it printed."""
    before, code = Path.cwd(), 0
    os.chdir(folder)
    try:
        with (
            patch.object(sys, "argv", ["paycat", *arguments]),
            redirect_stdout(StringIO()) as out,
            redirect_stderr(out),
        ):
            paycat()
    except SystemExit as done:
        code = done.code if isinstance(done.code, int) else 0
    finally:
        os.chdir(before)
    return code, out.getvalue()


def forget_all_but_caches() -> None:
    """Empty the caches of functions: some know a file by its path, and would hide that it was changed since."""
    for name, module in list(sys.modules.items()):
        if name.startswith("paycat."):
            for held in vars(module).values():
                if hasattr(held, "cache_clear"):
                    held.cache_clear()
