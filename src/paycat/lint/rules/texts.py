"""Rules on texts: numbers that they insert by name, and methods that they name although they are about others."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from paycat.catalogue.lifecycle import ReservedField, ReservedMethod
from paycat.catalogue.methods import MethodStatement
from paycat.catalogue.reading import Stated, values_in
from paycat.catalogue.registers import Decision, Erratum, Gap
from paycat.catalogue.shapes import Shaped
from paycat.contract.model import Request
from paycat.contract.named_numbers import IN_BRACES, NamedNumber, NamedNumbers, inserts_numbers
from paycat.contract.paths import Steps
from paycat.contract.subsets.registers import cited, known_of, rested_on
from paycat.contract.subsets.whole import MethodNames
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.shapes.decimals import plain_text
from paycat.text.counting import listed

_FEW = 3
_SPACED = re.compile(r"\{(?=[^{}]* ) *(?P<name>[A-Za-z]\w*(?:\.[\w$@:~\[\]-]+)+) *\}")
Codes = frozenset[str]
Entry = Stated[Any]
"""An entry of a register."""


@rule("named-numbers", needs=["interface", "methods", "requests", "types.yaml", "currencies.yaml"])
def named_numbers(context: RuleContext) -> Iterator[Diagnostic]:
    """Report names of no number or of several, in texts and decisions, and numbers that decisions state otherwise."""
    numbers = NamedNumbers(context.values, context.contract.requests())
    for text in context.texts:
        if "{" in text.value and inserts_numbers(text.source) and text.path[-2:-1] != ("allow",):
            yield from _in_text(text, numbers)
    for decision in context.stated(Decision):
        yield from _in_decision(decision, numbers)


def _in_text(text: Stated[str], numbers: NamedNumbers) -> Iterator[Diagnostic]:
    method_codes = [text.source.value.method_code] if isinstance(text.source.value, MethodStatement) else []
    counts_by_text: Counter[str] = Counter()
    for brace_match in IN_BRACES.finditer(text.value):
        name, earlier_count = brace_match["name"], counts_by_text[brace_match[0]]
        counts_by_text[brace_match[0]] += 1
        span = text.source.in_text(text.at(), brace_match[0], earlier_count)
        if "." in name:
            if fault := _fault(name, numbers.meant(name, method_codes), numbers):
                code, message, hint = fault
                yield Diagnostic(code, span, message, hint)
        elif qualified_name := numbers.whole_name(name):
            hint = f"write {{{qualified_name}}}, which inserts {numbers.text(qualified_name)}"
            yield Diagnostic("unknown-number", span, f"{name!r} is not the whole name of a number", hint)
    for match in _SPACED.finditer(text.value):
        name = match["name"]
        is_known = "." in name and numbers.meant(name, method_codes)
        hint = f"write {{{name}}} for the number" if is_known else did_you_mean(name, numbers.names)
        if is_known or ("." in name and hint):
            span = text.source.in_text(text.at(), match[0], text.value[: match.start()].count(match[0]))
            message = f"{match[0]!r} is printed as it is, as it has a blank"
            yield Diagnostic("unknown-number", span, message, hint)


def _in_decision(decision: Stated[Decision], numbers: NamedNumbers) -> Iterator[Diagnostic]:
    for name, stated_values in decision.value.values.items():
        meant_numbers = numbers.meant(name, decision.value.methods)
        if fault := _fault(name, meant_numbers, numbers):
            code, message, hint = fault
            yield decision.finding(code, message, "values", name, key=True, help=hint)
        elif (number := next(iter(meant_numbers))) and number.values != stated_values:
            message = f"{decision.name} states {listed(map(plain_text, stated_values))}, but `{name}` is {number.alone}"
            yield decision.finding("number-against-decision", message, "values", name)


def _fault(
    name: str, codes_by_number: Mapping[NamedNumber | None, list[str]], numbers: NamedNumbers
) -> tuple[str, str, str] | None:
    """Return code, message and help of a name of no number, or of several; None for the name of one."""
    if not codes_by_number:
        qualified_name = numbers.whole_name(name)
        hint = f"did you mean {qualified_name!r}?" if qualified_name else did_you_mean(name, numbers.names)
        return "unknown-number", f"no number has the name {name!r}", hint
    if len(codes_by_number) == 1:
        return None
    cases = [
        f"{number.text if number else 'no number'} for {listed(codes, most=_FEW)}"
        for number, codes in codes_by_number.items()
    ]
    return "ambiguous-number", f"{name!r} depends on the method: {'; '.join(cases)}", ""


@rule("method-texts", needs=["methods", "decisions.yaml", "errata.yaml"])
def method_texts(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the texts that name or cite what is about other methods, and the entries about unknown ones."""
    reservations = context.catalogue.service.value.reserved
    codes = frozenset((*context.methods, *(method.code for method in (reservations.methods if reservations else ()))))
    entries: list[Entry] = [*context.stated(Gap), *context.stated(Decision), *context.stated(Erratum)]
    for entry in entries:
        for index, code in enumerate(entry.value.methods):
            if code not in codes:
                yield entry.unknown("entry-of-no-method", "there is no method", code, codes, "methods", index)
    misspelt_ids = {_id(entry.path) for entry in entries if not codes.issuperset(entry.value.methods)}
    entries = [entry for entry in entries if _id(entry.path) not in misspelt_ids]
    subjects_by_id = {_id(entry.path): frozenset(entry.value.methods) for entry in entries if entry.value.methods}
    subjects_by_file, subjects_by_path = _subjects_of_files(context), _subjects_of_reserved_names(context)
    method_names = MethodNames(list(context.methods))
    choices = (choice for shape in context.stated(Shaped) for choice in values_in(shape))
    for text in (*context.texts, *context.quotes, *choices):
        text_subject = subjects_by_id.get(_id(text.path), frozenset())
        subject = subjects_by_file.get(text.source.name, subjects_by_path.get(text.path[:3], text_subject))
        if subject is None or _id(text.path) in misspelt_ids:
            continue
        for word, meant_codes in method_names.named_in(text.value):
            if not _covers(meant_codes, subject):
                message = f"the text names {word}, but is about {_shown(subject)}"
                yield Diagnostic("other-method-in-text", text.at(), message)
        for id in dict.fromkeys(cited(text.value)):
            if id in subjects_by_id and not _covers(subjects_by_id[id], subject):
                methods_text = _shown(subjects_by_id[id])
                message = f"the text cites {id}, which is about {methods_text} alone, but is about {_shown(subject)}"
                yield Diagnostic("entry-of-other-method", text.at(), message, "write it without the id")
    yield from _resting(context, entries, subjects_by_id)


