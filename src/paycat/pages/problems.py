"""A contract in, each problem with what to do about it out."""

from dataclasses import dataclass

from paycat.catalogue.interface import Operation, Problem
from paycat.contract.interface import ResponseHeader
from paycat.contract.model import Contract
from paycat.encoding import pretty

_TOO_MANY = 429
_SERVER_ERROR = 500
_INVALID_FIELDS = "invalid_fields"


@dataclass(frozen=True, slots=True)
class ProblemPage:
    """A problem, whether to send the same request again, what to do (Markdown), and an example document."""

    problem: Problem
    again: bool
    advice: str
    headers: tuple[ResponseHeader, ...]
    operations: tuple[Operation, ...]
    lists_fields: bool
    example: str


def problem_pages(contract: Contract) -> tuple[ProblemPage, ...]:
    """Return every problem, in the order of the catalogue."""
    return tuple(_page(contract, problem) for problem in contract.interface.problems)


def _page(contract: Contract, problem: Problem) -> ProblemPage:
    headers = tuple(contract.interface.response_header(key) for key in problem.headers)
    waits = any(header.name.lower() == "retry-after" for header in headers)
    again = waits or problem.status == _TOO_MANY or problem.status >= _SERVER_ERROR
    return ProblemPage(
        problem=problem,
        again=again,
        advice=_advice(contract, again=again, waits=waits),
        headers=headers,
        operations=tuple(one for one in contract.interface.operations if problem.slug in one.problems),
        lists_fields=problem.cause == _INVALID_FIELDS,
        example=_example(contract, problem),
    )


def _advice(contract: Contract, *, again: bool, waits: bool) -> str:
    if not again:
        return "Put right what was wrong; the same request would be refused again."
    key = contract.interface.parameter(contract.interface.idempotency.parameter).name
    wait = "Wait as many seconds as `Retry-After` says" if waits else "Wait, longer each time"
    return f"{wait}, then send the same request again. Where the operation takes `{key}`, send the same one."


def _example(contract: Contract, problem: Problem) -> str:
    """Return the example of the problem record where it is of this kind, or else the smallest document."""
    interface = contract.interface
    smallest = {"type": interface.problem_base + problem.slug, "title": problem.title, "status": problem.status}
    record = next((one for one in interface.records if one.name == interface.problem_record), None)
    example = record.example if record else None
    fits = isinstance(example, dict) and example.get("type") == smallest["type"]
    return pretty(example if fits else smallest)
