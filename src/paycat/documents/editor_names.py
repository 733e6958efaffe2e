"""The names that catalogue files refer to, by kind, each with its meaning."""

from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import PurePosixPath

from paycat.catalogue.annotations import table_of
from paycat.catalogue.defaults import shipped_texts
from paycat.catalogue.interface import Operations
from paycat.catalogue.problems import Problems
from paycat.catalogue.rulebook import Rulebook
from paycat.catalogue.statement import Statement
from paycat.contract.interface import Parameter
from paycat.contract.model import Contract
from paycat.contract.nodes import Node, fields_of
from paycat.lint.rule import pages_by_code

Names = Mapping[str, str]
"""Meanings by name."""
_WITH_DEFAULTS: Mapping[str, tuple[type[Statement], str, str]] = {
    "credential": (Rulebook, "credentials", ""),
    "parameter": (Operations, "parameters", ""),
    "header parameter": (Operations, "parameters", "header"),
    "response header": (Operations, "response_headers", ""),
    "violation code": (Problems, "violation_codes", ""),
    "violation code or problem": (Problems, "violation_codes", ""),
}
"""The kinds of names of which some come with paycat, also where a contract does not have them."""


def names(contract: Contract) -> dict[str, Names]:
    """Return the names of every kind in a contract, which does not have those of packs and document builders."""
    interface = contract.interface
    operation_files = {operation.location.path for operation in interface.operations}
    violation_meanings = {code.code: code.meaning for code in interface.violation_codes}
    problem_texts = {problem.slug: f"{problem.status}: {problem.title}" for problem in interface.problems}
    fields = list(contract.fields())
    country_users = ((country, method.code) for method in contract.methods for country in method.countries)
    groups = [group for request in contract.requests() for group in request.root.groups()]
    object_types = ((group.type.name, f"Object: {group.type.meaning}") for group in groups if group.type)
    of_records = (field for record in interface.records for field in fields_of(record.body))
    nodes = [*fields, *interface.values_in_texts, *of_records]
    type_meanings = (
        (field.type, f"JSON {field.json_type}, as in {field.path}: {field.meaning}") for field in nodes if field.type
    )
    names_by_kind: dict[str, Names] = {
        "conditional field": _meanings(field for field in fields if field.requirement == "conditional"),
        "country": {country: f"Country of {', '.join(users)}." for country, users in _grouped(country_users)},
        "credential": {credential.name: credential.description for credential in interface.credentials},
        "currency": {
            currency.code: f"{currency.name}; decimal places: {currency.exponent}" for currency in contract.currencies
        },
        "decision": {
            decision.id: f"{decision.title}\n\n{decision.chosen}\n\nBecause: {decision.because}"
            for decision in contract.decisions
        },
        "direction": {direction.name: f"{direction.title}. {direction.task}." for direction in contract.directions},
        "erratum": {erratum.id: f"{erratum.says}\n\nGoverns: {erratum.governs}" for erratum in contract.errata},
        "failure code": {code.code: code.meaning for code in interface.failure_codes},
        "field": _meanings([*fields, *(group for group in groups if group.type and group.name)]),
        "field type": _first([*object_types, *type_meanings, *contract.idle_types.items()]),
        "finding": {code: page.what for code, page in pages_by_code().items() if code in page.allowable},
        "gap": {gap.id: f"{gap.question}\n\n{gap.kind}, {gap.state}" for gap in contract.gaps},
        "header parameter": _parameters(
            parameter for parameter in interface.parameters if parameter.location_in == "header"
        ),
        "state machine": {
            machine.name: ", ".join(state.name for state in machine.states) for machine in interface.state_machines
        },
        "method": {method.code: f"{method.title}. {method.note}" for method in contract.methods},
        "notification": {notification.name: notification.summary for notification in interface.notifications},
        "parameter": _parameters(
            parameter for parameter in interface.parameters if parameter.location.path in operation_files
        ),
        **{table_of(name): _tables(contract, name) for name in contract.directions_of_methods},
        "problem": problem_texts,
        "record": {record.name: record.body.meaning for record in interface.records},
        "violation code": violation_meanings,
        "violation code or problem": violation_meanings | problem_texts,
        "response header": {
            header.key: f"{header.name}: {header.description}" for header in interface.response_headers
        },
        "state": {state.name: state.meaning for machine in interface.state_machines for state in machine.states},
        "tag": interface.tags,
    }
    for kind, table in _WITH_DEFAULTS.items():
        stated_names = names_by_kind[kind]
        shipped = shipped_texts(*table).items()
        names_by_kind[kind] = {**stated_names, **{name: text for name, text in shipped if name not in stated_names}}
    return names_by_kind


def _parameters(parameters: Iterable[Parameter]) -> Names:
    return {sent.key: f"{sent.name} ({sent.location_in}): {sent.description}" for sent in parameters}


def _meanings(fields: Iterable[Node]) -> Names:
    return _first((field.path, field.meaning) for field in fields)


def _first(named_meanings: Iterable[tuple[str, str]]) -> Names:
    """Return the first of several meanings of each name: methods may describe the same field differently."""
    meaning_by_name: dict[str, str] = {}
    for name, meaning in named_meanings:
        meaning_by_name.setdefault(name, meaning)
    return dict(sorted(meaning_by_name.items()))


def _grouped(named_users: Iterable[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    users_by_name: dict[str, list[str]] = {}
    for name, user in named_users:
        users_by_name.setdefault(name, []).append(user)
    return sorted(users_by_name.items())


def _tables(contract: Contract, direction: str) -> Names:
    users: list[tuple[str, str]] = []
    for request in contract.requests(direction):
        locations = (PurePosixPath(field.location.path) for field in request.root.fields())
        table_names = (location.stem for location in locations if location.parent.name == "requests")
        users += [(table_name, request.method) for table_name in islice(table_names, 1)]
    return {table_name: f"Used by {', '.join(method_codes)}." for table_name, method_codes in _grouped(users)}
