"""The document builders that pack manifests name: each turns a contract and a selected item into texts."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache as cached
from functools import partial
from typing import Any, TypeVar

from pydantic import BaseModel

from paycat.cache import Cache
from paycat.catalogue.kinds import EDITOR_SCHEMAS, FileKind, kind_of_packs, kinds_with
from paycat.catalogue.reading import read_file
from paycat.conformance.derive.files import Texts, general_files, request_lines, value_files
from paycat.conformance.derive.model import ValueVector, Vector
from paycat.contract.model import Contract, Method, Request
from paycat.contract.subsets.subset import Selection, part_of
from paycat.contract.subsets.whole import Whole
from paycat.documents.editor import editor_schema, model_schema, vscode_settings
from paycat.documents.editor_names import Names, names
from paycat.documents.openapi import openapi_document, validated
from paycat.documents.openapi_30 import openapi_30
from paycat.files.installed import bundled
from paycat.packages.operations.notifications import example_notifications
from paycat.packages.operations.sandbox import sandbox_facts
from paycat.packages.python.class_generator import python_modules
from paycat.packages.python.docstrings import provenance
from paycat.packs.manifest import Each, Methods, Pack
from paycat.pages.navigation import AllMethods
from paycat.pages.rules import rules_script, service_script
from paycat.pages.search import entries, search_script
from paycat.schemas.json_schema import request_schema, schema_address, union_schema, written_schema
from paycat.schemas.marks import register
from paycat.text.json_data import json_text
from paycat.yaml.printing import yaml_text


@dataclass(frozen=True, slots=True)
class Scope:
    """What a file is made for: the contract, and the selected direction, method or request."""

    contract: Contract
    cache: Cache
    all_methods: AllMethods
    direction: str | None = None
    method: Method | None = None
    request: Request | None = None


T = TypeVar("T")

Make = Callable[[Scope], Texts]
"""Returns what makes each text, by path below the manifest's path; "" is that path itself."""


def _kinds(directions: tuple[str, ...] | None = None) -> Mapping[str, FileKind]:
    return {kind.name: kind for kind in (*kinds_with(directions), kind_of_packs(Pack))}


@dataclass(frozen=True, slots=True)
class Builder:
    """Makes the texts of an item; `each` says what an item is.

    `methods` are those that the item's contract has: all, or its own alone, which are none for the service. If its
    texts are made of less than all methods, `inputs` returns of what, as the cache takes it.
    """

    each: Each
    make: Make
    methods: Methods = "all"
    inputs: Callable[[Scope], tuple[object, ...]] = lambda _: ()


def _selected(part: T | None) -> T:
    assert part is not None, "the manifest reader reports a builder that needs another selection"
    return part


def _request_schema(scope: Scope) -> str:
    request = _selected(scope.request)
    address = schema_address(scope.contract, request.path)
    return json_text(request_schema(request, address, scope.contract.direction(request.direction).audience))


def _openapi_of_method(scope: Scope) -> Texts:
    """Return the document of a method alone, at the manifest's path; nothing if it has no request."""
    method = _selected(scope.method)
    has_request = any(offer.request for offer in method.offers.values())
    return {"": partial(_openapi_of, method, scope)} if has_request else {}


def _openapi_of(method: Method, scope: Scope) -> str:
    part = part_of(scope.cache.of(Whole, scope.contract), Selection(methods=(method.code,)))
    return yaml_text(openapi_document(part))


def _around_method(scope: Scope) -> tuple[object, ...]:
    return (_selected(scope.method), *scope.cache.of(Whole, scope.contract).shared)


def _contract_schema(scope: Scope) -> str:
    address = scope.contract.service.address_of("contract/contract.schema.json")
    return scope.cache.lasting(_written_contract_schema, type(scope.contract), address)


def _written_contract_schema(contract: type[Contract], address: str) -> str:
    id_member = {"$id": address} if address else {}
    return json_text({**id_member, **contract.model_json_schema(mode="serialization", by_alias=False)})


_OPENAPI: Mapping[str, Callable[[Contract], Any]] = {"openapi.json": openapi_document, "openapi-3.0.json": openapi_30}
"""What makes the document of each version of OpenAPI, by its file."""


def _openapi(file_name: str, scope: Scope) -> Any:
    return scope.cache.of(_valid_openapi, file_name, scope.contract, scope.cache)


def _valid_openapi(file_name: str, contract: Contract, cache: Cache) -> Any:
    document = _OPENAPI[file_name](contract)
    cache.lasting(validated, document, f"openapi/{file_name}")
    return document


def _schema_of_files(model: type[BaseModel], path: str) -> Make:
    """Return what makes the schema of files that follow a model; `path` is where it is in the output folder."""
    return _alone(lambda scope: scope.cache.lasting(_written_schema, model, scope.contract.service.address_of(path)))


