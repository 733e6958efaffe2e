"""What each version of a catalogue changed against the one before it, and the sections of releases.md."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

from paycat.changes.change import LEVELS, Comparison, Site
from paycat.changes.compare import compare
from paycat.changes.enforcing import is_version, moved
from paycat.changes.revisions import (
    Named,
    OlderContractError,
    between,
    contracts_between,
    of_working_tree,
    released,
    revision,
)
from paycat.contract.model import CONTRACT_VERSION, Contract
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files.reading import conflict_in
from paycat.project.building import releases_of
from paycat.project.git import DEEPEN, repository_of
from paycat.project.workspace import RELEASES, Workspace
from paycat.text.days import day_of

_SECTION = re.compile(
    r"^## (?P<heading>(?P<version>\S+)(?: \((?P<day>[^()\n]*)\))?)[ \t]*\n(?P<text>(?:(?!## ).*\n?)*)", re.MULTILINE
)
_LATER = re.compile(rf"^Later in \S+, with contracts of version {CONTRACT_VERSION}: .*", re.MULTILINE | re.DOTALL)

Offer = tuple[str | None, str | None]
"""A method's code and a direction that it supports; without a direction the method itself."""


@dataclass(frozen=True, slots=True)
class Section:
    """What one version changed against the one before it; `old` and `new` are the names of their revisions.

    `released` is the day of its last revision, or None for the working tree. `comparison` is None for the first
    version of all, and for one that no contract shows. `offers` is what both versions offer. `written` is what
    releases.md has, where older contracts are not read. `heading` is that of a section of which nothing else is
    known. If `is_resumed`, the format changed in this version, and the comparison is with the first contract of the new
    format.
    """

    version: str
    released: date | None
    old: str | None
    new: str
    comparison: Comparison | None
    offers: frozenset[Offer] = frozenset()
    written: str = ""
    is_resumed: bool = False
    heading: str = ""

    def is_everywhere(self, sites: Iterable[Site]) -> bool:
        """Tell whether sites are at every method, or at every method that supports their directions."""
        site_offers = {(site.method, site.direction) for site in sites}
        directions = {direction for _, direction in site_offers}
        offers = {offer for offer in self.offers if offer[1] in directions}
        return len({code for code, _ in offers}) > 1 and site_offers == offers


def changelog(workspace: Workspace, start: str | None, end: str | None) -> tuple[Section, ...]:
    """Return a section for each version of a range, newest first. Raises FindingsError.

    Without `start` the range begins with the first contract that was committed; without `end` it goes to the working
    tree. The contract of `start` is what the first section is compared with.
    """
    if start is None and repository_of(workspace).is_shallow:
        message = "the clone is shallow, so that the first versions are not here"
        raise FindingsError([Diagnostic("shallow-clone", Span("HEAD"), message, DEEPEN)])
    history = _History(workspace, start, end)
    versions = history.versions
    if end is None:
        versions = _with_tree(workspace, history.base, versions)
    elif not versions and history.older:
        raise history.older
    sections = [_section(old, new) for old, new in pairwise([*history.base, *versions])]
    if not versions or history.base:
        return tuple(reversed(sections))
    step, releases = versions[0], releases_of(workspace)
    texts = [section for section in _written_sections(releases) if history.has(section.version)]
    old_texts = [section for section in texts if _is_below(section.version, step.version)]
    own_text = next((section for section in texts if section.version == step.version), None) if history.older else None
    if any(conflict_in(section.text.encode(), RELEASES) for section in (*old_texts, *([own_text] if own_text else []))):
        # No contract shows what these sections say; all others are written anew.
        raise FindingsError(filter(None, [conflict_in(releases.encode(), RELEASES)]))
    if history.older:
        first_section = _section(history.first or step, step)
        comparison = first_section.comparison if first_section.comparison and first_section.comparison.changes else None
        # Without what contracts of the version that is read show.
        text = _LATER.sub("", own_text.text).strip("\n") if own_text else ""
        sections.insert(0, replace(first_section, comparison=comparison, written=text, is_resumed=True))
    else:
        sections.insert(0, Section(step.version, step.day, None, step.of.name, None))
    oldest = (Section(old.version, old.day, None, "", None, written=old.text, heading=old.heading) for old in old_texts)
    return (*reversed(sections), *oldest)


