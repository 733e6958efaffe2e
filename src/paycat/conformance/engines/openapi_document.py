"""The OpenAPI document as engines read it."""

from pathlib import Path
from typing import Any

from paycat.conformance.engines.references import outward
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files import file_bytes, strict_json

_PATH = Path("openapi", "openapi.json")
_PARTS = ("paths", "components")


def read_document(generated: Path) -> Any:
    """Return the OpenAPI document.

    Raises FindingsError when it is not there, no JSON or no OpenAPI document, or refers to another document.
    """
    try:
        document = strict_json(file_bytes(generated / _PATH))
    except FileNotFoundError as error:
        message = "the OpenAPI document is not there"
        found = Diagnostic("not-generated", _place(generated), message, "run paycat generate")
        raise FindingsError([found]) from error
    except OSError as error:
        raise broken_document(generated, f"cannot be read: {(error.strerror or 'unknown reason').lower()}") from error
    except ValueError as error:
        raise broken_document(generated, f"is not JSON: {error}") from error
    if not isinstance(document, dict) or not all(isinstance(document.get(part), dict) for part in _PARTS):
        raise broken_document(generated, f"lacks one of {', '.join(_PARTS)}")
    if reference := outward(document):
        raise broken_document(generated, f"refers to another document, {reference!r}, and nothing is fetched")
    return document


def broken_document(generated: Path, why: str) -> FindingsError:
    """Return the finding that an engine cannot read the document."""
    message = f"the OpenAPI document {why}"
    return FindingsError([Diagnostic("document-broken", _place(generated), message, "run paycat generate --check")])


def _place(generated: Path) -> Span:
    return Span((generated / _PATH).relative_to(generated.parent).as_posix())