def _written_schema(model: type[BaseModel], address: str) -> str:
    return json_text(written_schema(model, address))


def _request_vectors(scope: Scope) -> str:
    request = _selected(scope.request)
    return request_lines(request, scope.all_methods.grounds[request.direction], scope.cache)


def _editor_schemas(scope: Scope) -> Texts:
    find_names, directions = cached(partial(_known_names, scope)), scope.contract.directions_of_methods
    return {
        kind.schema: partial(_schema_of_kind, name, directions, find_names, scope.cache)
        for name, kind in _kinds(directions).items()
    }


def _schema_of_kind(
    kind: str, directions: tuple[str, ...], find_names: Callable[[], Mapping[str, Names]], cache: Cache
) -> str:
    return cache.lasting(_editor_schema, kind, cache.lasting(_model_schema, kind, directions), find_names())


def _known_names(scope: Scope) -> Mapping[str, Names]:
    builders = {name: f"One file for each {builder.each}: `for: {builder.each}`." for name, builder in BUILDERS.items()}
    return names(scope.contract) | {"builder": builders, "pack": dict(_shipped_packs(scope.cache))}


def _model_schema(kind_name: str, directions: tuple[str, ...]) -> str:
    return json_text(model_schema(_kinds(directions)[kind_name]))


def _editor_schema(kind_name: str, schema_text: str, names_by_kind: Mapping[str, Names]) -> str:
    return json_text(editor_schema(_kinds()[kind_name], json.loads(schema_text), names_by_kind))


def _shipped_packs(cache: Cache) -> Iterator[tuple[str, str]]:
    for manifest in sorted(bundled("generators").glob("*/pack.yaml")):
        source, _ = read_file(manifest, manifest.name, Pack, cache)
        if source:
            yield source.value.name, source.value.title


def _python_modules(scope: Scope) -> Texts:
    return {path: partial(str, text) for path, text in python_modules(scope.contract, scope.cache).items()}


def _alone(make: Callable[[Scope], str]) -> Make:
    """Return what makes one file, at the manifest's path itself."""
    return lambda scope: {"": partial(make, scope)}


#: Name in manifests → builder
BUILDERS: Mapping[str, Builder] = {
    "contract": Builder("service", _alone(lambda scope: scope.contract.text())),
    "contract_schema": Builder("service", _alone(_contract_schema), "own"),
    "request_schema": Builder("request", _alone(_request_schema), "own"),
    "union_schema": Builder(
        "direction", _alone(lambda scope: json_text(union_schema(scope.contract, _selected(scope.direction))))
    ),
    "openapi_json": Builder("service", _alone(lambda scope: json_text(_openapi("openapi.json", scope)))),
    "openapi_yaml": Builder("service", _alone(lambda scope: yaml_text(_openapi("openapi.json", scope)))),
    "openapi_method": Builder("method", _openapi_of_method, inputs=_around_method),
    "openapi_30_json": Builder("service", _alone(lambda scope: json_text(_openapi("openapi-3.0.json", scope)))),
    "openapi_30_yaml": Builder("service", _alone(lambda scope: yaml_text(_openapi("openapi-3.0.json", scope)))),
    "register": Builder("service", _alone(lambda scope: json_text(register(scope.contract)))),
    "python_modules": Builder("service", _python_modules),
    "example_notifications": Builder("service", _alone(lambda scope: json_text(example_notifications(scope.contract)))),
    "provenance": Builder("service", _alone(lambda scope: json_text(provenance(scope.contract)))),
    "sandbox_facts": Builder("service", _alone(lambda scope: json_text(sandbox_facts(scope.contract)))),
    "editor_schemas": Builder("service", _editor_schemas),
    "vscode_settings": Builder(
        "service", _alone(lambda _: json_text(vscode_settings(_kinds().values(), EDITOR_SCHEMAS))), "own"
    ),
    "general_vectors": Builder("service", lambda scope: general_files(scope.contract)),
    "request_vectors": Builder("request", _alone(_request_vectors), "own"),
    "vector_schema": Builder("service", _schema_of_files(Vector, "conformance/vector.schema.json"), "own"),
    "value_vectors": Builder("service", lambda scope: value_files(scope.contract.interface, scope.cache), "own"),
    "value_vector_schema": Builder("service", _schema_of_files(ValueVector, "conformance/value.schema.json"), "own"),
    "rules_script": Builder("request", _alone(lambda scope: rules_script(_selected(scope.request))), "own"),
    "service_script": Builder("service", _alone(lambda scope: service_script(scope.contract))),
    "search_script": Builder("service", _alone(lambda scope: search_script(entries(scope.contract)))),
}
