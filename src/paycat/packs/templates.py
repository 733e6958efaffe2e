"""Jinja as packs use it: strict about undefined names, no look-ups, filters for names and text.

What a template called `.html.j2` prints is escaped, unless a view says that it is HTML already.
"""

import textwrap
from collections.abc import MutableMapping
from pathlib import Path
from types import CodeType
from typing import Any

from jinja2 import BaseLoader, Environment, StrictUndefined, Template, TemplateNotFound, select_autoescape

from paycat.contract.naming import pascal, snake
from paycat.memo import Memo
from paycat.packs.views import views


def environment(folder: Path | None, memo: Memo) -> Environment:
    """Return the environment for the templates in a pack's `templates/` folder, or for bare expressions.

    A template that the memo knows is not compiled anew.
    """
    made = Environment(
        loader=_Loader(folder, memo) if folder else None,
        undefined=StrictUndefined,
        autoescape=select_autoescape(enabled_extensions=("html.j2",), default_for_string=False),
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"pascal": pascal, "snake": snake, "fill": fill, **views(memo)}
    return made


def expression(text: str, memo: Memo) -> Template:
    """Return a bare expression, such as a path in a manifest, ready to be rendered. Raises TemplateError."""
    bare = environment(None, memo)
    return Template.from_code(bare, memo.of(_compiled_expression, text), bare.make_globals(None))


def _compiled_expression(text: str) -> CodeType:
    return environment(None, Memo()).compile(text)


class _Loader(BaseLoader):
    """Reads a template whenever it is asked for."""

    def __init__(self, folder: Path, memo: Memo) -> None:
        self._templates = folder / "templates"
        self._memo = memo

    def load(self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None) -> Template:
        """Return the template of a name. Raises TemplateNotFound."""
        file = self._templates / name
        if not file.is_file():
            raise TemplateNotFound(name)
        code = self._memo.of(_compiled, file.read_text(encoding="utf-8"), name, str(file))
        return environment.template_class.from_code(environment, code, {} if globals is None else globals)


def _compiled(source: str, name: str, file: str) -> CodeType:
    return environment(None, Memo()).compile(source, name, file)


def fill(text: str, indent: int = 0, width: int = 88) -> str:
    """Return text wrapped to a width; every line but the first is indented."""
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]
    filled = [
        textwrap.fill(part, width - indent, break_long_words=False, break_on_hyphens=False) for part in paragraphs
    ]
    return "\n\n".join(filled).replace("\n", "\n" + " " * indent).replace(" " * indent + "\n", "\n")
