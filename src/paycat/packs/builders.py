"""The document builders that pack manifests name: each turns a contract and a selected item into text."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from pydantic import BaseModel

from paycat.cache import Cache, Identified
from paycat.catalogue.annotations import Kind as NameKind
from paycat.catalogue.directions import Direction
from paycat.catalogue.file_kinds import EDITOR_SCHEMAS, KINDS, FileKind, kind_of_packs
from paycat.catalogue.reading import read_file
from paycat.contract.model import Contract, Method, Request
from paycat.contract.subsets import Selection, Whole, subset_of
from paycat.documents.editor import vscode_settings
from paycat.documents.editor.names import Names, names
from paycat.documents.editor.schemas import editor_schema, model_schema
from paycat.documents.json_schema import request_schema, schema_address, union_schema
from paycat.documents.openapi.document import openapi_document
from paycat.documents.openapi.downgrade.document import notified_at, openapi_30
from paycat.documents.pieces import json_pieces, yaml_pieces
from paycat.documents.register import register
from paycat.documents.requirements.document import requirements, requirements_index
from paycat.documents.requirements.file_format import Index, Requirements, written_schema
from paycat.encoding import json_text
from paycat.long_texts import Packing, unpacked
from paycat.models.modules import near_names_module, python_modules
from paycat.models.notifications import example_notifications
from paycat.models.provenance import provenance
from paycat.models.sandbox.facts import sandbox_facts
from paycat.packs.manifest import Pack
from paycat.pages.scripts import rules_script, search_script, service_script
from paycat.pages.search import entries
from paycat.resources import bundled
from paycat.vectors.files import value_files, vector_files
from paycat.vectors.model import ValueVector, Vector


@dataclass(frozen=True, slots=True)
class Item:
    """What a file is made for: the contract, and the selected direction, method or request.

    `made` has the results of builders, which all items of a run share, packed by `packing`.
    """

    contract: Contract
    cache: Cache
    direction: Direction | None = None
    method: Method | None = None
    request: Request | None = None
    made: "dict[_Key, Any]" = field(default_factory=dict, compare=False, repr=False)
    packing: Packing = field(default_factory=Packing, compare=False, repr=False)


T = TypeVar("T")
Text = str
Texts = Mapping[str, str]
Builder = Callable[[Item], Text | Texts]
_Key = tuple[str, str | None, str | None]


def built(name: str, item: Item) -> Text | Texts:
    """Return what the builder of a name makes for an item, once in a run."""
    key = (name, item.direction, item.method.code if item.method else None)
    if key not in item.made:
        item.made[key] = item.packing.packed(BUILDERS[name][1](item))
    return cast(Text | Texts, unpacked(item.made[key]))


def _stated(selected: T | None) -> T:
    assert selected is not None, "the manifest reader reports a builder that needs another selection"
    return selected


def _request_schema(item: Item) -> Text:
    request = _stated(item.request)
    address = schema_address(item.contract, f"{request.direction}/{request.method}")
    return item.cache.lasting(_written_request_schema, request, address)


def _written_request_schema(request: Request, address: str) -> Text:
    return json_text(request_schema(request, address))


def _openapi_of_method(item: Item) -> Texts:
    """Return the document of a method alone, at the manifest's path; nothing if it has no request."""
    whole = item.cache.of(Whole, item.contract)
    text = item.cache.lasting(_openapi_alone, _stated(item.method), Identified((whole, item.cache), whole.shared))
    return {"": text} if text else {}


def _openapi_alone(method: Method, around: Identified) -> Text:
    whole, cache = around.value
    part = subset_of(whole, Selection(methods=(method.code,)))
    return yaml_pieces(openapi_document(part, cache), cache, 3) if any(part.requests()) else ""


def _contract_schema(contract: type[Contract], address: str) -> Text:
    identified = {"$id": address} if address else {}
    return json_text({**identified, **contract.model_json_schema(mode="serialization", by_alias=False)})


def _openapi_30(item: Item) -> Any:
    return openapi_30(openapi_document(item.contract, item.cache), notified_at(item.contract))


def _schema_of_files(model: type[BaseModel], path: str) -> Builder:
    """Return the builder of the schema of files that follow a model; `path` is where it is in the output folder."""
    return lambda item: item.cache.lasting(_written_schema, model, item.contract.service.address_of(path))


def _written_schema(model: type[BaseModel], address: str) -> Text:
    return json_text(written_schema(model, address))


