"""Types of values in the language of a template, as a manifest states them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import get_args

from paycat.contract.model import Contract
from paycat.contract.naming import part_name
from paycat.contract.nodes import FieldNode, Group, Node, nodes_of
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.languages.source import Source, UnsuitableValueError
from paycat.languages.table import Language
from paycat.packs.reading import ReadPack
from paycat.shapes.json_types import ShapeName

NULLABLE = "nullable"
"""The key of what a type becomes where the value may be null."""
_PLACES = {"list": "{items}", NULLABLE: "{type}"}
"""What the text of a type has in it for another type, by its shape."""
SHAPES = (*get_args(ShapeName), "any", "union", NULLABLE)
"""The keys that are no field types."""


@dataclass(frozen=True, slots=True)
class TypeFilter:
    """The filter `type`: returns the type of a field or an object, of texts by shape or field type."""

    types: Mapping[str, str]
    language: Language

    def __call__(self, node: object, record: str = "") -> Source:
        """Return a type; `record` names the record that an object is inside of. Raises UnsuitableValueError."""
        if not isinstance(node, Node):
            raise UnsuitableValueError("`type` takes a field, the items of a list or an object")
        text = self._text(node, record)
        return Source(self._stated(NULLABLE).replace("{type}", text) if node.nullable else text, self.language.name)

    def _text(self, node: Node, record: str) -> str:
        field_type = node.type.name if isinstance(node, Group) and node.type else node.type
        if isinstance(field_type, str) and field_type in self.types:
            text = self.types[field_type]
        elif isinstance(node, Group):
            return self._name(node.component or (record and part_name(record, node.path)))
        elif node.record:
            return self._name(node.record)
        else:
            text = self._stated(node.shape)
        if isinstance(node, Group) or "{items}" not in text:
            return text
        return text.replace("{items}", self(node.items, record) if node.items else self._stated("any"))

    def _name(self, name: str) -> str:
        if not name:
            raise UnsuitableValueError("an object inside of a record has the record's name: `type(record.name)`")
        name_filter = self.language.own_filters.get(f"{self.language.name}_name", str)
        return str(name_filter(name))

    def _stated(self, key: str) -> str:
        if key not in self.types:
            raise UnsuitableValueError(f"`types` of pack.yaml lacks {key!r}; add it: `{key}: …`")
        return self.types[key]


def type_findings(pack: ReadPack, contract: Contract) -> Iterator[Diagnostic]:
    """Yield a finding for each unknown key of `types` and word in braces; a part may lack field types."""
    if contract.service.part or not pack.source.value.types:
        return
    interface = contract.interface
    bodies: list[Node] = [request.root for request in contract.requests()]
    bodies += [record.body for record in interface.records]
    bodies += [parameter.value for parameter in interface.parameters]
    bodies += [header.value for header in interface.response_headers]
    nodes = [node for body in bodies for node in nodes_of(body)]
    shape_by_key: dict[str, str] = {shape: shape for shape in SHAPES}
    shape_by_key |= {node.type: node.shape for node in nodes if isinstance(node, FieldNode) and node.type}
    shape_by_key |= {node.type.name: "object" for node in nodes if isinstance(node, Group) and node.type}
    for key, type_text in pack.source.value.types.items():
        if key not in shape_by_key:
            message, hint = f"there is no shape or field type {key!r}", did_you_mean(key, shape_by_key)
            yield Diagnostic("unknown-pack-type", pack.source.at("types", key, key=True), message, hint)
        place = _PLACES.get(shape_by_key.get(key, key))
        for word in re.findall(r"\{\w+\}", type_text):
            if key in shape_by_key and word != place:
                message, hint = f"{word} has no meaning in {key!r}", f"write {place}" if place else "take it out"
                yield Diagnostic("unknown-pack-type", pack.source.at("types", key), message, hint)
