"""Rules on methods and what they are made of: files, fields with roles, components, types, tables, views."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from paycat.catalogue.directions import DIRECTIONS
from paycat.catalogue.forms import COMPONENT
from paycat.catalogue.service import View
from paycat.contract.model import Request
from paycat.contract.nodes import FieldNode, Group
from paycat.diagnostics import Diagnostic, Span, did_you_mean
from paycat.rules.context import RuleContext, unnamed
from paycat.rules.rule import rule


@rule("file-names", resolving=True)
def file_names(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the method files whose name is not their method code."""
    for name, source in context.catalogue.methods.items():
        code = source.value.method_code
        if code != name:
            message = f"the file is called {name}.yaml, and its method_code is {code!r}"
            yield Diagnostic("misnamed-file", source.at("method_code"), message, "give both the same name")


@rule("field-roles")
def field_roles(context: RuleContext) -> Iterator[Diagnostic]:
    """Report roles that two fields of a request hold, and names that stand for two roles."""
    for request in context.contract.requests():
        holders: dict[str, FieldNode] = {}
        names: dict[str, FieldNode] = {}
        for field in request.root.fields():
            if field.role is None:
                continue
            place = context.place(request, "fields", field.path)
            first, namesake = holders.setdefault(field.role, field), names.setdefault(field.name, field)
            if first is not field:
                message = f"{first.path!r} has the role {field.role!r} already"
                yield Diagnostic("repeated-role", place, message, "keep the role at one of the two fields")
            elif namesake.role != field.role:
                message = f"{namesake.path!r} has the same name, and the role {namesake.role!r}"
                yield Diagnostic("name-with-two-roles", place, message, "rename one of the two fields")


@rule("unused", needs=["methods", "requests", "types.yaml", "currencies.yaml", "interface/records.yaml"])
def unused(context: RuleContext) -> Iterator[Diagnostic]:
    """Warn of currencies, field types and request tables that nothing uses."""
    catalogue, hint = context.catalogue, "remove it, or use it"
    currencies, types = catalogue.currencies, catalogue.types
    for code in unnamed(currencies.value.currencies, {one.name for one in context.references("currency")}):
        place = currencies.at("currencies", code, key=True)
        yield Diagnostic("unused-currency", place, f"no method has the currency {code!r}", hint)
    for name in unnamed(types.value.types, {one.name for one in context.references("field type")}):
        place = types.at("types", name, key=True)
        yield Diagnostic("unused-type", place, f"no field has the type {name!r}", hint)
    for name in unnamed(catalogue.requests, set(_tables_in_use(context))):
        place, message = catalogue.requests[name].at(), f"no method uses the request table {name!r}"
        yield Diagnostic("unused-request", place, message, hint)


def _tables_in_use(context: RuleContext) -> Iterator[str]:
    for offer in context.offers.values():
        table = offer.table(context.catalogue)
        if offer.supported:  # A table of the other direction was reported, and counts like an unknown one.
            yield offer.table_name if table and table.value.direction == offer.direction else ""


@dataclass(frozen=True, slots=True)
class _Owner:
    """What has a component name: its description, where it is stated, and whether all requests share it."""

    description: str
    place: Span
    shared: bool
    rules: str


@rule("component-names")
def component_names(context: RuleContext) -> Iterator[Diagnostic]:
    """Report names of another form, and names that two components have."""
    yield from _ill_formed(context)
    taken: dict[str, _Owner] = {}
    for request in context.contract.requests():
        yield from islice(_collisions(context, request, taken), 1)  # The containers' names only follow the request's.
    records = context.catalogue.records
    for name in records.value.records:
        if name in taken:
            message = f"the component name {name!r} is taken by {taken[name].description}"
            yield Diagnostic("name-collision", records.at("records", name, key=True), message, "rename the record")


def _ill_formed(context: RuleContext) -> Iterator[Diagnostic]:
    operations, events = context.catalogue.operations, context.catalogue.events
    for source, table, names in (
        (operations, "parameters", operations.value.parameters),
        (operations, "response_headers", operations.value.response_headers),
        (events, "notifications", events.value.notifications),
    ):
        for name in names:
            if not COMPONENT.holds(name):
                message = f"the name of a component has letters and digits only, and this is {name!r}"
                yield Diagnostic("bad-component-name", source.at(table, name, key=True), message)


def _collisions(context: RuleContext, request: Request, taken: dict[str, _Owner]) -> Iterator[Diagnostic]:
    for group in request.root.groups():
        owner = _owner(context, request, group)
        first = taken.setdefault(group.component, owner)
        if first is not owner and not (first.shared and owner.shared and first.place == owner.place):
            message = f"the component name {group.component!r} is taken by {first.description}"
            yield Diagnostic("name-collision", owner.place, message, "rename one of the two")
        elif first.rules != owner.rules:
            message = f"all requests share {group.component!r}, and its rules differ between them"
            yield Diagnostic("unequal-shared-container", owner.place, message, "share only what every method has alike")


def _owner(context: RuleContext, request: Request, group: Group) -> _Owner:
    description = f"the {request.direction} request of {request.method}"
    rules = ""
    if group.shared:
        fields = (f"{field.path} {field.requirement} {field.type} {field.constraints}" for field in group.fields())
        rules = " ".join(fields)
    if not group.path:
        return _Owner(description, context.offer(request).at(key=True), group.shared, rules)
    place = context.place(request, "containers", group.path)
    return _Owner(f"{group.path!r} of {description}", place, group.shared, rules)


@rule("selections", needs=["methods", "requests", "types.yaml"])
def selections(context: RuleContext) -> Iterator[Diagnostic]:
    """Report views that name what does not exist, that state nothing, or that nothing falls under."""
    service = context.catalogue.service
    countries = {country for method in context.catalogue.methods.values() for country in method.value.countries}
    for name, view in service.value.views.items():
        unknown = False
        for key, kind, stated, known in (
            ("methods", "method", view.methods, {*context.methods}),
            ("countries", "country of a method", view.countries, countries),
        ):
            for index, word in enumerate(stated or ()):
                if word not in known:
                    unknown, place = True, service.at("views", name, key, index)
                    hint = did_you_mean(word, known)
                    yield Diagnostic("unknown-in-view", place, f"there is no {kind} {word!r}", hint)
        place = service.at("views", name, key=True)
        if (view.methods, view.countries, view.directions) == (None, None, None):
            hint = "name methods, countries or directions"
            yield Diagnostic("empty-view", place, "the view selects everything", hint)
        elif not unknown and not _has_requests(context, view):
            message = "the view selects nothing: no method has a request that fits all its keys"
            hint = "name fewer or other methods, countries or directions"
            yield Diagnostic("empty-view", place, message, hint)


def _has_requests(context: RuleContext, view: View) -> bool:
    """Return whether a method states that it supports a direction of the view, be it with faults."""
    return any(
        offer.supported
        for offer in context.offers.values()
        if offer.direction in (view.directions or DIRECTIONS)
        if view.methods is None or offer.source.value.method_code in view.methods
        if view.countries is None or not set(view.countries).isdisjoint(offer.source.value.countries)
    )
