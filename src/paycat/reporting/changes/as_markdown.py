"""A comparison in, Markdown for a comment on a pull request out: a table of what breaks, then the payloads, folded."""

from collections.abc import Iterable, Iterator

from paycat.changes.assessment import Assessment, Comparison
from paycat.changes.kinds import SAFE
from paycat.counting import counted
from paycat.reporting.changes.counts import counts, faults, move
from paycat.reporting.changes.markdown_text import code, plain, row, summary
from paycat.reporting.changes.telling import (
    elsewhere,
    exact,
    for_whom,
    is_in_words_only,
    made_of,
    other_sites,
    own_worst,
    places,
    proof,
    told,
    turn,
)

MOST = 65_535
"""Signs that GitHub takes in a comment; bytes are counted, which are never fewer."""

_KEPT_FREE = 600
_HEADS = row(["Verdict", "Kind", "What", "Where", "For whom"]) + row(["---"] * 5)


class _Page:
    """A text that whole entries are added to as long as there is room."""

    def __init__(self, room: int) -> None:
        self._room, self._pieces = room, list[str]()

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    def add(self, text: str) -> bool:
        """Add a text if there is room for it; tell whether there was."""
        size = len(text.encode(errors="backslashreplace"))
        if size > self._room:
            return False
        self._room -= size
        self._pieces.append(text)
        return True

    def add_each(self, lead: str, entries: Iterable[str], end: str) -> int:
        """Add entries, whole, between a lead and an end, if there are any; return how many had no room."""
        known = list(entries)
        if not known or not self.add(lead):
            return len(known)
        kept = sum(map(self.add, known))
        # The room that is kept free pays for it, or it might be what does not fit.
        self._pieces.append(end)
        return len(known) - kept


def as_markdown(comparison: Comparison, old: str, new: str) -> str:
    """Return the comparison as Markdown of fewer than 65,536 bytes; entries without room are left out and counted.

    `old` and `new` say what was compared.
    """
    page = _Page(MOST - _KEPT_FREE)
    page.add(_head(comparison, old, new))
    bad = [one for one in comparison.assessments if one.worst.verdict is not SAFE]
    safe = [one for one in comparison.assessments if one.worst.verdict is SAFE and not is_in_words_only(one)]
    left = {
        "fault": page.add_each("\n", (f"- **Fault of paycat:** {plain(fault)}\n" for fault in comparison.faults), ""),
        "row": page.add_each(f"\n{_HEADS}", map(_row, bad), ""),
        "detail": page.add_each("", filter(None, map(_details, bad)), ""),
        "safe change": page.add_each(_folded(counted(len(safe), "safe change")), map(_safe, safe), "\n</details>\n"),
    }
    missing = [counted(number, noun) for noun, number in left.items() if number]
    note = f"\nToo long for a comment: {', '.join(missing)} left out. `paycat diff` shows them.\n" if missing else ""
    return page.text + note


def _head(comparison: Comparison, old: str, new: str) -> str:
    number = counts(comparison)
    known = ", ".join([number.told, *filter(None, [faults(comparison)])])
    what = known if comparison.assessments or comparison.faults else "Nothing changed"
    versions = f"{plain(comparison.old_version)}) → {code(new)} ({plain(comparison.new_version)})"
    return f"### {what}\n\n{code(old)} ({versions}; {move(comparison)}.\n"


def _row(assessment: Assessment) -> str:
    worst, more = assessment.worst, other_sites(assessment)
    cells = [
        f"**{worst.verdict}** ({worst.basis}){', provisional' if assessment.provisional else ''}",
        code(assessment.change.kind),
        told(assessment, code),
        ", ".join(filter(None, [places(assessment.change.site, code), counted(more, "more site") if more else ""])),
        _for_whom(assessment),
    ]
    return row(cells)


def _for_whom(assessment: Assessment) -> str:
    return "; ".join(f"{who}: {judged.told}" for who, judged in for_whom(assessment).items())


def _details(assessment: Assessment) -> str:
    """What does not fit in a row: the payload, other sites, a note and what follows; "" when there is nothing."""
    pieces = [*_witness(assessment), "".join(_points(assessment))]
    if not any(pieces):
        return ""
    title = f"{assessment.change.kind}: {told(assessment)}"
    return f"{_folded(title)}{chr(10).join(filter(None, pieces))}\n</details>\n"


def _folded(title: str) -> str:
    return f"\n<details>\n<summary>{summary(title)}</summary>\n\n"


def _witness(assessment: Assessment) -> Iterator[str]:
    if witness := proof(assessment):
        sentence = turn(assessment, witness, code)
        yield f"{sentence[:1].upper()}{sentence[1:]}; {made_of(witness, code)}.\n"
        yield f"```json\n{exact(witness.payload, indent=2)}\n```\n"


def _points(assessment: Assessment) -> Iterator[str]:
    if assessment.note:
        yield f"- {plain(assessment.note)}\n"
    if more := elsewhere(assessment, code):
        yield f"- also {more}\n"
    for one in assessment.consequences:
        yield from _following(one, "")


def _following(assessment: Assessment, indent: str) -> Iterator[str]:
    verdict = f", {own_worst(assessment).told}" if assessment.audiences else ""
    yield f"{indent}- follows: {code(assessment.change.kind)}{verdict}: {told(assessment, code)}\n"
    for one in assessment.consequences:
        yield from _following(one, f"{indent}  ")


def _safe(assessment: Assessment) -> str:
    return f"- {code(assessment.change.kind)}: {told(assessment, code)}\n"
