"""Rules on where the members of records come from: a field of the request, one value, or what the service makes."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from paycat.catalogue.interface import StateMachine
from paycat.catalogue.reading import Stated
from paycat.catalogue.shapes import Member, Shaped, ShapeStatement
from paycat.contract.identifiers import spelling_of, usual_spelling
from paycat.contract.machines import unseen_machines
from paycat.contract.members import MOST_SHOWN
from paycat.contract.nodes import Group
from paycat.contract.paths import ITEM, Steps
from paycat.contract.problem_form import PROBLEM, VIOLATION
from paycat.contract.shapes import directions_of, followed_record
from paycat.contract.validate import rejected
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.lint.context import RuleContext, places_of_origin, record_of
from paycat.lint.rule import Stage, rule
from paycat.shapes.constraints import patterns_of
from paycat.shapes.constraints.length import lengths_of
from paycat.shapes.patterns.texts import matching_text
from paycat.text.counting import counted, listed

_NEEDS = (
    "catalogue.yaml",
    "types.yaml",
    "currencies.yaml",
    "requests",
    "methods",
    "interface/records.yaml",
    "interface/states.yaml",
)
_TEXTS = ("text", "choice")
_SHAPES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("id", "country", "method", "failure_code", "failure_meaning", "event", "api_version"), _TEXTS),
    **dict.fromkeys(("created", "changed", "completed"), ("date_time",)),
}
"""The shapes of what the service makes."""
_EMPTY = ("object", "list")
"""The shapes of values that are empty where the request has none."""
_Made = tuple[str, ...]
_ANYWHERE: _Made = ("id", "created", "country", "method", "example")
_OF_RECORDS: _Made = (*_ANYWHERE, "changed", "completed")
_UNSENT: _Made = ("id", "created", "example")
_OF_FOLLOWERS: _Made = (*_UNSENT, "changed", "completed")
_OF_PARTS: _Made = (*_ANYWHERE, "failure_code", "failure_meaning")
_OF_EVENTS: _Made = ("id", "created", "event", "api_version", "example")
_PLACES: Mapping[str, tuple[str, ...]] = {
    "a record that has states": _OF_RECORDS,
    "a record that follows another one": _OF_FOLLOWERS,
    "an object in a record that has states": _OF_PARTS,
    "the message of a notification": _OF_EVENTS,
    "the record of an operation with `serves`": ("served", "methods"),
    "the record of problems": tuple(PROBLEM),
    "the record of one rejected field": tuple(VIOLATION),
}
"""Where the service may make a value."""

_SOURCES = ("echo", "mask", "made")
"""The keys that state where a value comes from."""
_NUMBERS = {"pan": ("echoed-card-number", "card number"), "account": ("echoed-account", "account number")}
"""Marks of numbers that no record shows as a whole, the strongest first, with the code of the finding and the noun."""

_Members = Mapping[str, Member]


@dataclass(frozen=True, slots=True)
class FilledTarget:
    """A member that the service fills, what it may make there, and whether the record may do without it.

    `words` name what it may make; `origin` is the direction of the requests that lead to the record, or its own name if
    it follows another record, or None for messages.
    """

    member: Stated[Member]
    words: _Made
    origin: str | None
    may_go: bool


@rule("record-sources", stage=Stage.LACKING)
def missing_sources(context: RuleContext) -> Iterator[Diagnostic]:
    """Report members of which nothing states where the service takes the value from."""
    for target in context.once(filled_members):
        member = target.member.value
        if not _is_stated(member) and not _has_parts(context, target):
            message = f"nothing states where the service takes the value of {target.member.name!r} from"
            allowed_words = ", ".join(target.words)
            hint = f"write `echo` or `mask` with a field of the request, or `made` with one of {allowed_words}"
            if _variants(context, member):
                hint = "write `made: { first: …, later: … }` with the variants that the union has"
            yield target.member.finding("missing-source", message, key=True, help=hint)


@rule("record-sources", needs=[*_NEEDS, "interface/events.yaml"])
def unfit_sources(context: RuleContext) -> Iterator[Diagnostic]:
    """Report members whose value the service cannot make, or not in every record."""
    for target in context.once(filled_members):
        yield from _of_member(context, target)


@rule("record-sources", needs=_NEEDS)
def one_source(context: RuleContext) -> Iterator[Diagnostic]:
    """Report members that take their value from two places, and masks that would show more than an end."""
    for shape in context.stated(ShapeStatement):
        first_key, *other_keys = [key for key in _SOURCES if getattr(shape.value, key, None)] or [""]
        for key in other_keys:
            line = shape.at(first_key, key=True).line
            message = f"`{first_key}` in line {line} states where the value comes from, and `{key}` states it again"
            yield shape.finding("several-sources", message, key, key=True)
        length_rule = shape.value.rule("length")
        least_length, most_length = length_rule.value if length_rule and shape.value.mask else (0, 0)
        directions = _directions(context, shape)
        pairs = [(direction, path) for direction in directions for path in shape.value.mask]
        hint = f"write `length: ..{MOST_SHOWN}`, or fewer"
        if most_length is None or most_length > MOST_SHOWN:
            count_phrase = counted(MOST_SHOWN, "character")
            message = f"a mask shows at most {count_phrase}, but the length allows {most_length or 'any number'}"
            yield shape.finding("long-mask", message, "length", help=hint)
        elif least_length and not all(_show(context, direction, path, least_length) for direction, path in pairs):
            message = f"a mask shows at most half of a text, which may be less than the length of {least_length}"
            yield shape.finding("long-mask", message, "length", help=hint)


@rule("sensitive-fields", needs=_NEEDS)
def echoed_numbers(context: RuleContext) -> Iterator[Diagnostic]:
    """Report members that repeat a whole card or account number."""
    for shape in context.stated(ShapeStatement):
        directions = _directions(context, shape) if shape.value.echo else ()
        for mark, (code, noun) in _NUMBERS.items():
            if any(shape.value.echoed_path in context.once(_numbers, direction)[mark] for direction in directions):
                message, hint = f"the member repeats a complete {noun}", "`mask` shows its last characters instead"
                yield shape.finding(code, message, "echo", help=hint)
                break


@rule("record-sources", stage=Stage.LACKING)
def variants(context: RuleContext) -> Iterator[Diagnostic]:
    """Report unknown variants of unions, in records and in the files of methods."""
    for member in context.stated(Member):
        made_source, union_variants = member.value.made, _variants(context, member.value)
        for key in ("first", "later") if made_source and union_variants else ():
            variant = getattr(made_source, key)
            if variant is not None and variant not in union_variants:
                yield _unknown_variant(member, union_variants, variant, "made", key)
    for offer in context.offers.values():
        statement = Stated(offer.method, (offer.direction,), offer.statement)
        unions = {
            name: _variants(context, member)
            for machine in context.catalogue.states.value.state_machines.values()
            for name, member in _members(context, machine.record).items()
            if machine.direction == offer.direction and member.made and member.made.first
        }
        for name, variant in offer.statement.variants.items():
            if name not in unions:
                message = f"records of {offer.direction} have no union {name!r} whose variant is chosen"
                hint = did_you_mean(name, unions) or "state `made: { first: …, later: … }` at the member of the record"
                yield statement.finding("unknown-variant", message, "variants", name, key=True, help=hint)
            elif unions[name] and variant not in unions[name]:
                yield _unknown_variant(statement, unions[name], variant, "variants", name)


@rule("shape-references", needs=_NEEDS)
def repeated_fields(context: RuleContext) -> Iterator[Diagnostic]:
    """Report masks and echoes of fields that no request has; echoes without a shape of their own are of tables."""
    for reference in context.references("field"):
        shape, key = reference.stated, reference.path[0]
        if isinstance(shape.value, Shaped) and not (key == "echo" and shape.value.takes_echoed):
            is_following = key == "echo" and context.values.followed(record := record_of(shape))
            origins = [str(record)] if is_following else _directions(context, shape)
            paths = dict.fromkeys(path for origin in origins for path in context.once(_sent, origin))
            if reference.name not in paths:
                yield shape.unknown(f"unknown-{key}", "no request has a field", reference.name, paths, *reference.path)


def _directions(context: RuleContext, shape: Stated[Any]) -> Collection[str]:
    """Return the directions whose requests a part of a record may repeat; none if its record follows another one."""
    name = record_of(shape)
    directions = directions_of(context.catalogue, name, shape.value.echoed_move) or context.catalogue.directions
    return () if context.values.followed(name) else directions


def _members(context: RuleContext, record_name: str | None) -> _Members:
    record = context.catalogue.records.value.records.get(record_name or "")
    return record.members if record else {}


def _variants(context: RuleContext, member: Member) -> Mapping[str, str]:
    record = context.catalogue.records.value.records.get(member.record or "")
    return record.variants if record else member.variants


def _unknown_variant(statement: Stated[Any], union_variants: Mapping[str, str], variant: str, *path: str) -> Diagnostic:
    message = f"the union has no variant {variant!r}"
    hint = did_you_mean(variant, union_variants) or f"write one of {', '.join(union_variants)}"
    return statement.finding("unknown-variant", message, *path, help=hint)


def filled_members(context: RuleContext) -> list[FilledTarget]:
    """Return the members of records with states and of notifications, and of the objects in them, each once."""
    member_by_path = {member.path: member for member in context.stated(Member)}
    machines = context.catalogue.states.value.state_machines.values()
    unseen = unseen_machines(context.contract.interface)
    following_records = {machine.record for machine in machines if machine.follows}
    origin_by_record = {record: machine.direction for record, machine in unseen.items()}
    origin_by_record |= {machine.record: machine.direction or machine.record for machine in machines}
    notifications = context.catalogue.events.value.notifications.values()
    message_records = {notification.record for notification in notifications} - origin_by_record.keys()
    seen_paths: set[Steps] = set()

    def inside(outer_path: Steps, words: _Made, origin: str | None, *, may_go: bool) -> Iterator[FilledTarget]:
        direct_targets = []
        for path, member in member_by_path.items():
            is_new = path[:-2] == outer_path and path not in seen_paths
            if is_new and (origin is not None or member.value.record not in origin_by_record):
                seen_paths.add(path)
                may_lack = member.value.requirement == "optional" or member.value.nullable
                direct_targets.append(FilledTarget(member, words, origin, may_go or may_lack))
        yield from direct_targets
        for target in direct_targets if origin is not None else ():
            if not _is_stated(target.member.value):
                inner_words = _UNSENT if origin in following_records else _ANYWHERE
                kinds = _OF_PARTS if words is _OF_RECORDS else inner_words
                yield from inside(target.member.path, inner_words, origin, may_go=target.may_go)
                yield from inside(("records", target.member.value.record or ""), kinds, origin, may_go=target.may_go)

    def of_record(record: str) -> _Made:
        return _OF_FOLLOWERS if record in following_records else _ANYWHERE if record in unseen else _OF_RECORDS

    pairs = sorted(origin_by_record.items(), key=lambda pair: (pair[0] in following_records, pair[0]))
    of_records = (inside(("records", record), of_record(record), origin, may_go=False) for record, origin in pairs)
    of_messages = (inside(("records", record), _OF_EVENTS, None, may_go=False) for record in sorted(message_records))
    return [*chain.from_iterable(of_records), *chain.from_iterable(of_messages)]


def _is_stated(member: Member) -> bool:
    return bool(member.echo or member.mask or member.made or member.rule("fixed"))


def _of_member(context: RuleContext, target: FilledTarget) -> Iterator[Diagnostic]:
    member = target.member.value
    if member.made:
        yield from _made(context, target)
    is_always = not target.may_go and context.values.bare(target.member).shape not in _EMPTY
    path, leader = member.echoed_path, followed_record(context.catalogue, target.origin)
    origins = [target.origin] if leader else context.catalogue.directions
    is_known = any(path in context.once(_sent, origin) for origin in origins)  # Else it is reported.
    required_by_path = context.once(_sent, target.origin) if target.origin and is_known else {}
    if member.echoed_move and not (member.nullable or member.requirement == "optional"):
        message = (
            f"the record has no {member.echoed_move} body before it is moved, but always has {target.member.name!r}"
        )
        yield target.member.finding("absent-echo", message, *member.echo_steps)
    elif path and not member.echoed_move and is_always and required_by_path and not required_by_path.get(path, False):
        lacking_phrase = f"{leader} may lack the member" if leader else "requests may lack the field"
        message = f"{lacking_phrase} {path!r}, but records must have {target.member.name!r}"
        finding = target.member.finding("absent-echo", message, "echo")
        yield replace(finding, rests_on=places_of_origin(context, record_of(target.member)))
    if member.mask and is_always and target.origin and not _have_an_end(context, target.origin, member.mask):
        message = f"requests may lack the field {member.mask[0]!r}, or have one character there, which is not shown"
        yield target.member.finding("absent-echo", f"{message}, but records must have {target.member.name!r}", "mask")


def _has_parts(context: RuleContext, target: FilledTarget) -> bool:
    """Return whether the value is a state, or an object whose members state where they come from."""
    has_members = bool(target.member.value.members or target.member.value.record)
    has_parts = has_members and not _variants(context, target.member.value) and target.origin is not None
    return has_parts or _is_state(context, target)


def _is_state(context: RuleContext, target: FilledTarget) -> bool:
    machines = context.catalogue.states.value.state_machines.values()
    return target.member.path in {("records", machine.record, "members", machine.member) for machine in machines}


def _made(context: RuleContext, target: FilledTarget) -> Iterator[Diagnostic]:
    source, shape = target.member.value.made, context.values.bare(target.member).shape
    assert source is not None
    is_unknown = target.member.value.record not in (None, *context.catalogue.records.value.records)
    is_union = is_unknown or bool(_variants(context, target.member.value))  # An unknown name is reported.
    if (source.by is None) == (source.first is None) or (source.first is None) != (source.later is None):
        message = "`made` is a word, or of a union both `first` and `later`"
        yield target.member.finding("unfit-source", message, "made", key=True)
    elif source.first is not None and not (target.words is _OF_RECORDS and is_union):
        message = "`first` and `later` are for a union that a record with states has among its own members"
        yield target.member.finding("unfit-source", message, "made", key=True)
    elif source.by == "state" and _is_state(context, target):
        return
    elif source.by is not None and source.by not in target.words:
        owners = [owner for owner, words in _PLACES.items() if source.by in words] or ["the `member` of states.yaml"]
        message = f"the service makes {source.by!r} in {listed(owners, 'or')}, but not here"
        finding = target.member.finding("unfit-source", message, "made", help=f"write one of {', '.join(target.words)}")
        places = (machine.at(key) for machine in context.stated(StateMachine) for key in ("record", "member"))
        yield replace(finding, rests_on=(*places, *context.table("record").misses))
    elif source.by is not None and shape not in (*_SHAPES.get(source.by, (shape,)), "any"):
        message = f"{source.by!r} is a value of the shape {' or '.join(_SHAPES[source.by])}, and the member of {shape}"
        yield target.member.finding("unfit-source", message, "made")
    elif source.by in ("completed", "country") and not target.member.value.nullable:
        message = f"{source.by!r} may be null, but the member may not"
        yield target.member.finding("unfit-source", message, "made", help="write `nullable: true`")
    elif (unfit_text := _unfit_value(context, target)) is not None:
        message = f"the service makes {unfit_text!r} here, which the member does not allow"
        hint = "allow for it in the constraints of the member"
        yield target.member.finding("unfit-source", message, "made", help=hint)


def _unfit_value(context: RuleContext, target: FilledTarget) -> str | None:
    """Return a value of the catalogue that the service writes into a member, and that the member does not allow."""
    interface, source = context.contract.interface, target.member.value.made
    match source and source.by:
        case "id":
            record = interface.record(str(record_of(target.member)))
            members = record.example if isinstance(record.example, dict) else {}
            example = str(members.get(target.member.name, ""))
            usual_id = "".join(signs[0] * count for signs, count in usual_spelling(example))
            texts = [] if spelling_of(interface, record, example) else [usual_id]
        case "method":
            texts = [request.method for request in context.contract.requests(target.origin)]
        case "event":
            texts = [event.name for event in interface.event_types]
        case "api_version":
            texts = [interface.api_version]
        case "failure_code":
            texts = [code.code for code in interface.failure_codes]
        case _:
            texts = []
    return next(
        (
            text
            for text in texts
            if (source and source.by == "id") or rejected(context.values.bare(target.member), text)
        ),
        None,
    )


def _sent(context: RuleContext, origin: str) -> Mapping[str, bool]:
    """Return the paths of what records repeat of a direction's requests, or of the record that one of a name follows.

    With each is whether it is always there.
    """
    if followed := context.values.followed(origin):
        return {path: has_value for path, (_, has_value) in followed.items()}
    roots = [request.root for request in context.contract.requests(origin)]
    required_counts = Counter(path for root in roots for path, is_required in _in(root) if is_required)
    return {path: required_counts[path] == len(roots) for root in roots for path, _ in _in(root)}


def _numbers(context: RuleContext, direction: str) -> Mapping[str, set[str]]:
    """Return the paths of the fields of requests with each mark, and of the objects and lists that they are in."""
    paths_by_mark: dict[str, set[str]] = defaultdict(set)
    for field in (node for request in context.contract.requests(direction) for node in request.root.fields()):
        names = field.path.split(".")
        outer_paths = {".".join(names[:end]).removesuffix(ITEM) for end in range(1, len(names) + 1)}
        paths_by_mark[field.sensitive or ""] |= outer_paths
    return paths_by_mark


def _have_an_end(context: RuleContext, direction: str, paths: Sequence[str]) -> bool:
    """Return whether every request has a field of which an end is shown; of several fields it is not known."""
    presence = context.once(_sent, direction)
    return len(paths) > 1 or paths[0] not in presence or (presence[paths[0]] and _show(context, direction, paths[0], 1))


def _show(context: RuleContext, direction: str, path: str, shown_count: int) -> bool:
    """Return whether half of each text of a field has so many characters at least, or it is not known."""
    requests = context.contract.requests(direction)
    fields = [field for request in requests for field in request.root.fields() if field.path == path]
    least_length = 2 * shown_count
    return all(
        lengths_of(field.bounds)[0] >= least_length
        or any(matching_text(pattern, 0, least_length - 1).text is None for pattern in patterns_of(field.bounds))
        for field in fields
    )


def _in(group: Group, *, is_required: bool = True) -> Iterator[tuple[str, bool]]:
    """Return the path of each field of an object, and whether it must be there."""
    for member in group.members:
        is_there = is_required and member.requirement == "required"
        if isinstance(member, Group):
            yield from [(member.path, is_there)] if member.type else []
            yield from _in(member, is_required=is_there)
        else:
            yield member.path, is_there
