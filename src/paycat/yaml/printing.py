"""Canonical YAML text: of a tree as a person laid it out, and of plain data."""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import yaml
from yaml.representer import SafeRepresenter
from yaml.resolver import Resolver

from paycat.yaml.layout import Branch, Document, LayoutEntry, Leaf, in_one_line, key_text, quoted
from paycat.yaml.nodes import Mapping, Scalar, json_value
from paycat.yaml.reading import load

_WIDTH = 120
_STEP = 2


# The emitter changes no event, so that documents can share them.
_MAPPING, _EMPTY = (yaml.MappingStartEvent(None, None, True, flow_style=is_empty) for is_empty in (False, True))
_SEQUENCE = yaml.SequenceStartEvent(None, None, True, flow_style=False)
_MAPPING_END, _SEQUENCE_END = yaml.MappingEndEvent(), yaml.SequenceEndEvent()
_SCALARS, _RESOLVER = SafeRepresenter(), Resolver()
_STR = "tag:yaml.org,2002:str"
_OTHER_READERS = re.compile(
    r"[-+]?[0-9][0-9_,:]*(\.[0-9_]*)?([eE][-+]?[0-9]+)?|0[xob].*|[-+]?\.[0-9_]+|[-+]?\.(inf|nan)"
    r"|[0-9]{4}-[0-9].*|y|n|yes|no|on|off|true|false|null",
    re.IGNORECASE,
)
"""Bare texts that other readers of YAML, 1.1 or 1.2, read as a number, a date or a truth value."""


def printed(document: Document) -> str:
    """Return the text of a file."""
    output_lines = _Lines()
    for line in document.header:
        output_lines.line(line)
    if document.header:
        output_lines.line("")
    if document.root.entries:
        _branch(output_lines, document.root, 0)
    else:
        output_lines.line(_in_brackets(document.root) or "")
        _comments(output_lines, document.root.foot, 0)
    return output_lines.text()


def yaml_text(value: Any) -> str:
    """Return block YAML in which every string value is quoted, so that no reader interprets it.

    Keys are bare where they can be, and there are no anchors.
    """
    events: list[yaml.Event] = [yaml.StreamStartEvent(), yaml.DocumentStartEvent(explicit=False)]
    _add_events(value, events)
    events += (yaml.DocumentEndEvent(explicit=False), yaml.StreamEndEvent())
    text: str = yaml.emit(events, Dumper=yaml.CSafeDumper, width=100, allow_unicode=True)
    return text


def text_in_line(text: str) -> str:
    """Return a text as a key or a value in one line, also in braces: bare where every reader then reads the text."""
    return text if not _OTHER_READERS.fullmatch(text) and _is_read_back(text) else quoted(text)


def _is_read_back(text: str) -> bool:
    """Return whether the loader reads the bare text as itself, in braces too."""
    node, findings = load(f"{{ key: {text} }}\n".encode(), "")  # nosec B506 - the loader of paycat
    if findings or not isinstance(node, Mapping) or len(node.entries) != 1:
        return False
    value_node = node.entries[0].value
    return isinstance(value_node, Scalar) and value_node.plain and json_value(value_node) == text


@dataclass(slots=True)
class _Lines:
    """The lines written so far; after sealed block text a blank line would belong to it, so none is written."""

    lines: list[str] = field(default_factory=list)
    is_sealed: bool = False

    def line(self, text: str) -> None:
        """Write a line; never a second blank one."""
        if text:
            self.lines.append(text)
            self.is_sealed = False
        elif self.lines and not self.is_sealed and self.lines[-1]:
            self.lines.append("")

    def block_text(self, header: str, leaf: Leaf, indent: int) -> None:
        """Write block text; its lines are never changed."""
        self.lines.append(header)
        self.lines += [" " * indent + line if line else "" for line in leaf.lines]
        self.is_sealed = leaf.is_sealed

    def text(self) -> str:
        """Return everything, with one final line break."""
        while self.lines[-1:] == [""] and not self.is_sealed:
            self.lines.pop()
        return "\n".join(self.lines) + "\n"


