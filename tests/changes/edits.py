"""Random edits of a contract, as hypothesis strategies: what a maintainer may change in the catalogue, in its terms."""

from collections.abc import Callable, Collection

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from paycat.catalogue.fields import Hint
from paycat.catalogue.lifecycle import Deprecation, ReservedField
from paycat.catalogue.statement import Reason
from paycat.contract.model import Contract, Request
from paycat.contract.nodes import Condition, FieldNode, Group
from paycat.shapes.patterns.mutants import pattern_mutants
from paycat.shapes.patterns.portable import fault_of
from tests.changes.editing import (
    Key,
    constraint,
    field_edited,
    group_edited,
    key_of,
    requests_edited,
    root_edited,
    ruled,
    with_samples_corrected,
)
from tests.changes.method_edits import (
    PLACE,
    REASON,
    Told,
    a_request,
    currency_changed,
    direction_turned,
    method_come,
    method_gone,
    one_of,
    sample_changed,
)
from tests.shapes.portable import patterns

PATTERNS = (
    *("^[0-9]{1,20}$", "^[A-Z0-9]{11}$", "^[^\\x00-\\x20]+$", "^(alpha|beta)$", "^\\+?[0-9]{6,15}$", "^[A-Za-z ]*$"),
    *("^[A-Z]{4}0[A-Z0-9]{6}$", "^[^@]+@[^@]+$", "^(a|b){2}c?$", "^\\u0041+$", "^[^\\n]*$"),
)
LENGTHS = (None, 0, 1, 2, 6, 10, 11, 12, 19, 20, 21, 254, 255, 256)
BOUNDS = (None, 0, 1, 0.01, 100, 1000.5, 9999999999999, 9999999999999.99, 10**13)
NAMES = ("note", "tax_id", "iban", "phone", "code")

Edit = Callable[[DrawFn, Contract], Told]


class Edited:
    """A contract after some edits, and what they were; it is told by them alone, for contracts are long."""

    def __init__(self, told: tuple[str, ...], contract: Contract) -> None:
        self.told, self.contract = told, contract

    def __repr__(self) -> str:
        return f"Edited({'; '.join(self.told)})"


@st.composite
def edited(draw: DrawFn, start: Edited, names: Collection[str], most: int = 1) -> Edited:
    """Return a strategy for contracts with one edit or several, the kinds of which are drawn from some names."""
    told, before, contract = [], start.contract, start.contract
    for name in draw(st.lists(st.sampled_from(sorted(names)), min_size=1, max_size=most)):
        words, contract = EDITS[name](draw, contract)
        told.append(f"{name}: {words}")
    if draw(st.integers(0, 3)):
        contract = _corrected(before, contract)
    else:
        told.append("samples as they were")
    return Edited(tuple(told), contract)


def _corrected(before: Contract, after: Contract) -> Contract:
    same = {id(request) for request in before.requests()}
    keys = {key_of(request) for request in after.requests() if id(request) not in same}
    return requests_edited(after, keys, with_samples_corrected)


def _keys(draw: DrawFn, contract: Contract, request: Request, path: str) -> set[Key]:
    """Return the request, or at times two more of its direction with the same path, as a table is edited."""
    if draw(st.integers(0, 4)):
        return {key_of(request)}
    own = key_of(request)
    others = [own, *(key_of(one) for one in contract.requests(request.direction) if path in _paths(one))]
    return {own, one_of(draw, others), one_of(draw, others)}


def _paths(request: Request) -> set[str]:
    return {one.path for one in (*request.root.groups(), *request.root.fields())}


