"""Names of components, classes, attributes and modules, and of the types of numbers and texts."""

import builtins
import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from keyword import iskeyword

from paycat.catalogue.python_names import TAKEN_ARGUMENTS, TAKEN_ATTRIBUTES
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode, Node, fields_of, groups_of
from paycat.contract.paths import without_case
from paycat.shapes.constraints import NUMBER_KINDS, kinds_of, numbers_within
from paycat.shapes.constraints.length import lengths_of
from paycat.shapes.constraints.statement import Bound


def pascal(word: str) -> str:
    """Return a name in PascalCase: BANK_TRANSFER becomes BankTransfer, top_up TopUp, and sortCode SortCode."""
    words = (part.lower() if part.isupper() else part for part in re.split(r"[^A-Za-z0-9]+", word) if part)
    return "".join(part[:1].upper() + part[1:] for part in words)


def words_in(name: str) -> list[str]:
    """Return the words of a name as they are written in it: of sort-code and sortCode those are two."""
    return re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", name)


def snake(word: str) -> str:
    """Return a name in snake_case: oneTwoThree and One-Two-Three become one_two_three."""
    return "_".join(part.lower() for part in words_in(word))


def identifier(word: str, taken_names: Container[str] = frozenset()) -> str:
    """Return a word in snake_case as a Python identifier that is no keyword and not among the taken names."""
    name = snake(word)
    name = name if name[:1].isalpha() else f"_{name}"
    while iskeyword(name) or name in taken_names:
        name += "_"
    return name


def argument_of(name: str, key: str, python_name: str | None) -> str:
    """Return the Python argument for a parameter: the stated one, or one like its name on the wire, or like its key."""
    return python_name or identifier(snake(name) or key, TAKEN_ARGUMENTS)


_TAKEN_TYPES = frozenset(
    {
        *("Annotated", "Any", "AwareDatetime", "BaseModel", "Callable", "Codes", "Context", "CoreSchema", "Decimal"),
        *("Field", "InitErrorDetails", "ItemCodes", "Iterator", "Literal", "None", "NUMBER"),
        *("RecordModel", "RequestModel", "OpenRequestModel", "Rule", "Self", "True", "False", "ValueRules"),
    }
)
"""What the modules with number types have under these names."""


def type_class(field_type: str) -> str:
    """Return the class of a field type of numbers."""
    class_name = pascal(field_type)
    return f"{class_name}Number" if class_name in _TAKEN_TYPES else class_name


def attribute_of(member: Node) -> str:
    """Return the name of the attribute for a member: the one that is stated, or one like the member's own."""
    return member.python_name or attribute_name(member.name)


def attribute_name(member_name: str) -> str:
    """Return the name of the attribute for a member: its own, unless Python or pydantic uses that."""
    name = re.sub(r"\W", "_", member_name, flags=re.ASCII)
    name = f"field{name}" if name.startswith("_") else name if name[:1].isalpha() else f"field_{name}"
    while iskeyword(name) or name in TAKEN_ATTRIBUTES:
        name += "_"
    return name


def part_name(record_name: str, path: str) -> str:
    """Return the name of what is at a path in a record: the choice of a member, or the class of an object."""
    return f"{record_name}{pascal(path)}"


@dataclass(frozen=True, slots=True)
class ModelClass:
    """A class of models: what it holds, and the record that it is or is inside of; "" in requests."""

    name: str
    node: Node
    record: str = ""


def classes(contract: Contract) -> list[ModelClass]:
    """Return the class of each object of requests and records, and of each record; one of a name."""
    groups = (group for request in contract.requests() for group in request.root.groups())
    classes_by_name = {group.component: ModelClass(group.component, group.as_component) for group in groups}
    for record in contract.interface.records:
        for node in (record.body, *groups_of(record.body)):
            class_name = part_name(record.name, node.path)
            classes_by_name.setdefault(class_name, ModelClass(class_name, node, record.name))
    return list(classes_by_name.values())


def type_record(object_type: str) -> str:
    """Return the name of the record that values of an object type are in records, where objects are open."""
    return f"{pascal(object_type)}Record"


def example_name(component: str, sample_name: str) -> str:
    """Return the component of a sample of the request that has a component."""
    return component.removesuffix("Request") + pascal(sample_name)


def union_name(direction: str) -> str:
    """Return the component and the type of all requests of a direction."""
    return f"{pascal(direction)}Request"


_TAKEN_ERRORS = frozenset({"Answer", "Api", "Client", "Network", "StillWaiting"})
"""What the names of the client's other exceptions begin with."""


