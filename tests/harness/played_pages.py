"""Plays what a Markdown page shows: each command of a `console` block is typed, and each `diff` block is an edit.

A `diff` block is an edit of the file that its first line names. Below a command is what it prints; a line `...` stands
for any lines. A line that begins with `> ` continues a command.
"""

import re
import secrets
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from expected_files import as_shown
from system_programs import needed

BLOCK = re.compile(r"```(?P<kind>console|diff)\n(?P<text>.*?)```", re.DOTALL)
COMMAND = re.compile(r"^\$ (?P<line>.*\n(?:> .*\n)*)(?P<output>(?:(?!\$ ).*\n)*)", re.MULTILINE)

Type = Callable[[str], str]
"""Types a command into a terminal, and returns what it prints."""


@contextmanager
def terminal(folder: Path, environment: Mapping[str, str]) -> Iterator[Type]:
    """Give a terminal in a folder: variables, the folder and jobs of one command are there for the next."""
    shell = subprocess.Popen(
        [needed("bash"), "--norc", "-s"],
        cwd=folder,
        env=dict(environment),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    assert shell.stdin
    assert shell.stdout
    reads, writes = shell.stdout, shell.stdin

    def typed(command: str) -> str:
        # An unfinished command would wait for more.
        subprocess.run([needed("bash"), "-n"], input=command, text=True, check=True)
        end = f"end of {secrets.token_hex(8)}"
        writes.write(f"{command}\nprintf '%s\\n' '{end}'\n")
        writes.flush()
        printed = ""
        for line in reads:
            before, found, _ = line.partition(end)
            printed += before
            if found:
                return re.sub(r"[ \t]+\n", "\n", printed if printed.endswith("\n") or not printed else f"{printed}\n")
        raise AssertionError(f"{command} ended the terminal: {printed}")

    try:
        yield typed
    finally:
        typed("kill $(jobs -p) 2> /dev/null; wait")
        writes.close()
        shell.wait()
        reads.close()


def played(text: str, typed: Type, folder: Callable[[], Path]) -> str:
    """Do what a part of a page says, and return it with what is printed now; edits are in a folder."""

    def block(found: re.Match[str]) -> str:
        if found["kind"] == "diff":
            edit(folder(), found["text"])
            return found[0]
        return f"```console\n{COMMAND.sub(command, found['text'])}```"

    def command(found: re.Match[str]) -> str:
        line = re.sub("^> ", "", found["line"], flags=re.MULTILINE)
        return f"$ {found['line']}{as_shown(found['output'], typed(line.rstrip()))}"

    return BLOCK.sub(block, text)


def edit(folder: Path, text: str) -> None:
    """Do the edit that a `diff` block shows."""
    head, *lines = text.splitlines()
    file = folder / head.removeprefix("--- ")
    find = "".join(f"{line[1:]}\n" for line in lines if line[0] != "+")
    replace = "".join(f"{line[1:]}\n" for line in lines if line[0] != "-")
    content = file.read_text(encoding="utf-8")
    assert content.count(find) == 1, text
    file.write_text(content.replace(find, replace), encoding="utf-8")
