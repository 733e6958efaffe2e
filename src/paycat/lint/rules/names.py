"""The rule on names: one kind uses one case, and no two names are the same in generated code."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from paycat.catalogue.constraints import Constrained
from paycat.catalogue.fields import Container, FieldStatement
from paycat.catalogue.forms import CONTAINER_PATH
from paycat.catalogue.reading import SourceFile, Stated
from paycat.catalogue.shapes import Member
from paycat.catalogue.statement import Statement
from paycat.contract.paths import ITEM, Steps
from paycat.contract.problem_form import every_part
from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule

_CASES: Mapping[str, str] = {
    "snake_case": "[a-z][a-z0-9]*(_[a-z0-9]+)*",
    "kebab-case": "[a-z][a-z0-9]*(-[a-z0-9]+)*",
    "camelCase": "[a-z][A-Za-z0-9]*",
    "PascalCase": "[A-Z][A-Za-z0-9]*",
    "UPPER_CASE": "[A-Z][A-Z0-9]*(_[A-Z0-9]+)*",
}
_ALIKE_BY_NAME = ("methods",)
"""Kinds of which another rule compares the names that generated files have."""
_NEARLY_ALL = 0.9
"""The share of a kind's names from which their case is that of the kind: names on the wire may have no one case."""
_WORD = re.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|[0-9]+")


@dataclass(frozen=True, slots=True)
class _Name:
    """A name, what has it (in the plural), and the file or object in which it is unique, if it is not unique in all.

    The name of a member that servers write by a standard is not decided in the catalogue.
    """

    kind: str
    text: str
    source: SourceFile[Statement]
    path: Steps
    scope: str = ""
    is_decided: bool = True

    def finding(self, code: str, message: str, hint: str = "") -> Diagnostic:
        """Return a finding at the name."""
        return Diagnostic(code, self.source.at(*self.path, key=True), message, hint)


@rule("name-case")
def name_case(context: RuleContext) -> Iterator[Diagnostic]:
    """Report names that differ too little, and warn of those in another case than nearly all of their kind."""
    names_by_kind: dict[str, list[_Name]] = defaultdict(list)
    for name in _names(context):
        names_by_kind[name.kind].append(name)
    for kind, names in names_by_kind.items():
        name_texts = dict.fromkeys(name.text for name in names if name.is_decided)
        fits = {case: [_fits(text, case) for text in name_texts] for case in _CASES}
        case = max(_CASES, key=lambda case: (sum(fits[case]), fits[case]))  # Of several, that of the first name.
        is_usual_case = sum(fits[case]) >= _NEARLY_ALL * len(name_texts)
        reported_texts: set[str] = set()
        for pair in _alike(names) if kind not in _ALIKE_BY_NAME else ():
            misfit, right_name = pair[::-1] if _fits(pair[0].text, case) else pair
            if misfit.text not in reported_texts:
                reported_texts |= {misfit.text, right_name.text}
                message = f"{misfit.text!r} differs from {right_name.text!r} only in case or signs"
                yield misfit.finding("alike-names", message)
        for name in names:
            if name.text in reported_texts or not name.is_decided:
                continue
            reported_texts.add(name.text)
            if is_usual_case and not _fits(name.text, case):
                message = f"{kind} are named in {case} here, but {name.text!r} is not"
                yield name.finding("odd-name", message, f"write {_written(name.text, case)!r}")


def _names(context: RuleContext) -> Iterator[_Name]:
    """Return every name that the catalogue declares, kind by kind; a dotted path is several names."""
    catalogue = context.catalogue
    yield from _members(context)
    yield from (_Name("request tables", name, table, ()) for name, table in catalogue.requests.items())
    for method in catalogue.methods.values():
        yield _Name("methods", method.value.method_code, method, ("method_code",))
    for samples in catalogue.samples.values():
        for name in samples.value.samples:
            yield _Name("samples", name, samples, ("samples", name), samples.name)
    for kind, source, table_key in (
        ("field types", catalogue.types, "types"),
        ("parameters", catalogue.operations, "parameters"),
        ("response headers", catalogue.operations, "response_headers"),
        ("operations", catalogue.operations, "operations"),
        ("records", catalogue.records, "records"),
        ("state machines", catalogue.states, "state_machines"),
        ("notifications", catalogue.events, "notifications"),
        ("problems", catalogue.problems, "problems"),
        ("codes", catalogue.problems, "violation_codes"),
        ("codes", catalogue.problems, "failure_codes"),
    ):
        yield from (_Name(kind, name, source, (table_key, name)) for name in getattr(source.value, table_key))
    for machine_name, machine in catalogue.states.value.state_machines.items():
        for name in machine.by_name:
            yield _Name("states", name, catalogue.states, ("state_machines", machine_name, "states", name))
    for event in catalogue.events.value.types:
        yield from (_Name("events", part, catalogue.events, ("types", event)) for part in event.split("."))


def _members(context: RuleContext) -> Iterator[_Name]:
    """Return the names of members of requests, of which a path has several, and of records."""
    input_statements: tuple[Stated[Constrained], ...] = (*context.stated(Container), *context.stated(FieldStatement))
    # All requests have one body, in which a path names one object; an object type has members of its own.
    scoped_statements = [
        (f"{statement.path[1]}:" if statement.source is context.catalogue.types else "", statement)
        for statement in input_statements
    ]
    scope_of_type = {
        f"{scope}{statement.path[-1]}": f"{type_name}:"
        for scope, statement in scoped_statements
        if isinstance(statement.value, FieldStatement) and (type_name := statement.value.of or statement.value.type)
    }
    for own_scope, statement in scoped_statements:
        path, scope = str(statement.path[-1]), own_scope
        if CONTAINER_PATH.holds(path):  # Paths of another form were reported by resolving.
            for step in path.replace(ITEM, "").split("."):
                yield _Name("members", step, statement.source, statement.path, scope)
                scope = scope_of_type.get(f"{scope}{step}", f"{scope}{step}.")
    parts = every_part(context.contract.interface.stated_form)
    written_places = {part.node.location for part in parts if part.word and not getattr(part.node, "made", None)}
    for member in context.stated(Member):
        is_written = member.at(key=True) in written_places
        scope = "/".join(map(str, member.path[:-1]))
        yield _Name("members", member.name, member.source, member.path, scope, is_decided=not is_written)
        if member.value.echo:  # The member of the answer repeats one of the request, so people compare the two.
            for text in (member.value.echo.replace(ITEM, "").rpartition(".")[2], member.name):
                yield _Name("members", text, member.source, member.path, f"{scope}/{member.name}")


def _alike(names: Iterable[_Name]) -> Iterator[tuple[_Name, _Name]]:
    name_by_key: dict[tuple[str, str], _Name] = {}
    for name in names:
        earlier_name = name_by_key.setdefault((name.scope, re.sub("[_-]", "", name.text).lower()), name)
        if earlier_name.text != name.text:
            yield earlier_name, name


def _fits(text: str, case: str) -> bool:
    return re.fullmatch(_CASES[case], text) is not None


def _written(text: str, case: str) -> str:
    words = [word.lower() for word in _WORD.findall(text)]
    match case:
        case "snake_case":
            return "_".join(words)
        case "kebab-case":
            return "-".join(words)
        case "UPPER_CASE":
            return "_".join(words).upper()
        case "camelCase":
            return "".join([*words[:1], *map(str.capitalize, words[1:])])
    return "".join(map(str.capitalize, words))
