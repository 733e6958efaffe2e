"""Paths in manifests: text with names in double braces, such as `{{ direction }}/{{ request.method | snake }}.json`.

A path names values and changes their case; it calculates nothing, so that it is made in no time.
"""

import re
from types import CodeType

from jinja2 import Template, TemplateSyntaxError, nodes

from paycat.languages.source import UnsuitableValueError
from paycat.languages.table import Language
from paycat.memo import Memo
from paycat.packs.templates import Sandbox

_ALLOWED = (nodes.Template, nodes.Output, nodes.TemplateData, nodes.Name, nodes.Getattr, nodes.Filter)
_FILTERS = frozenset({"lower", "pascal", "snake", "upper"})
_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+@-]*")


class _Paths(Sandbox):
    def __init__(self) -> None:
        super().__init__(Language("text", ()))
        self.finalize = _part

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for node in tree.find_all(nodes.Node):
            if not isinstance(node, _ALLOWED) or (isinstance(node, nodes.Filter) and node.name not in _FILTERS):
                message = f"a path has names alone, with the filters {', '.join(sorted(_FILTERS))}"
                raise TemplateSyntaxError(message, node.lineno, name, filename)
        return tree


def path_template(text: str, memo: Memo) -> Template:
    """Return a path in a manifest, ready to be rendered. Raises TemplateError."""
    bare = _Paths()
    return Template.from_code(bare, memo.of(_compiled, text), bare.make_globals(None))


def _compiled(text: str) -> CodeType:
    return _Paths().compile(text)


def _part(value: object) -> str:
    if not isinstance(value, str) or not _PART.fullmatch(value):
        text = str(value)[:60]
        raise UnsuitableValueError(f"{text!r} cannot be part of a path: use letters, digits and any of _.+@-")
    return value
