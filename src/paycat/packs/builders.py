"""The document builders that pack manifests name: each turns a contract and a selected item into text."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from paycat.catalogue.directions import Direction
from paycat.contract.model import Contract, Method, Request
from paycat.documents.editor import editor_schemas
from paycat.documents.json_schema import request_schema, union_schema
from paycat.documents.openapi.document import openapi_document
from paycat.encoding import json_text, yaml_text
from paycat.models.python import python_modules
from paycat.packs.manifest import Pack
from paycat.vectors.files import vector_files
from paycat.vectors.schema import vector_schema


@dataclass(frozen=True, slots=True)
class Item:
    """What a file is made for: the contract, and a direction, method or request where one is selected."""

    contract: Contract
    direction: Direction | None = None
    method: Method | None = None
    request: Request | None = None


Text = str
Texts = Mapping[str, str]
Builder = Callable[[Item], Text | Texts]


def _request(item: Item) -> Request:
    assert item.request is not None, "the manifest reader lets request builders stand only under `for: request`"
    return item.request


def _direction(item: Item) -> Direction:
    assert item.direction is not None, "the manifest reader lets direction builders stand only under `for: direction`"
    return item.direction


#: Name in manifests → (selection that it needs, builder). A builder that returns a mapping writes several files below
#: the manifest's path.
BUILDERS: Mapping[str, tuple[str, Builder]] = {
    "contract": ("service", lambda item: json_text(item.contract.model_dump(mode="json"))),
    "contract_schema": ("service", lambda item: json_text(type(item.contract).model_json_schema())),
    "request_schema": ("request", lambda item: json_text(request_schema(item.contract, _request(item)))),
    "union_schema": ("direction", lambda item: json_text(union_schema(item.contract, _direction(item)))),
    "openapi_json": ("service", lambda item: json_text(openapi_document(item.contract))),
    "openapi_yaml": ("service", lambda item: yaml_text(openapi_document(item.contract))),
    "python_modules": ("service", lambda item: python_modules(item.contract)),
    "editor_schemas": (
        "service",
        lambda _: {name: json_text(schema) for name, schema in editor_schemas({"pack": Pack}).items()},
    ),
    "vectors": ("service", lambda item: vector_files(item.contract)),
    "vector_schema": ("service", lambda _: json_text(vector_schema())),
}
