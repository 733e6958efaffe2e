"""A text names no method but the one that it is about.

Why: a subset of the catalogue, such as the OpenAPI document of one method, names nothing of the other methods. It holds
the texts of the operations, records, types and request tables that its methods use, and each entry of a register that
is about one of its methods.

What is in the file of a method, or in its samples, is about that method, and a request table about the methods that use
it. An entry of a register is about the methods that its key `methods` names; without the key, and everywhere else, a
text is about all methods. A text about two methods names neither, as a subset may have one of them. A whole family,
such as BACS_DIRECT for BACS_DIRECT_DEBIT and BACS_DIRECT_CREDIT, is named by what is about some of its methods and
about no other. An entry about some methods is cited by what is about the same ones.

Example: in schemas/decisions.yaml

    chosen: Everything is below https://collections.test, as for SEPA_DEBIT.

is found as

    schemas/decisions.yaml:95:13 error other-method-in-text: the text names SEPA_DEBIT, and is about all methods; say
      it without the name, or where it is about that alone

Fix: write what is true of all methods, or give an entry of its own to what is about one method. A word that is no
method here may be allowed with that reason.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from paycat.catalogue.reading import Catalogue, Source
from paycat.catalogue.registers import Decision, Erratum, Gap
from paycat.contract.model import Contract
from paycat.contract.slices.method_names import MethodNames
from paycat.contract.slices.registers import cited
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.rules.views.offers import offers
from paycat.rules.views.prose import Prose, prose
from paycat.rules.views.shapes import shapes
from paycat.rules.views.statements import Path

ID = "R-65"
NAMED = "other-method-in-text"
CITED = "entry-of-other-method"
UNKNOWN = "entry-of-no-method"
ALLOWABLE = (NAMED,)
NEEDS: tuple[str, ...] = ("methods", "decisions.yaml", "errata.yaml")

Codes = frozenset[str]
Entry = tuple[Source[Any], Path, Gap | Decision | Erratum]
"""An entry of a register, after its file and its path there."""


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report the texts that name or cite what is about other methods, and the entries about unknown ones."""
    codes = [source.value.method_code for source in catalogue.methods.values()]
    entries = list(_entries(catalogue))
    yield from _unknown(catalogue, entries, codes)
    subjects = {str(path[-1]): frozenset(entry.methods) for _, path, entry in entries if entry.methods}
    of_files = _subjects_of_files(catalogue)
    names = MethodNames(codes)
    for text in (*prose(catalogue), *_quotes(entries), *_values(catalogue)):
        about = of_files.get(text.source.name, subjects.get(_id(text.path), frozenset()))
        if about is None:
            continue
        for word, meant in names.named_in(text.text):
            if not _covers(meant, about):
                message = f"the text names {word}, and is about {_shown(about)}"
                yield Diagnostic(NAMED, text.span, message, "say it without the name, or where it is about that alone")
        for id in dict.fromkeys(cited(text.text)):
            if id in subjects and not _covers(subjects[id], about):
                message = (
                    f"the text cites {id}, which is about {_shown(subjects[id])} alone, and is about {_shown(about)}"
                )
                yield Diagnostic(CITED, text.span, message, "say it without the id")
    yield from _resting(contract, entries, subjects)


def _id(path: Path) -> str:
    return str(path[1]) if len(path) > 1 else ""


def _covers(methods: Codes, about: Codes) -> bool:
    """Tell whether a subset that has what is about some methods has one of the others."""
    return bool(about) and about <= methods


def _shown(codes: Codes) -> str:
    return ", ".join(sorted(codes)) or "all methods"


def _unknown(catalogue: Catalogue, entries: Iterable[Entry], codes: Iterable[str]) -> Iterator[Diagnostic]:
    retired = catalogue.service.value.retired
    known = {*codes, *(retired.methods if retired else ())}
    for source, path, entry in entries:
        for index, code in enumerate(entry.methods):
            if code not in known:
                place = source.at(*path, "methods", index)
                yield Diagnostic(UNKNOWN, place, f"there is no method {code!r}", did_you_mean(code, known))


def _resting(contract: Contract, entries: Iterable[Entry], subjects: Mapping[str, Codes]) -> Iterator[Diagnostic]:
    """Report the entries about some methods that a request of another one rests on, if only through a type."""
    resting: dict[str, set[str]] = defaultdict(set)
    for request in contract.requests() if subjects else ():
        for id in {*cited(request.root), *(sample.erratum or "" for sample in request.samples)}:
            if request.method not in subjects.get(id, (request.method,)):
                resting[id].add(request.method)
    for source, path, _ in entries:
        if others := resting.get(str(path[-1])):
            message = f"the requests of {_shown(frozenset(others))} rest on this entry, too"
            yield Diagnostic(CITED, source.at(*path, "methods"), message, "name these methods, or cite another entry")


def _entries(catalogue: Catalogue) -> Iterator[Entry]:
    registers, errata = catalogue.registers, catalogue.errata
    yield from ((registers, ("gaps", id), gap) for id, gap in registers.value.gaps.items())
    yield from ((registers, ("decisions", id), decision) for id, decision in registers.value.decisions.items())
    yield from ((errata, ("errata", id), erratum) for id, erratum in errata.value.errata.items())


def _quotes(entries: Iterable[Entry]) -> Iterator[Prose]:
    for source, path, entry in entries:
        if isinstance(entry, Gap) and entry.quote:
            yield Prose(entry.quote, source, (*path, "quote"))


def _values(catalogue: Catalogue) -> Iterator[Prose]:
    """The values of choices in records, parameters and headers."""
    for shape in shapes(catalogue):
        for index, value in enumerate(shape.value.values):
            yield Prose(value, shape.stated.source, (*shape.stated.path, "values", index))


def _subjects_of_files(catalogue: Catalogue) -> Mapping[str, Codes | None]:
    """Return the methods that files are about, by name; None for a request table that no method uses."""
    found: dict[str, set[str]] = {table.name: set() for table in catalogue.requests.values()}
    for offer in offers(catalogue):
        code = offer.source.value.method_code
        found.setdefault(offer.source.name, set()).add(code)
        if offer.supported and (table := offer.table(catalogue)):
            found[table.name].add(code)
    for (_, code), source in catalogue.samples.items():
        found.setdefault(source.name, set()).add(code)
    return {name: frozenset(codes) or None for name, codes in found.items()}
