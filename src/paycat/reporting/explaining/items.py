"""The statements of a catalogue that have a name: entries of tables, request tables, methods, and single sections."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import get_origin

from paycat.catalogue.constraints import Ruled
from paycat.catalogue.fields import RequestTable
from paycat.catalogue.methods import DirectionStatement, MethodStatement, Samples, SampleStatement
from paycat.catalogue.reading import Catalogue, Stated
from paycat.catalogue.shapes import Item as ListItem
from paycat.catalogue.statement import Statement, keys_of, noun_of
from paycat.contract.paths import ITEM, Steps
from paycat.lint.statements import statements


@dataclass(frozen=True, slots=True)
class Item:
    """A statement, or a text in a table, with its name there and its full name, such as RECORD.MEMBER."""

    stated: Stated[Statement]
    name: str
    qualified_name: str
    kind: str
    text: str = ""

    @property
    def owner(self) -> str:
        """The full name of what the item is in; empty for an entry of a file's own table."""
        above = self.qualified_name.removesuffix(self.name).rstrip(".:/")
        return above.removesuffix(":sample")

    @property
    def names(self) -> dict[str, None]:
        """Everything that the item is called: also the name that requests, answers or documents have for it."""
        sent = getattr(self.stated.value, "name", None)
        return dict.fromkeys([self.name, self.qualified_name, *([sent] if isinstance(sent, str) and sent else [])])


def kind_of(model: type[Statement]) -> str:
    """Return what people call the statements of a class: `field type` for FieldType."""
    return "constraint" if issubclass(model, Ruled) else noun_of(model)


def items(catalogue: Catalogue) -> Iterator[Item]:
    """Return every statement that has a name, file by file, each before those inside it."""
    names: dict[tuple[str, Steps], str] = {}
    for stated in statements(catalogue):
        around = ((stated.source.name, stated.path[:length]) for length in range(len(stated.path), -1, -1))
        above = next((names[key] for key in around if key in names), "")
        names[stated.source.name, stated.path] = qualified_name = _full_name(stated, above)
        has_name = stated.is_entry or isinstance(stated.value, RequestTable) or _is_section(stated)
        # Methods are explained as they are resolved, and rules where they hold.
        if has_name and not isinstance(stated.value, MethodStatement | DirectionStatement | Samples | Ruled):
            yield Item(stated, stated.name if stated.path else qualified_name, qualified_name, _kind(stated))
        yield from _texts(stated, qualified_name)


def _is_section(stated: Stated[Statement]) -> bool:
    """Return whether a statement is the only one of its key, as `limits` and `body_bytes` are."""
    return 0 < len(stated.path) == len(stated.around)


def _full_name(stated: Stated[Statement], above: str) -> str:
    """Return the names of what is around a statement and its own, with dots between them."""
    file = PurePosixPath(stated.source.name)
    if isinstance(stated.value, Samples):
        return f"{file.parent.name}.{file.stem}"
    if not stated.path:
        return file.stem if isinstance(stated.value, RequestTable | MethodStatement) else ""
    if isinstance(stated.value, DirectionStatement):
        return f"{stated.name}.{above}"
    if isinstance(stated.value, ListItem):
        return f"{above}{ITEM}"
    if not stated.is_entry and not _is_section(stated):
        return above
    mark = ":sample/" if isinstance(stated.value, SampleStatement) else "."
    return f"{above}{mark}{stated.name}" if above else stated.name


def _kind(stated: Stated[Statement]) -> str:
    """Return the kind of a statement; the key of its table is more precise than some classes: `violation code`."""
    kind = kind_of(type(stated.value))
    if not stated.is_entry:
        return kind if not stated.path else f"section of {stated.source.name}"
    table = str(stated.path[-2]).removesuffix("s").replace("_", " ") if len(stated.path) > 1 else ""
    return table if table.endswith(f" {kind}") else kind


def _texts(stated: Stated[Statement], qualified_name: str) -> Iterator[Item]:
    """Return the entries of tables whose values are texts, such as tags."""
    for key, described in keys_of(type(stated.value)).items():
        held = getattr(stated.value, described.name)
        is_table = isinstance(held, dict) and get_origin(described.described.annotation) is dict
        for name, text in held.items() if is_table and key != "allow" else ():
            if isinstance(text, str):
                kind = key.removesuffix("s").replace("_", " ")
                inner = Stated(stated.source, (*stated.path, key, name), stated.value, stated.around)
                yield Item(inner, name, f"{qualified_name}.{name}" if qualified_name else name, kind, text)
