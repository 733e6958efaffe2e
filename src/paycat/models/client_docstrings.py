"""Operations in, docstrings of the generated client's methods out: what they do, take, answer and raise."""

import textwrap
from collections.abc import Iterator

from paycat.contract.interface import Operation, Parameter
from paycat.contract.model import Contract
from paycat.documents.marks import sentence
from paycat.languages.python import docstring
from paycat.languages.source import Source
from paycat.models.operations import argument_name

_WIDTH = 80  # Docstrings of methods stand eight columns in.
_KEY = (
    "Left out, a fresh UUID is sent. Every repetition carries the same key; to repeat a call yourself, send the key "
    "that the error names."
)
_PROVISIONAL = "Provisional: it may change in a version that is compatible otherwise."


def method_docstring(contract: Contract, operation: Operation, taken: list[Parameter]) -> Source:
    """Return an operation's summary, description, arguments, answer and problems, indented for a method."""
    parts = [sentence(operation.summary), *_paragraphs(operation.description)]
    if operation.stability == "provisional":
        parts.append(_PROVISIONAL)
    arguments = list(_arguments(contract, operation, taken))
    if arguments:
        parts.append("\n".join(("Args:", *arguments)))
    parts.append("\n".join(("Returns:", _filled(operation.success.description, 4))))
    parts.append("\n".join(("Raises:", *_errors(contract, operation))))
    return docstring(_indented("\n\n".join(map(_flat, parts))), 8)


def pages_docstring(operation: Operation, cursor: Parameter) -> Source:
    """Return what the method that reads all pages of an operation does, indented for a method."""
    told = (
        f"The pages are asked for one after the other, as they are needed; `{argument_name(cursor)}` tells where to "
        "begin. Takes the same arguments and raises the same errors."
    )
    return docstring(_indented("\n\n".join((f"{operation.summary.rstrip('.')}, all of them.", _filled(told, 0)))), 8)


def _arguments(contract: Contract, operation: Operation, taken: list[Parameter]) -> Iterator[str]:
    if operation.request:
        yield _filled("request: The request; its method code tells which one it is.", 4)
    for one in taken:
        told = sentence(one.description)
        if one.key == contract.interface.idempotency.parameter:
            told = f"{told} {_KEY}"
        elif one.default is not None:
            told = f"{told} Left out, it is {one.default}."
        yield _filled(f"{argument_name(one)}: {told}", 4)


def _errors(contract: Contract, operation: Operation) -> Iterator[str]:
    known = {problem.slug: problem for problem in contract.interface.problems}
    yield _filled("ApiError: The service answers a problem; its `slug` tells which.", 4)
    for slug in operation.problems:
        yield _filled(f"`{slug}` ({known[slug].status}): {sentence(known[slug].when)}", 8)
    yield _filled("NetworkError: No answer arrived; `outcome_unknown` tells whether the request may have.", 4)
    yield _filled("AnswerError: The answer is not what this version of the interface says.", 4)


def _paragraphs(text: str) -> Iterator[str]:
    yield from (_filled(part, 0) for part in text.split("\n\n") if part.strip())


def _filled(text: str, indent: int) -> str:
    begin, further = " " * indent, " " * (indent and indent + 4)
    return textwrap.fill(
        " ".join(text.split()),
        _WIDTH,
        initial_indent=begin,
        subsequent_indent=further,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _flat(part: str) -> str:
    return part.strip("\n")


def _indented(text: str) -> str:
    return textwrap.indent(text, " " * 8).lstrip()
