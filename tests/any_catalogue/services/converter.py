"""Services of an aggregator as a catalogue: a method for each, stated exactly as the service states it, or left out.

What is around the methods is the project in base/. Which statements the format cannot have, `paycat check` knows: a
method with an error is left out, with the message as the reason.
"""

import json
import re
import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paycat.catalogue import iso
from paycat.catalogue.forms import CURRENCY
from paycat.catalogue.methods import free_name, name_of_code, without_case
from paycat.catalogue.reading import Catalogue
from paycat.diagnostics import Diagnostic, FindingsError, Severity
from paycat.project.resolved import resolved
from paycat.project.scaffold import new_file
from paycat.project.workspace import SCHEMAS, Workspace, catalogue_of
from paycat.shapes.patterns.compiled import matches
from paycat.shapes.patterns.portable import PortableForm, form_of
from paycat.shapes.patterns.reading import FaultyPatternError
from paycat.shapes.patterns.texts import matching_text
from paycat.text.characters import unwanted_in
from tests.any_catalogue.services.service import Field, Service

BASE = Path(__file__).with_name("base")
_CURRENCIES = f"{SCHEMAS}/currencies.yaml"
_METHODS, _SAMPLES = f"{SCHEMAS}/methods", f"{SCHEMAS}/samples/pay_in"
_FIELDS = "pay_in", "fields"
_CONTAINER = "fields"
"""The container of the request table that holds the fields of a service."""
_SOURCE = "§1"
_ALLOWED = {
    "alike-names": "The aggregator has both keys, and neither may be renamed.",
    "finer-than-currency": "The aggregator takes the amount so.",
}
"""Findings that are kept, as the data is as it is: by code, the reason."""
_LIKELY = ("Test", "test@example.com")
"""What many fields accept, and nobody owns."""
_PROPOSED = re.compile("write `(?P<key>[a-z_]+): (?P<value>[A-Za-z0-9_]+)`(?:; to keep it, .*)?")
"""The advice of a finding that proposes a statement."""

_MARKUP = re.compile(r"[#<>\[\]&\\=/*`]|^[-+]|www\.", re.IGNORECASE)
"""What may be read as Markdown, or as an address."""
_EXAMPLE = "alfamart_uah"
"""The service that the example of base/ names."""
_NAMELESS = "method"
"""The name of a method whose code has no letter and no digit."""

Data = dict[str, Any]


class NotExactError(Exception):
    """The format has no statement for something of a service; the message names it."""


@dataclass(slots=True)
class Conversion:
    """A project made of services: those that are in it, and why each of the others is not, by code."""

    root: Path
    services: list[Service] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Converted:
    """A service and what the catalogue states of it, in a file of a name in methods/ and in one of samples/."""

    service: Service
    name: str
    method: Data
    samples: Data

    @property
    def fields(self) -> Data:
        """What the method states of fields, by path."""
        fields: Data = self.method["pay_in"]["fields"]
        return fields

    def texts(self) -> dict[str, str]:
        """Return the texts of its files, by path in the project."""
        method, samples = (f"{folder}/{self.name}.yaml" for folder in (_METHODS, _SAMPLES))
        return {method: new_file(method, self.method, directions=("pay_in",)), samples: new_file(samples, self.samples)}


def convert(services: Iterable[Service], folder: Path) -> Conversion:
    """Make a project of services in a new folder; its catalogue has no errors but those that base/ has."""
    done = Conversion(folder)
    shutil.copytree(BASE, folder)
    stated = {one.name: one for one in _all_converted(services, done)}
    written: dict[str, str] = {}
    while (wanted := _files(stated.values())) != written:
        _write(folder, wanted, written)
        written = wanted
        _correct(stated, done)
    done.services = [one.service for one in stated.values()]
    records = folder / "schemas/interface/records.yaml"
    example = json.dumps(done.services[0].code)  # A service that is there.
    records.write_text(records.read_text(encoding="utf-8").replace(_EXAMPLE, example), encoding="utf-8")
    return done


def _all_converted(services: Iterable[Service], done: Conversion) -> Iterator[_Converted]:
    """Yield each service that has a statement for everything; where its name is taken, the method states another."""
    taken: set[str] = set()
    for one in services:
        by_default = name_of_code(one.code)
        name = by_default or _NAMELESS
        if without_case(name) in taken:
            name = free_name(name, taken)
        try:
            stated = method(one) if name == by_default else {"name": name, **method(one)}
            yield _Converted(one, name, stated, samples(one))
        except NotExactError as error:
            done.left_out[one.code] = str(error)
        else:
            taken.add(without_case(name))


def _correct(stated: dict[str, _Converted], done: Conversion) -> None:
    """Do what findings propose, allow what may be kept, and leave out the methods with other errors."""
    workspace = Workspace(done.root)
    try:
        catalogue, findings = catalogue_of(workspace), resolved(workspace).findings
    except FindingsError as error:  # A file cannot be read.
        catalogue, findings = None, error.diagnostics
    for finding in findings:
        folder, _, name = finding.span.path.removesuffix(".yaml").rpartition("/")
        if folder not in (_METHODS, _SAMPLES) or name not in stated:
            continue
        one = stated[name]
        proposed = _PROPOSED.fullmatch(finding.help)
        path = _path(one, finding, catalogue) if folder == _METHODS and catalogue else None
        if path and finding.code in _ALLOWED:
            one.fields[path]["allow"] = {finding.code: _ALLOWED[finding.code]}
        elif path and proposed:
            of_all = [other.fields[path] for other in stated.values() if other.fields.get(path) == one.fields[path]]
            for same in of_all:
                same[proposed["key"]] = proposed["value"]
        elif finding.severity is Severity.ERROR:
            done.left_out[one.service.code] = finding.message
            del stated[name]


