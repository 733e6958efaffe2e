"""Reads YAML as a tree of nodes with places; the only reader of YAML in paycat."""

from paycat.loading.events import lines_of
from paycat.loading.files import bytes_of, load, load_file
from paycat.loading.nodes import (
    Entry,
    Mapping,
    Node,
    Scalar,
    Sequence,
    content_of,
    keys_at,
    locate,
    node_at,
    scalars_in,
)
from paycat.loading.scalars import UnkeptNumberError, is_number_elsewhere, json_value, kept_number

__all__ = [
    "Entry",
    "Mapping",
    "Node",
    "Scalar",
    "Sequence",
    "UnkeptNumberError",
    "bytes_of",
    "content_of",
    "is_number_elsewhere",
    "json_value",
    "kept_number",
    "keys_at",
    "lines_of",
    "load",
    "load_file",
    "locate",
    "node_at",
    "scalars_in",
]
