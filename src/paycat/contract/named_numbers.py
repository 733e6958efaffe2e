"""The numbers that texts of a catalogue insert by name: `{limits.body_bytes}` inserts 65536 bytes.

The name of a number of an interface file is its path there, such as `problems.unauthenticated.status`. The name of a
bound is the path of the value and the keyword: `refund.reference.max_length`, `records.RefundRecord.note.max_length`,
`parameters.Limit.maximum`, `types.phone.max_length`. A number that has a unit is inserted with it, and without it by
the name with `.number` at the end. Every text for readers inserts numbers, except in decisions, errata and samples:
a decision records what was chosen.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property, partial

from paycat.catalogue.canonical import PLAIN, held_by
from paycat.catalogue.methods import Samples
from paycat.catalogue.reading import SourceFile
from paycat.catalogue.registers import Decisions, Errata
from paycat.catalogue.statement import Statement, keys_of
from paycat.catalogue.values import Quantity, Status
from paycat.contract.model import Request
from paycat.contract.nodes import FieldNode, Node, nodes_of
from paycat.contract.shapes import ShapeValues
from paycat.shapes.constraints import KINDS
from paycat.shapes.constraints.statement import Bound
from paycat.shapes.decimals import Number, plain_text
from paycat.text.counting import duration, listed, plural

IN_BRACES = re.compile(r"\{(?P<name>[A-Za-z]\w*(?:\.[\w$@:~\[\]-]+)*)\}")
"""A name in braces. With a dot in it, it is the name of a number; any other is left as it is, as are other braces."""
ALONE = ".number"
"""The end of a name that inserts a number without its unit."""


@dataclass(frozen=True, slots=True)
class NamedNumber:
    """A number, or the numbers of a list, with what they count; status codes and bounds of amounts count nothing."""

    values: tuple[Number, ...]
    unit: str = ""

    @property
    def text(self) -> str:
        """What a text inserts; a time in seconds is inserted in its largest units."""
        return listed(map(self._with_unit, self.values))

    @property
    def alone(self) -> str:
        """The same without the unit."""
        return listed(map(plain_text, self.values))

    def _with_unit(self, number: Number) -> str:
        if self.unit == "second":
            return duration(int(number))
        return f"{plain_text(number)} {plural(number, self.unit)}" if self.unit else plain_text(number)


Numbers = Mapping[str, NamedNumber]


class NamedNumbers:
    """The numbers of a catalogue by their names; `values` are what it states, and `requests` the resolved ones."""

    def __init__(self, shape_values: ShapeValues, requests: Iterable[Request]) -> None:
        self._values = shape_values
        self._requests = list(requests)
        self._of_every = cache(partial(_of_field, self._requests))

    def meant(self, name: str, method_codes: Iterable[str] = ()) -> Mapping[NamedNumber | None, list[str]]:
        """Return the numbers that a name has, each with the methods whose requests have it; none if it is unknown.

        A bound of a field may have several, and None for methods without one. Where some of `method_codes` have the
        field, the others do not count.
        """
        qualified_name = name.removesuffix(ALONE)
        prefix, _, inner_name = qualified_name.partition(".")
        codes_by_number: dict[NamedNumber | None, list[str]] = {}
        if prefix in self._values.catalogue.directions:
            path, _, keyword = inner_name.rpartition(".")
            preferred_codes = {*method_codes}
            preferred_requests = [request for request in self._requests if request.method in preferred_codes]
            coded_numbers = _of_field(preferred_requests, prefix, path, keyword)
            coded_numbers = coded_numbers or self._of_every(prefix, path, keyword)
            for method_code, named_number in coded_numbers:
                codes_by_number.setdefault(named_number, []).append(method_code)
        else:
            codes_by_number = {self._of_no_method[qualified_name]: []} if qualified_name in self._of_no_method else {}
        numbers = list(filter(None, codes_by_number))
        return codes_by_number if numbers and (qualified_name == name or all(number.unit for number in numbers)) else {}

    def text(self, name: str, method_code: str | None = None) -> str | None:
        """Return what a text inserts for a name, also in the file of a method; None unless the name has one number."""
        named_numbers = list(self.meant(name, [method_code] if method_code else ()))
        if len(named_numbers) != 1 or named_numbers[0] is None:
            return None
        return named_numbers[0].alone if name.endswith(ALONE) else named_numbers[0].text

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every name that texts may insert."""
        numbers_by_name = dict(self._of_no_method)
        for request in self._requests:
            numbers_by_name |= _of_node(request.direction, request.root)
        return (*numbers_by_name, *(f"{name}{ALONE}" for name, number in numbers_by_name.items() if number.unit))

    def whole_name(self, name: str) -> str | None:
        """Return the name of a number that is named by its key alone, or by the key without the unit; else None."""
        for qualified_name, number in self._of_files.items():
            key = qualified_name.rpartition(".")[2]
            if number.unit and qualified_name.count(".") == 1 and name in (key, key.removesuffix(f"_{number.unit}s")):
                return qualified_name
        return None

    @cached_property
    def _of_files(self) -> Numbers:
        catalogue = self._values.catalogue
        sources = (catalogue.rulebook, catalogue.events, catalogue.operations, catalogue.problems, catalogue.sandbox)
        return dict(pair for source in sources if source for pair in _of_statement((), source.value))

    @cached_property
    def _of_no_method(self) -> Numbers:
        """The numbers of files, and the bounds of values that belong to no method."""
        shapes, numbers_by_name = self._values, dict(self._of_files)
        tables = {"types": shapes.types, "parameters": shapes.parameters, "response_headers": shapes.response_headers}
        for table_name, nodes in tables.items():
            numbers_by_name |= _named((f"{table_name}.{key}", node.bounds) for key, node in nodes.items())
        for record_name, body in shapes.records.items():
            numbers_by_name |= _of_node(f"records.{record_name}", body)
        return numbers_by_name


