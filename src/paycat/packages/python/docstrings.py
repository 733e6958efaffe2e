"""Docstrings of the generated package, and where each field of its models comes from."""

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from paycat.catalogue.interface import Operation, StateMachine
from paycat.catalogue.statement import Reason
from paycat.contract.interface import Parameter
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode, Group, Node, nodes_of
from paycat.contract.uses import parameters_of
from paycat.languages.python import docstring
from paycat.languages.source import Source
from paycat.packages.python.names import argument_name, problem_class
from paycat.schemas.cases import case_text, cases_about
from paycat.schemas.marks import marks, meaning_of, reasons_of, sentence, values_text

_LONGEST_PATTERN = 60
"""A longer pattern is beside the docstring, in the annotation."""
_LEVELS = {"required": "Required.", "optional": "Optional.", "conditional": "Required in some combinations."}
_KEY = "Default: a new UUID. Every retry has the same key; to repeat a call yourself, send the key of the error."
_PROVISIONAL = "Provisional: it may change in a version that is compatible otherwise."


def member_text(group: Group, member: FieldNode | Group) -> str:
    """Return a member's meaning, level, rules, sensitivity and hints."""
    if isinstance(member, Group):
        return f"{sentence(member.meaning)} {_LEVELS[member.requirement]}"
    sentences = [sentence(meaning_of(member)), _level(group, member)]
    phrases = (rule.phrase for rule in member.constraints)
    if limits := "; ".join(phrase.whole_limit for phrase in phrases if len(phrase.literal) <= _LONGEST_PATTERN):
        sentences.append(f"{limits[:1].upper()}{limits[1:]}.")
    sentences += filter(None, [values_text(member)])
    sentences += map(case_text, cases_about(group, member.name))
    if member.sensitive:
        sentences.append(f"Sensitive ({member.sensitive}): masked in `repr`.")
    sentences += [f"Hint: {sentence(hint.note)}" for hint in member.hints]
    return " ".join(sentences)


def _level(group: Group, member: FieldNode) -> str:
    conditions = [condition for condition in group.conditions if member.name in condition.names]
    other_combinations = [names for condition in conditions for names in condition.any_of if member.name not in names]
    if member.requirement != "conditional" or len(conditions) != 1 or not other_combinations:
        return _LEVELS[member.requirement]
    alternatives = " or ".join(" with ".join(f"`{name}`" for name in names) for names in other_combinations)
    return f"Required unless {alternatives} is present."


def method_docstring(contract: Contract, operation: Operation) -> Source:
    """Return an operation's summary, description, arguments, answer and problems, indented for a method."""
    argument_texts = list(_arguments(contract, operation))
    description = operation.description if operation.description != operation.summary else ""
    paragraphs = [
        sentence(operation.summary),
        *(_of_method(paragraph, 0) for paragraph in description.split("\n\n") if paragraph.strip()),
        *([_PROVISIONAL] if operation.stability == "provisional" else []),
        *(["\n".join(("Args:", *argument_texts))] if argument_texts else []),
        *(["\n".join(("Returns:", _of_method(operation.success.description, 4)))] if operation.success.record else []),
        "\n".join(("Raises:", *_errors(contract, operation))),
    ]
    return docstring(_indented("\n\n".join(paragraph.strip("\n") for paragraph in paragraphs)), 8)


def pages_docstring(operation: Operation, cursor: Parameter) -> Source:
    """Return what the method that reads all pages of an operation does, indented for a method."""
    text = (
        f"Requests one page after the other, when it is needed, beginning at `{argument_name(cursor)}`. Takes the same "
        "arguments and raises the same errors."
    )
    return docstring(_indented("\n\n".join((f"{operation.summary.rstrip('.')}, all of them.", _of_method(text, 0)))), 8)


def waiting_docstring(contract: Contract, operation: Operation, machine: StateMachine) -> Source:
    """Return what the method that waits for a state does, indented for a method."""
    states = ", ".join(f"`{state.name}`" for state in machine.states)
    final_states = ", ".join(f"`{state.name}`" for state in machine.states if state.final)
    argument_texts = (
        *(
            f"{argument_name(parameter)}: {sentence(parameter.description)}"
            for parameter in parameters_of(contract, operation)
        ),
        f"until: The states to wait for, some of {states}. Waiting also ends in a final state: {final_states}.",
        "deadline: Maximum seconds to wait, however slowly the service responds.",
        "longest_pause: Maximum seconds between two calls. The first pause takes 1 second, each further one longer.",
    )
    error_texts = (
        "StillWaitingError: The record entered no such state in time.",
        "ValueError: `until` is empty, or has a state that is not known; or a time does not end.",
        "ClientError: As for reading the record once.",
    )
    paragraphs = (
        _of_method(f"{operation.summary.rstrip('.')} until it has a state.", 0),
        "\n".join(("Args:", *(_of_method(argument_text, 4) for argument_text in argument_texts))),
        "\n".join(("Raises:", *(_of_method(error_text, 4) for error_text in error_texts))),
    )
    return docstring(_indented("\n\n".join(paragraphs)), 8)


def _arguments(contract: Contract, operation: Operation) -> Iterator[str]:
    if operation.request in contract.offered_directions():
        yield _of_method("request: The request of any method; its method code determines its type.", 4)
    elif operation.request:
        yield _of_method("request: The request.", 4)
    for parameter in parameters_of(contract, operation):
        text = sentence(parameter.description)
        if parameter.key == contract.interface.repetition_key:
            text = f"{text} {_KEY}"
        elif parameter.default is not None:
            text = f"{text} Default: {parameter.default}."
        yield _of_method(f"{argument_name(parameter)}: {text}", 4)


def _errors(contract: Contract, operation: Operation) -> Iterator[str]:
    problem_by_slug = {problem.slug: problem for problem in contract.interface.problems}
    yield _of_method("ApiError: The service returned a problem. Each of these has an exception of its own.", 4)
    for slug in operation.problems:
        problem = problem_by_slug[slug]
        yield _of_method(f"{problem_class(problem)} ({problem.status}): {sentence(problem.when)}", 8)
    yield _of_method("NetworkError: No answer arrived; `outcome_unknown` is true if the request may have.", 4)
    yield _of_method("AnswerError: The answer is not one that this version of the interface describes.", 4)


def _of_method(text: str, indent: int) -> str:
    """Return a paragraph for the docstring of a method, indented by eight; its further lines are indented more."""
    return textwrap.fill(
        " ".join(text.split()),
        80,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent and indent + 4),
        break_long_words=False,
        break_on_hyphens=False,
    )


def _indented(text: str) -> str:
    return textwrap.indent(text, " " * 8).lstrip()


def provenance(contract: Contract) -> dict[str, Any]:
    """Return the source and decisions of each request, record and field, and the title of each decision."""
    request_reasons = {request.root.component: dict(_paths(request.root)) for request in contract.requests()}
    record_reasons = {
        record.name: {**dict(_paths(record.body)), "": _stated((record.reason,))}
        for record in contract.interface.records
    }
    return {
        "decisions": {decision.id: decision.title for decision in contract.decisions},
        "models": {**record_reasons, **request_reasons},
    }


def _paths(node: Node) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the path of a node and of each inside, the outermost first, and where it comes from."""
    for inner_node in nodes_of(node):
        yield inner_node.path, _stated(reasons_of(inner_node))


def _stated(reasons: tuple[Reason, ...]) -> dict[str, Any]:
    return {name.removeprefix("x-"): mark for name, mark in marks(*reasons).items()}
