"""Rules on methods and their parts: files, fields with roles, components, subsets."""

from collections.abc import Iterator
from itertools import islice

from paycat.catalogue.fields import FieldType
from paycat.catalogue.forms import COMPONENT, METHOD_NAME, RECORD_NAME
from paycat.catalogue.interface import Notification, Operation
from paycat.catalogue.methods import MethodStatement, free_name, without_case
from paycat.catalogue.parameters import ParameterStatement, ResponseHeaderStatement
from paycat.catalogue.problems import DUPLICATE
from paycat.catalogue.reading import SourceFile, Stated
from paycat.catalogue.service import Subset
from paycat.catalogue.statement import Statement
from paycat.contract.model import Request
from paycat.contract.naming import pascal, type_record, union_name
from paycat.contract.nodes import FieldNode, Group
from paycat.contract.stated_fields import StatedField
from paycat.diagnostics import Diagnostic, Span
from paycat.lint.context import RuleContext
from paycat.lint.rule import Stage, rule
from paycat.yaml.printing import text_in_line


@rule("file-names", stage=Stage.FORMS)
def file_names(context: RuleContext) -> Iterator[Diagnostic]:
    """Report methods without a name, with the code or the name of another one, and files with another name."""
    source_by_code: dict[str, SourceFile[MethodStatement]] = {}
    source_by_name: dict[str, SourceFile[MethodStatement]] = {}
    for file_name, source in sorted(context.catalogue.methods.items(), key=lambda pair: _rank(*pair)):
        method, name = source.value, source.value.generated_name
        code_owner = source_by_code.setdefault(method.method_code, source)
        name_owner = source_by_name.setdefault(without_case(name), source) if name else source
        if code_owner is not source:
            message = f"{code_owner.name} has the method code {method.method_code!r}, too"
            yield Diagnostic("repeated-method-code", source.at("method_code"), message)
        elif not name:
            proposed_name = text_in_line(file_name if METHOD_NAME.holds(file_name) else METHOD_NAME.example)
            message = f"no name of files and classes can be made of the method code {method.method_code!r}"
            hint = f"state one, such as `name: {proposed_name}`"
            yield Diagnostic("method-without-name", source.at("method_code"), message, hint)
        elif name_owner is not source:
            message = f"the method has the name {name!r} in files and classes, which is that of {name_owner.name}"
            if name != name_owner.value.generated_name:
                message = f"the method has the name {name!r}, which is too much like the name of {name_owner.name}"
            yield Diagnostic("taken-method-name", _name_place(source), message, _other_name(context, file_name, name))
        elif name != file_name:
            message = f"the file has the name {file_name}.yaml, but the name of the method is {name!r}"
            hint = f"rename its files to {name}.yaml, or correct `{'name' if method.name else 'method_code'}`"
            yield Diagnostic("misnamed-file", _name_place(source), message, hint)


def _rank(file_name: str, source: SourceFile[MethodStatement]) -> tuple[bool, bool, str]:
    """Return what comes first: of two methods, the one in the right file has the code and the name, best by default."""
    return source.value.generated_name != file_name, source.value.name is not None, file_name


def _name_place(source: SourceFile[MethodStatement]) -> Span:
    return source.at("name" if source.value.name else "method_code")


def _other_name(context: RuleContext, stem: str, name: str) -> str:
    taken_names = {without_case(method.value.generated_name) for method in context.catalogue.methods.values()}
    free = stem if METHOD_NAME.holds(stem) and without_case(stem) not in taken_names else free_name(name, taken_names)
    return f"write `name: {text_in_line(free)}`" + ("" if free == stem else f", and rename its files to {free}.yaml")


@rule("requests", stage=Stage.LACKING)
def unstated_offers(context: RuleContext) -> Iterator[Diagnostic]:
    """Report methods that leave out what the specification says of a direction: it may be nothing."""
    for source in context.catalogue.methods.values() if context.catalogue.service.value.source else ():
        for direction in source.value.unstated:
            message = f"the method does not say whether it offers {direction}"
            hint = f"write `{direction}: not_listed` if the specification lists nothing for it"
            yield Stated(source, (), source.value).lacking("unstated-direction", message, hint)


@rule("field-roles")
def field_roles(context: RuleContext) -> Iterator[Diagnostic]:
    """Report roles of two fields of a request, and names with two roles."""
    for request in context.contract.requests():
        field_by_role: dict[str, FieldNode] = {}
        field_by_name: dict[str, FieldNode] = {}
        for field in request.root.fields():
            if field.role is None:
                continue
            owner, namesake = field_by_role.setdefault(field.role, field), field_by_name.setdefault(field.name, field)
            if owner is not field:
                yield Diagnostic("repeated-role", field.location, f"{owner.path!r} already has the role {field.role!r}")
            elif namesake.role != field.role:
                message = f"{namesake.path!r} has the same name, but the role {namesake.role!r}"
                yield Diagnostic("name-with-two-roles", field.location, message)


