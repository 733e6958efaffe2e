"""The rule on how requests name their method: all of a direction alike, and in a way that a server can tell."""

from collections.abc import Iterator

from paycat.catalogue.interface import Operation
from paycat.catalogue.parameters import ParameterStatement
from paycat.catalogue.problems import Problem
from paycat.catalogue.reading import Stated
from paycat.contract.dispatch import ROLE, is_step
from paycat.contract.stated_offers import StatedOffer
from paycat.diagnostics import Diagnostic, Span
from paycat.lint.context import RuleContext
from paycat.lint.rule import Stage, rule
from paycat.text.counting import counted

_NEEDS = ("interface/operations.yaml", "interface/problems.yaml", "methods", "requests", "types.yaml")
_NOT_FOUND = 404


@rule("method-naming", needs=["types.yaml"], stage=Stage.FORMS)
def unnamed_methods(context: RuleContext) -> Iterator[Diagnostic]:
    """Report requests that do not name their method: what samples and records have of it is then unknown, too."""
    for operation in context.stated(Operation):
        direction, fields = operation.value.request, context.of_role("method")
        supported = [offer for offer in context.offers.values() if offer.supported and offer.known_table]
        offers = [offer for offer in supported if offer.direction == direction]
        path_by_name = {field.offer.name: field.path for field in fields if field.offer.direction == direction}
        if _naming(context, operation) or len(offers) == 1:
            continue
        message = f"nothing says which of {counted(len(offers), f'{direction} request')} a body is"
        for path in list(path_by_name.values())[:1]:
            message = f"no field names the method, but other {direction} requests name the method in {path!r}"
        places = (_stating(offer) for offer in offers if offer.name not in path_by_name)
        yield from (Diagnostic("unnamed-method", place, message) for place in dict.fromkeys(places))


@rule("method-naming", needs=_NEEDS)
def method_naming(context: RuleContext) -> Iterator[Diagnostic]:
    """Report requests of a direction that name their method differently, or twice."""
    for operation in context.stated(Operation):
        if direction := operation.value.request:
            yield from _named_alike(context, operation, direction)
    yield from _parameters(context)


def _naming(context: RuleContext, operation: Stated[Operation]) -> list[str]:
    """Return the keys of the parameters by which the path of an operation names the method."""
    parameter_by_key = context.catalogue.operations.value.parameters
    listed_parameters = [(key, parameter_by_key[key]) for key in operation.value.parameters if key in parameter_by_key]
    return [key for key, parameter in listed_parameters if parameter.role and parameter.location == "path"]


def _named_alike(context: RuleContext, operation: Stated[Operation], direction: str) -> Iterator[Diagnostic]:
    requests = list(context.contract.requests(direction))
    fields = list(dict.fromkeys(filter(None, (request.by_role(ROLE) for request in requests))))
    if _naming(context, operation):
        for field in fields:
            message = f"{field.path!r} has the role 'method', but the path of {operation.name} already names the method"
            yield Diagnostic("method-named-twice", field.location, message)
        for code in (request.method for request in requests if not is_step(request.method)):
            message = f"the path of {operation.name} names the method, and {code!r} cannot be one step of a path"
            yield Diagnostic("unaddressable-method", context.methods[code].at("method_code"), message)
        return
    for field in (other_field for other_field in fields if other_field.path != fields[0].path):
        comparison = f"other {direction} requests name the method in {fields[0].path!r}"
        yield Diagnostic("method-elsewhere", field.location, f"{field.path!r} names the method, but {comparison}")


def _stating(offer: StatedOffer) -> Span:
    """Return where a request lacks a field: in its table, unless the method assigns roles or takes fields away."""
    table = offer.known_table
    is_own = any(field.role or field.requirement == "absent" for field in offer.statement.fields.values())
    return offer.at(key=True) if is_own or table is None else table.at("fields", key=True)


def _parameters(context: RuleContext) -> Iterator[Diagnostic]:
    """Report parameters with the role that cannot name the method, and another status of unknown methods than 404."""
    parameters = [parameter for parameter in context.stated(ParameterStatement) if parameter.value.role]
    fault_by_name = {parameter.name: fault for parameter in parameters if (fault := _misplaced(context, parameter))}
    for parameter in (candidate for candidate in parameters if candidate.name in fault_by_name):
        yield parameter.finding("misplaced-method-parameter", fault_by_name[parameter.name], "role")
    for problem in context.stated(Problem) if len(fault_by_name) < len(parameters) else ():
        if problem.value.cause == "unknown_method" and problem.value.status != _NOT_FOUND:
            message = f"a path that names no method is answered with {_NOT_FOUND}, not {problem.value.status}"
            yield problem.finding("method-path-status", message, "status")


def _misplaced(context: RuleContext, parameter: Stated[ParameterStatement]) -> str:
    """Return why a parameter cannot name the method of requests; "" if it can."""
    if parameter.value.location != "path":
        return f"a parameter in the {parameter.value.location} cannot name the method"
    operations = [operation for operation in context.stated(Operation) if parameter.name in operation.value.parameters]
    for operation in operations:
        if not operation.value.request:
            return f"{operation.name} takes no requests, so there is no method to name"
        if len(_naming(context, operation)) > 1:
            return f"{operation.name} has two parameters that name the method"
    if len(operations) > 1:
        return f"{operations[0].name} and {operations[1].name} take the requests of different methods"
    return ""
