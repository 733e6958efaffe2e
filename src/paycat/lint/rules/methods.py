"""Rules on methods and their parts: files, fields with roles, components, subsets."""

from collections.abc import Iterator
from itertools import islice

from paycat.catalogue.forms import COMPONENT
from paycat.catalogue.interface import (
    DUPLICATE,
    Notification,
    Operation,
    ParameterStatement,
    ResponseHeaderStatement,
)
from paycat.catalogue.reading import Stated
from paycat.catalogue.service import Subset
from paycat.catalogue.values import DIRECTIONS
from paycat.contract.model import Request
from paycat.contract.naming import union_name
from paycat.contract.nodes import FieldNode, Group
from paycat.diagnostics import Diagnostic, Span
from paycat.lint.context import LayeredField, RuleContext
from paycat.lint.rule import rule


@rule("file-names", resolving=True)
def file_names(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the method files whose name is not their method code."""
    for name, source in context.catalogue.methods.items():
        code = source.value.method_code
        if code != name:
            message = f"the file has the name {name}.yaml, but its method_code is {code!r}"
            yield Diagnostic("misnamed-file", source.at("method_code"), message)


@rule("field-roles")
def field_roles(context: RuleContext) -> Iterator[Diagnostic]:
    """Report roles of two fields of a request, and names with two roles."""
    for request in context.contract.requests():
        holders: dict[str, FieldNode] = {}
        names: dict[str, FieldNode] = {}
        for field in request.root.fields():
            if field.role is None:
                continue
            first, namesake = holders.setdefault(field.role, field), names.setdefault(field.name, field)
            if first is not field:
                yield Diagnostic("repeated-role", field.location, f"{first.path!r} already has the role {field.role!r}")
            elif namesake.role != field.role:
                message = f"{namesake.path!r} has the same name, but the role {namesake.role!r}"
                yield Diagnostic("name-with-two-roles", field.location, message)


@rule("unique-references", needs=["interface/operations.yaml", "interface/problems.yaml", "methods", "requests"])
def unique_references(context: RuleContext) -> Iterator[Diagnostic]:
    """Report `unique` of what is no reference, and references without the problem that it needs, and the reverse."""
    for field in context.stated_fields:
        if (stated := field.last("unique")) and field.role != "reference" and not field.is_absent:
            message = f"only a reference can be unique, and {field.path!r} does not have the role"
            yield stated.finding("misplaced-unique", message, "unique", key=True)
    problems, references = context.catalogue.problems.value.problems, context.of_role("reference")
    supported = {offer.direction for offer in context.offers.values() if offer.supported}
    duplicate = next((slug for slug, one in problems.items() if one.cause == DUPLICATE), "")
    is_idle = not any(duplicate in one.value.problems for one in context.stated(Operation))
    if duplicate and is_idle and not any(one.last("unique") for one in references):
        message = f"no operation answers with {duplicate!r}, and no reference is unique"
        place = context.catalogue.problems.at("problems", duplicate, key=True)
        yield Diagnostic("problem-without-reference", place, message)
    for operation in context.stated(Operation):
        listed, direction = operation.value.problems, operation.value.request
        sent = [one for one in references if one.offer.direction == direction]
        if direction not in supported:
            continue
        if duplicate in listed:
            yield from _repeatable(operation, sent, duplicate)
        elif all(slug in problems for slug in listed):  # An unknown one may be meant for it.
            yield from _unanswered(operation, sent, duplicate)


def _repeatable(operation: Stated[Operation], sent: list[LayeredField], duplicate: str) -> Iterator[Diagnostic]:
    """Report references that are not unique, although the operation has the problem that answers a repetition."""
    for field in sent:
        if not field.last("unique"):
            message = f"{operation.name!r} answers a repetition with {duplicate!r}, but {field.path!r} may repeat"
            hint = f"write `unique: true`, or remove `{duplicate}` from the operation"
            yield field.own[-1].finding("missing-unique", message, key=True, help=hint)
    if not sent:
        message = f"no {operation.value.request} request has a reference that could repeat"
        yield operation.finding(
            "problem-without-reference", message, "problems", operation.value.problems.index(duplicate)
        )


def _unanswered(operation: Stated[Operation], sent: list[LayeredField], duplicate: str) -> Iterator[Diagnostic]:
    """Report unique references, as the operation has no problem that answers a repetition."""
    for field in sent:
        if stated := field.last("unique"):
            message = f"{field.path!r} is unique, but no problem of {operation.name!r} answers a repetition"
            lacking = f"`{duplicate}`" if duplicate else f"a problem with `cause: {DUPLICATE}`"
            hint = f"add {lacking} to its `problems`, or remove `unique`"
            yield stated.finding("missing-duplicate-problem", message, "unique", key=True, help=hint)


@rule("component-names")
def component_names(context: RuleContext) -> Iterator[Diagnostic]:
    """Report names of another form, and names that two components have."""
    yield from _ill_formed(context)
    taken: dict[str, tuple[Request, Group]] = {}
    for request in context.contract.requests():
        yield from islice(_collisions(request, taken), 1)  # The containers' names only follow the request's.
    owners = {name: _described(*owner) for name, owner in taken.items()}
    for direction in DIRECTIONS:
        if any(context.contract.requests(direction)):
            union = union_name(direction)
            if union in taken:
                yield _taken(union, f"all {direction} requests", taken[union][1].location, "rename the container")
            owners[union] = f"all {direction} requests"
    records = context.catalogue.records
    for name in records.value.records:
        if name in owners:
            yield _taken(name, owners[name], records.at("records", name, key=True), "rename the record")


def _taken(name: str, owner: str, place: Span, hint: str = "rename one of the two") -> Diagnostic:
    return Diagnostic("name-collision", place, f"the component name {name!r} is taken by {owner}", hint)


def _ill_formed(context: RuleContext) -> Iterator[Diagnostic]:
    for stated in (
        *context.stated(ParameterStatement),
        *context.stated(ResponseHeaderStatement),
        *context.stated(Notification),
    ):
        if not COMPONENT.holds(stated.name):
            message = f"the name of a component has letters and digits only, but this is {stated.name!r}"
            yield stated.finding("bad-component-name", message, key=True)


def _collisions(request: Request, taken: dict[str, tuple[Request, Group]]) -> Iterator[Diagnostic]:
    for group in request.root.groups():
        owner, first = taken.setdefault(group.component, (request, group))
        if first is group:
            continue
        if not (first.shared and group.shared and first.location == group.location):
            yield _taken(group.component, _described(owner, first), group.location)
        elif _rules(first) != _rules(group):
            message = f"all requests share {group.component!r}, and its rules differ between them"
            yield Diagnostic("unequal-shared-container", group.location, message)


def _described(request: Request, group: Group) -> str:
    whole = f"the {request.direction} request of {request.method}"
    return f"{group.path!r} of {whole}" if group.path else whole


def _rules(group: Group) -> list[tuple[object, ...]]:
    return [(field.path, field.requirement, field.type, field.constraints) for field in group.fields()]


@rule("subsets", needs=["methods", "requests", "types.yaml"])
def selections(context: RuleContext) -> Iterator[Diagnostic]:
    """Report subsets that name what does not exist, that state nothing, or that nothing falls under."""
    methods = [method.value for method in context.catalogue.methods.values()]
    countries = {country for method in methods for country in method.countries}
    if any(method.country_scope == "any" for method in methods):
        countries |= {one for stated in context.stated(Subset) for one in stated.value.countries or ()}
    for stated in context.stated(Subset):
        subset, unknown = stated.value, False
        for key, message, words, known in (
            ("methods", "there is no method", subset.methods, {*context.methods}),
            ("countries", "no method is available in country", subset.countries, countries),
        ):
            for index, word in enumerate(words or ()):
                if word not in known:
                    unknown = True
                    yield stated.unknown("unknown-in-subset", message, word, known, key, index)
        if (subset.methods, subset.countries, subset.directions) == (None, None, None):
            hint = "name methods, countries or directions"
            yield stated.finding("empty-subset", "the subset selects everything", key=True, help=hint)
        elif not unknown and not _has_requests(context, subset):
            message = "the subset selects nothing: no method has a request that matches all its keys"
            hint = "name fewer or other methods, countries or directions"
            yield stated.finding("empty-subset", message, key=True, help=hint)


def _has_requests(context: RuleContext, subset: Subset) -> bool:
    """Return whether a method states that it supports a direction of the subset, be it with faults."""
    return any(
        offer.supported
        for offer in context.offers.values()
        if offer.direction in (subset.directions or DIRECTIONS)
        if subset.methods is None or offer.source.value.method_code in subset.methods
        if subset.countries is None
        or offer.source.value.country_scope == "any"
        or not set(subset.countries).isdisjoint(offer.source.value.countries)
    )