@rule("unique-references", needs=["interface/operations.yaml", "interface/problems.yaml", "methods", "requests"])
def unique_references(context: RuleContext) -> Iterator[Diagnostic]:
    """Report `unique` of what is no reference, and references without the problem that it needs, and the reverse."""
    moving_directions = {operation.value.request for operation in context.stated(Operation) if operation.value.moves}
    creating_directions = {
        operation.value.request for operation in context.stated(Operation) if not operation.value.moves
    }
    for field in context.stated_fields:
        is_of_moves = field.offer.direction in moving_directions - creating_directions
        if (
            (unique_statement := field.last("unique"))
            and (is_of_moves or field.role != "reference")
            and not field.is_absent
        ):
            message = f"only a reference can be unique, and {field.path!r} does not have the role"
            if is_of_moves:
                message = f"{field.offer.direction} requests create no record whose {field.path!r} could be unique"
            yield unique_statement.finding("misplaced-unique", message, "unique", key=True)
    problem_by_slug, references = context.catalogue.problems.value.problems, context.of_role("reference")
    supported_directions = {offer.direction for offer in context.offers.values() if offer.supported}
    duplicate_slug = next((slug for slug, problem in problem_by_slug.items() if problem.cause == DUPLICATE), "")
    is_unanswered = not any(duplicate_slug in operation.value.problems for operation in context.stated(Operation))
    if duplicate_slug and is_unanswered and not any(field.last("unique") for field in references):
        message = f"no operation answers with {duplicate_slug!r}, and no reference is unique"
        place = context.catalogue.problems.at("problems", duplicate_slug, key=True)
        yield Diagnostic("problem-without-reference", place, message)
    for operation in context.stated(Operation):
        slugs, direction = operation.value.problems, operation.value.request
        creates = operation.value.is_creating
        sent_references = [field for field in references if creates and field.offer.direction == direction]
        if direction not in supported_directions:
            continue
        if duplicate_slug in slugs:
            yield from _repeatable(operation, sent_references, duplicate_slug)
        elif all(slug in problem_by_slug for slug in slugs):  # An unknown one may be meant for it.
            yield from _unanswered(operation, sent_references, duplicate_slug)


def _repeatable(operation: Stated[Operation], references: list[StatedField], slug: str) -> Iterator[Diagnostic]:
    for field in references:
        if not field.last("unique"):
            message = f"{operation.name!r} answers a repetition with {slug!r}, but {field.path!r} may repeat"
            hint = f"write `unique: true`, or remove `{slug}` from the operation"
            yield field.statements[-1].finding("missing-unique", message, key=True, help=hint)
    if not references:
        index = operation.value.problems.index(slug)
        message = f"no {operation.value.request} request has a reference that could repeat"
        yield operation.finding("problem-without-reference", message, "problems", index)


def _unanswered(operation: Stated[Operation], references: list[StatedField], slug: str) -> Iterator[Diagnostic]:
    """Report unique references, as the operation has no problem that answers a repetition."""
    for field in references:
        if unique_statement := field.last("unique"):
            message = f"{field.path!r} is unique, but no problem of {operation.name!r} answers a repetition"
            problem_text = f"`{slug}`" if slug else f"a problem with `cause: {DUPLICATE}`"
            hint = f"add {problem_text} to its `problems`, or remove `unique`"
            yield unique_statement.finding("missing-duplicate-problem", message, "unique", key=True, help=hint)


@rule("component-names", stage=Stage.STATEMENTS)
def component_names(context: RuleContext) -> Iterator[Diagnostic]:
    """Report names of another form."""
    statement_types: tuple[type[Statement], ...] = (ParameterStatement, ResponseHeaderStatement, Notification)
    for component in (component for statement_type in statement_types for component in context.stated(statement_type)):
        if not COMPONENT.holds(component.name):
            message = f"the name of a component has letters and digits only, but this is {component.name!r}"
            yield component.finding("bad-component-name", message, key=True)
    for field_type in context.stated(FieldType):
        if field_type.value.members and not RECORD_NAME.holds(name := pascal(field_type.name)):
            message = f"the class of the object type {field_type.name!r} would be called {name!r}"
            yield field_type.finding("bad-component-name", message, key=True, help="rename it: Python needs that name")


