"""Operations can be told apart, take the parameters that their paths have, and serve every direction in use.

Why: an operation id becomes a function name in clients, and no two operations may answer the same call. A direction
without an operation has methods that nobody can ask for.

Example: in schemas/interface/operations.yaml

    getRefund:
      http_method: GET
      path: "/v1/refunds/{refund}"

is found as

    schemas/interface/operations.yaml:200:11 error path-parameter: the path has {refund}, and `parameters` lists no path
      parameter with the name 'refund'; list it, or correct the path

Fix: rename the operation, list the parameter under `parameters`, add the operation with `request:`, or remove the one
whose requests no method has.
"""

import re
from collections.abc import Iterator

from paycat.catalogue.directions import DIRECTIONS
from paycat.catalogue.forms import OPERATION_ID
from paycat.catalogue.interface import Operation
from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.contract.naming import argument_of
from paycat.counting import counted
from paycat.diagnostics import Diagnostic
from paycat.rules.views.offers import offers

ID = "R-38"
BAD_ID = "bad-operation-id"
REPEATED = "repeated-operation"
PATH_PARAMETER = "path-parameter"
REPEATED_PARAMETER = "repeated-parameter"
NOT_REQUIRED = "optional-path-parameter"
NOT_HEADER = "parameter-not-header"
MISSING = "missing-operation"
NOT_NEEDED = "operation-without-requests"
NEEDS: tuple[str, ...] = ("interface/operations.yaml", "methods")


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report operations that are misnamed, repeated, missing or not needed, or whose path and parameters disagree."""
    source = catalogue.operations
    seen: dict[tuple[str, str], str] = {}
    for name, stated in source.value.operations.items():
        place = source.at("operations", name, key=True)
        if not OPERATION_ID.holds(name):
            yield Diagnostic(BAD_ID, place, f"an operation id is written like createThing, and this is {name!r}")
        call = (stated.http_method, re.sub(r"\{[^{}]*\}", "{}", stated.path))
        first = seen.setdefault(call, name)
        if first != name:
            message = f"{first!r} answers {stated.http_method} {stated.path} already"
            yield Diagnostic(REPEATED, source.at("operations", name, "path"), message, "give it a path of its own")
        yield from _path_parameters(catalogue, name, stated)
        yield from _repeated_parameters(catalogue, name, stated)
    yield from _headers(catalogue)
    yield from _missing(catalogue)


def _path_parameters(catalogue: Catalogue, name: str, stated: Operation) -> Iterator[Diagnostic]:
    source, known = catalogue.operations, catalogue.operations.value.parameters
    if any(key not in known for key in stated.parameters):
        return  # Reported; the unknown name may be that of the path parameter.
    declared = {known[key].name for key in stated.parameters if known[key].place == "path"}
    named = re.findall(r"\{([^{}]+)\}", stated.path)
    in_path = set(named)
    for parameter in sorted(one for one in in_path if named.count(one) > 1):
        message = f"the path has {{{parameter}}} {counted(named.count(parameter), 'time')}"
        hint = "give each parameter of a path a name of its own"
        yield Diagnostic(REPEATED_PARAMETER, source.at("operations", name, "path"), message, hint)
    for parameter in sorted(in_path - declared):
        message = f"the path has {{{parameter}}}, and `parameters` lists no path parameter with the name {parameter!r}"
        yield Diagnostic(PATH_PARAMETER, source.at("operations", name, "path"), message, "list it, or correct the path")
    if in_path - declared:
        return  # A parameter that the path lacks most likely has another name there.
    for index, key in enumerate(stated.parameters):
        if known[key].place == "path" and known[key].name not in in_path:
            message = f"the path does not have {{{known[key].name}}}"
            place = source.at("operations", name, "parameters", index)
            yield Diagnostic(PATH_PARAMETER, place, message, "remove the parameter, or add it to the path")


def _repeated_parameters(catalogue: Catalogue, name: str, stated: Operation) -> Iterator[Diagnostic]:
    source, known = catalogue.operations, catalogue.operations.value.parameters
    seen: dict[str, str] = {}
    for index, key in enumerate(stated.parameters):
        argument = argument_of(known[key].name, key) if key in known else key
        first = seen.setdefault(argument, key)
        if first != key or stated.parameters.index(key) != index:
            message = f"{first!r} and {key!r} are both the argument {argument!r} in generated code"
            place = source.at("operations", name, "parameters", index)
            yield Diagnostic(
                REPEATED_PARAMETER, place, message, "give each parameter of an operation a name of its own"
            )


def _headers(catalogue: Catalogue) -> Iterator[Diagnostic]:
    """Report path parameters that may be left out, and parameters in the place of a header that are none."""
    operations, events, rulebook = catalogue.operations, catalogue.events, catalogue.rulebook
    known = operations.value.parameters
    for name, parameter in known.items():
        if parameter.place == "path" and not parameter.required:
            message = f"the path parameter {name!r} must be sent, as the path has no meaning without it"
            yield Diagnostic(NOT_REQUIRED, operations.at("parameters", name, key=True), message, "add `required: true`")
    used = [(rulebook.value.idempotency.parameter, rulebook.at("idempotency", "parameter"))]
    for name, stated in events.value.notifications.items():
        for index, key in enumerate(stated.headers):
            used.append((key, events.at("notifications", name, "headers", index)))
    for key, place in used:
        if key in known and known[key].place != "header":
            message = f"{key!r} is a {known[key].place} parameter, and a header is needed here"
            yield Diagnostic(NOT_HEADER, place, message, "name a parameter with `in: header`")


def _missing(catalogue: Catalogue) -> Iterator[Diagnostic]:
    source = catalogue.operations
    served = {stated.request for stated in source.value.operations.values()}
    needed = {offer.direction for offer in offers(catalogue) if offer.supported}
    for direction in DIRECTIONS:
        if direction in needed - served:
            message = f"methods support {direction}, and no operation takes its requests"
            yield Diagnostic(
                MISSING, source.at("operations", key=True), message, f"add one with `request: {direction}`"
            )
    for name, stated in source.value.operations.items():
        if stated.request and stated.request not in needed:
            message = f"the operation takes {stated.request} requests, and no method supports {stated.request}"
            yield Diagnostic(NOT_NEEDED, source.at("operations", name, "request"), message, "remove the operation")