def _in_brackets(node: Leaf | Branch | None) -> str | None:
    """Return a value in one line, or None when it cannot be written so: block text, block mappings, comments within."""
    if not isinstance(node, Branch):
        return in_one_line(node) if node else ""
    if (not node.flow and node.entries) or node.foot:
        return None
    entry_texts = []
    for entry in node.entries:
        value_text = _in_brackets(entry.value)
        if value_text is None or entry.before or entry.line:
            return None
        entry_texts.append(f"{key_text(entry.key)}: {value_text}" if entry.key else value_text)
    content = ", ".join(entry_texts).rstrip(" ")
    if node.is_mapping:
        return f"{{ {content} }}" if content else "{}"
    return f"[{content}]"


def _comments(output_lines: _Lines, lines: list[str], indent: int) -> None:
    for line in lines:
        output_lines.line(" " * indent + line if line else "")


def _branch(output_lines: _Lines, branch: Branch, indent: int, line_start: str = "") -> None:
    for index, entry in enumerate(branch.entries):
        lines = entry.before
        if index == 0:
            lines = lines[next((line_index for line_index, line in enumerate(lines) if line), len(lines)) :]
        _comments(output_lines, lines, indent)
        _entry(output_lines, entry, indent, line_start if index == 0 and line_start else " " * indent)
    _comments(output_lines, branch.foot, indent)


def _entry(output_lines: _Lines, entry: LayoutEntry, indent: int, line_start: str) -> None:
    prefix = line_start + (f"{key_text(entry.key)}:" if entry.key else "-")
    comment = f"  {entry.line}" if entry.line else ""
    if isinstance(entry.value, Branch):
        _nested(output_lines, entry, entry.value, indent, prefix, comment)
    elif entry.value is None:
        output_lines.line(prefix + comment)
    elif entry.value.header:
        output_lines.block_text(f"{prefix} {entry.value.header}{comment}", entry.value, indent + _STEP)
    else:
        _leaf(output_lines, entry.value, indent, prefix, comment)


def _leaf(output_lines: _Lines, leaf: Leaf, indent: int, prefix: str, comment: str) -> None:
    """Write a plain or quoted scalar; what began in a line of its own and is too long for its key's stays there."""
    first_line, *other_lines = leaf.lines
    if leaf.below and (other_lines or len(f"{prefix} {first_line}") > _WIDTH):
        output_lines.line(prefix)
        prefix = " " * (indent + _STEP - 1)
    lines = [f"{prefix} {first_line}".rstrip(" ") if not first_line else f"{prefix} {first_line}"]
    lines += [" " * (indent + _STEP) + line if line else "" for line in other_lines]
    output_lines.lines += lines[:-1]
    output_lines.line(lines[-1] + comment)


def _nested(output_lines: _Lines, entry: LayoutEntry, branch: Branch, indent: int, prefix: str, comment: str) -> None:
    flow_text = _in_brackets(branch)
    if flow_text is not None and (not branch.entries or len(f"{prefix} {flow_text}") <= _WIDTH):
        output_lines.line(f"{prefix} {flow_text}{comment}")
    elif entry.key or comment or any(branch.entries[0].before):
        output_lines.line(prefix + comment)
        _branch(output_lines, branch, indent + _STEP)
    else:
        _branch(output_lines, branch, indent + _STEP, f"{prefix} ")


def _add_events(value: Any, events: list[yaml.Event]) -> None:
    if isinstance(value, str):
        events.append(_text(value))
    elif isinstance(value, dict):
        events.append(_MAPPING if value else _EMPTY)
        for name, member in value.items():
            events.append(_key(name))
            _add_events(member, events)
        events.append(_MAPPING_END)
    elif isinstance(value, list | tuple):
        events.append(_SEQUENCE)
        for item in value:
            _add_events(item, events)
        events.append(_SEQUENCE_END)
    else:
        events.append(yaml.ScalarEvent(None, None, (True, False), _SCALARS.represent_data(value).value))


@lru_cache(maxsize=4096)
def _text(text: str) -> yaml.ScalarEvent:
    return yaml.ScalarEvent(None, None, (False, True), text, style='"')


@lru_cache(maxsize=4096)
def _key(name: str) -> yaml.ScalarEvent:
    tag = _RESOLVER.resolve(yaml.ScalarNode, name, (True, False))  # type: ignore[no-untyped-call]  # as the stubs are
    return yaml.ScalarEvent(None, None, (tag == _STR, True), name)
