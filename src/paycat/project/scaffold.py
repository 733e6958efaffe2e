"""A new method with samples, samples, a new field type, a new pack: as edits in the layout of a person."""

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from paycat.catalogue import iso
from paycat.catalogue.canonical import Held
from paycat.catalogue.formatting import arrange, edited
from paycat.catalogue.kinds import FileKind, kind_of, kind_of_packs
from paycat.catalogue.methods import free_name, name_of_code, without_case
from paycat.contract.model import Contract, Request
from paycat.files.confining import confined
from paycat.files.installed import GENERATORS
from paycat.files.reading import file_bytes
from paycat.files.replacing import has_others
from paycat.lint.rules.number_digits import kept_ends
from paycat.packs.manifest import Pack
from paycat.project.resolved import Resolved, resolved, tried
from paycat.project.sample_payloads import sample_payloads
from paycat.project.workspace import SCHEMAS, Workspace, catalogue_of
from paycat.yaml.layout import Branch, Document, LayoutEntry, Leaf
from paycat.yaml.printing import printed, text_in_line

_CURRENCIES = f"{SCHEMAS}/currencies.yaml"
_MEANINGS = {"minimal": "Only what must be sent", "full": "Every field of the request"}
_TYPES = f"{SCHEMAS}/types.yaml"
_TEMPLATE = """\
{% set directions = contract.directions | rejectattr("request") | list -%}
# {{ contract.service.title | markdown_text }}

| Method | Currency |{% for direction in directions %} {{ direction.title | markdown_text }} |{% endfor +%}
|---|---|{% for _ in directions %}---|{% endfor +%}
{% for method in contract.methods -%}
{%- set availabilities = method.offers.values() | map(attribute="availability") | list -%}
{%- set cells = [method.code, method.currencies | join(', ')] + availabilities -%}
| {{ cells | map("markdown_text") | join(" | ") }} |
{% endfor %}"""


class TakenError(Exception):
    """The item exists already; the text names it."""


class UnknownCurrencyError(Exception):
    """The currency is neither in use nor in ISO 4217."""


class _Inline(dict[str, Any]):
    """A mapping that is written in braces."""


def new_method(workspace: Workspace, statement: Mapping[str, Any]) -> tuple[dict[str, str], Resolved]:
    """Return the texts of the files that add a method, by path in the project, and what is found with them.

    `statement` is what its file states. Its samples take their values from the samples of other methods. Raises
    TakenError and UnknownCurrencyError. Files of a catalogue with errors that remain with the method are not to be
    written: these errors are what is found.
    """
    code, currency_codes = statement["method_code"], statement.get("currencies", (statement.get("currency"),))
    name = statement.get("name") or name_of_code(code)
    old_project, catalogue = resolved(workspace), catalogue_of(workspace)
    contract = old_project.contract
    if contract is None:
        return {}, old_project
    if contract.method(code):
        raise TakenError(f"there is a method {code!r} already")
    taken_names = {without_case(method.value.generated_name) for method in catalogue.methods.values()}
    if without_case(name) in taken_names:
        suggestion = free_name(name, taken_names)
        raise TakenError(f"a method has the name {name!r} already, or one too much like it: use --name {suggestion}")
    text_by_path = {
        f"{SCHEMAS}/methods/{name}.yaml": new_file(
            f"{SCHEMAS}/methods/{name}.yaml", statement, directions=catalogue.directions
        )
    }
    known_currencies = catalogue.currencies.value.currencies
    missing_currencies = [currency for currency in currency_codes if currency and currency not in known_currencies]
    if missing_currencies:
        source = statement.get("source")
        statement_by_currency = {currency: _currency(currency, source) for currency in missing_currencies}
        text_by_path[_CURRENCIES] = _with_entries(workspace, _CURRENCIES, "currencies", statement_by_currency)
    trial = tried(workspace, text_by_path)
    if bounded_statement := _within_readers(trial.contract, statement):
        text_by_path[f"{SCHEMAS}/methods/{name}.yaml"] = new_file(
            f"{SCHEMAS}/methods/{name}.yaml", bounded_statement, directions=catalogue.directions
        )
        trial = tried(workspace, text_by_path)
    for request in trial.contract.requests() if trial.contract else ():
        if request.method == code:
            path = _samples_path(request)
            text_by_path[path] = new_file(path, {"samples": _samples(contract, request)})
    trial, contents = tried(workspace, text_by_path), _bytes(text_by_path)
    for error in old_project.errors:
        is_hidden = error.span.path in contents and has_others(workspace.root, error.span.path, contents)
        if is_hidden or error in trial.findings:
            return {}, old_project
    return text_by_path, trial


