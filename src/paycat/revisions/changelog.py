"""What each version of a catalogue changed against the one before it.

A version is what the catalogue calls itself. Its contract is the one that is tagged with it (v1.2.0), or else the last
one in the range that bears it; what the working tree says otherwise is not released yet.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby, pairwise

from paycat.catalogue.directions import Direction
from paycat.changes import Comparison, Site, compare
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.revisions.contracts import Named, between, contracts_between, of_working_tree, released, revision
from paycat.revisions.git import DEEPEN, repository_of
from paycat.workspace import Workspace

Offer = tuple[str | None, Direction | None]
"""A method's code and a direction that it supports; without a direction the method itself."""


@dataclass(frozen=True, slots=True)
class Section:
    """What one version changed against the one before it; `old` and `new` are the names of their revisions.

    `released` is the day of its last revision, or None for the working tree. `comparison` is None for the first
    version of all. `offers` is what both versions offer.
    """

    version: str
    released: date | None
    old: str | None
    new: str
    comparison: Comparison | None
    offers: frozenset[Offer] = frozenset()

    def is_everywhere(self, sites: Iterable[Site]) -> bool:
        """Tell whether sites are at every method, or at every method that supports their directions."""
        at = {(site.method, site.direction) for site in sites}
        directions = {direction for _, direction in at}
        wanted = {offer for offer in self.offers if offer[1] in directions}
        return len({method for method, _ in wanted}) > 1 and at == wanted


@dataclass(frozen=True)
class _Step:
    """A revision that left another contract behind, or the working tree, which has no day."""

    of: Named
    day: date | None = None

    @property
    def version(self) -> str:
        """What the catalogue calls itself."""
        return self.of.contract.service.version


def changelog(workspace: Workspace, start: str | None, end: str | None) -> tuple[Section, ...]:
    """Return a section for each version of a range, newest first. Raises FindingsError.

    Without `start` the range begins with the first contract that was committed; without `end` it goes to the working
    tree. The contract of `start` is what the first section is compared with.
    """
    if start is None:
        _reject_shallow(workspace)
    base = [_Step(replace(revision(workspace, start).named(), name=start))] if start is not None else []
    versions = [*_versions(workspace, start, end or "HEAD")]
    if end is None:
        versions = _with_tree(workspace, base, versions)
    found = [_section(old, new) for old, new in pairwise([*base, *versions])]
    if versions and not base:
        found.insert(0, Section(versions[0].version, versions[0].day, None, versions[0].of.name, None))
    return tuple(reversed(found))


def _versions(workspace: Workspace, start: str | None, end: str) -> Iterator[_Step]:
    """The step of each version that is tagged with it, or else the last, oldest first."""
    every = (_Step(one.named(), one.day) for one in contracts_between(workspace, start, end))
    for version, steps in groupby(every, key=lambda step: step.version):
        [last] = deque(steps, maxlen=1)
        tagged = released(workspace, version, start, end)
        step = _Step(tagged.named(), tagged.day) if tagged else last
        yield step if step.version == version else last


def _with_tree(workspace: Workspace, base: list[_Step], versions: list[_Step]) -> list[_Step]:
    """The steps with the working tree: as the last of its version, as one of its own, or not, as it changes nothing."""
    tree = _Step(of_working_tree(workspace))
    before = [*base, *versions]
    if not before or _is_same(before[-1], tree):
        return versions if before else [tree]
    kept = versions[:-1] if versions and versions[-1].version == tree.version else versions
    return [*kept, tree]


def _section(old: _Step, new: _Step) -> Section:
    pair = between(old.of, new.of)
    offers = _offers(old.of.contract) & _offers(new.of.contract)
    return Section(new.version, new.day, pair.old_name, pair.new_name, compare(pair.old, pair.new), offers)


def _is_same(one: _Step, other: _Step) -> bool:
    pair = between(one.of, other.of)
    return one.version == other.version and not compare(pair.old, pair.new).assessments


def _offers(contract: Contract) -> frozenset[Offer]:
    supported = ((request.method, request.direction) for request in contract.requests())
    return frozenset([*((method.code, None) for method in contract.methods), *supported])


def _reject_shallow(workspace: Workspace) -> None:
    if repository_of(workspace).is_shallow:
        message = "the clone is shallow, so that the first versions are not here"
        raise FindingsError([Diagnostic("shallow-clone", Span("HEAD"), message, DEEPEN)])
