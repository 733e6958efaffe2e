"""Vectors of records, parameters and headers of answers, derived like those of requests."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from paycat.conformance.derive.candidate import Candidate, Records, Subject
from paycat.conformance.derive.candidates import candidates, judged
from paycat.conformance.derive.model import ValueStage, ValueVector
from paycat.conformance.derive.parameters import usual_value
from paycat.conformance.derive.values import WholeRecord, whole_value
from paycat.contract.interface import Parameter, Record, ResponseHeader
from paycat.contract.model import OPENAPI, Violation
from paycat.contract.nodes import FieldNode, Node, fields_of, nodes_of
from paycat.contract.paths import pointer, steps_of
from paycat.contract.sending import read_text, sent_text
from paycat.contract.validate import rejected
from paycat.shapes.constraints import KINDS
from paycat.shapes.constraints.date_form import OTHER_SPELLINGS
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.decimals import exact, json_number, places_of, unit
from paycat.shapes.json_types import JSON_TYPES
from paycat.shapes.patterns.mutants import MOST_STEPS
from paycat.text.json_data import with_value

MODELS = "models"
"""The artefact that reads records leniently: it checks what a program needs to use an answer, and no bound."""

_NOT_IN_PATHS = ("", ".", "..")
_STEPS = MOST_STEPS // 100
"""What the mutants of one pattern may cost."""
_TAKEN_AS = {
    "boolean": {"zero", "one", "string"},
    "integer": {"true", "false", "string"},
    "decimal": {"true", "false", "string"},
    "date_time": {"number"},
}
"""Values of other types that the models accept as one of a shape; a number of a field type is read exactly."""
_SPELLINGS = {
    "empty": "",
    "word": "x",
    "with_fraction": "1.5",
    "with_plus": "+1",
    "blank_before": " 1",
    "blank_after": "1 ",
    "with_underscore": "1_0",
    "with_exponent": "1e0",
    "hexadecimal": "0x1",
    "bengali": "\N{BENGALI DIGIT ONE}",
    "capital": "True",
    "one": "1",
    "true": "true",
}
"""Texts of which some are numbers, or true and false."""


def record_vectors(records: Sequence[Record]) -> dict[str, list[ValueVector]]:
    """Return the vectors of each record, by its name. Raises FindingsError where no value of a record is found."""
    bodies = {record.name: record.body for record in records}
    # Plain members are those of the example. Records inside hold only what they must, so that no list is long.
    record_by_name = {
        record.name: WholeRecord(record.body, whole_value(record.body, bodies, record.example)) for record in records
    }
    return {record_name: _distinct(_of_record(record_name, record_by_name)) for record_name in record_by_name}


def parameter_vectors(parameters: Iterable[Parameter]) -> list[ValueVector]:
    """Return the vectors of every parameter. Raises FindingsError where no value of one is found."""
    return _distinct(vector for parameter in parameters for vector in _of_parameter(parameter))


def header_vectors(headers: Iterable[ResponseHeader]) -> list[ValueVector]:
    """Return the vectors of every header of answers. Raises FindingsError where no value of one is found."""
    return _distinct(
        vector for header in headers for vector in _of_texts("header", header, "header", whole_value(header.value, {}))
    )


def _distinct(vectors: Iterable[ValueVector]) -> list[ValueVector]:
    vector_by_id: dict[str, ValueVector] = {}
    for vector in vectors:
        vector_by_id.setdefault(vector.id, vector)
    return list(vector_by_id.values())


def _of_record(name: str, record_by_name: Records) -> Iterator[ValueVector]:
    body, full_value = record_by_name[name]
    node_by_path = {node.path: node for node in nodes_of(body)}
    subject = Subject(full_value, None, _STEPS, record_by_name)
    finer_candidates = (candidate for field in fields_of(body) for candidate in _beside_bounds(field, full_value))
    for candidate, violations in judged(body, subject, chain(candidates(body, subject, {}), finer_candidates)):
        path, _, keyword = candidate.rule.rpartition(":")
        kind = KINDS.get(keyword)
        if not (kind and kind.is_implied_by_shape and candidate.variant in OTHER_SPELLINGS):
            limitations = tuple(_limitations(node_by_path.get(path, body), candidate)) if violations else ()
            yield _vector("record", name, candidate, not violations, limitations=limitations, payload=candidate.body)


def _beside_bounds(field: FieldNode, full_value: Any) -> Iterator[Candidate]:
    """Return numbers just beside the bounds of a field that takes every fraction, as records do and requests do not."""
    path, bounds = steps_of(field.path), [rule for rule in field.constraints if rule.kind.measure is Measure.NUMBER]
    if field.json_type != "number" or any(bound.kind.relation is Relation.MULTIPLE for bound in bounds):
        return
    for bound in bounds:
        fraction = unit(places_of(bound.number) + 1)
        for name, number in (("a_little_less", bound.number - fraction), ("a_little_more", bound.number + fraction)):
            broken_rule = next((rule for rule in field.constraints if not rule.holds(number)), None)
            aims = frozenset([Violation(code=broken_rule.code, pointer=pointer(path))] if broken_rule else [])
            rule, body = broken_rule or bound, with_value(full_value, path, json_number(exact(number)))
            variant = f"{name}_than_{bound.text}"
            yield Candidate(f"{field.path}:{rule.keyword}", variant, body, bound.reason, aims, broken_rule, field)


def _limitations(node: Node, candidate: Candidate) -> Iterator[str]:
    """Return the artefacts that accept a value that breaks a rule of a node."""
    if candidate.field and candidate.constraint and candidate.field.limitation(candidate.constraint) is not None:
        yield OPENAPI
    if _is_left_open(node, candidate):
        yield MODELS


def _is_left_open(node: Node, candidate: Candidate) -> bool:
    """Tell whether the models of records accept the value."""
    keyword = candidate.rule.rpartition(":")[2]
    if keyword == "null":
        return node.requirement == "optional"
    if keyword == "type" and isinstance(node, FieldNode):
        return candidate.variant in _TAKEN_AS.get(node.shape, ()) and not (node.shape == "decimal" and node.type)
    kind = KINDS.get(keyword)
    return kind is not None and kind.relation is not Relation.EQUAL and not kind.is_implied_by_shape


def _of_parameter(parameter: Parameter) -> Iterator[ValueVector]:
    value = usual_value(parameter)
    yield from _of_texts("parameter", parameter, parameter.location_in, value)
    if parameter.location_in == "path":
        return
    reason, rule_id = parameter.value.reason, ":required" if parameter.required else ":optional"
    absent_candidate = Candidate(rule_id, "left_out", None, reason)
    yield _vector("parameter", parameter.key, absent_candidate, not parameter.required, texts=())
    text = sent_text(value)
    assert text is not None, "the value of a parameter is plain"
    twice_candidate = Candidate(":once", "twice", None, reason)
    yield _vector("parameter", parameter.key, twice_candidate, False, limitations=(OPENAPI,), texts=(text, text))
    if parameter.location_in == "query" and not rejected(parameter.value, nul_text := f"\0{text[1:]}"):
        nul_candidate = Candidate(":text", "nul", None, reason)
        yield _vector("parameter", parameter.key, nul_candidate, False, limitations=(OPENAPI,), texts=(nul_text,))


def _of_texts(
    stage: ValueStage, component: Parameter | ResponseHeader, location: str, value: Any
) -> Iterator[ValueVector]:
    """Return the vectors of what is sent as text: every text is a value, or one of the wrong type."""
    field = component.value
    for candidate in (*candidates(field, Subject(value, None, _STEPS, {}), {}), *_spellings(field)):
        text = sent_text(candidate.body)
        if text is None or not _is_sendable(location, text) or ("\0" in text and not candidate.aims):
            continue
        value = read_text(field.json_type, text)
        if bool(rejected(field, value)) == bool(candidate.aims):
            rules = field.constraints if JSON_TYPES[field.json_type].holds(value) else ()
            broken_rule = next((rule for rule in rules if not rule.holds(value)), None)
            limitations = (OPENAPI,) if broken_rule and field.limitation(broken_rule) else ()
            yield _vector(stage, component.key, candidate, not candidate.aims, limitations=limitations, texts=(text,))


def _spellings(field: FieldNode) -> Iterator[Candidate]:
    if field.json_type == "string":
        return
    for spelling_name, text in _SPELLINGS.items():
        expected_violations = frozenset(rejected(field, read_text(field.json_type, text)))
        yield Candidate(":type", spelling_name, text, field.reason, expected_violations)


def _is_sendable(location: str, text: str) -> bool:
    """Tell whether a text can be sent in a place as it is: between slashes, or as the value of a header."""
    if location == "path":
        return "/" not in text and text not in _NOT_IN_PATHS
    return location == "query" or (text.isascii() and text.isprintable() and text == text.strip())


def _vector(stage: ValueStage, name: str, candidate: Candidate, is_valid: bool, **members: Any) -> ValueVector:
    rule_id = f"{stage}.{name}.{candidate.rule}".replace(".:", ":")
    return ValueVector(
        id=f"{rule_id}/{candidate.variant}",
        stage=stage,
        name=name,
        rule=rule_id,
        source=candidate.reason.source,
        decisions=candidate.reason.decisions,
        valid=is_valid,
        **members,
    )
