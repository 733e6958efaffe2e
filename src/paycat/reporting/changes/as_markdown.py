"""A comparison as Markdown for a comment on a pull request: a table of what breaks, then the payloads, folded."""

from collections.abc import Iterable, Iterator, Mapping

from paycat.changes.change import Change, Comparison
from paycat.changes.describing import describe_change
from paycat.changes.taxonomy.change_type import SAFE
from paycat.diagnostics import Diagnostic
from paycat.languages.markdown import row
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
)
from paycat.reporting.findings import with_help
from paycat.reporting.parts import code, folded, json_block, plain, sentence
from paycat.text.counting import counted

MOST = 65_535
"""Characters that GitHub accepts in a comment; bytes are counted, which are never fewer."""

_KEPT_FREE = 600
_HEADS = f"{row('Verdict', 'Kind', 'What', 'Where', 'For whom')}\n{row(*['---'] * 5)}\n"


class _BoundedText:
    """A text that whole entries are added to as long as there is room."""

    def __init__(self, room: int) -> None:
        self._room, self._pieces = room, list[str]()

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    def add(self, text: str) -> bool:
        """Add a text if there is room for it; return whether there was."""
        byte_count = len(text.encode(errors="backslashreplace"))
        if byte_count > self._room:
            return False
        self._room -= byte_count
        self._pieces.append(text)
        return True

    def add_each(self, lead: str, entries: Iterable[str], end: str) -> int:
        """Add entries, whole, between a lead and an end, if there are any; return how many had no room."""
        texts = list(entries)
        if not texts or not self.add(lead):
            return len(texts)
        added_count = sum(map(self.add, texts))
        # The room that is kept free pays for it, or it might be what does not fit.
        self._pieces.append(end)
        return len(texts) - added_count


def not_compared(findings: Iterable[Diagnostic]) -> str:
    """Return as Markdown that there is no comparison, and the findings that say why."""
    page = _BoundedText(MOST - _KEPT_FREE)
    page.add("### No verdict\n\nThe contracts cannot be compared.\n")
    return _ended(page, {"finding": page.add_each("\n", map(_finding, findings), "")})


def as_markdown(comparison: Comparison, old_name: str, new_name: str, findings: Iterable[Diagnostic] = ()) -> str:
    """Return the comparison as Markdown of fewer than 65,536 bytes; entries without room are left out and counted.

    `old_name` and `new_name` say what was compared; `findings` are those beside it.
    """
    page = _BoundedText(MOST - _KEPT_FREE)
    versions = f"{plain(comparison.old_version)}) → {code(new_name)} ({plain(comparison.new_version)})"
    page.add(f"### {summed_up(comparison) or 'Nothing changed'}\n\n{code(old_name)} ({versions}; {move(comparison)}.\n")
    unsafe_changes = [change for change in comparison.changes if change.verdict is not SAFE]
    safe_changes = [change for change in comparison.changes if change.verdict is SAFE and not is_in_words_only(change)]
    safe_title = counted(len(safe_changes), "safe change")
    safe_lines = (f"- {code(change.type.id)}: {describe_change(change, code)}\n" for change in safe_changes)
    left_counts = {
        "fault": page.add_each("\n", (f"- **Fault of paycat:** {plain(fault)}\n" for fault in comparison.faults), ""),
        "finding": page.add_each("\n", map(_finding, findings), ""),
        "row": page.add_each(f"\n{_HEADS}", map(_row, unsafe_changes), ""),
        "detail": page.add_each("", filter(None, map(_details, unsafe_changes)), ""),
        "safe change": page.add_each(f"\n{folded(safe_title)}", safe_lines, "\n</details>\n"),
    }
    return _ended(page, left_counts)


def _ended(page: _BoundedText, left_counts: Mapping[str, int]) -> str:
    counts = [counted(count, noun) for noun, count in left_counts.items() if count]
    note = f"\nToo long for a comment: {', '.join(counts)} left out. `paycat diff` shows them.\n" if counts else ""
    return page.text + note


def _finding(finding: Diagnostic) -> str:
    return f"- **{finding.severity}** {code(finding.code)} at {code(str(finding.span))}: {plain(with_help(finding))}\n"


def _row(change: Change) -> str:
    worst_rating = change.worst
    more_count = sum(site != change.site for site in change.sites)
    cells = [
        f"**{worst_rating.verdict}** ({worst_rating.basis}){', provisional' if change.provisional else ''}",
        code(change.type.id),
        describe_change(change, code),
        ", ".join(filter(None, [locations(change.site, code), counted(more_count, "more site") if more_count else ""])),
        verdicts(change),
    ]
    return f"{row(*cells)}\n"


def _details(change: Change) -> str:
    """Return what does not fit in a row: the payload, other sites, a note and what follows; "" for nothing."""
    blocks = ["".join(_points(change))]
    if counterexample := proof(change):
        turn_text = sentence(turn(change, counterexample, code))
        blocks = [f"{turn_text}; {made_of(counterexample, code)}.\n", json_block(counterexample.payload), *blocks]
    title = f"{change.type.id}: {describe_change(change)}"
    return f"\n{folded(title)}{chr(10).join(filter(None, blocks))}\n</details>\n" if any(blocks) else ""


def _points(change: Change) -> Iterator[str]:
    if change.note:
        yield f"- {plain(change.note)}\n"
    if other_sites := elsewhere(change, code):
        yield f"- also {other_sites}\n"
    for consequence in change.consequences:
        yield from _following(consequence, "")


def _following(change: Change, indent: str) -> Iterator[str]:
    verdict = f", {change.own_worst.text}" if change.verdicts.known else ""
    yield f"{indent}- follows: {code(change.type.id)}{verdict}: {describe_change(change, code)}\n"
    for consequence in change.consequences:
        yield from _following(consequence, f"{indent}  ")