def _within_readers(contract: Contract | None, statement: Mapping[str, Any]) -> dict[str, Any]:
    """Return the statement of a method with the bounds that its decimal places require; {} if they require none."""
    by_direction: dict[str, Any] = {}
    for request in contract.requests() if contract else ():
        if request.method == statement["method_code"]:
            bounds_by_path = {field.path: kept_ends(field) for field in request.root.stated_fields()}
            fields = {path: _Inline(bounds) for path, bounds in bounds_by_path.items() if bounds}
            by_direction |= {request.direction: {"availability": "supported", "fields": fields}} if fields else {}
    return {**statement, **by_direction} if by_direction else {}


def _currency(code: str, source: str | None) -> _Inline:
    if not iso.is_currency(code):
        raise UnknownCurrencyError(f"ISO 4217 has no currency {code!r}")
    exponent = iso.exponent_of(code)
    if exponent is None:
        raise UnknownCurrencyError(f"{code!r} has no decimal places in ISO 4217: no payments use it")
    return _Inline(name=iso.currency_name(code), exponent=exponent, **({"source": source} if source else {}))


def new_samples(workspace: Workspace, direction: str, code: str | None) -> tuple[dict[str, str], Resolved]:
    """Return the texts of the files with samples of a direction that it lacks, by path, and what is found with them.

    They are of the method with a code, or of each that offers the direction, or of its one body for all. What is
    found without them, such as that samples of others are missing, is left out. Raises TakenError where each has
    samples. Where errors hide requests, they are what is found.
    """
    old_project = resolved(workspace)
    contract = old_project.contract
    if contract is None:
        return {}, old_project
    requests = [request for request in contract.requests(direction) if code in (None, request.method)]
    bare_requests = [request for request in requests if not request.samples]
    if old_project.errors and not (bare_requests or (code and requests)):
        return {}, old_project
    if not requests:
        raise TakenError(f"{code} does not offer {direction!r}" if code else f"no method offers {direction!r}")
    if not bare_requests:
        raise TakenError(f"every request of {direction!r} has samples already")
    paths = map(_samples_path, bare_requests)
    texts = {
        path: new_file(path, {"samples": _samples(contract, request)})
        for path, request in zip(paths, bare_requests, strict=True)
    }
    trial = tried(workspace, texts)
    new_findings = tuple(finding for finding in trial.findings if finding not in old_project.findings)
    return texts, trial._replace(findings=new_findings)


def _samples_path(request: Request) -> str:
    return f"{SCHEMAS}/samples/{request.path}.yaml"


def _samples(contract: Contract, request: Request) -> dict[str, Any]:
    payloads = sample_payloads(contract, request)
    return {name: {"meaning": _MEANINGS[name], "payload": payload} for name, payload in payloads.items()}


def new_field_type(workspace: Workspace, name: str, statement: Mapping[str, Any]) -> tuple[dict[str, str], Resolved]:
    """Return the texts of the files that add a type, by path in the project, and what is found with them.

    `statement` has the keys of types.yaml, the values of a choice as `value`, and the members of an object, NAME=TYPE,
    as `member`; None is for what is not stated. Raises TakenError when there is a type of that name.
    """
    content = {key: value for key, value in statement.items() if value is not None and key not in ("value", "member")}
    if members := statement.get("member"):
        types = dict(member.split("=", 1) for member in members)
        content["members"] = {name: _Inline(requirement="optional", type=of_type) for name, of_type in types.items()}
    if values := statement.get("value"):
        content["values"] = list(values)
    if content.get("length", "").isdecimal():
        content["length"] = int(content["length"])
    text_by_path = {_TYPES: _with_entries(workspace, _TYPES, "types", {name: content})}
    return text_by_path, tried(workspace, text_by_path)