def _path(one: _Converted, finding: Diagnostic, catalogue: Catalogue) -> str | None:
    """Return the path of the field whose statement, or the value of one of its keys, a finding is about."""
    source = catalogue.methods.get(one.name)
    if source is None:
        return None
    places = {source.at(*_FIELDS, path, key, "value"): path for path, stated in one.fields.items() for key in stated}
    return {**places, **{source.at(*_FIELDS, path, key=True): path for path in one.fields}}.get(finding.span)


def method(service: Service) -> Data:
    """Return what the file of a method states of a service. Raises NotExactError."""
    if not CURRENCY.holds(service.currency):
        raise NotExactError(f"{service.currency!r} is no {CURRENCY.name}: {CURRENCY.advice}")
    if len({one.key for one in service.fields}) < len(service.fields):
        raise NotExactError("two fields have one key")
    exponent = _exponent(service.currency)
    places = service.places(exponent)
    amount = {
        "minimum": service.least,
        "maximum": service.most,
        "decimal_places": "currency" if places == exponent else places,
    }
    return {
        "method_code": service.code,
        "title": f"{_words(service.method)}, {service.currency}",
        "note": f"A payment in {service.currency} for {_words(service.method)}",
        "currency": service.currency,
        "countries": "unknown",
        "source": _SOURCE,
        "pay_in": {
            "availability": "supported",
            "fields": {"amount": amount} | {f"{_CONTAINER}.{one.key}": _stated(one) for one in service.fields},
        },
    }


def _stated(field: Field) -> Data:
    """Return what a method states of a field. Raises NotExactError."""
    if field.validators:
        raise NotExactError(f"{field.key}: there is no statement for the check digits {', '.join(field.validators)}")
    stated: Data = {"requirement": "required" if field.is_required else "optional"}
    if field.values:
        stated |= {"shape": "choice", "values": {key: _words(label) for key, label in field.values.items()}}
    else:
        stated |= {"shape": "text"} | ({"pattern": field.regexp} if field.regexp else {})
    return stated | {"meaning": _words(field.label)} | ({"hints": _words(field.hint)} if field.hint else {})


def _words(text: str) -> str:
    """Return words of a service as a text of the catalogue: as code, if they have signs of Markdown."""
    return f"`{text.replace('`', chr(39))}`" if _MARKUP.search(text) else text


def samples(service: Service) -> Data:
    """Return what the file of its samples states of a service. Raises NotExactError."""
    minimal, full = (
        {
            "method": service.code,
            "amount": amount,
            "currency": service.currency,
            **({_CONTAINER: values} if (values := _values(fields)) else {}),
        }
        for amount, fields in (
            (service.least, [one for one in service.fields if one.is_required]),
            (service.most, service.fields),
        )
    )
    return {
        "samples": {
            "minimal": {"meaning": "Only what must be sent", "payload": minimal},
            "full": {"meaning": "Every field of the service", "payload": full},
        }
    }


def _values(fields: Collection[Field]) -> Mapping[str, str]:
    return {one.key: _value(one) for one in fields}


def _value(field: Field) -> str:
    """Return a value of a field, or a text that matches; its example may be somebody's. Raises NotExactError."""
    if field.values:
        return next(iter(field.values))
    try:
        form = form_of(field.regexp)
    except FaultyPatternError as error:
        raise NotExactError(f"{field.key}: {error}") from error
    likely = (text for text in (*_LIKELY, _printable(form), field.example) if text and matches(form.pattern, text))
    if text := next(likely, None):
        return text
    raise NotExactError(f"{field.key}: no text is known that matches {field.regexp}")


def _printable(form: PortableForm) -> str | None:
    """Return a shortest text that matches, unless a file cannot have it."""
    text = matching_text(form.pattern, form.least or 0, form.most).text
    return None if text is None or unwanted_in(text) else text


def _files(stated: Collection[_Converted]) -> dict[str, str]:
    """Return the texts of the files that services make, by path in the project."""
    currencies = {code: _currency(code, stated) for code in sorted({one.service.currency for one in stated})}
    found = {_CURRENCIES: new_file(_CURRENCIES, {"currencies": currencies})}
    for one in stated:
        found |= one.texts()
    return found


def _write(folder: Path, wanted: Mapping[str, str], written: Mapping[str, str]) -> None:
    for path in written.keys() - wanted.keys():
        (folder / path).unlink()
    for path, text in wanted.items():
        if written.get(path) != text:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")


def _currency(code: str, stated: Iterable[_Converted]) -> Data:
    """Return the entry of a currency; one without decimal places in ISO 4217 has those of its services."""
    exponent = _exponent(code)
    if exponent is None:
        exponent = max(one.service.places(None) for one in stated if one.service.currency == code)
    if iso.is_currency(code):
        return {"name": iso.currency_name(code), "exponent": exponent, "source": _SOURCE}
    return {"name": code, "exponent": exponent, "iso_4217": False, "source": _SOURCE}


def _exponent(code: str) -> int | None:
    return iso.exponent_of(code) if iso.is_currency(code) else None
