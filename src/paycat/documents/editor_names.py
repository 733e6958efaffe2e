"""The names that catalogue files refer to, by kind, each with its meaning."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import PurePosixPath

from paycat.catalogue.annotations import Kind
from paycat.catalogue.values import Direction
from paycat.contract.interface import Parameter
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode, fields_of
from paycat.lint.rule import pages_by_code

Names = Mapping[str, str]
"""Meanings by name."""


def names(contract: Contract) -> dict[Kind, Names]:
    """Return the names of every kind in a contract, which does not have those of packs and document builders."""
    interface = contract.interface
    violations = {code.code: code.meaning for code in interface.violation_codes}
    problems = {one.slug: f"{one.status}: {one.title}" for one in interface.problems}
    fields = list(contract.fields())
    countries = ((country, method.code) for method in contract.methods for country in method.countries)
    values = [*fields, *(field for record in interface.records for field in fields_of(record.body))]
    types = ((one.type, f"JSON {one.json_type}, as in {one.path}: {one.meaning}") for one in values if one.type)
    return {
        "conditional field": _meanings(field for field in fields if field.requirement == "conditional"),
        "country": {one: f"Country of {', '.join(codes)}." for one, codes in _grouped(countries)},
        "currency": {one.code: f"{one.name}; decimal places: {one.exponent}" for one in contract.currencies},
        "decision": {one.id: f"{one.title}\n\n{one.chosen}\n\nBecause: {one.because}" for one in contract.decisions},
        "erratum": {one.id: f"{one.says}\n\nGoverns: {one.governs}" for one in contract.errata},
        "failure code": {code.code: code.meaning for code in interface.failure_codes},
        "field": _meanings(fields),
        "field type": _first([*_object_types(contract), *types]),
        "finding": {code: page.what for code, page in pages_by_code().items() if code in page.allowable},
        "gap": {one.id: f"{one.question}\n\n{one.kind}, {one.state}" for one in contract.gaps},
        "header parameter": _parameters(one for one in interface.parameters if one.location_in == "header"),
        "state machine": {one.name: ", ".join(state.name for state in one.states) for one in interface.state_machines},
        "method": {one.code: f"{one.title}. {one.note}" for one in contract.methods},
        "notification": {one.name: one.summary for one in interface.notifications},
        "parameter": _parameters(interface.parameters),
        "pay-in table": _tables(contract, "pay_in"),
        "payout table": _tables(contract, "payout"),
        "problem": problems,
        "record": {one.name: one.body.meaning for one in interface.records},
        "violation code": violations,
        "violation code or problem": violations | problems,
        "response header": {one.key: f"{one.name}: {one.description}" for one in interface.response_headers},
        "state": {state.name: state.meaning for one in interface.state_machines for state in one.states},
        "tag": interface.tags,
    }


def _object_types(contract: Contract) -> Iterator[tuple[str, str]]:
    groups = (group for request in contract.requests() for group in request.root.groups())
    return ((group.type.name, f"Object: {group.type.meaning}") for group in groups if group.type)


def _parameters(parameters: Iterable[Parameter]) -> Names:
    return {one.key: f"{one.name} ({one.location_in}): {one.description}" for one in parameters}


def _meanings(fields: Iterable[FieldNode]) -> Names:
    return _first((field.path, field.meaning) for field in fields)


def _first(meanings: Iterable[tuple[str, str]]) -> Names:
    """Return the first of several meanings of each name: methods may describe the same field differently."""
    found: dict[str, str] = {}
    for name, meaning in meanings:
        found.setdefault(name, meaning)
    return dict(sorted(found.items()))


def _grouped(users: Iterable[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    """Return each name with all its users."""
    found: dict[str, list[str]] = {}
    for name, user in users:
        found.setdefault(name, []).append(user)
    return sorted(found.items())


def _tables(contract: Contract, direction: Direction) -> Names:
    """Return the request tables in use, according to the places of their fields, with the methods that use each."""
    found: list[tuple[str, str]] = []
    for request in contract.requests(direction):
        locations = (PurePosixPath(field.location.path) for field in request.root.fields())
        tables = (location.stem for location in locations if location.parent.name == "requests")
        found += [(table, request.method) for table in islice(tables, 1)]
    return {table: f"Used by {', '.join(methods)}." for table, methods in _grouped(found)}
