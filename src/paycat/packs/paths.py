"""Paths in manifests, such as `{{ direction }}/{{ request.name | snake }}.json`."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from jinja2 import Template, TemplateSyntaxError, nodes

from paycat.contract.paths import FilePath
from paycat.languages.source import UnsuitableValueError
from paycat.languages.table import Language
from paycat.packs.templates import TemplateSandbox

_ALLOWED = (nodes.Template, nodes.Output, nodes.TemplateData, nodes.Name, nodes.Getattr, nodes.Filter)
_FILTERS = frozenset({"lower", "pascal", "snake", "upper"})
_NAMED = re.compile(r"({{[^{}]*}})")
"""What a path names, between the texts around it."""
_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+@-]*")


class PathTemplate:
    """A path in a manifest, such as `{{ direction }}/{{ request.name | snake }}.json`."""

    def __init__(self, text: str) -> None:
        """Read a path. Raises TemplateError."""
        parts = _NAMED.split(text)
        # Between what is named there is text alone; anything else that Jinja knows makes an error of the whole.
        is_plain = not any("{" in part for part in parts[::2])
        self._parts = [_compiled(part) if "{" in part else part for part in (parts if is_plain else [text])]

    def render(self, value_by_name: Mapping[str, Any]) -> str:
        """Return the path for an item's names. Raises TemplateError, and UnsuitableValueError for a value."""
        return "".join(part if isinstance(part, str) else part.render(value_by_name) for part in self._parts)


@lru_cache
def _compiled(text: str) -> Template:
    return _paths().from_string(text)


class _Paths(TemplateSandbox):
    def __init__(self) -> None:
        super().__init__(Language("text", ()))
        self.finalize = _path_part

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for node in tree.find_all(nodes.Node):
            if not isinstance(node, _ALLOWED) or (isinstance(node, nodes.Filter) and node.name not in _FILTERS):
                message = f"a path has names alone, with the filters {', '.join(sorted(_FILTERS))}"
                raise TemplateSyntaxError(message, node.lineno, name, filename)
        return tree


@lru_cache
def _paths() -> _Paths:
    return _Paths()


def _path_part(value: object) -> str:
    parts = value.split("/") if isinstance(value, FilePath) else [value]
    if not all(isinstance(part, str) and _PART.fullmatch(part) for part in parts):
        part = str(value)[:60]
        message = f"{part!r} cannot be part of a path: use letters, digits and any of _.+@-; of a method, its `name`"
        raise UnsuitableValueError(message)
    return str(value)