def error_class(slug: str) -> str:
    """Return the exception that the client raises for a problem, such as RateLimitedError."""
    stem = pascal(slug).removesuffix("Error")
    return f"{stem}{'Problem' if stem in _TAKEN_ERRORS else ''}Error"


def states_constant(machine_name: str) -> str:
    """Return the constant with the states of a record."""
    return snake(machine_name).upper()


def component_name(method_name: str, direction: str, path: str = "") -> str:
    """Return the component of a request (path "") or of a container inside it, by the method's name."""
    words = [pascal(part) for part in path.split(".") if part] or ["Request"]
    return pascal(method_name) + pascal(direction) + "".join(words)


_TAKEN_MODULES = frozenset(
    {
        *("body", "choices", "client", "credentials", "media_types", "near_names", "origins", "parsing"),
        *("problem_form", "problems", "reading", "records", "requests", "sandbox", "server", "shared", "states"),
        *("testing", "texts", "violations", "value_types", "webhooks", "cache"),
    }
)
"""Modules of the package, and what the module of all requests imports beside those of methods."""


def module_name(method_name: str) -> str:
    """Return the module of a method, by its name: never a word of Python, a built-in or a module of the package."""
    name = method_name.lower()
    # A rule rejects two names that only an underscore distinguishes, so modules do not collide.
    return f"{name}_" if iskeyword(name) or hasattr(builtins, name) or name in _TAKEN_MODULES else name


@dataclass(frozen=True, slots=True)
class ValueType:
    """The name of a type, a field of it, and what its definition states: the JSON type, and bounds by keyword."""

    name: str
    field: FieldNode
    json_type: str
    bounds: tuple[tuple[str, Bound], ...]


def value_types(contract: Contract) -> Iterator[ValueType]:
    """Yield the type of each number, and of each text in a list: one name, one definition, as a rule checks."""
    for field in contract.fields():
        type_name = number_name(field) if is_number(field) else None if field.name else text_name(field)
        if type_name:
            yield ValueType(type_name, field, field.json_type, tuple(field.bounds.items()))
    for field in _decimals(contract):
        yield ValueType(type_class(field.type_or_shape), field, field.json_type, ())


def decimal_types(contract: Contract) -> dict[str, FieldNode]:
    """Return a field of each type of exact numbers without limits, of requests and of records, by its name."""
    return dict(sorted({type_class(field.type_or_shape): field for field in _decimals(contract)}.items()))


def number_types(contract: Contract) -> dict[str, FieldNode]:
    """Return a field of each number type, by the name of the type."""
    fields_by_name = {number_name(field): field for field in contract.fields() if is_number(field)}
    return dict(sorted(fields_by_name.items()))


def is_number(field: FieldNode) -> bool:
    """Return whether a field has a number type."""
    return field.json_type in ("number", "integer") or field.shape == "decimal_text"


def number_name(field: FieldNode) -> str:
    """Return the name of a field's number type, such as Amount2 for two decimal places or Amount2AtMost1234_56.

    No word tells the pattern that a number in a text may have: each case of such a field has a name of its own.
    """
    limits_by_keyword = {rule.keyword: rule.number for rule in field.constraints if rule.kind in NUMBER_KINDS}
    accepted_numbers, fitting_kinds = numbers_within(field.bounds), kinds_of(field.json_type, field.bounds)
    kinds = (kind for kind in NUMBER_KINDS if kind in fitting_kinds)
    number_names = (kind.type_name(limits_by_keyword.get(kind.keyword), accepted_numbers) for kind in kinds)
    least_length, most_length = lengths_of(field.bounds)
    length_names = f"From{least_length}" * (least_length > 0), "" if most_length is None else f"UpTo{most_length}"
    case_name = pascal(field.path.removeprefix(without_case(field.path))) if field.shape == "decimal_text" else ""
    return "".join((type_class(field.type_or_shape), *number_names, *length_names, case_name))


def text_types(contract: Contract) -> dict[str, FieldNode]:
    """Return a field of each type of texts in lists, by the name of the type."""
    fields_by_name = {name: field for field in contract.fields() if not field.name and (name := text_name(field))}
    return dict(sorted(fields_by_name.items()))


def text_name(field: FieldNode) -> str | None:
    """Return the name of the type of a text in a list; None for other values, numbers, listed texts and cases."""
    is_other = field.fixed or field.listed or field.is_in_case
    return None if field.json_type != "string" or is_other or is_number(field) else f"{pascal(field.type)}Text"


def _decimals(contract: Contract) -> Iterator[FieldNode]:
    record_fields = (field for record in contract.interface.records for field in fields_of(record.body))
    all_fields = (field for fields in (contract.fields(), record_fields) for field in fields)
    return (field for field in all_fields if field.shape == "decimal_text" or (field.shape == "decimal" and field.type))
