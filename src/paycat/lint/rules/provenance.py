"""Rules on where statements come from: sources, sections of the specification, and ids that texts name."""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache
from itertools import pairwise
from pathlib import PurePosixPath

from markdown_it import MarkdownIt
from markdown_it.token import Token

from paycat.catalogue.fields import FieldType, RequestTable
from paycat.catalogue.methods import MethodStatement
from paycat.catalogue.problems import Code
from paycat.catalogue.reading import Stated
from paycat.catalogue.registers import Erratum, Gap
from paycat.catalogue.statement import Reason, Reasoned, Statement
from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule

_SECTION = re.compile(r"§((?:[0-9]+|[A-Z])(?:\.[0-9]+)*)")
_SOURCE = re.compile(rf"{_SECTION.pattern}(?:, {_SECTION.pattern})*")
_NUMBER = re.compile(r"(?:§ ?)?(?P<number>(?:[0-9]+|[A-Z](?=\.))(?:\.[0-9]+)*)\.?(?=[ :)]|$)")
_ID = re.compile(r"(?<![A-Za-z0-9_-])[DEG]-[0-9]{2,4}(?![A-Za-z0-9_])")
_CODE = re.compile(r"(?<![A-Za-z0-9_])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![A-Za-z0-9_])")
_KINDS = {"D": "decision", "E": "erratum", "G": "gap"}
_NEARLY = 0.85
_LONGEST_NAME = 100


@rule("reasons")
def reasons(context: RuleContext) -> Iterator[Diagnostic]:
    """Report statements without a reason, sources of another form, and sections that do not exist."""
    sections = section_numbers(context.catalogue.specification)
    document = context.catalogue.service.value.source
    document_name = document.file if document else ""
    for statement in context.statements:
        value, key, citation = statement.value, "source", ""
        if document_name and _lacks_reason(statement):
            name = ".".join(map(str, statement.path)) or PurePosixPath(statement.source.name).name
            yield statement.lacking("statement-without-reason", f"{name!r} has neither a source nor a decision")
        if isinstance(value, Reasoned | RequestTable | MethodStatement):
            citation = value.value_of("source") or ""
            if citation and not _SOURCE.fullmatch(citation):
                message = f"a source is written §2.4, or §1, §2.3, but this is {citation!r}"
                yield statement.finding("bad-source", message, "source")
                continue
        elif isinstance(value, Gap | Erratum):
            key, citation = "section", value.section
        for section in _SECTION.findall(citation) if sections else ():
            if section not in sections:
                yield statement.finding("unknown-section", f"{document_name} has no section §{section}", key)


def _lacks_reason(statement: Stated[Statement]) -> bool:
    """Return whether a statement of the file itself has no reason."""
    value = statement.value
    if isinstance(value, RequestTable | MethodStatement):
        return value.source is None
    is_stated = value.span.path == statement.source.name
    return isinstance(value, Reasoned) and is_stated and value.reason == Reason() and not _is_covered(statement)


def _is_covered(statement: Stated[Statement]) -> bool:
    """Return whether the reason of a surrounding statement also counts here; a missing one is reported there."""
    if isinstance(statement.value, Code):  # One code, not the rules about all problems.
        return False
    is_surrounded = any(isinstance(outer, Reasoned | RequestTable | MethodStatement) for outer in statement.around)
    return is_surrounded or isinstance(statement.value, FieldType)


@lru_cache(maxsize=8)  # Watching asks again about the text that stays as it is.
def section_numbers(markdown: str) -> frozenset[str]:
    """Return the numbers that headings begin with, such as 2.1, and those of numbered items below a heading: 2.1.3."""
    # Inline Markdown is not parsed: for some texts that takes more than linear time.
    return frozenset(_numbers(MarkdownIt().disable(["inline", "text_join"]).parse(markdown)))


def _numbers(tokens: list[Token]) -> Iterator[str]:
    section, item_number = "", 0
    for token, next_token in pairwise(tokens):
        if token.type == "heading_open" and (heading_match := _NUMBER.match(next_token.content)):
            section = heading_match["number"]
            yield section
        elif token.type == "ordered_list_open" and token.level == 0:
            item_number = int(token.attrGet("start") or 1)
        elif token.type == "list_item_open" and token.level == 1 and token.info and section:
            yield f"{section}.{item_number}"
            item_number += 1


@rule("mentions", needs=["methods"])
def mentions(context: RuleContext) -> Iterator[Diagnostic]:
    """Report ids in texts that do not exist, and warn of words that are nearly the code of a method."""
    register = context.catalogue.registers.value
    registered_ids = {*register.gaps, *register.decisions, *context.catalogue.errata.value.errata}
    reservations = context.catalogue.service.value.reserved
    method_codes = [*context.methods, *(method.code for method in (reservations.methods if reservations else ()))]
    for text in context.texts:
        ids, words = _mentioned(text.value)
        for id in ids:
            if id not in registered_ids:
                yield text.finding("unknown-id-in-text", f"the text names {id}, but there is no such {_KINDS[id[0]]}")
        for word in words:
            # The beginning of a code may be the name of a family of methods.
            is_family = any(f"{code}_".startswith(f"{word}_") for code in method_codes)
            if len(word) > _LONGEST_NAME or is_family:
                continue
            if near_codes := get_close_matches(word, method_codes, n=1, cutoff=_NEARLY):
                message = f"the text names {word}, but there is no such method"
                yield text.finding("misspelt-method", message, help=f"did you mean {near_codes[0]!r}?")


@lru_cache(maxsize=16384)  # Watching asks again and again.
def _mentioned(text: str) -> tuple[list[str], list[str]]:
    """Return the ids and the words like codes of methods in a text."""
    return _ID.findall(text), _CODE.findall(text)
