"""A changelog as Markdown for people or JSON for programs."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import groupby
from typing import Literal

from pydantic import Field

from paycat.catalogue.statement import Value
from paycat.changes.change import Change
from paycat.changes.changelog import Section, later_in
from paycat.changes.describing import describe_change, escaped
from paycat.changes.taxonomy.change_type import BREAKING, RISKY, SAFE, Verdict
from paycat.reporting.changes.describing import (
    counts,
    elsewhere,
    is_in_words_only,
    made_of,
    proof,
    turn,
    verdicts,
    widened,
)
from paycat.reporting.changes.document import Changes, changes_document
from paycat.reporting.parts import code, folded, json_block, plain, sentence
from paycat.text.counting import counted
from paycat.text.json_data import json_text

EVERYWHERE = "Every method"
SURROUNDINGS = "The interface"
BOOKS = "The catalogue"

_HEADINGS: dict[Verdict, str] = {BREAKING: "Breaking", RISKY: "Risky", SAFE: "Safe"}
_NAMED = 6
_WORDING = re.compile(
    r"^<details>\n<summary>[0-9]+ changes? of wording</summary>\n.*?^</details>\n?", re.MULTILINE | re.DOTALL
)
"""The list of changes of wording in a written section, which its first line counts."""


class ShownSection(Value):
    """One version in the changelog for programs."""

    version: str = Field(description="Version of the catalogue.")
    released: date | None = Field(description="Day of its last revision; null for what is in no revision yet.")
    changes: Changes | None = Field(
        description="Changes against the version before; null for the first version, and where no contract shows any."
    )
    markdown: str = Field(
        description="What schemas/releases.md has of it, where older contracts are not read; mostly empty."
    )


class Changelog(Value):
    """What versions of a catalogue changed. The shape is stable: an incompatible change raises `version`."""

    version: Literal[2] = Field(default=2, description="Version of this format.")
    sections: tuple[ShownSection, ...] = Field(description="The versions, newest first.")


def changelog_json(sections: Iterable[Section]) -> str:
    """Return a changelog as indented JSON, in the shape of docs/changelog.schema.json, with changes of wording."""
    shown_sections = []
    for section in sections:
        comparison = section.comparison
        changes = changes_document(comparison, section.old or "", section.new) if comparison else None
        shown_sections.append(
            ShownSection(version=section.version, released=section.released, changes=changes, markdown=section.written)
        )
    return escaped(json_text(Changelog(sections=tuple(shown_sections)).model_dump(mode="json")))


def changelog_markdown(sections: Sequence[Section], *, with_wording: bool) -> str:
    """Return a changelog as Markdown; changes of wording are folded if `with_wording`, and only counted without it."""
    if not sections:
        return "No version changed the contract.\n"
    text = "\n".join("".join(_section(section, with_wording)) for section in sections)
    return re.sub("\n{3,}", "\n\n", text).rstrip("\n") + "\n"


def _section(section: Section, with_wording: bool) -> Iterator[str]:
    heading = section.heading or f"{plain(section.version)} ({section.released or 'not released'})"
    yield f"## {heading}\n"
    if section.written:
        text = section.written if with_wording else _WORDING.sub("", section.written).strip("\n")
        yield f"\n{text}\n"
    elif section.is_resumed:
        yield "\nEarlier contracts have an older format, so the changes before are not listed.\n"
    elif section.comparison is None:
        yield "\nThe first version.\n"
    if section.comparison is None:
        return
    yield f"\n{_summed_up(section)}\n"
    yield from (f"\n**Fault of paycat:** {plain(fault)}\n" for fault in section.comparison.faults)
    real_changes = [change for change in section.comparison.changes if not is_in_words_only(change)]
    for verdict, heading in _HEADINGS.items():
        if changes := [change for change in real_changes if change.verdict is verdict]:
            yield from (f"\n### {heading}\n", *_grouped(changes, section))
    word_changes = [change for change in section.comparison.changes if is_in_words_only(change)]
    if with_wording and word_changes:
        title = f"{counted(len(word_changes), 'change')} of wording"
        yield f"\n{folded(title)}"
        yield from (*_grouped(word_changes, section), "\n</details>\n")


def _summed_up(section: Section) -> str:
    comparison = section.comparison
    assert comparison is not None
    summary = counts(comparison).text if comparison.changes else "nothing changed"
    if section.is_resumed:
        return f"{later_in(plain(section.version))}{summary}."
    older_note = "an older " if comparison.old_version == comparison.new_version else ""
    return f"Against {older_note}{plain(comparison.old_version)}: {summary}."


def _grouped(changes: Iterable[Change], section: Section) -> Iterator[str]:
    placed_changes = sorted(((_where(change, section), change) for change in changes), key=lambda pair: _order(pair[0]))
    for place, pairs in groupby(placed_changes, key=lambda pair: pair[0]):
        yield f"\n**{place}**\n\n"
        for _, change in pairs:
            yield from _entry(change)


def _where(change: Change, section: Section) -> str:
    """Return the methods that a change affects; after a few codes, the number of the others."""
    if section.is_everywhere(change.sites):
        return EVERYWHERE
    method_codes = sorted({site.method for site in change.sites if site.method})
    if not method_codes:
        return BOOKS if change.site.part == "catalogue" else SURROUNDINGS
    more_count = len(method_codes) - _NAMED
    return ", ".join(map(code, method_codes[:_NAMED])) + (f" and {more_count} more" if more_count > 0 else "")


def _order(place: str) -> tuple[int, str]:
    """Return what to sort by: every method comes first, then methods by name, then the rest."""
    last_places = (SURROUNDINGS, BOOKS)
    return (0 if place == EVERYWHERE else 2 + last_places.index(place) if place in last_places else 1), place


def _entry(change: Change) -> Iterator[str]:
    shown_change = _of_all(change)
    verdict = verdicts(change)
    is_several = len({(site.direction, site.path) for site in change.sites}) > 1
    also_text = f"; also {elsewhere(change, code)}" if is_several else ""
    yield f"- {describe_change(shown_change, code)}{also_text}{f' ({verdict})' if verdict else ''}\n"
    for effect in (inner_change for consequence in change.consequences for inner_change in consequence.all()):
        yield f"  - {describe_change(_of_all(effect), code)}\n"
    for counterexample in (proof(change), widened(change)):
        if counterexample:
            body = f"{sentence(made_of(counterexample, code))}.\n\n{json_block(counterexample.payload)}\n</details>"
            block = folded(sentence(turn(shown_change, counterexample)), body)
            yield "\n" + "".join(f"  {line}".rstrip() + "\n" for line in block.split("\n")) + "\n"


def _of_all(change: Change) -> Change:
    """Return the change without its method, if it is the same at several methods."""
    if len({site.method for site in change.sites}) == 1:
        return change
    return change.model_copy(update={"sites": (change.site.model_copy(update={"method": None}),)})