def inserts_numbers(source: SourceFile[Statement]) -> bool:
    """Return whether the texts of a file insert numbers."""
    return not isinstance(source.value, Decisions | Errata | Samples)


def names_in(text: str) -> Iterator[re.Match[str]]:
    """Return the names of numbers in braces in a text, in order; all have a dot."""
    return (match for match in IN_BRACES.finditer(text) if "." in match["name"])


def _of_statement(path: tuple[str, ...], statement: Statement) -> Iterator[tuple[str, NamedNumber]]:
    for key, mark in _keys_with_numbers(type(statement)):
        value = statement.value_of(key)
        if value is not None and mark:
            plain_value = getattr(value, "value", value)
            numbers = plain_value if isinstance(plain_value, tuple) else (plain_value,)
            yield ".".join((*path, key)), NamedNumber(numbers, mark.unit)
            if mark.counted_as:
                yield ".".join((*path, mark.counted_as)), NamedNumber((len(numbers),), "attempt")
        elif isinstance(value, Statement):
            yield from _of_statement((*path, key), value)
        elif isinstance(value, dict | tuple):
            values_by_key = (
                value.items() if isinstance(value, dict) else ((getattr(item, "own_key", ""), item) for item in value)
            )
            for inner_key, inner_value in values_by_key:
                if inner_key and isinstance(inner_value, Statement):
                    yield from _of_statement((*path, key, inner_key), inner_value)


@cache
def _keys_with_numbers(model: type[Statement]) -> tuple[tuple[str, Quantity | Status | None], ...]:
    """Return the keys of a statement that hold a number that texts may name, with its mark, or other statements."""
    marked_keys: list[tuple[str, Quantity | Status | None]] = []
    for key, statement_key in keys_of(model).items():
        marks: list[Quantity | Status] = [*statement_key.marks(Quantity), *statement_key.marks(Status)]
        if marks or held_by(model)[key] != PLAIN:
            marked_keys.append((key, next(iter(marks), None)))
    return tuple(marked_keys)


def _of_node(prefix: str, node: Node) -> Numbers:
    # What a field is in a case has no name that texts can write.
    fields = (field for field in nodes_of(node) if isinstance(field, FieldNode) and not field.is_in_case)
    return _named((f"{prefix}.{field.path}".removesuffix("."), field.bounds) for field in fields)


def _named(named_values: Iterable[tuple[str, Mapping[str, Bound]]]) -> Numbers:
    return {
        f"{name}.{keyword}": named_number
        for name, value_by_keyword in named_values
        for keyword, constraint_value in value_by_keyword.items()
        if (named_number := _number(keyword, constraint_value))
    }


def _number(keyword: str, constraint_value: Bound | None) -> NamedNumber | None:
    """Return the bound of a constraint on a count or a number; None for any other constraint, or for none."""
    if isinstance(constraint_value, bool) or not isinstance(constraint_value, int | Decimal):
        return None
    return NamedNumber((constraint_value,), KINDS[keyword].noun)


def _of_field(
    requests: Iterable[Request], direction: str, field_path: str, keyword: str
) -> list[tuple[str, NamedNumber | None]]:
    """Return the bound of a field for each method whose requests have the field; the code may be that of none."""
    coded_numbers = []
    for request in (request for request in requests if request.direction == direction):
        node = next((node for node in nodes_of(request.root) if node.path == field_path), None)
        if isinstance(node, FieldNode):
            coded_numbers.append((request.method, _number(keyword, node.bounds.get(keyword))))
    return coded_numbers
