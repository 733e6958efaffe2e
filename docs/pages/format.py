"""docs/format.md: every file, statement and key of the format of a catalogue."""

import re
from collections.abc import Iterator
from pathlib import Path

from paycat.catalogue.constraints import Ruled
from paycat.catalogue.defaults import shipped_for
from paycat.catalogue.kinds import OPTIONAL
from paycat.languages.markdown import code, fenced, row
from paycat.reporting.explaining.format_reference import (
    FILES,
    REQUIRED,
    KeyReference,
    StatementReference,
    references,
)
from paycat.yaml.nodes import json_value

_FRAME = Path(__file__).with_name("format.md")
_LONGEST = 60
"""Examples of more characters, or of several lines, are below the table."""
_MOST_VALUES = 15
"""A choice of more values is told below the table alone."""


def format_page() -> str:
    """Return the text of docs/format.md: the frame, which people write, with what the models say."""
    parts = {"files": "\n".join(_files()), "statements": "\n\n".join(_statements()), "links": "\n".join(_links())}
    parts["shipped"] = "\n".join(_shipped())
    return re.sub("<!-- ([a-z]+) -->", lambda found: parts[found[1]], _FRAME.read_text(encoding="utf-8"))


def _sections() -> Iterator[StatementReference]:
    """Yield the statements of which the page has a section, the same one once."""
    yield from {one.name: one for model, one in references().items() if not issubclass(model, Ruled)}.values()


def _files() -> Iterator[str]:
    yield row("File", "Holds", "")
    yield "|---|---|---|"
    for name, model in FILES.items():
        yield row(_file(name), f"[{references()[model].name}]", "optional" if name in OPTIONAL else "")


def _shipped() -> Iterator[str]:
    yield row("File", "Key", "Entry", "What it says")
    yield "|---|---|---|---|"
    for name, model in FILES.items():
        for key, value in json_value(shipped_for(model)).items():
            for entry, statement in value.items() if isinstance(value, dict) else [("", value)]:
                says = statement if isinstance(statement, dict) else {"is": statement}
                facts = [str(says[fact]) for fact in ("cause", "status") if fact in says]
                texts = ("is", "title", "description", "meaning", "scheme")
                text = next(str(says[text]) for text in texts if text in says)
                yield row(_file(name), code(key), code(entry) if entry else "", ", ".join([*facts, text]))


def _statements() -> Iterator[str]:
    for statement in _sections():
        yield f"### {statement.name}"
        yield statement.meaning
        if statement.places:
            yield f"Value of: {', '.join(statement.places)}. Files: {', '.join(map(_file, statement.files))}."
        keys = [row("Key", "Value", "Default", "Meaning", "Example"), "|---|---|---|---|---|"]
        yield "\n".join([*keys, *map(_row, statement.keys)])
        if common := [code(key.key) for key in statement.common]:
            yield f"Also {', '.join(common)}: see [keys of many statements](#keys-of-many-statements)."
        yield from (_words(key) for key in statement.keys if key.words)
        if blocks := [key.example for key in statement.keys if not _is_short(key.example)]:
            yield fenced("\n\n".join(blocks), "yaml")


def _file(name: str) -> str:
    return code(f"{'generators/*' if name == 'pack.yaml' else 'schemas'}/{name}")


def _row(key: KeyReference) -> str:
    shapes = f" Applies to {', '.join(map(code, key.shapes))}." if key.shapes else ""
    default = key.default if key.default == REQUIRED else code(key.default) if key.default else ""
    example = code(key.example) if _is_short(key.example) else "below"
    values = ", ".join(map(code, key.words))
    value = key.type.replace(values, "one of the values below") if len(key.words) > _MOST_VALUES else key.type
    return row(code(key.key), value, default, key.meaning + shapes, example)


def _words(key: KeyReference) -> str:
    meanings = "\n".join(f"- {code(word)}: {meaning}" for word, meaning in key.words.items())
    return f"Values of {code(key.key)}:\n\n{meanings}"


def _is_short(example: str) -> bool:
    return len(example) <= _LONGEST and "\n" not in example


def _links() -> Iterator[str]:
    yield from (f"[{one.name}]: #{one.name.replace(' ', '-')}" for one in _sections())
