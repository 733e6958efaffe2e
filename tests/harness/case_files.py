"""Cases in YAML files: a file holds cases of one subject by name, with what each is made of and the text it expects.

A text that a case expects is a block below the key `expected`, or below several keys in it. `make update-cases` writes
these texts alone, and leaves every other byte of a file as it is.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

EXPECTED = "expected"
_DEEPER = 2
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}


class TextOf(NamedTuple):
    """Where a text is: the file, and the keys that lead to it."""

    file: Path
    keys: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Case:
    """A case of a file: its name, and what is stated of it below the name."""

    file: Path
    keys: tuple[str, ...]
    stated: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The name of the case in its file."""
        return self.keys[-1]

    @property
    def edits(self) -> list[dict[str, Any]]:
        """The edits of the case (see `projects.edit`)."""
        edits: list[dict[str, Any]] = self.stated.get("edits", [])
        return edits

    @property
    def expected(self) -> TextOf:
        """Where the text is that the case expects."""
        return TextOf(self.file, (*self.keys, EXPECTED))

    @property
    def expects(self) -> str:
        """The text that the case expects."""
        return text_at(self.expected)


class _Loader(yaml.CSafeLoader):
    """Reads a file whose keys are names: each once in a mapping, as the second would hide the first."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Return a mapping, or fail at a key that it has twice."""
        found = super().construct_mapping(node, deep)
        if len(found) < len(node.value):
            keys = [key.value for key, _ in node.value]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise AssertionError(f"line {node.start_mark.line + 1}: {twice!r} is there twice")
        return found


@cache
def read_file(file: Path) -> dict[str, Any]:
    """Return what a file of cases holds; a process reads each file once."""
    try:
        found = value_of(file.read_bytes().decode())
    except (AssertionError, yaml.YAMLError) as error:
        raise AssertionError(f"{file}: {error}") from None
    assert isinstance(found, dict), f"{file}: it holds no cases"
    return found


def cases_in(
    file: Path,
    section: str = "cases",
    *,
    required: Collection[str] = (),
    optional: Collection[str] = (),
    beside: Collection[str] = (),
) -> list[Case]:
    """Return the cases of a file, below the key `section`; `beside` are the other keys that the file may have.

    Each case has the required keys, and no others but the optional ones; `expected` may be missing until it is written.
    """
    found = read_file(file)
    assert found.keys() <= {section, *beside}, f"{file}: unknown key {_listed(found.keys() - {section, *beside})}"
    cases = [Case(file, (section, name), stated) for name, stated in (found.get(section) or {}).items()]
    for case in cases:
        assert isinstance(case.name, str), f"{file}: the name {case.name!r} is no text; put it in quotes"
        assert isinstance(case.stated, dict), f"{file}: {case.name}: a case has keys"
        surplus = case.stated.keys() - {*required, *optional, EXPECTED}
        assert not surplus, f"{file}: {case.name}: unknown key {_listed(surplus)}"
        missing = {*required} - case.stated.keys()
        assert not missing, f"{file}: {case.name}: the key {_listed(missing)} is missing"
    return cases


def _listed(names: Collection[str]) -> str:
    return ", ".join(sorted(map(repr, names)))


def text_at(location: TextOf) -> str:
    """Return a text of a file, or fail with what to do if there is none."""
    found: Any = read_file(location.file)
    for key in location.keys:
        found = found.get(key) if isinstance(found, dict) else None
    assert isinstance(found, str), f"{location.file}: no text at {' / '.join(location.keys)}: run `make update-cases`"
    return found


def with_text(text: str, keys: tuple[str, ...], new: str | None) -> str:
    """Return the text of a file of cases with another text at some keys, or, for None, without the last of them."""
    before = value_of(text)
    case = before
    for key in keys[:-1]:
        case = case[key]
    if case.get(keys[-1]) == new:
        return text
    changed = _edited(text, keys, new)
    case.pop(keys[-1], None)
    case.update({} if new is None else {keys[-1]: new})
    assert value_of(changed) == before, f"no text can be written at {' / '.join(keys)}"
    return changed


def value_of(text: str) -> Any:
    """Return what the text of a file of cases holds."""
    return _Loader(text).get_single_data()


def entry(key: str, text: str, column: int) -> str:
    """Return the lines of a key with a text: as a block, or in quotes where a block would hide a part of the text."""
    is_visible = all(one.isprintable() or one in "\n\t" for one in text)
    if is_visible and text.removesuffix("\n").rpartition("\n")[2].strip():
        return _block(key, text, column)
    return _quoted(key, text, column)


def _block(key: str, text: str, column: int) -> str:
    lines, ending = text.removesuffix("\n").split("\n"), "" if text.endswith("\n") else "-"
    head = f"{key}: |{'' if lines[0][:1].strip() else _DEEPER}{ending}"
    deeper = " " * (column + _DEEPER)
    return "".join(f"{line}\n" for line in (" " * column + head, *(line and deeper + line for line in lines)))


def _quoted(key: str, text: str, column: int) -> str:
    """Return a text in quotes, each of its lines in a line."""
    deeper = " " * (column + _DEEPER)
    lines = [f"{deeper}{_escaped(line)}\\\n" for line in re.findall(r"[^\n]*\n|[^\n]+", text)]
    inner = f"\\\n{''.join(lines)}{deeper}" if len(lines) > 1 else _escaped(text)
    return f'{" " * column}{key}: "{inner}"\n'


def _escaped(line: str) -> str:
    """Return a line as it is in quotes, the first blank of it escaped, for else it would be indentation."""
    shown = "".join(_ESCAPES.get(one) or (one if one.isprintable() else _code(one)) for one in line)
    return f"\\{shown}" if shown.startswith(" ") else shown


def _code(character: str) -> str:
    number = ord(character)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _edited(text: str, keys: tuple[str, ...], new: str | None) -> str:
    node = yaml.compose(text, _Loader)
    for key in keys[:-1]:
        node = next(value for name, value in node.value if name.value == key)
    assert not node.flow_style, f"write the case {keys[-2]!r} as a block, not in braces"
    column = node.value[0][0].start_mark.column
    found = next(((name, value) for name, value in node.value if name.value == keys[-1]), None)
    if found:
        start = text.rfind("\n", 0, found[0].start_mark.index) + 1
        is_block = found[1].style in ("|", ">")
        end = _end_of_block(text, start, column) if is_block else _next_line(text, found[1].end_mark.index)
    else:
        start = end = _end_of_block(text, text.rfind("\n", 0, node.value[-1][0].start_mark.index) + 1, column)
    between = "" if text[:start].endswith("\n") else "\n"
    return text[:start] + between + ("" if new is None else entry(keys[-1], new, column)) + text[end:]


def _end_of_block(text: str, start: int, column: int) -> int:
    """Return where the block of a key ends, whose line begins at `start`; blank lines below it are not of it."""
    end = following = _next_line(text, start)
    while following < len(text):
        start, following = following, _next_line(text, following)
        line = text[start:following]
        if line.strip():
            if len(line) - len(line.lstrip(" ")) <= column:
                break
            end = following
    return end


def _next_line(text: str, start: int) -> int:
    return text.find("\n", start) + 1 or len(text)
