"""A request type in, telling mistakes out: what is sent, what is refused, and the exact answer.

Samples that people wrote come first; each code that they leave out is shown by a vector.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from paycat.contract.judge import dispatch, method_member
from paycat.contract.model import Contract, Refusal, Request
from paycat.contract.paths import steps_of
from paycat.contract.pointers import pointer, steps, value_of
from paycat.encoding import pretty
from paycat.memo import Memo
from paycat.pages.answers import Answer, refused_fields, refused_method
from paycat.vectors.bodies import with_value
from paycat.vectors.derive import ground
from paycat.vectors.files import request_lines

_MOST_SHOWN = 72
_TELLING = ("string", "http", "lower_case", "letter", "bound", "above", "one_place_too_many", "too_long", "too_short")
"""Variants of vectors that show a mistake as people make it."""

_FILLER = ':"x"'
"""What vectors hold where any text would do; nobody sends it."""

_Rank = tuple[bool, bool, bool, int, int]


@dataclass(frozen=True, slots=True)
class Sent:
    """A refused member as it stands in the body, cut where it is long; "" where it is left out."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Mistake:
    """A body that is refused; `id` is its place in the page."""

    id: str
    meaning: str
    sent: tuple[Sent, ...]
    refusals: tuple[Refusal, ...]
    answer: Answer
    payload: str
    document: str


def mistakes(contract: Contract, request: Request, memo: Memo) -> tuple[Mistake, ...]:
    """Return the mistakes: the invalid samples, one for each other code, and a method code that is not known."""
    own = [
        _mistake(contract, request, f"sample-{one.name}", one.meaning, one.payload, one.refusals)
        for one in request.samples
        if one.refusals
    ]
    told = {refusal.code for mistake in own for refusal in mistake.refusals}
    return (*own, *_derived(contract, request, told, memo), *_misspelt(contract, request))


def _derived(contract: Contract, request: Request, told: set[str], memo: Memo) -> Iterator[Mistake]:
    lines = request_lines(request, ground(contract, request.direction), memo)
    groups = [pointer(steps_of(group.path)) for group in request.root.groups() if group.path]
    for code, line in memo.of(_telling_lines, lines, groups).items():
        if code not in told:
            vector = json.loads(line)
            refusals = tuple(Refusal(**one) for one in vector["refusals"])
            meaning = contract.interface.refusal(code).meaning
            yield _mistake(contract, request, f"refused-{code}", meaning, vector["payload"], refusals)


def _telling_lines(lines: str, groups: list[str]) -> dict[str, str]:
    """Return the most telling line for each code, in the order in which the codes are met.

    `groups` are pointers to objects, of which less is learned than of fields.
    """
    found: dict[str, tuple[_Rank, str]] = {}
    for line in filter(None, lines.split("\n")):  # Not splitlines, for texts hold other ends of lines.
        vector = json.loads(line)
        if vector["stage"] != "fields" or len(vector["refusals"]) != 1:
            continue
        refusal = vector["refusals"][0]
        code, rank = refusal["code"], _rank(vector, refusal["pointer"] in groups, line)
        if code not in found or rank < found[code][0]:
            found[code] = rank, line
    return {code: line for code, (_, line) in found.items()}


def _rank(vector: dict[str, Any], of_group: bool, line: str) -> _Rank:
    variant, path = vector["id"].partition("/")[2], steps(vector["refusals"][0]["pointer"])
    odd = not path or not path[-1].isidentifier()
    made_up = variant not in _TELLING or _FILLER in line
    return odd, of_group, made_up, len(path), len(line)


def _misspelt(contract: Contract, request: Request) -> Iterator[Mistake]:
    body = request.sample("minimal").payload
    member = method_member(contract, request.direction)
    changed = with_value(body, (member,), request.method.lower())
    verdict = dispatch(contract, request.direction, changed)
    problem = contract.interface.problem("unknown_method")
    if isinstance(verdict, Refusal) and verdict.code == problem.slug:
        answer = refused_method(contract, request.direction)
        yield _shown("refused-method", problem.when, changed, (verdict,), answer)


def _mistake(
    contract: Contract, request: Request, id: str, meaning: str, payload: Any, refusals: Iterable[Refusal]
) -> Mistake:
    ordered = tuple(sorted(refusals, key=lambda one: (one.pointer, one.code)))
    return _shown(id, meaning, payload, ordered, refused_fields(contract, request, payload, ordered))


def _shown(id: str, meaning: str, payload: Any, refusals: tuple[Refusal, ...], answer: Answer) -> Mistake:
    sent = tuple(dict.fromkeys(_sent(payload, steps(one.pointer)) for one in refusals))
    return Mistake(id, meaning, sent, refusals, answer, pretty(payload), pretty(answer.document))


def _sent(body: Any, path: list[str]) -> Sent:
    try:
        body = value_of(body, pointer(path))
    except LookupError:
        return Sent(".".join(path), "")
    text = json.dumps(body, ensure_ascii=False)
    cut = text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
    return Sent(".".join(path), f"{json.dumps(path[-1], ensure_ascii=False)}: {cut}" if path else cut)
