"""Holds OpenAPI documents against the specification of OpenAPI, before anybody gets them."""

from itertools import islice
from typing import Any

from paycat.contract.pointers import pointer

_MOST, _LONGEST = 5, 300
"""How many errors a report has, and how many characters of each: one may repeat a whole document before its reason."""


class InvalidDocumentError(RuntimeError):
    """A document is no valid OpenAPI document, which is a bug of paycat."""


def validated(document: dict[str, Any], path: str) -> str:
    """Return the version of OpenAPI that a document keeps. Raises InvalidDocumentError, which names its path."""
    from openapi_spec_validator import OpenAPIV30SpecValidator, OpenAPIV31SpecValidator  # noqa: PLC0415 - slow

    version = str(document["openapi"])
    kind = OpenAPIV30SpecValidator if version.startswith("3.0.") else OpenAPIV31SpecValidator
    errors = islice(kind(document).iter_errors(), _MOST)
    if found := [f"{pointer(one.absolute_path)}: {_end(one.message.partition(chr(10))[0])}" for one in errors]:
        raise InvalidDocumentError(f"{path} is no valid OpenAPI {version} document: {'; '.join(found)}")
    return version


def _end(text: str) -> str:
    return text if len(text) <= _LONGEST else f"…{text[-_LONGEST:]}"