_KINDS: Mapping[str, FileKind] = {kind.name: kind for kind in (*KINDS, kind_of_packs(Pack))}


def _editor_schemas(contract: Contract, cache: Cache) -> Iterator[tuple[str, Text]]:
    builders = {name: f"One file for each {each}: `for: {each}`." for name, (each, _) in BUILDERS.items()}
    known = names(contract) | {"builder": builders, "pack": dict(_shipped_packs(cache))}
    for name, kind in _KINDS.items():
        of_model = cache.lasting(_model_schema, name)
        asked = cache.lasting(_asked_names, name, of_model)
        yield kind.schema, cache.lasting(_editor_schema, name, of_model, {one: known[one] for one in asked})


def _model_schema(kind: str) -> Text:
    return json_text(model_schema(_KINDS[kind]))


def _asked_names(kind: str, of_model: Text) -> list[NameKind]:
    """Return the kinds of names in the schema of a kind of file; the schema is not made again for others."""
    asked: dict[NameKind, Names] = defaultdict(dict)
    editor_schema(_KINDS[kind], json.loads(of_model), asked)
    return sorted(asked)


def _editor_schema(kind: str, of_model: Text, known: Mapping[NameKind, Names]) -> Text:
    return json_text(editor_schema(_KINDS[kind], json.loads(of_model), known))


def _shipped_packs(cache: Cache) -> Iterator[tuple[str, str]]:
    for manifest in sorted(bundled("generators").glob("*/pack.yaml")):
        source, _ = read_file(manifest, manifest.name, Pack, cache)
        if source:
            yield source.value.name, source.value.title


#: Name in manifests → (selection that it needs, builder). A builder that returns a mapping writes several files below
#: the manifest's path; "" is that path itself.
BUILDERS: Mapping[str, tuple[str, Builder]] = {
    "contract": ("service", lambda item: json_pieces(item.contract.written(), item.cache, 2)),
    "contract_schema": (
        "service",
        lambda item: item.cache.lasting(
            _contract_schema, type(item.contract), item.contract.service.address_of("contract/contract.schema.json")
        ),
    ),
    "request_schema": ("request", _request_schema),
    "union_schema": (
        "direction",
        lambda item: json_pieces(union_schema(item.contract, _stated(item.direction)), item.cache, 2),
    ),
    "openapi_json": ("service", lambda item: json_pieces(openapi_document(item.contract, item.cache), item.cache, 3)),
    "openapi_yaml": ("service", lambda item: yaml_pieces(openapi_document(item.contract, item.cache), item.cache, 3)),
    "openapi_method": ("method", _openapi_of_method),
    "openapi_30_json": ("service", lambda item: json_pieces(_openapi_30(item), item.cache, 3)),
    "openapi_30_yaml": ("service", lambda item: yaml_pieces(_openapi_30(item), item.cache, 3)),
    "register": ("service", lambda item: json_pieces(register(item.contract), item.cache, 2)),
    "python_modules": ("service", lambda item: python_modules(item.contract)),
    "example_notifications": ("service", lambda item: json_text(example_notifications(item.contract))),
    "provenance": ("service", lambda item: json_text(provenance(item.contract))),
    "near_names_module": ("service", lambda _: near_names_module()),
    "sandbox_facts": ("service", lambda item: json_text(sandbox_facts(item.contract))),
    "editor_schemas": ("service", lambda item: dict(_editor_schemas(item.contract, item.cache))),
    "vscode_settings": ("service", lambda _: json_text(vscode_settings(_KINDS.values(), EDITOR_SCHEMAS))),
    "vectors": ("service", lambda item: vector_files(item.contract, item.cache)),
    "vector_schema": ("service", _schema_of_files(Vector, "conformance/vector.schema.json")),
    "value_vectors": ("service", lambda item: value_files(item.contract, item.cache)),
    "value_vector_schema": ("service", _schema_of_files(ValueVector, "conformance/value.schema.json")),
    "requirements": ("request", lambda item: json_text(requirements(item.contract, _stated(item.request)))),
    "requirements_schema": ("service", _schema_of_files(Requirements, "requirements/requirements.schema.json")),
    "requirements_index": ("service", lambda item: json_text(requirements_index(item.contract))),
    "requirements_index_schema": ("service", _schema_of_files(Index, "requirements/index.schema.json")),
    "rules_script": ("request", lambda item: item.cache.lasting(rules_script, _stated(item.request))),
    "service_script": ("service", lambda item: service_script(item.contract)),
    "search_script": ("service", lambda item: search_script(entries(item.contract))),
}