def new_pack(workspace: Workspace, name: str, title: str, shipped_names: frozenset[str]) -> dict[str, str]:
    """Return the texts of a pack's files, by path in the project: its manifest and one Markdown template.

    Raises TakenError when the project or paycat has a pack of that name.
    """
    folder = f"{GENERATORS}/{name}"
    manifest_path, template_path = f"{folder}/pack.yaml", f"{folder}/templates/methods.md.j2"
    files = [_Inline(path="methods.md", template="methods.md.j2")]
    manifest = {"name": name, "title": title, "folder": name, "files": files}
    text_by_path = {manifest_path: new_file(manifest_path, manifest, kind_of_packs(Pack)), template_path: _TEMPLATE}
    is_there = (workspace.root / manifest_path).exists() or has_others(workspace.root, folder, _bytes(text_by_path))
    if name in shipped_names or is_there:
        raise TakenError(f"there is a pack {name!r} already")
    return text_by_path


def _bytes(text_by_path: Mapping[str, str]) -> dict[str, bytes]:
    return {path: text.encode() for path, text in text_by_path.items()}


def new_file(
    path: str, statement: Mapping[str, Any], kind: FileKind | None = None, directions: tuple[str, ...] | None = None
) -> str:
    """Return the text of a new file, its modeline first; `path` is its path in the project.

    Without `kind` it is a file of the catalogue, whose methods offer these directions.
    """
    file_kind = kind or _kind(path, directions)
    document = Document([file_kind.modeline(path)], _block(statement))
    arrange(document.root, Held(file_kind.model))
    return printed(document)


def _with_entries(workspace: Workspace, path: str, table_name: str, statements: Mapping[str, Mapping[str, Any]]) -> str:
    """Return a file's text with further entries in one of its tables.

    An ordered table stays in order; else the entries are the last. A file that is not there has them alone. Raises
    TakenError if a key exists.
    """

    def add(document: Document) -> None:
        branch = next(entry.value for entry in document.root.entries if entry.key and entry.key.value == table_name)
        assert isinstance(branch, Branch), "a sound catalogue has a mapping there"
        for key, statement in statements.items():
            keys = [entry.key.value for entry in branch.entries if entry.key]
            if key in keys:
                raise TakenError(f"{key!r} is in {path} already")
            index = sum(existing_key < key for existing_key in keys) if keys == sorted(keys) else len(keys)
            branch.entries.insert(index, _block({key: statement}).entries[0])
        arrange(document.root, Held(_kind(path).model))

    if not (workspace.root / path).exists():
        return new_file(path, {table_name: statements})
    return edited(file_bytes(confined(workspace.root / path)).decode("utf-8"), add)


def _kind(path: str, directions: tuple[str, ...] | None = None) -> FileKind:
    kind = kind_of(path.removeprefix(f"{SCHEMAS}/"), directions)
    assert kind is not None, f"{path} is no file of a catalogue"
    return kind


def _block(mapping: Mapping[str, Any]) -> Branch:
    entries = [LayoutEntry([], _leaf(key), _value(value)) for key, value in mapping.items()]
    return Branch(is_mapping=True, flow=isinstance(mapping, _Inline), column=0, entries=entries)


def _value(value: Any) -> Leaf | Branch:
    if isinstance(value, Mapping):
        return _block(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        entries = [LayoutEntry([], None, _value(element)) for element in value]
        is_flow = not any(isinstance(element, Mapping) for element in value)
        return Branch(is_mapping=False, flow=is_flow, column=0, entries=entries)
    return _leaf(value)


def _leaf(value: Any) -> Leaf:
    if not isinstance(value, str):
        text = f"{value:f}" if isinstance(value, Decimal) else json.dumps(value)
        return Leaf([text], text)
    return Leaf([text_in_line(value)], value)
