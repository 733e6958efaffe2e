"""The typed catalogue in, JSON Schemas of its files out: what editors complete, explain and underline."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from paycat.catalogue.fields import RequestTable
from paycat.catalogue.methods import Method
from paycat.catalogue.reading import SINGLE
from paycat.catalogue.samples import Samples
from paycat.catalogue.statement import Statement
from paycat.documents.json_schema import DIALECT

_KINDS: Mapping[str, type[Statement]] = {
    **{PurePosixPath(file).stem: model for file, model in SINGLE.items()},
    "request": RequestTable,
    "method": Method,
    "samples": Samples,
}


def editor_schemas(more: Mapping[str, type[Statement]]) -> dict[str, dict[str, Any]]:
    """Return the schema of each kind of file by file name; `more` adds kinds that stand outside the catalogue."""
    return {f"{kind}.schema.json": _schema(model) for kind, model in sorted({**_KINDS, **more}.items())}


def _schema(model: type[Statement]) -> dict[str, Any]:
    return {"$schema": DIALECT, **model.model_json_schema(by_alias=True)}
