"""docs/changes.md: how verdicts of changes are known, and what every kind of change does to whom."""

import textwrap
from collections.abc import Iterable, Iterator

from paycat.changes.kinds import Kind, Verdict

_WIDTH = 120
_HEAD = """# What `paycat diff` reports

This page is generated from the kinds in the source. The names of kinds are public, like the codes of findings.

## Verdicts

A change is *breaking*, *risky* or *safe* for each audience that it can affect:

- **sender**: who sends requests. Changes in requests and changes around the bodies affect it.
- **reader**: who reads responses and events. Changes in them and changes around the bodies affect it.
- **source**: who imports the generated Python package.

So the same kind may be breaking in a request and safe in a response. A dash in the tables means that a kind cannot
affect an audience.

Each verdict has its basis beside it:

- *proven*: real validators confirm that one of the two contracts accepts a body and the other rejects it. A safe change
  is proven, and called *compatible*, when its kind only accepts more and no body at the edges of both contracts is
  rejected, or when automata show that every text is still accepted.
- *by rule*: by the table of its kind below, because no body can show it (names, operations, meaning without shape), or
  because no body could be made: that needs a valid sample in the catalogue.
- *unproven*: a changed pattern for which neither a body was found nor a proof that there is none.

A change has the line of the method, table, record or section that states it. A change of a field type, a convention or
a decision has the line of the first field that uses it.

A change may have *consequences*, which are listed below it and are not findings of their own: the worst verdict counts.

## How far the version moves

| What changes | Version |
|---|---|
| something breaks for somebody | major |
| the same, where all that it rests on are decisions that nobody has confirmed (*provisional*) | minor |
| something else that a program can notice | minor |
| words alone | patch |

The furthest move of all changes and their consequences is the one that the version needs.
"""
_INDEX = "| Kind | Sender | Reader | Source | Other way round |\n|---|---|---|---|---|"


def kinds_page(kinds: Iterable[Kind]) -> str:
    """Return the text of docs/changes.md."""
    known = sorted(kinds, key=lambda kind: kind.name)
    sections = ("\n\n".join(_section(kind)) for kind in known)
    return "\n".join([_HEAD, "## Kinds\n", _INDEX, *map(_row, known), *(f"\n{one}" for one in sections)]) + "\n"


def _row(kind: Kind) -> str:
    verdicts = " | ".join(map(_verdict, (kind.sender, kind.reader, kind.source)))
    inverse = "the same" if kind.inverse == kind.name else _link(kind.inverse)
    return f"| {_link(kind.name)} | {verdicts} | {inverse} |"


def _section(kind: Kind) -> Iterator[str]:
    yield f"### {kind.name}"
    yield _wrapped(f"Says: {kind.pattern}.")
    yield _wrapped(f"**Why:** {kind.why}")
    if not kind.is_wire:
        yield "No program can notice it by itself: the version moves by a patch step, unless somebody's code breaks."


def _verdict(verdict: Verdict | None) -> str:
    return "-" if verdict is None else str(verdict)


def _link(name: str) -> str:
    return f"[{name}](#{name})"


def _wrapped(text: str) -> str:
    return textwrap.fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)
