"""docs/continuous-integration.md: its blocks, which are what the tests run."""

import re
from pathlib import Path

import projects

PAGE = projects.ROOT / "docs" / "continuous-integration.md"
_BLOCK = re.compile(r"^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(section: str, kind: str) -> list[str]:
    """Return the blocks of one kind in a section; there is at least one."""
    parts = re.split(r"^## (.*)\n", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    text = dict(zip(parts[1::2], parts[2::2], strict=True))[section]
    found = [block["text"] for block in _BLOCK.finditer(text) if block["kind"] == kind]
    assert found, f"{PAGE.name} has no block of {kind} under {section}"
    return found


def written(section: str, folder: Path) -> Path:
    """Write the YAML block of a section to the file that its first line names; return the file."""
    [file] = all_written(section, folder)
    return file


def all_written(section: str, folder: Path) -> list[Path]:
    """Write each YAML block of a section in the same way; return the files."""
    files = []
    for text in blocks(section, "yaml"):
        file = folder / text.splitlines()[0].removeprefix("# ")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        files.append(file)
    return files
