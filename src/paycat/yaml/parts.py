"""The parts of a YAML text: what the parser finds, with its place, and the comments and dashes in between.

No library that keeps comments is used: ruamel.yaml ties a comment to the entry before it, so that it stays behind when
its key moves, drops comments in brackets, and folds plain texts anew.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import yaml

PartKind = Literal["comment", "dash", "scalar", "block text", "mapping", "list", "end"]
"""A dash is in front of an item of a list without brackets, and block text is after `|` or `>`: its first line may end
in a comment. The end is of the mapping or list that was opened last."""


@dataclass(frozen=True, slots=True)
class Part:
    """What is from `start` to `end` (nothing, if they are equal); `value` of a scalar or comment is its text.

    `flow` says that a mapping or a list is in brackets.
    """

    kind: PartKind
    start: int
    end: int
    value: str = ""
    flow: bool = False


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
            yield Part("comment" if found["comment"] else "dash", found.start(), found.end(), found[0].rstrip())
        made = _part(event, start, end)
        if made:
            yield made
        done = max(done, made.end if made else end)


def _part(event: yaml.Event, start: int, end: int) -> Part | None:
    match event:
        case yaml.ScalarEvent():
            return Part("block text" if event.style in ("|", ">") else "scalar", start, end, event.value)
        case yaml.CollectionStartEvent():  # Without brackets, the mark of a list may span the first dash.
            kind: PartKind = "mapping" if isinstance(event, yaml.MappingStartEvent) else "list"
            return Part(kind, start, end if event.flow_style else start, flow=bool(event.flow_style))
        case yaml.CollectionEndEvent():
            return Part("end", start, end)
    return None
