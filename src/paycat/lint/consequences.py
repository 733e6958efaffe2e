"""Leaves one finding for each mistake: without what an error explains, and without what says the same again."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import NamedTuple

from paycat.diagnostics import Diagnostic, Severity, Span
from paycat.lint.allowances import Allowance
from paycat.lint.context import TABLES, RuleContext
from paycat.lint.rule import Rule, Stage, ranked
from paycat.lint.statements import Reference
from paycat.text.counting import counted
from paycat.text.near_names import near_name


class _Found(NamedTuple):
    """A finding, its stage, and what must be right for it: files and folders of the catalogue, and places."""

    finding: Diagnostic
    stage: Stage
    needs: Sequence[str]
    places: Sequence[Span]


class Findings:
    """What was found so far in a catalogue and is not allowed; its errors explain what later stages find."""

    def __init__(self, context: RuleContext, allowing: Sequence[Allowance]) -> None:
        self.allowed: list[Diagnostic] = []
        self._context, self._allowing = context, allowing
        self._found: list[_Found] = []
        self._places: dict[Span, Stage] = {}
        self._files: dict[str, Stage] = {}

    def add(self, found: Iterable[Diagnostic], stage: Stage, needs: Sequence[str] = ()) -> None:
        """Note what a stage finds, for which some files and folders must be right."""
        for one in found:
            if any(allowance.covers(one) for allowance in self._allowing):
                self.allowed.append(one)
                continue
            files = (self._file(place) for place in one.rests_on if not place.line)
            self._found.append(_Found(replace(one, rests_on=()), stage, (*needs, *files), one.rests_on))
            if one.severity is Severity.ERROR:
                for place in (one.span, self._context.around.get(one.span, one.span)):
                    self._places[place] = min(stage, self._places.get(place, stage))
                if stage is not Stage.STATEMENTS:
                    self.distrust(self._file(one.span), stage)

    def distrust(self, file: str, stage: Stage) -> None:
        """Note that a file or a folder is not right, as a stage found."""
        self._files[file] = min(stage, self._files.get(file, stage))

    def run(self, rules: Iterable[Rule]) -> None:
        """Add what rules find, stage by stage; a rule of which everything would be explained is not run."""
        for rule in sorted(rules, key=lambda one: one.stage):
            if not self.explain(rule.stage, rule.needs):
                self.add(ranked(rule.check(self._context)), rule.stage, rule.needs)

    def explain(self, stage: Stage, needs: Iterable[str], places: Iterable[Span] = ()) -> bool:
        """Return whether an error of an earlier stage explains what a stage finds and needs files and places for."""
        of_places = self._places.values() if stage is Stage.LACKING else filter(None, map(self._places.get, places))
        of_files = (found for file, found in self._files.items() if _is_in(file, needs))
        return min((*of_places, *of_files), default=stage) < stage

    def remaining(self) -> Iterator[Diagnostic]:
        """Yield what no error explains, each mistake once."""
        for one in _told_once(self._context, sorted(self._found, key=lambda one: one.stage)):
            if not self.explain(one.stage, one.needs, (one.finding.span, *one.places)):
                yield one.finding

    def _file(self, place: Span) -> str:
        """Return the file of a place in the catalogue's folder; one with another ending was meant to be read."""
        return PurePosixPath(self._context.relative(place.path)).with_suffix(".yaml").as_posix()


def _is_in(file: str, needs: Iterable[str]) -> bool:
    return any(need in (".", file) or file.startswith(f"{need}/") for need in needs)


def _told_once(context: RuleContext, found: Sequence[_Found]) -> Iterator[_Found]:
    """Yield the findings, which are in the order of their stages, each mistake once.

    Several mentions of one unknown name are one finding: at the entry that nothing names and that was probably renamed,
    or else at the first of them. A mistake in an object type is one, however many objects have the type.
    """
    unknown = [one for one in found if one.finding.code.startswith("unknown-")]
    mentions = {one.span: one for one in context.references(*TABLES)} if len(unknown) > 1 else {}
    groups: dict[tuple[str, str], list[_Found]] = defaultdict(list)
    of_types: set[tuple[str, Span]] = set()
    for one in found:
        code, span = one.finding.code, one.finding.span
        if code.startswith("unknown-") and span in mentions:
            groups[code, mentions[span].name].append(one)
        elif span.path != context.catalogue.types.name or (code, span) not in of_types:
            of_types.add((code, span))
            yield one
    for several in groups.values():
        findings = [one.finding for one in several]
        told = findings[0] if len(set(findings)) == 1 else _of_name(context, mentions, findings)
        yield several[0]._replace(finding=told)


def _of_name(context: RuleContext, mentions: Mapping[Span, Reference], several: list[Diagnostic]) -> Diagnostic:
    """Return the one finding about an unknown name that several statements mention."""
    first = min(several, key=lambda one: one.span)
    mention = mentions[first.span]
    table = context.table(mention.kind)
    renamed = near_name(mention.name, table.idle) or (table.idle[0] if len(table.idle) == 1 else None)
    count = len({one.span for one in several})
    if renamed is None:
        others = counted(count - 1, "other statement")
        return replace(first, message=f"{first.message}; {others} {'names' if count == 2 else 'name'} it, too")
    message = f"{counted(count, 'statement')} name the {mention.kind} {mention.name!r}, but none names {renamed!r}"
    return replace(first, span=table.at(renamed), message=message, help="give both the same name")
