"""Rules on methods and their parts: files, fields with roles, components, subsets."""

from collections.abc import Iterator
from itertools import islice

from paycat.catalogue.forms import COMPONENT
from paycat.catalogue.interface import Notification, ParameterStatement, ResponseHeaderStatement
from paycat.catalogue.service import Subset
from paycat.catalogue.values import DIRECTIONS
from paycat.contract.model import Request
from paycat.contract.naming import union_name
from paycat.contract.nodes import FieldNode, Group
from paycat.diagnostics import Diagnostic, Span
from paycat.lint.context import RuleContext
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