def _of_field(
    draw: DrawFn,
    contract: Contract,
    change: Callable[[FieldNode], FieldNode | None],
    suits: Callable[[FieldNode], bool],
) -> Told:
    """Change a field that suits, in one request or in all that have it where it suits."""
    everywhere = [(one, field) for one in contract.requests() for field in one.root.fields() if field.role != "method"]
    fitting = [(one, field) for one, field in everywhere if suits(field)]
    if not fitting:
        return "no field is left that suits", contract
    request, field = one_of(draw, fitting)
    keys = _keys(draw, contract, request, field.path)

    def changed(one: FieldNode) -> FieldNode | None:
        return change(one) if suits(one) else one

    after = requests_edited(
        contract, keys, lambda one: root_edited(one, lambda root: field_edited(root, field.path, changed))
    )
    return f"{sorted(keys)} {field.path}", after


def _is_text(field: FieldNode) -> bool:
    return field.json_type == "string"


def _requirement(draw: DrawFn, contract: Contract) -> Told:
    wanted = draw(st.sampled_from(["required", "optional"]))

    def change(field: FieldNode) -> FieldNode:
        lowered = field.requirement == "required"
        rules = tuple(
            one for one in field.constraints if not (lowered and one.keyword == "min_length" and one.value == 1)
        )
        return field.model_copy(update={"requirement": wanted, "constraints": rules})

    told, after = _of_field(draw, contract, change, lambda field: field.requirement != wanted)
    return f"{told} is {wanted}", after


def _removed(draw: DrawFn, contract: Contract) -> Told:
    return _of_field(draw, contract, lambda _: None, lambda _: True)


def _added(draw: DrawFn, contract: Contract) -> Told:
    request = a_request(draw, contract)
    containers = [group.path for group in request.root.groups()] + ["extra"]
    path = f"{draw(st.sampled_from(containers))}.{draw(st.sampled_from(NAMES))}".removeprefix(".")
    keys = _keys(draw, contract, request, path.rpartition(".")[0])
    pattern = draw(st.sampled_from([None, *PATTERNS]))
    shape = draw(st.sampled_from(["text", "text", "decimal", "object"]))
    field = FieldNode(
        kind="field",
        name=path.rpartition(".")[2],
        path=path,
        type={"text": "text", "decimal": "amount", "object": "metadata"}[shape],
        shape=shape,
        requirement=draw(st.sampled_from(["required", "optional"])),
        meaning="Something new",
        constraints=(constraint("pattern", pattern),) if pattern and shape == "text" else (),
        reason=REASON,
        location=PLACE,
    )
    after = requests_edited(contract, keys, lambda one: root_edited(one, lambda root: _with_field(one, root, field)))
    return f"{sorted(keys)} {path} {field.requirement} {shape} {pattern}", after


def _with_field(request: Request, root: Group, field: FieldNode) -> Group:
    container = field.path.rpartition(".")[0]
    if field.path in _paths(request):
        return root
    if container not in _paths(request) | {""}:
        made = root.model_copy(
            update={
                "name": container,
                "path": container,
                "component": f"{root.component}{container.title()}",
                "members": (),
                "conditions": (),
                "meaning": "Something",
                "reason": REASON,
                "location": PLACE,
            }
        )
        root = root.model_copy(update={"members": (*root.members, made)})
    return group_edited(root, container, lambda group: group.model_copy(update={"members": (*group.members, field)}))


def _renamed(draw: DrawFn, contract: Contract) -> Told:
    name, said = f"{draw(st.sampled_from(NAMES))}_now", draw(st.booleans())
    gone: set[tuple[str, str]] = set()

    def change(field: FieldNode) -> FieldNode:
        path = f"{field.path.rpartition('.')[0]}.{name}".removeprefix(".")
        gone.add((field.path, path))
        return field.model_copy(update={"name": name, "path": path})

    told, after = _of_field(draw, contract, change, lambda _: True)
    if said:
        entries = tuple(
            ReservedField(path=path, since="0.2.0", meaning="Once", now=now, location=PLACE) for path, now in gone
        )
        reserved = after.reserved.model_copy(update={"fields": (*after.reserved.fields, *entries)})
        after = after.model_copy(update={"reserved": reserved})
    return f"{told} is {name}, {'said' if said else 'not said'}", after


