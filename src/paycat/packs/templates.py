"""Jinja as packs use it: strict about undefined names, no look-ups, filters for names and text."""

import textwrap
from pathlib import Path

from jinja2 import Environment, FunctionLoader, StrictUndefined

from paycat.contract.naming import pascal, snake
from paycat.packs.views import VIEWS


def environment(folder: Path | None) -> Environment:
    """Return the environment for the templates in a pack's `templates/` folder, or for bare expressions."""

    def load(name: str) -> tuple[str, str, None] | None:
        file = folder / "templates" / name if folder else None
        return (file.read_text(encoding="utf-8"), str(file), None) if file and file.is_file() else None

    made = Environment(
        loader=FunctionLoader(load),
        undefined=StrictUndefined,
        autoescape=False,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"pascal": pascal, "snake": snake, "fill": fill, **VIEWS}
    return made


def fill(text: str, indent: int = 0, width: int = 88) -> str:
    """Return text wrapped to a width; every line but the first is indented."""
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]
    filled = [
        textwrap.fill(part, width - indent, break_long_words=False, break_on_hyphens=False) for part in paragraphs
    ]
    return "\n\n".join(filled).replace("\n", "\n" + " " * indent).replace(" " * indent + "\n", "\n")
