"""What a newcomer types, from `pip install` on, outside of the checkout: README's first screen, and the tutorial.

pip takes paycat from the wheels that were built, and everything else from the pinned files.
"""

import os
import re
import sys
from pathlib import Path

import projects
import pytest
import registries
from expected_files import Expect
from played_pages import COMMAND, played, terminal
from ports import reserved_port

PAGES = {"README.md": "Try it", "docs/tutorial.md": None}
"""The pages, each with the section that is played; None for all of it."""
PORT = ":8000"


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_first_steps(page: str, built: Path, tmp_path: Path, expect: Expect) -> None:
    file, heading = projects.ROOT / page, PAGES[page]
    text = file.read_text(encoding="utf-8")
    section = re.search(rf"^## {heading}\n.*?(?=^## )" if heading else "(?s:.*)", text, re.DOTALL | re.MULTILINE)
    assert section
    assert len(COMMAND.findall(section[0])) > 5
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python3").symlink_to(os.path.realpath(sys.executable))
    environment = projects.environ(
        COLUMNS="100",
        PATH=f"{tmp_path}/bin:/usr/bin:/bin",
        PIP_FIND_LINKS=f"{built.as_uri()} {registries.WHEELS.as_uri()}",
        PIP_DISABLE_PIP_VERSION_CHECK="1",
        PYTHONDONTWRITEBYTECODE="",
    )
    with reserved_port() as port, terminal(tmp_path, environment) as typed:

        def at_port(command: str) -> str:
            """Type a command; the page's port may be taken."""
            command = command.replace("paycat serve", f"paycat serve --port {port}").replace(PORT, f":{port}")
            return typed(command).replace(f":{port}", PORT)

        if heading:
            typed("python3 -m venv env && . env/bin/activate")
        now = played(section[0], at_port, lambda: Path(typed("pwd").strip()))
    expect.part(file, section[0], now)