@rule("component-names")
def taken_component_names(context: RuleContext) -> Iterator[Diagnostic]:
    """Report names that two components have, as files of classes have them: without case."""
    groups: dict[str, tuple[Request, Group]] = {}
    for request in context.contract.requests():
        yield from islice(_collisions(context, request, groups), 1)  # The containers' names only follow the request's.
    owners = {name: (group.component, _described(request, group)) for name, (request, group) in groups.items()}
    for direction in context.contract.requested_directions():
        class_name, phrase = union_name(direction), f"all {direction} requests"
        taker, group = groups.get(class_name.lower(), (None, None))
        if taker and group and (taker.method or group.path):  # The one body of a direction is all its requests.
            yield _taken(group.component, class_name, phrase, group.location, "rename the container")
        owners[class_name.lower()] = class_name, phrase
    record_source = context.catalogue.records
    for name in record_source.value.records:
        spelling, owner = owners.setdefault(name.lower(), (name, f"the record {name!r}"))
        if owner != f"the record {name!r}":
            yield _taken(name, spelling, owner, record_source.at("records", name, key=True), "rename the record")
    for field_type in context.stated(FieldType):
        name, label = type_record(field_type.name), f"the object type {field_type.name!r} in records"
        spelling, owner = owners.setdefault(name.lower(), (name, label)) if field_type.value.members else (name, label)
        if owner != label:
            yield _taken(name, spelling, owner, field_type.at(key=True), "rename the type")


def _taken(name: str, earlier_name: str, owner_phrase: str, place: Span, hint: str) -> Diagnostic:
    relation = "is taken by" if name == earlier_name else f"differs only in case from {earlier_name!r}, the name of"
    return Diagnostic("name-collision", place, f"the component name {name!r} {relation} {owner_phrase}", hint)


def _collisions(
    context: RuleContext, request: Request, pair_by_name: dict[str, tuple[Request, Group]]
) -> Iterator[Diagnostic]:
    for group in request.root.groups():
        owner_request, first_group = pair_by_name.setdefault(group.component.lower(), (request, group))
        if first_group is group or (first_group.shared and group.shared and first_group.type == group.type):
            continue
        place, hint = group.location, "rename the container"
        if group.shared and group.type:
            place, hint = group.type.location, "rename the type"
        elif not group.shared and owner_request.method != request.method:
            offer = context.offer(request)
            place, hint = _name_place(offer.method), _other_name(context, offer.name, request.name)
        yield _taken(group.component, first_group.component, _described(owner_request, first_group), place, hint)


def _described(request: Request, group: Group) -> str:
    request_phrase = f"the {request.direction} request of {request.method}"
    return f"{group.path!r} of {request_phrase}" if group.path else request_phrase


@rule("subsets", needs=["methods", "requests", "types.yaml"])
def selections(context: RuleContext) -> Iterator[Diagnostic]:
    """Report subsets that name what does not exist, that state nothing, or that nothing falls under."""
    methods = [method.value for method in context.catalogue.methods.values()]
    countries = {country for method in methods for country in method.countries}
    if any(method.country_scope == "any" for method in methods):
        countries |= {country for statement in context.stated(Subset) for country in statement.value.countries or ()}
    for statement in context.stated(Subset):
        subset, has_unknown = statement.value, False
        for key, lacking_phrase, words, known_names in (
            ("methods", "there is no method", subset.methods, {*context.methods}),
            ("directions", "there is no direction", subset.directions, {*context.catalogue.directions}),
            ("countries", "no method is available in country", subset.countries, countries),
        ):
            for index, word in enumerate(words or ()):
                if word not in known_names:
                    has_unknown = True
                    yield statement.unknown("unknown-in-subset", lacking_phrase, word, known_names, key, index)
        if (subset.methods, subset.countries, subset.directions) == (None, None, None):
            hint = "name methods, countries or directions"
            yield statement.finding("empty-subset", "the subset selects everything", key=True, help=hint)
        elif not has_unknown and not _has_requests(context, subset):
            message = "the subset selects nothing: no method has a request that matches all its keys"
            hint = "name fewer or other methods, countries or directions"
            yield statement.finding("empty-subset", message, key=True, help=hint)


def _has_requests(context: RuleContext, subset: Subset) -> bool:
    """Return whether a method states that it supports a direction of the subset, be it with faults."""
    return any(
        offer.supported
        for offer in context.offers.values()
        if offer.direction in (subset.directions or context.catalogue.directions)
        if subset.methods is None or offer.method.value.method_code in subset.methods
        if subset.countries is None
        or offer.method.value.country_scope == "any"
        or not set(subset.countries).isdisjoint(offer.method.value.countries)
    )
