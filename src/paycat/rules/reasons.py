"""Every statement says where it comes from: a section of the specification, or a decision of ours.

A statement without a source or decision has that of what holds it: of its field table, its method, its record or its
list of problems. A rule of a field type without one has that of each field that uses the type.

Why: a reader of any artefact must see what the owner of the service has said, and what we have added; a section that
does not exist sends them looking in vain.

Example: in schemas/interface/rules.yaml

    body_depth: 16

is found as

    schemas/interface/rules.yaml:21:3 error statement-without-reason: 'limits.body_depth' has neither a source nor a
        decision; write `source:` where the specification says it, else `decision:`

Fix: add `source: "§2.4"`, or several as "§1, §2.3", or `decision: D-101`. A section is looked up in the document that
`source.file` in catalogue.yaml names, when that is Markdown and stands in the project.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import PurePosixPath

from paycat.catalogue.fields import FieldType, RequestTable
from paycat.catalogue.interface import CodeMeaning
from paycat.catalogue.methods import Method
from paycat.catalogue.reading import Catalogue
from paycat.catalogue.registers import Erratum, Gap
from paycat.catalogue.statement import Reasoned
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, Span
from paycat.rules.views.sections import section_numbers
from paycat.rules.views.statements import Stated, statements

ID = "R-50"
UNREASONED = "statement-without-reason"
BAD_SOURCE = "bad-source"
UNKNOWN_SECTION = "unknown-section"
ALLOWABLE = (BAD_SOURCE, UNKNOWN_SECTION)
NEEDS: tuple[str, ...] = ()

_SECTION = re.compile(r"§((?:[0-9]+|[A-Z])(?:\.[0-9]+)*)")
_SOURCE = re.compile(rf"{_SECTION.pattern}(?:, {_SECTION.pattern})*")


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report statements without a reason, sources of another form, and sections that the specification has not."""
    sections = section_numbers(catalogue.specification)
    for stated in statements(catalogue):
        value = stated.value
        if isinstance(value, Reasoned) and not (value.source or value.decision or _is_covered(stated)):
            name = ".".join(map(str, stated.path)) or PurePosixPath(stated.source.name).name
            message = f"{name!r} has neither a source nor a decision"
            hint = "write `source:` where the specification says it, else `decision:`"
            yield Diagnostic(UNREASONED, stated.at(key=True), message, hint)
        if isinstance(value, Reasoned | RequestTable | Method) and value.source is not None:
            yield from _source(catalogue, value.source, partial(stated.at, "source"), sections)
        elif isinstance(value, Gap | Erratum):
            yield from _unknown(catalogue, value.section, partial(stated.at, "section"), sections)


def _is_covered(stated: Stated) -> bool:
    """Tell whether the reason of what holds a statement counts for it, too; if that has none, it is told there."""
    if isinstance(stated.value, CodeMeaning):  # What a single code says is no part of the rules about all problems.
        return False
    around = any(isinstance(one, Reasoned | RequestTable | Method) for one in stated.around)
    return around or isinstance(stated.value, FieldType)


def _source(
    catalogue: Catalogue, text: str, place: Callable[[], Span], sections: frozenset[str]
) -> Iterator[Diagnostic]:
    if _SOURCE.fullmatch(text):
        yield from _unknown(catalogue, text, place, sections)
    else:
        message = f"a source is written §2.4, or §1, §2.3, and this is {text!r}"
        yield Diagnostic(BAD_SOURCE, place(), message)


def _unknown(
    catalogue: Catalogue, text: str, place: Callable[[], Span], sections: frozenset[str]
) -> Iterator[Diagnostic]:
    for number in _SECTION.findall(text):
        if sections and number not in sections:
            message = f"{catalogue.service.value.source.file} has no section §{number}"
            yield Diagnostic(UNKNOWN_SECTION, place(), message, "its sections are the numbers of its headings")
