"""Parameters of operations have shapes that the server stub can check: text or whole numbers with plain bounds.

Why: the document would promise a check that the stub does not make, and clients would find out one by one.

Example: in schemas/interface/operations.yaml

    name: Idempotency-Key
    description: Any text of the client's choice, such as a UUID. It makes the request safe to repeat.
    shape: boolean

is found as

    schemas/interface/operations.yaml:36:12 error unkept-parameter-shape: a parameter is a text or an integer; write
      `shape: text`

Fix: use `shape: text` with a length and a pattern, or `shape: integer` with bounds; list single values in the
description.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.contract.resolved_shapes import resolved_shape
from paycat.diagnostics import Diagnostic
from paycat.shapes.constraints import STATEMENTS
from paycat.shapes.constraints.statement import NO_METHOD

ID = "R-39"
UNKEPT = "unkept-parameter-shape"
NEEDS: tuple[str, ...] = ("interface/operations.yaml", "types.yaml", "requests")

_SHAPES = ("text", "integer")
_KEPT = ("min_length", "max_length", "pattern", "minimum", "maximum")


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report shapes and constraints of parameters that the stub would not check."""
    source = catalogue.operations
    used = {key for stated in source.value.operations.values() for key in stated.parameters}
    for name in sorted(used & source.value.parameters.keys()):
        stated = source.value.parameters[name]
        resolved = resolved_shape(catalogue, stated)
        saying = next((key for key in ("shape", "type", "echo") if getattr(stated, key)), None)
        if saying and resolved.shape not in (*_SHAPES, "any"):
            place = source.at("parameters", name, saying)
            yield Diagnostic(UNKEPT, place, "a parameter is a text or an integer", "write `shape: text`")
            continue
        for key, statement in STATEMENTS.items():
            rule = stated.stated(key)
            if rule and set(statement.bounds(rule.value, NO_METHOD)) - set(_KEPT):
                place = source.at("parameters", name, key, key=True)
                yield Diagnostic(UNKEPT, place, f"the stub does not check {key!r} of a parameter", "remove it")
