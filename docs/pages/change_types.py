"""docs/changes.md: how verdicts of changes are known, and what every type of change does to whom."""

import textwrap
from collections.abc import Iterable, Iterator

from paycat.changes.taxonomy import inverse
from paycat.changes.taxonomy.change_type import ChangeType, Verdict
from paycat.languages.markdown import row

_WIDTH = 120
_HEAD = """# Types of changes

`make docs` writes this page from `paycat.changes.taxonomy`. Ids of change types are public, as codes of findings are.

## Verdicts

A change is *breaking*, *risky* or *safe* for each audience that it can affect:

- **sender**: who sends requests. Changes in requests and around the bodies have a verdict for senders.
- **reader**: who reads responses and events. Changes in them and around the bodies have a verdict for readers.
- **source**: who imports the generated Python package.

So the same type may be breaking in a request and safe in a response. A dash in the table means that the type cannot
affect an audience.

Each verdict has a basis:

- *proven*: one of the two contracts accepts a body and the other rejects it, and validators confirm it. A safe change
  is proven, and called *compatible*, if the rule of its type only permits more and no body at the edges of both
  contracts is rejected, or if automata show that every text is still accepted.
- *by rule*: the table below decides, as no body can show the change (names, operations, meaning), or as none could be
  made: without valid samples there is nothing to make one from.
- *unproven*: a pattern changed, and there is neither a body that shows a break nor a proof that there is none.

A change is at the line of the method, table, record or section that states it. A change of a field type, a convention
or a decision is at the first field that it affects.

A change may have *consequences*: changes that follow from the same statement of the catalogue, such as the other uses
of an object type, the new name of a class, or a text with the number that changed. They are listed below it and are no
findings of their own, and the worst verdict counts.

## How far the version moves

| What changes | Version |
|---|---|
| something breaks for somebody | major |
| the same, based only on decisions that nobody confirmed (*provisional*) | minor |
| something else that a program can notice | minor |
| wording alone | patch |

The version moves as far as the furthest of all changes and their consequences requires.
"""
_INDEX = "| Type | Sender | Reader | Source | Other way round |\n|---|---|---|---|---|"


def changes_page(types: Iterable[ChangeType]) -> str:
    """Return the text of docs/changes.md."""
    known = sorted(types, key=lambda one: one.id)
    sections = ("\n\n".join(_section(one)) for one in known)
    return "\n".join([_HEAD, "## Types\n", _INDEX, *map(_row, known), *(f"\n{one}" for one in sections)]) + "\n"


def _row(one: ChangeType) -> str:
    verdicts = map(_verdict, (one.sender, one.reader, one.source))
    back = "the same" if inverse(one) is one else _link(inverse(one).id)
    return row(_link(one.id), *verdicts, back)


def _section(one: ChangeType) -> Iterator[str]:
    yield f"### {one.id}"
    yield _wrapped(f"Says: {one.pattern}.")
    yield _wrapped(f"For example: {one.example}.")
    yield _wrapped(f"**Why:** {one.why}")
    if not one.is_wire:
        yield "No program can notice it by itself: the version moves by a patch, unless the source of a program breaks."


def _verdict(verdict: Verdict | None) -> str:
    return "-" if verdict is None else str(verdict)


def _link(name: str) -> str:
    return f"[{name}](#{name})"


def _wrapped(text: str) -> str:
    return textwrap.fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)