def _id(path: Steps) -> str:
    return str(path[1]) if len(path) > 1 else ""


def _covers(codes: Codes, subject_codes: Codes) -> bool:
    return bool(subject_codes) and subject_codes <= codes


def _shown(codes: Codes) -> str:
    return ", ".join(sorted(codes)) or "all methods"


def _resting(context: RuleContext, entries: Iterable[Entry], subjects: Mapping[str, Codes]) -> Iterator[Diagnostic]:
    """Report the entries about some methods that a request of another one rests on, if only through a type."""
    requests_by_id: dict[str, list[Request]] = defaultdict(list)
    citations = known_of(field for _, field in context.different_fields)
    for request in context.contract.requests() if subjects else ():
        for id in set(rested_on(request, citations)):
            if request.method not in subjects.get(id, (request.method,)):
                requests_by_id[id].append(request)
    for entry in entries:
        if requests := requests_by_id.get(_id(entry.path)):
            codes = frozenset(request.method for request in requests)
            # The one body of a direction is of every method.
            message = f"the requests of {_shown(codes if all(codes) else frozenset())} also depend on this entry"
            hint = "name these methods, or cite another entry"
            files, id = {context.offer(request).method.name for request in requests}, _id(entry.path)
            file_citations = [citation for citation in context.citations(id) if citation.stated.source.name in files]
            if file_citations:
                message = f"{id} is about {_shown(subjects[id])} alone"
                yield Diagnostic("entry-of-other-method", file_citations[0].span, message, hint)
            else:
                yield entry.finding("entry-of-other-method", message, "methods", help=hint)


def _subjects_of_reserved_names(context: RuleContext) -> Mapping[Steps, Codes | None]:
    """Return the methods that reserved names are about; None for a name that no subset has."""
    subjects_by_path: dict[Steps, Codes | None] = {}
    for field in context.stated(ReservedField):
        subjects_by_path[field.path] = frozenset(field.value.methods)
    for method in context.stated(ReservedMethod):
        subjects_by_path[method.path] = frozenset({method.value.now}) if method.value.now else None
    return subjects_by_path


def _subjects_of_files(context: RuleContext) -> Mapping[str, Codes | None]:
    """Return the methods that files are about, by name; None for a request table that no method uses."""
    catalogue = context.catalogue
    subjects_by_file: dict[str, set[str]] = {table.name: set() for table in catalogue.requests.values()}
    for offer in context.offers.values():
        code = offer.method.value.method_code
        subjects_by_file.setdefault(offer.method.name, set()).add(code)
        if offer.supported and (table := offer.known_table):
            subjects_by_file[table.name].add(code)
    code_by_name = {method.value.generated_name: method.value.method_code for method in catalogue.methods.values()}
    for (_, name), source in catalogue.samples.items():
        subjects_by_file.setdefault(source.name, set()).add(code_by_name.get(name, name))
    return {name: frozenset(codes) or None for name, codes in subjects_by_file.items()}
