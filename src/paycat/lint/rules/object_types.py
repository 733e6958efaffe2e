"""The rule on object types: none contains itself, and what is stated of an object fits one."""

from collections.abc import Iterator

from paycat.catalogue.fields import FieldStatement, FieldType, Rules
from paycat.catalogue.reading import Stated
from paycat.catalogue.statement import keys_of
from paycat.contract.layout import members_of, object_type
from paycat.contract.paths import reachable
from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext
from paycat.lint.rule import Stage, rule
from paycat.lint.rules.value_rules import FITTING
from paycat.shapes.constraints import STATEMENTS

_OF_TYPES = ("shape", "meaning", "reason", "members", "cases", "allow")
_OF_OBJECTS = ("requirement", "type", "meaning", "python_name", "reason", "allow")
_OF_LISTS = (*_OF_OBJECTS, "shape", "of", *(key for key, statement in STATEMENTS.items() if "list" in statement.shapes))


@rule("object-types", needs=["types.yaml"], stage=Stage.FORMS)
def object_types(context: RuleContext) -> Iterator[Diagnostic]:
    """Report object types inside themselves, and keys that do not apply to objects with a type."""
    yield from _circular(context)
    for field_type in context.stated(FieldType):
        if field_type.value.members and field_type.value.shape != "object":
            message = f"`members` applies to the shape object, but the type has the shape {field_type.value.shape}"
            yield field_type.finding("unfit-object-key", message, "members", key=True, help="write `shape: object`")
        elif field_type.value.members:
            yield from _unfit(field_type, _OF_TYPES, "an object type")
    for statement, is_list in _uses(context):
        phrase = "a list of objects" if is_list else "an object with a type"
        yield from _unfit(statement, _OF_LISTS if is_list else _OF_OBJECTS, phrase)
        if statement.value.requirement == "conditional":
            message = f"{phrase} is required or optional; conditions name fields"
            yield statement.finding("unfit-object-key", message, "requirement", help="write `requirement: optional`")


def _uses(context: RuleContext) -> Iterator[tuple[Stated[FieldStatement], bool]]:
    """Return what is stated of objects with a type and of lists of these, each statement once."""
    types = context.catalogue.types
    use_by_id: dict[int, tuple[Stated[FieldStatement], bool]] = {}
    for field in context.stated(FieldStatement):
        type_name, is_list = object_type(types, [field])
        use_by_id |= {id(field.value): (field, is_list)} if type_name else {}
    for offer in context.offers.values():
        if offer.supported and offer.known_table:
            for path, statements in offer.layout.objects.items():
                use_by_id |= {id(statement.value): (statement, path.endswith("]")) for statement in statements}
    yield from use_by_id.values()


def _unfit(statement: Stated[Rules], fitting_keys: tuple[str, ...], phrase: str) -> Iterator[Diagnostic]:
    has_type_name = isinstance(statement.value, FieldType) or getattr(statement.value, "type", None)
    for key, field in keys_of(type(statement.value)).items():
        default = field.described.get_default(call_default_factory=True)
        is_misplaced = has_type_name and "object" not in FITTING.get(key, ("object",))  # Another rule reports that.
        is_unfit = key not in (*fitting_keys, "source", "decision") and not is_misplaced
        if is_unfit and statement.value.value_of(key) != default:
            message = f"`{key}` does not apply to {phrase}"
            hint = "remove it, or state it of a member"
            yield statement.finding("unfit-object-key", message, key, key=True, help=hint)


def _circular(context: RuleContext) -> Iterator[Diagnostic]:
    types, reported_names = context.catalogue.types, set[str]()
    members = {field_type.name: members_of(types, field_type.name) for field_type in context.stated(FieldType)}
    targets = {name: [object_type(types, [member])[0] for member in held.values()] for name, held in members.items()}
    inner_types = {name: [target for target in type_targets if target] for name, type_targets in targets.items()}
    reachables = {name: reachable(inner_names, inner_types.__getitem__) for name, inner_names in inner_types.items()}
    for name, own_members in members.items():
        if name in reachables[name] and name not in reported_names:
            reported_names |= {target for target in reachables[name] if name in reachables[target]}
            pairs = zip(own_members.values(), targets[name], strict=True)
            member = next(leader for leader, target in pairs if target == name or name in reachables.get(target, ()))
            message = f"the object type {name!r} contains itself, by its member {member.name!r}"
            yield member.finding("circular-type", message, key=True)