def _fixed(draw: DrawFn, contract: Contract) -> Told:
    value = draw(st.sampled_from([None, "FIXED", "X", "A.B"]))

    def change(field: FieldNode) -> FieldNode:
        rules = (constraint("const", value),) if value else ()
        return field.model_copy(update={"constraints": rules})

    told, after = _of_field(
        draw, contract, change, lambda one: _is_text(one) and bool(value or one.constraint("const"))
    )
    return f"{told} is {value}", after


def _pattern(draw: DrawFn, contract: Contract) -> Told:
    fresh = draw(st.sampled_from([None, *PATTERNS]) | patterns())
    turn = draw(st.integers(0, 200))
    edits = draw(st.booleans())

    def change(field: FieldNode) -> FieldNode:
        stated = field.constraint("pattern")
        found = [one for _, one in pattern_mutants(str(stated.value)) if fault_of(one) is None] if stated else []
        pattern = found[turn % len(found)] if edits and found else fresh
        return (
            ruled(field, constraint("pattern", pattern), without=["const"])
            if pattern
            else ruled(field, without=["pattern"])
        )

    told, after = _of_field(
        draw, contract, change, lambda one: _is_text(one) and bool(not edits or one.constraint("pattern"))
    )
    return f"{told} {f'mutant {turn}' if edits else fresh}", after


def _length(draw: DrawFn, contract: Contract) -> Told:
    bounds = draw(st.tuples(st.sampled_from(LENGTHS), st.sampled_from(LENGTHS)))
    least, most = sorted(bounds) if None not in bounds else bounds
    in_pattern = draw(st.booleans())

    def change(field: FieldNode) -> FieldNode:
        rules = [constraint(name, value) for name, value in (("min_length", least), ("max_length", most)) if value]
        stated = field.constraint("pattern")
        if stated and str(stated.value).startswith("^[0-9]") and in_pattern:
            rules.append(constraint("pattern", f"^[0-9]{{{least or 0},{most or ''}}}$"))
        return ruled(field, *rules, without=["const", "min_length", "max_length"])

    told, after = _of_field(draw, contract, change, lambda one: _is_text(one) and not one.constraint("const"))
    return f"{told} {least}..{most} {'in its pattern' if in_pattern else ''}", after


LOW, HIGH = ("exclusive_minimum", "minimum"), ("maximum", "exclusive_maximum")


def _range(draw: DrawFn, contract: Contract) -> Told:
    least, most = draw(st.tuples(st.sampled_from(BOUNDS), st.sampled_from(BOUNDS)))
    low, high = draw(st.tuples(st.sampled_from(LOW), st.sampled_from(HIGH)))

    def change(field: FieldNode) -> FieldNode:
        rules = [constraint(name, value) for name, value in ((low, least), (high, most)) if value is not None]
        return ruled(field, *rules, without=[*LOW, *HIGH])

    told, after = _of_field(draw, contract, change, lambda one: one.json_type == "number")
    return f"{told} {low} {least}, {high} {most}", after


def _locations(draw: DrawFn, contract: Contract) -> Told:
    steps: list[tuple[str, float]] = [
        *(("decimal_places", locations) for locations in (0, 1, 2, 3)),
        *(("multiple_of", step) for step in (5, 10, 0.5, 0.25)),
    ]
    stated = draw(st.sampled_from([None, *steps]))

    def change(field: FieldNode) -> FieldNode:
        rules = [constraint(*stated)] if stated else []
        return ruled(field, *rules, without=["decimal_places", "multiple_of"])

    told, after = _of_field(draw, contract, change, lambda one: one.json_type == "number")
    return f"{told} {stated}", after


