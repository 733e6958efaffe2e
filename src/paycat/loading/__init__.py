"""YAML text in, a tree of nodes with places out; the only reader of YAML in paycat."""

from paycat.loading.files import load_file
from paycat.loading.nodes import Entry, Mapping, Node, Scalar, Sequence, locate
from paycat.loading.scalars import UnkeptNumberError, json_value

__all__ = [
    "Entry",
    "Mapping",
    "Node",
    "Scalar",
    "Sequence",
    "UnkeptNumberError",
    "json_value",
    "load_file",
    "locate",
]
