"""Parameters of operations have schemas that the server stub can keep: text or whole numbers with plain bounds.

Why: the document would promise a check that the stub does not make, and clients would find out one by one.

Example: in schemas/interface/operations.yaml

    name: Idempotency-Key
    description: Any text of the client's choice, such as a UUID. It makes the request safe to repeat.
    schema: { type: boolean }

is found as

    schemas/interface/operations.yaml:32:21 error unkept-parameter-schema: a parameter is a string or an integer; write
      `type: string`

Fix: use `type: string` with lengths and a pattern, or `type: integer` with bounds; list single values in the
description.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic

ID = "R-39"
UNKEPT = "unkept-parameter-schema"
NEEDS: tuple[str, ...] = ("interface/operations.yaml",)

_KEPT = {"type", "minLength", "maxLength", "pattern", "minimum", "maximum", "default", "format", "description"}


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report types and keywords of parameters that the stub would not check."""
    source = catalogue.operations
    used = {key for stated in source.value.operations.values() for key in stated.parameters}
    for key in sorted(used & source.value.parameters.keys()):
        schema = source.value.parameters[key].schema_
        if not isinstance(schema, dict):
            continue
        if "type" in schema and schema["type"] not in ("string", "integer"):
            place = source.at("parameters", key, "schema", "type")
            yield Diagnostic(UNKEPT, place, "a parameter is a string or an integer", "write `type: string`")
        for keyword in schema:
            if keyword not in _KEPT and not keyword.startswith("x-"):
                place = source.at("parameters", key, "schema", keyword, key=True)
                yield Diagnostic(UNKEPT, place, f"the stub does not keep {keyword!r} of a parameter", "remove it")