def _closed(draw: DrawFn, contract: Contract) -> Told:
    request = a_request(draw, contract)
    path = draw(st.sampled_from([group.path for group in request.root.groups()]))
    everywhere = draw(st.integers(0, 9)) == 0
    paths, keys = _paths(request) if everywhere else {path}, _keys(draw, contract, request, path)

    def change(root: Group) -> Group:
        for one in paths:
            root = group_edited(root, one, lambda group: group.model_copy(update={"closed": not group.closed}))
        return root

    after = requests_edited(contract, keys, lambda one: root_edited(one, change))
    return f"{sorted(keys)} {'everywhere' if everywhere else path!r}", after


def _condition(draw: DrawFn, contract: Contract) -> Told:
    choices = [(one, group) for one in contract.requests() for group in one.root.groups() if len(_free(group)) > 1]
    stated = [(one, group) for one, group in choices if group.conditions]
    request, group = one_of(draw, stated if stated and draw(st.booleans()) else choices)
    names = st.lists(st.sampled_from(_free(group)), min_size=1, max_size=3, unique=True).map(tuple)
    any_of = draw(st.lists(names, min_size=0, max_size=4, unique=True).map(tuple))
    if group.conditions and draw(st.booleans()):
        before = group.conditions[0].any_of
        any_of = before[1:] if draw(st.booleans()) else (*before, *any_of)
    made = (Condition(any_of=any_of, reason=REASON, location=PLACE),) if any_of else ()
    kept = group.conditions if draw(st.integers(0, 4)) == 0 else ()
    change = group.model_copy(update={"conditions": (*kept, *made)})
    after = requests_edited(
        contract,
        {key_of(request)},
        lambda one: root_edited(one, lambda root: group_edited(root, group.path, lambda _: change)),
    )
    return f"{key_of(request)} {group.path!r} {[one.any_of for one in change.conditions]}", after


def _free(group: Group) -> list[str]:
    return [one.name for one in group.members if isinstance(one, FieldNode) and one.requirement != "required"]


def _typed(draw: DrawFn, contract: Contract) -> Told:
    types = {field.type: field for request in contract.requests() for field in request.root.fields()}
    other = types[draw(st.sampled_from(sorted(types)))]
    taken = {name: getattr(other, name) for name in ("type", "shape", "constraints", "sensitive", "hints")}
    told, after = _of_field(
        draw, contract, lambda one: one.model_copy(update=taken), lambda one: one.type != other.type
    )
    return f"{told} is {other.type}", after


def _words(draw: DrawFn, contract: Contract) -> Told:
    stated = one_of(
        draw,
        [
            {"meaning": "In other words"},
            {"label": "Another name", "input": "text", "autocomplete": "off"},
            {"sensitive": "account"},
            {"sensitive": None},
            {"hints": (Hint(note="Usually short", reason=REASON),)},
            {"role": None},
            {"reason": Reason(source="§8", decisions=("D-99",))},
            {"location": PLACE},
            {"deprecated": Deprecation(since="0.2.0", note="Use another", sunset="2027-01-01", reason=REASON)},
        ],
    )
    told, after = _of_field(draw, contract, lambda one: one.model_copy(update=stated), lambda _: True)
    return f"{told} {sorted(stated)}", after


def _code(draw: DrawFn, contract: Contract) -> Told:
    def change(field: FieldNode) -> FieldNode:
        rule = field.constraints[-1]
        return ruled(field, constraint(rule.keyword, rule.value, "own_code"))

    return _of_field(draw, contract, change, lambda one: bool(one.constraints))


EDITS: dict[str, Edit] = {
    "requirement": _requirement,
    "removed": _removed,
    "added": _added,
    "renamed": _renamed,
    "fixed": _fixed,
    "pattern": _pattern,
    "length": _length,
    "range": _range,
    "locations": _locations,
    "closed": _closed,
    "condition": _condition,
    "typed": _typed,
    "method gone": method_gone,
    "method come": method_come,
    "direction": direction_turned,
    "currency": currency_changed,
    "words": _words,
    "code": _code,
    "sample": sample_changed,
}
