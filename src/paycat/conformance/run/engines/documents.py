"""The JSON documents of an output folder as engines read them: an engine fetches nothing that a document refers to."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paycat.catalogue.directions import Direction
from paycat.conformance.run.reading import CHECK, generated_bytes
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files.reading import strict_json
from paycat.text.json_data import values_in

_OPENAPI = Path("openapi", "openapi.json")
_PARTS = ("paths", "components")
_KEYWORDS = ("$ref", "$dynamicRef", "$recursiveRef", "$schema", "jsonSchemaDialect")
_KNOWN = frozenset({"https://json-schema.org/draft/2020-12/schema", "https://spec.openapis.org/oas/3.1/dialect/base"})
"""What validators know without reading it."""


def schema_path(generated: Path, direction: Direction, method: str) -> Path:
    """Return the path of a request type's schema; without a method that of any request of the direction."""
    return Path(f"{generated / 'json-schema' / direction / method}.schema.json")


def read_schema(path: Path, generated: Path) -> Any:
    """Return a schema in the output folder.

    Raises FindingsError when it is not there, no JSON, or refers to another document.
    """
    return _read(path, generated, "the schema")


def read_document(generated: Path) -> Any:
    """Return the OpenAPI document. Raises FindingsError as `read_schema` does, and when it is no OpenAPI document."""
    document = _read(generated / _OPENAPI, generated, "the OpenAPI document")
    if not isinstance(document, dict) or not all(isinstance(document.get(part), dict) for part in _PARTS):
        location = _location(generated / _OPENAPI, generated)
        raise _broken(location, f"the OpenAPI document lacks one of {', '.join(_PARTS)}")
    return document


def _read(path: Path, generated: Path, what: str) -> Any:
    location = _location(path, generated)
    data = generated_bytes(path, location, what, CHECK)
    try:
        document = strict_json(data)
    except ValueError as error:
        raise _broken(location, f"{what} is not JSON: {error}") from error
    if reference := next(_outward(document), None):
        raise _broken(location, f"{what} refers to another document, {reference!r}, and nothing is fetched")
    return document


def _broken(location: Span, message: str) -> FindingsError:
    return FindingsError([Diagnostic("document-broken", location, message, CHECK)])


def _location(path: Path, generated: Path) -> Span:
    return Span(path.relative_to(generated.parent).as_posix())


def _outward(document: Any) -> Iterator[str]:
    """Return the references to other documents, which validators would fetch."""
    found = (one.get(keyword) for one in values_in(document) if isinstance(one, dict) for keyword in _KEYWORDS)
    return (one for one in found if isinstance(one, str) and not one.startswith("#") and one not in _KNOWN)
