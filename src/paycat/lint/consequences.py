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


class _Staged(NamedTuple):
    """A finding, its stage, and what must be right for it: files and folders of the catalogue, and other places."""

    finding: Diagnostic
    stage: Stage
    made_of: tuple[Span | str, ...]


class OpenFindings:
    """What was found so far in a catalogue and is not allowed; its errors explain what later stages find."""

    def __init__(self, context: RuleContext, allowing: Sequence[Allowance]) -> None:
        self.allowed: list[Diagnostic] = []
        self._context, self._allowing = context, allowing
        self._findings: list[_Staged] = []
        self._wrong: dict[Span | str, Stage] = {}

    def add(self, findings: Iterable[Diagnostic], stage: Stage, needs: Sequence[str] = ()) -> None:
        """Note what a stage finds, for which some files and folders must be right."""
        for finding in findings:
            if any(allowance.covers(finding) for allowance in self._allowing):
                self.allowed.append(finding)
                continue
            self._findings.append(_Staged(replace(finding, rests_on=()), stage, (*needs, *finding.rests_on)))
            if finding.severity is Severity.ERROR:
                # A file with another ending is not read, though it was meant to be.
                file = PurePosixPath(self._context.relative(finding.span.path)).with_suffix(".yaml")
                files = map(str, (file, *file.parents)) if stage is not Stage.STATEMENTS else ()
                self.distrust(stage, finding.span, *files)

    def distrust(self, stage: Stage, *parts: Span | str) -> None:
        """Note that a stage found these parts of the catalogue wrong."""
        self._wrong |= {part: min(stage, self._wrong.get(part, stage)) for part in parts}

    def run(self, rules: Iterable[Rule]) -> None:
        """Add what rules find, stage by stage; a rule of which everything would be explained is not run."""
        for rule in sorted(rules, key=lambda check: check.stage):
            if not self.explain(rule.stage, rule.needs):
                self.add(ranked(rule.check(self._context)), rule.stage, rule.needs)

    def explain(self, stage: Stage, made_of: Iterable[Span | str]) -> bool:
        """Return whether an error of an earlier stage explains what a stage finds that is made of these parts."""
        errors = self._wrong.values() if stage is Stage.LACKING else filter(None, map(self._wrong.get, made_of))
        return min(errors, default=stage) < stage

    def remaining(self) -> Iterator[Diagnostic]:
        """Yield what no error explains, each mistake once."""
        for mistake in _each_mistake(self._context, sorted(self._findings, key=lambda mistake: mistake.stage)):
            if not self.explain(mistake.stage, (mistake.finding.span, *mistake.made_of)):
                yield mistake.finding


def _each_mistake(context: RuleContext, ordered: Sequence[_Staged]) -> Iterator[_Staged]:
    """Yield the findings, which are in the order of their stages, each mistake once.

    Several mentions of one unknown name are one finding: at the entry that nothing names and that was probably renamed,
    or else at the first of them. A mistake in an object type is one, however many objects have the type.
    """
    unknown = [staged for staged in ordered if staged.finding.code.startswith("unknown-")]
    mentions = {mention.span: mention for mention in context.references(*TABLES)} if len(unknown) > 1 else {}
    groups: dict[tuple[str, str], list[_Staged]] = defaultdict(list)
    of_types: set[tuple[str, Span]] = set()
    for staged in ordered:
        code, span = staged.finding.code, staged.finding.span
        if code.startswith("unknown-") and span in mentions:
            groups[code, mentions[span].name].append(staged)
        elif span.path != context.catalogue.types.name or (code, span) not in of_types:
            of_types.add((code, span))
            yield staged
    for several in groups.values():
        findings = [staged.finding for staged in several]
        reported = findings[0] if len(set(findings)) == 1 else _of_name(context, mentions, findings)
        # What is reported at the entry is explained by what is wrong with its name.
        is_moved = reported.span not in {finding.span for finding in findings}
        yield several[0]._replace(finding=reported, stage=Stage.CONTRACT if is_moved else several[0].stage)


def _of_name(context: RuleContext, mentions: Mapping[Span, Reference], several: list[Diagnostic]) -> Diagnostic:
    first = min(several, key=lambda finding: finding.span)
    mention = mentions[first.span]
    table = context.table(mention.kind)
    renamed = near_name(mention.name, table.idle) or (table.idle[0] if len(table.idle) == 1 else None)
    count = len({finding.span for finding in several})
    if renamed is None:
        others = counted(count - 1, "other statement")
        return replace(first, message=f"{first.message}; {others} {'names' if count == 2 else 'name'} it, too")
    message = f"{counted(count, 'statement')} name the {mention.kind} {mention.name!r}, but none names {renamed!r}"
    return replace(first, span=table.at(renamed), message=message, help="give both the same name")
