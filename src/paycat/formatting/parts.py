"""The parts of a YAML text: what the parser finds, with its place, and the comments and dashes in between.

No library that keeps comments is used: ruamel.yaml ties a comment to the entry before it, so that it stays behind when
its key moves, drops comments in brackets, and folds plain texts anew.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

import yaml


class PartKind(Enum):
    """What a part of the text is."""

    COMMENT = auto()
    DASH = auto()
    """In front of an item of a list without brackets."""
    SCALAR = auto()
    BLOCK_TEXT = auto()
    """A text after `|` or `>`; its first line may end in a comment."""
    MAPPING = auto()
    LIST = auto()
    FLOW_MAPPING = auto()
    FLOW_LIST = auto()
    END = auto()
    """Of the mapping or list that was opened last."""


@dataclass(frozen=True, slots=True)
class Part:
    """What is from `start` to `end` (nothing, if they are equal); `value` of a scalar or comment is its text."""

    kind: PartKind
    start: int
    end: int
    value: str = ""


_BETWEEN = re.compile(r"(?P<comment>#[^\n]*)|(?<!-)-(?!-)")


@lru_cache(maxsize=8)  # An edit reads the text before and after it several times.
def parts(text: str) -> tuple[Part, ...]:
    """Return the parts of a text, in its order."""
    return tuple(_parts(text))


def _parts(text: str) -> Iterator[Part]:
    done = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        assert event.start_mark
        assert event.end_mark
        start, end = event.start_mark.index, event.end_mark.index
        for found in _BETWEEN.finditer(text, done, start):
            kind = PartKind.COMMENT if found["comment"] else PartKind.DASH
            yield Part(kind, found.start(), found.end(), found[0].rstrip())
        made = _part(event, start, end)
        if made:
            yield made
        done = max(done, made.end if made else end)


def _part(event: yaml.Event, start: int, end: int) -> Part | None:
    match event:
        case yaml.ScalarEvent():
            kind = PartKind.BLOCK_TEXT if event.style in ("|", ">") else PartKind.SCALAR
            return Part(kind, start, end, event.value)
        case yaml.MappingStartEvent():
            return Part(PartKind.FLOW_MAPPING, start, end) if event.flow_style else Part(PartKind.MAPPING, start, start)
        case yaml.SequenceStartEvent():  # Without brackets, its mark may span the first dash.
            return Part(PartKind.FLOW_LIST, start, end) if event.flow_style else Part(PartKind.LIST, start, start)
        case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
            return Part(PartKind.END, start, end)
    return None
