"""The one encoder of YAML text: canonical, in a stable order, and the same for every parser."""

from functools import lru_cache
from typing import Any

import yaml
from yaml.representer import SafeRepresenter
from yaml.resolver import Resolver


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
        events.append(_text(value))
    elif isinstance(value, dict):
        events.append(_MAPPING if value else _EMPTY)
        for name, one in value.items():
            events.append(_key(name))
            _add_events(one, events)
        events.append(_MAPPING_END)
    elif isinstance(value, list | tuple):
        events.append(_SEQUENCE)
        for one in value:
            _add_events(one, events)
        events.append(_SEQUENCE_END)
    else:
        events.append(yaml.ScalarEvent(None, None, (True, False), _SCALARS.represent_data(value).value))


# The emitter changes no event, so that documents can share them.
_MAPPING, _EMPTY = (yaml.MappingStartEvent(None, None, True, flow_style=is_empty) for is_empty in (False, True))
_SEQUENCE = yaml.SequenceStartEvent(None, None, True, flow_style=False)
_MAPPING_END, _SEQUENCE_END = yaml.MappingEndEvent(), yaml.SequenceEndEvent()
_SCALARS, _RESOLVER = SafeRepresenter(), Resolver()
_STR = "tag:yaml.org,2002:str"


@lru_cache(maxsize=4096)
def _text(text: str) -> yaml.ScalarEvent:
    return yaml.ScalarEvent(None, None, (False, True), text, style='"')


@lru_cache(maxsize=4096)
def _key(name: str) -> yaml.ScalarEvent:
    resolved = _RESOLVER.resolve(yaml.ScalarNode, name, (True, False))  # type: ignore[no-untyped-call]  # as the stubs are
    is_bare = resolved == _STR
    return yaml.ScalarEvent(None, None, (is_bare, True), name)
