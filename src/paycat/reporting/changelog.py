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
    shown = (
        ShownSection(
            version=one.version,
            released=one.released,
            changes=changes_document(one.comparison, one.old or "", one.new) if one.comparison else None,
            markdown=one.written,
        )
        for one in sections
    )
    return escaped(json_text(Changelog(sections=tuple(shown)).model_dump(mode="json")))


def changelog_markdown(sections: Sequence[Section], *, words: bool) -> str:
    """Return a changelog as Markdown; changes of wording are listed, folded, with `words`, and only counted without."""
    if not sections:
        return "No version changed the contract.\n"
    text = "\n".join("".join(_section(one, words)) for one in sections)
    return re.sub("\n{3,}", "\n\n", text).rstrip("\n") + "\n"


def _section(section: Section, words: bool) -> Iterator[str]:
    heading = section.heading or f"{plain(section.version)} ({section.released or 'not released'})"
    yield f"## {heading}\n"
    if section.written:
        written = section.written if words else _WORDING.sub("", section.written).strip("\n")
        yield f"\n{written}\n"
    elif section.is_resumed:
        yield "\nEarlier contracts have an older format, so the changes before are not listed.\n"
    elif section.comparison is None:
        yield "\nThe first version.\n"
    if section.comparison is None:
        return
    yield f"\n{_summed_up(section)}\n"
    yield from (f"\n**Fault of paycat:** {plain(fault)}\n" for fault in section.comparison.faults)
    noticed = [one for one in section.comparison.changes if not is_in_words_only(one)]
    for verdict, heading in _HEADINGS.items():
        if found := [one for one in noticed if one.verdict is verdict]:
            yield from (f"\n### {heading}\n", *_grouped(found, section))
    worded = [one for one in section.comparison.changes if is_in_words_only(one)]
    if words and worded:
        title = f"{counted(len(worded), 'change')} of wording"
        yield f"\n{folded(title)}"
        yield from (*_grouped(worded, section), "\n</details>\n")


def _summed_up(section: Section) -> str:
    comparison = section.comparison
    assert comparison is not None
    what = counts(comparison).text if comparison.changes else "nothing changed"
    if section.is_resumed:
        return f"{later_in(plain(section.version))}{what}."
    older = "an older " if comparison.old_version == comparison.new_version else ""
    return f"Against {older}{plain(comparison.old_version)}: {what}."


def _grouped(found: Iterable[Change], section: Section) -> Iterator[str]:
    known = sorted(((_where(one, section), one) for one in found), key=lambda pair: _order(pair[0]))
    for where, pairs in groupby(known, key=lambda pair: pair[0]):
        yield f"\n**{where}**\n\n"
        for _, one in pairs:
            yield from _entry(one)


def _where(one: Change, section: Section) -> str:
    """Return the methods that a change affects; after a few codes, the number of the others."""
    if section.is_everywhere(one.sites):
        return EVERYWHERE
    methods = sorted({site.method for site in one.sites if site.method})
    if not methods:
        return BOOKS if one.site.part == "catalogue" else SURROUNDINGS
    more = len(methods) - _NAMED
    return ", ".join(map(code, methods[:_NAMED])) + (f" and {more} more" if more > 0 else "")


def _order(where: str) -> tuple[int, str]:
    """Every method comes first, then methods by name, then the rest."""
    last = (SURROUNDINGS, BOOKS)
    return (0 if where == EVERYWHERE else 2 + last.index(where) if where in last else 1), where


def _entry(one: Change) -> Iterator[str]:
    shown = _of_all(one)
    known = verdicts(one)
    also = f"; also {elsewhere(one, code)}" if len({(site.direction, site.path) for site in one.sites}) > 1 else ""
    yield f"- {describe_change(shown, code)}{also}{f' ({known})' if known else ''}\n"
    for following in (inner for direct in one.consequences for inner in direct.all()):
        yield f"  - {describe_change(_of_all(following), code)}\n"
    for counterexample in (proof(one), widened(one)):
        if counterexample:
            body = f"{sentence(made_of(counterexample, code))}.\n\n{json_block(counterexample.payload)}\n</details>"
            text = folded(sentence(turn(shown, counterexample)), body)
            yield "\n" + "".join(f"  {line}".rstrip() + "\n" for line in text.split("\n")) + "\n"


def _of_all(one: Change) -> Change:
    """Return the change without its method, if it is the same at several methods."""
    if len({site.method for site in one.sites}) == 1:
        return one
    return one.model_copy(update={"sites": (one.site.model_copy(update={"method": None}),)})
