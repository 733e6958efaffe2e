"""The one encoder of JSON and YAML text: canonical, in a stable order, and the same for every parser."""

import json
from functools import lru_cache
from json.encoder import encode_basestring
from typing import Any

import yaml
from yaml.representer import SafeRepresenter
from yaml.resolver import Resolver


def json_text(value: Any) -> str:
    """Return indented JSON with a final newline; members keep their order, text stays readable."""
    return pretty(value) + "\n"


def json_line(value: Any) -> str:
    """Return compact JSON in one line, with a final newline."""
    return compact(value) + "\n"


def pretty(value: Any) -> str:
    """Return indented JSON, for people."""
    return _indented(value, "\n")


def _indented(value: Any, line: str) -> str:
    # The module json indents in Python, a token at a time, which takes four times as long.
    if isinstance(value, str):
        return encode_basestring(value)
    inner = f"{line}  "
    if isinstance(value, dict) and value:
        members = [f"{encode_basestring(name)}: {_indented(one, inner)}" for name, one in value.items()]
        return f"{{{inner}{f',{inner}'.join(members)}{line}}}"
    if isinstance(value, list | tuple) and value:
        return f"[{inner}{f',{inner}'.join([_indented(one, inner) for one in value])}{line}]"
    return compact(value)


def compact(value: Any) -> str:
    """Return JSON as it is sent, without blanks."""
    return _COMPACT.encode(value)


_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def yaml_text(value: Any) -> str:
    """Return block YAML in which every string value is quoted, so that no reader interprets it.

    Keys are bare where they can be, and there are no anchors.
    """
    events: list[yaml.Event] = [yaml.StreamStartEvent(), yaml.DocumentStartEvent(explicit=False)]
    _add_events(value, events)
    events += (yaml.DocumentEndEvent(explicit=False), yaml.StreamEndEvent())
    text: str = yaml.emit(events, Dumper=yaml.CSafeDumper, width=100, allow_unicode=True)
    return text


def _add_events(value: Any, events: list[yaml.Event]) -> None:
    if isinstance(value, str):
        events.append(yaml.ScalarEvent(None, None, (False, True), value, style='"'))
    elif isinstance(value, dict):
        events.append(yaml.MappingStartEvent(None, None, True, flow_style=not value))
        for name, one in value.items():
            events.append(_key(name))
            _add_events(one, events)
        events.append(yaml.MappingEndEvent())
    elif isinstance(value, list | tuple):
        events.append(yaml.SequenceStartEvent(None, None, True, flow_style=False))
        for one in value:
            _add_events(one, events)
        events.append(yaml.SequenceEndEvent())
    else:
        events.append(yaml.ScalarEvent(None, None, (True, False), _SCALARS.represent_data(value).value))


_SCALARS, _RESOLVER = SafeRepresenter(), Resolver()
_TEXT = "tag:yaml.org,2002:str"


@lru_cache(maxsize=4096)
def _key(name: str) -> yaml.ScalarEvent:
    is_bare = _RESOLVER.resolve(yaml.ScalarNode, name, (True, False)) == _TEXT  # type: ignore[no-untyped-call]
    return yaml.ScalarEvent(None, None, (is_bare, True), name)
