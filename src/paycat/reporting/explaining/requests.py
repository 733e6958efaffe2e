"""Methods, their directions, and the fields and objects of their requests: METHOD, refund.METHOD, refund.METHOD.a.b.

A field with limits by currency is also explained as it is in one: refund.METHOD.a.b(CODE).
METHOD is the code or the name of a method.
Requests and objects are also explained by the names that generated code has for them, and fields by their path alone,
a.b, or their own name, b: in all requests that have them.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain

from paycat.contract.constraint import Constraint
from paycat.contract.model import Contract, Method, Offer, Request
from paycat.contract.nodes import FieldNode, Group
from paycat.diagnostics import Span
from paycat.pages.fields import outline
from paycat.pages.words import country_name
from paycat.reporting.explaining.explanation import Explanation, Named, Occurrence, because, occurrence
from paycat.reporting.explaining.project import NamedStatement, Project, carrying_component
from paycat.schemas.cases import cases_about, given_text
from paycat.text.counting import counted

_Members = list[tuple[Request, Group, FieldNode | Group]]
"""Members of requests, each with its request and the object that it is in."""


def named(project: Project) -> Named:
    """Return every method, country, request and member of a request."""
    for method in project.contract.methods:
        yield from ((word, partial(_method, method, project)) for word in dict.fromkeys((method.code, method.name)))
        for direction, offer in method.offers.items():
            words = _words(direction, method.name, method.code)
            components = (offer.request.root.component,) if offer.request else ()
            maker = partial(_offer, words[0], method, offer, project)
            yield from ((name, maker) for name in (*words, *components))
    yield from _countries(project)
    members = [
        (request, group, member)
        for request in project.contract.requests()
        for _, group, member in outline(request)
        if member.name or isinstance(member, FieldNode)
    ]
    groups = ((request, group) for request in project.contract.requests() for group in request.root.groups())
    cases: _Members = [(request, group, case.field) for request, group in groups for case in group.cases if case.field]
    for request, group, member in (*members, *cases):
        words = _words(request.direction, request.name, request.method, f".{member.path}")
        components = (member.component,) if isinstance(member, Group) and not member.shared else ()
        maker = partial(_member, words[0], request, group, member, project)
        yield from ((name, maker) for name in (*words, *components))
    yield from _paths(members, project)


def _words(direction: str, name: str, code: str, suffix: str = "") -> tuple[str, ...]:
    """Return what a request is called, or with `suffix` a member of it: by the name of the method, and by its code."""
    return tuple(dict.fromkeys(f"{direction}.{word}".rstrip(".") + suffix for word in (name, code)))


def _countries(project: Project) -> Named:
    codes_by_country: dict[str, list[str]] = {}
    for method in project.contract.methods:
        for country in method.countries:
            codes_by_country.setdefault(country, []).append(method.code)
    for country, method_codes in codes_by_country.items():
        make = partial(Explanation, country, "country", country_name(country), (f"methods: {', '.join(method_codes)}",))
        yield from ((name, make) for name in dict.fromkeys((country, country_name(country))))


def _paths(members: _Members, project: Project) -> Named:
    """Return every path of a member, by the path and by its last name, with what tables and types state of it."""
    members_by_path: dict[str, _Members] = {}
    for request, group, member in members:
        members_by_path.setdefault(member.path, []).append((request, group, member))
    items_by_name: dict[str, list[NamedStatement]] = {}
    item_by_place: dict[tuple[str, int], NamedStatement] = {}
    for item in project.items:
        if item.kind in ("field", "container") and item.statement.source is project.catalogue.types:
            item_by_place[item.statement.at(key=True)[:2]] = item
        elif item.kind in ("field", "container"):
            items_by_name.setdefault(item.name, []).append(item)
    for path, path_members in members_by_path.items():
        places = dict.fromkeys(member.location[:2] for _, _, member in path_members)
        items_by_name.setdefault(path, []).extend(item_by_place[place] for place in places if place in item_by_place)
    for path in dict.fromkeys((*members_by_path, *items_by_name)):
        path_members = members_by_path.get(path, [])
        components = (member.component for _, _, member in path_members if isinstance(member, Group) and member.shared)
        maker = partial(_path, path, path_members, items_by_name.get(path, []))
        yield from ((name, maker) for name in dict.fromkeys((path, path.rpartition(".")[2], *components)))


def _path(path: str, members: _Members, items: list[NamedStatement]) -> Explanation:
    levels: dict[tuple[str, str], list[str]] = {}
    for request, _, member in members:
        levels.setdefault((member.requirement, member.type_or_shape), []).append(request.qualified_name)
    kind = "object" if members and all(isinstance(member, Group) for _, _, member in members) else "field"
    return Explanation(
        path,
        f"{kind} of {counted(len(members), 'request')}",
        what=(
            *dict.fromkeys(member.meaning for _, _, member in members),
            *(f"{level} {type_name}: {', '.join(names)}" for (level, type_name), names in levels.items()),
        ),
        defined=tuple(occurrence(item.statement.at(key=True), item.qualified_name) for item in items),
    )


def _method(method: Method, project: Project) -> Explanation:
    offer_texts = (f"{direction}: {offer.availability}" for direction, offer in method.offers.items())
    noun = "currencies" if len(method.currencies) > 1 else "currency"
    currencies_text = f"{noun}: {', '.join(method.currencies) or 'none'}"
    return Explanation(
        method.code,
        "payment method",
        method.title,
        what=(method.note, currencies_text, f"countries: {method.named_countries}", *offer_texts),
        defined=(occurrence(method.location),),
        why=because(project.contract, (method.reason, method.country_reason), is_brief=True),
    )


def _offer(name: str, method: Method, offer: Offer, project: Project) -> Explanation:
    request = offer.request
    fields = [field for field in request.root.fields() if not field.is_in_case] if request else []
    return Explanation(
        name,
        f"direction of {method.code}",
        offer.availability,
        what=tuple(f"{field.path}: {field.requirement} {field.type_or_shape}" for field in fields),
        defined=(occurrence(offer.location),),
        why=because(project.contract, (offer.reason,), is_brief=True),
        carried=carrying_component(project, request.root.component) if request else (),
    )


def _values(member: FieldNode | Group) -> Iterator[str]:
    choices = member.choices if isinstance(member, FieldNode) else ()
    return (f"{choice.value}: {choice.meaning}" for choice in choices if choice.meaning)


def _member(name: str, request: Request, group: Group, member: FieldNode | Group, project: Project) -> Explanation:
    conditions = [(group, condition) for condition in group.conditions if member.name in condition.names]
    if isinstance(member, Group):
        conditions += [(member, condition) for condition in member.conditions]
    rules = member.constraints if isinstance(member, FieldNode) else ()
    demands = ((owner.path or "the request", " | ".join(map(" + ".join, need.any_of))) for owner, need in conditions)
    needs = (f"{object_name} needs at least one of: {combinations}" for object_name, combinations in demands)
    cases = [*cases_about(group, member.name)]
    case_rules = [case.field.constraints if case.field else () for case in cases]
    case_texts = (
        f"where {given_text(case, quoted=str)}: {'; '.join(filter(None, (case.requirement, *_limits(rules))))}"
        for case, rules in zip(cases, case_rules, strict=True)
    )
    lines = (member.meaning, *_limits(rules), *case_texts, *_values(member), *needs)
    all_rules = (*rules, *chain.from_iterable(case_rules))
    reasons = [member.reason, *(rule.reason for rule in all_rules), *(condition.reason for _, condition in conditions)]
    type_text = f" of the type {member.type_or_shape}" if member.type or isinstance(member, FieldNode) else ""
    kind = f"{'object' if isinstance(member, Group) else 'field'}{type_text}"
    return Explanation(
        name,
        f"{member.requirement} {kind}",
        what=(*lines, *_marks(project.contract, request, member)),
        defined=(
            occurrence(member.location),
            *_elsewhere(member.location, all_rules),
            *(occurrence(condition.location, "condition") for _, condition in conditions),
        ),
        why=because(project.contract, reasons),
        carried=carrying_component(project, group.component, request.root.component),
    )


def _limits(rules: Iterable[Constraint]) -> Iterator[str]:
    return (f"{rule.phrase.whole_limit} (rejected as {rule.code})" for rule in rules)


def _elsewhere(own_location: Span, rules: Iterable[Constraint]) -> Iterator[Occurrence]:
    keywords_by_place: dict[tuple[str, int], list[str]] = {}
    for rule in rules:
        if rule.location and rule.location[:2] != own_location[:2]:
            keywords_by_place.setdefault(rule.location[:2], []).append(rule.keyword)
    yield from (occurrence(Span(*place), ", ".join(keywords)) for place, keywords in keywords_by_place.items())


def _marks(contract: Contract, request: Request, member: FieldNode | Group) -> Iterator[str]:
    if isinstance(member, FieldNode):
        if member.sensitive:
            yield f"sensitive: {member.sensitive}"
        if member.role:
            yield f"role: {member.role}"
        if problem := contract.interface.repeated(request.direction, member):
            yield f"unique among requests (rejected as {problem.slug})"
        yield from (f"hint: {hint.note}" for hint in member.hints)