def reject_loss(workspace: Workspace, text: str) -> None:
    """Raise FindingsError if releases.md is in conflict, and a line of it is not in the text that is to replace it."""
    releases = releases_of(workspace)
    conflict = conflict_in(releases.encode(), RELEASES)
    lines_and_marks = {*text.splitlines(), "", "======="}
    for number, line in enumerate(releases.splitlines(), start=1):
        if conflict and line not in lines_and_marks and not line.startswith(("<<<<<<< ", "||||||| ", ">>>>>>> ")):
            message = f"{conflict.message}, and no contract shows what line {number} says"
            raise FindingsError([replace(conflict, message=message)])


def later_in(version: str) -> str:
    """Return how the changes begin that come after the written ones of the same version."""
    return f"Later in {version}, with contracts of version {CONTRACT_VERSION}: "


@dataclass(frozen=True)
class _Step:
    """A revision that left another contract behind, or the working tree, which has no day."""

    of: Named
    day: date | None = None

    @property
    def version(self) -> str:
        """What the catalogue calls itself."""
        return self.of.contract.service.version


class _History:
    """The contracts of a range that can be read.

    `base` is what the first version is compared with, if there is anything. `versions` has the step of each version
    that is tagged with it, or else the last, oldest first; `first` is the first step of all. `older` says of the last
    contract with an older format that it is not read.
    """

    def __init__(self, workspace: Workspace, start: str | None, end: str | None) -> None:
        self.base: list[_Step] = []
        self.versions: list[_Step] = []
        self.first: _Step | None = None
        self.older: OlderContractError | None = None
        self._after: str | None = None
        if start is not None:
            try:
                self.base = [_Step(replace(revision(workspace, start).named(), name=start))]
                self._after = self.base[0].version
            except OlderContractError as error:
                self.older, self._after = error, error.catalogue_version
        for step_revision in contracts_between(workspace, start, end or "HEAD"):
            try:
                step = _Step(step_revision.named(), step_revision.day)
            except OlderContractError as error:
                self.base, self.versions, self.first, self.older = [], [], None, error
                continue
            self.first = self.first or step
            if self.versions and self.versions[-1].version == step.version:
                self.versions.pop()
            self.versions.append(step)
        self.versions = [self._as_tagged(workspace, step, start, end or "HEAD") for step in self.versions]

    def _as_tagged(self, workspace: Workspace, last_step: _Step, start: str | None, end: str) -> _Step:
        """Return the revision that is tagged as the version of a step, if its contract says so; else the step.

        If that contract has an older format, the first one that is read stands for it.
        """
        tagged_revision = released(workspace, last_step.version, start, end)
        if tagged_revision is None:
            return last_step
        try:
            step = _Step(tagged_revision.named(), tagged_revision.day)
        except OlderContractError:
            step = replace(self.first or last_step, day=tagged_revision.day)
        return step if step.version == last_step.version else last_step

    def has(self, version: str) -> bool:
        """Return whether a version that is written down is after the start of the range."""
        return self._after is None or _is_below(self._after, version)


@dataclass(frozen=True, slots=True)
class _WrittenSection:
    """What is written of one version: the text of its heading, the day of its release, if any, and the text below."""

    version: str
    heading: str
    day: date | None
    text: str


def _written_sections(releases: str) -> Iterator[_WrittenSection]:
    for match in _SECTION.finditer(releases):
        yield _WrittenSection(match["version"], match["heading"], day_of(match["day"] or ""), match["text"].strip("\n"))


def _is_below(version: str, other_version: str) -> bool:
    return is_version(version) and is_version(other_version) and moved(version, other_version) in LEVELS[1:]


def _with_tree(workspace: Workspace, base: list[_Step], versions: list[_Step]) -> list[_Step]:
    """The steps with the working tree: as the last of its version, as one of its own, or not, as it changes nothing."""
    tree_step = _Step(of_working_tree(workspace))
    steps = [*base, *versions]
    if not steps:
        return [tree_step]
    pair = between(steps[-1].of, tree_step.of)
    if steps[-1].version == tree_step.version and not compare(pair.old, pair.new).changes:
        return versions
    kept_steps = versions[:-1] if versions and versions[-1].version == tree_step.version else versions
    return [*kept_steps, tree_step]


def _section(old: _Step, new: _Step) -> Section:
    pair = between(old.of, new.of)
    offers = _offers(old.of.contract) & _offers(new.of.contract)
    return Section(new.version, new.day, pair.old_name, pair.new_name, compare(pair.old, pair.new), offers)


def _offers(contract: Contract) -> frozenset[Offer]:
    offers = ((request.method, request.direction) for request in contract.requests())
    return frozenset([*((method.code, None) for method in contract.methods), *offers])
