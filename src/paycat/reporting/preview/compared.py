"""What the preview shows of a comparison: each change in sentences, and the payload that proves it, line by line."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from paycat.changes.change import Change, Comparison, Counterexample
from paycat.changes.describing import describe_change, exact
from paycat.contract.paths import pointer, steps
from paycat.reporting.changes.describing import (
    elsewhere,
    is_in_words_only,
    locations,
    made_of,
    move,
    proof,
    summed_up,
    turn,
    verdicts,
    widened,
)
from paycat.reporting.parts import sentence
from paycat.reporting.preview.checked import Shown
from paycat.text.characters import printable

_MOST = 200
"""Changes that are shown; `paycat diff` prints all of them."""
_INDENT = "  "

_Path = tuple[str, ...]


class Line(NamedTuple):
    """A line of a payload as JSON: the member that it is of, or begins, and its text."""

    path: _Path
    text: str


def comparison_shown(comparison: Comparison) -> Shown:
    """Return the changes, worst first, and the sums of them."""
    changes = comparison.changes
    summary = f"{summed_up(comparison)}; {move(comparison)}" if changes else "nothing changed"
    return {
        "summary": sentence(printable(summary)),
        "changes": [_change(change) for change in changes[:_MOST]],
        "left": max(len(changes) - _MOST, 0),
        "faults": [printable(fault) for fault in comparison.faults],
    }


def _change(change: Change) -> Shown:
    counterexample = proof(change) or widened(change)
    return {
        "verdict": "wording" if is_in_words_only(change) else str(change.verdict),
        "known": "" if is_in_words_only(change) else change.worst.text,
        "type": change.type.id,
        "text": printable(describe_change(change)),
        "where": printable(locations(change.site)),
        "also": printable(elsewhere(change)),
        "whom": printable(verdicts(change)),
        "note": printable(change.note),
        "follows": [printable(describe_change(effect)) for head in change.consequences for effect in head.all()],
        "payload": _payload(change, counterexample) if counterexample else None,
    }


def _payload(change: Change, counterexample: Counterexample) -> Shown:
    return {
        "turn": sentence(printable(turn(change, counterexample))),
        "origin": printable(made_of(counterexample)),
        "lines": marked_lines(counterexample),
    }


def marked_lines(counterexample: Counterexample) -> list[Shown]:
    """Return the lines of a payload; those of members on which the verdict turns are marked, with the codes.

    A member that is absent is marked where it would be: at the first line of the object around it.
    """
    lines = list(_lines((), "", counterexample.payload, ""))
    codes_by_path: dict[_Path, list[str]] = {}
    for violation in counterexample.before or counterexample.after:
        codes_by_path.setdefault(tuple(steps(violation.pointer)), []).append(violation.code)
    note_by_path = {path: ", ".join(dict.fromkeys(path_codes)) for path, path_codes in codes_by_path.items()}
    numbers = {line.path: number for number, line in reversed(list(enumerate(lines)))}
    notes: dict[int, list[str]] = {}
    for path, note in note_by_path.items():
        is_there = path in numbers
        place = path if is_there else next(path[:end] for end in range(len(path), -1, -1) if path[:end] in numbers)
        notes.setdefault(numbers[place], []).append(note if is_there else f"{note} at {pointer(path)}, which is absent")
    return [
        {
            "text": line.text,
            "marked": number in notes or any(line.path[: len(path)] == path for path in note_by_path if path),
            "note": printable("; ".join(notes.get(number, []))),
        }
        for number, line in enumerate(lines)
    ]


def _lines(path: _Path, lead: str, value: Any, end: str) -> Iterator[Line]:
    """Yield the lines of a value as JSON, indented; `lead` stands before it, and `end` is the comma after it."""
    indent = _INDENT * len(path) + lead
    members: list[tuple[str, str, Any]] = []
    match value:
        case dict():
            members = [(key, f"{exact(key)}: ", inner_value) for key, inner_value in value.items()]
        case list() | tuple():
            members = [(str(number), "", inner_value) for number, inner_value in enumerate(value)]
    if not members:
        yield Line(path, f"{indent}{exact(value)}{end}")
        return
    left_bracket, right_bracket = "{}" if isinstance(value, dict) else "[]"
    yield Line(path, f"{indent}{left_bracket}")
    for number, (step, label, inner_value) in enumerate(members, 1):
        yield from _lines((*path, step), label, inner_value, "," if number < len(members) else "")
    yield Line(path, f"{_INDENT * len(path)}{right_bracket}{end}")
