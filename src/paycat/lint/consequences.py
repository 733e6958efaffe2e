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

    def __init__(self, context: RuleContext, allowances: Sequence[Allowance]) -> None:
        self.allowed: list[Diagnostic] = []
        self._context, self._allowing = context, allowances
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
                file_path = PurePosixPath(self._context.relative(finding.span.path)).with_suffix(".yaml")
                paths = map(str, (file_path, *file_path.parents)) if stage is not Stage.STATEMENTS else ()
                self.distrust(stage, finding.span, *paths)

    def distrust(self, stage: Stage, *parts: Span | str) -> None:
        """Note that a stage found these parts of the catalogue wrong."""
        self._wrong |= {part: min(stage, self._wrong.get(part, stage)) for part in parts}

    def run(self, rules: Iterable[Rule]) -> None:
        """Add what rules find, stage by stage; a rule of which everything would be explained is not run."""
        for rule in sorted(rules, key=lambda check: check.stage):
            if not self.explain(rule.stage, rule.needs):
                self.add(ranked(rule.check(self._context)), rule.stage, rule.needs)

    def explain(self, stage: Stage, parts: Iterable[Span | str]) -> bool:
        """Return whether an error of an earlier stage explains what a stage finds that is made of these parts."""
        error_stages = self._wrong.values() if stage is Stage.LACKING else filter(None, map(self._wrong.get, parts))
        return min(error_stages, default=stage) < stage

    def remaining(self) -> Iterator[Diagnostic]:
        """Yield what no error explains, each mistake once."""
        for mistake in _each_mistake(self._context, sorted(self._findings, key=lambda mistake: mistake.stage)):
            if not self.explain(mistake.stage, (mistake.finding.span, *mistake.made_of)):
                yield mistake.finding


def _each_mistake(context: RuleContext, ordered_mistakes: Sequence[_Staged]) -> Iterator[_Staged]:
    """Yield the findings, which are in the order of their stages, each mistake once.

    Several mentions of one unknown name are one finding: at the entry that nothing names and that was probably renamed,
    or else at the first of them. A mistake in an object type is one, however many objects have the type.
    """
    unknowns = [mistake for mistake in ordered_mistakes if mistake.finding.code.startswith("unknown-")]
    mentions_by_span = {mention.span: mention for mention in context.references(*TABLES)} if len(unknowns) > 1 else {}
    mistakes_by_name: dict[tuple[str, str], list[_Staged]] = defaultdict(list)
    seen_pairs: set[tuple[str, Span]] = set()
    for mistake in ordered_mistakes:
        code, span = mistake.finding.code, mistake.finding.span
        if code.startswith("unknown-") and span in mentions_by_span:
            mistakes_by_name[code, mentions_by_span[span].name].append(mistake)
        elif span.path != context.catalogue.types.name or (code, span) not in seen_pairs:
            seen_pairs.add((code, span))
            yield mistake
    for mistakes in mistakes_by_name.values():
        findings = [mistake.finding for mistake in mistakes]
        merged_finding = findings[0] if len(set(findings)) == 1 else _of_name(context, mentions_by_span, findings)
        # What is reported at the entry is explained by what is wrong with its name.
        is_moved = merged_finding.span not in {finding.span for finding in findings}
        yield mistakes[0]._replace(finding=merged_finding, stage=Stage.CONTRACT if is_moved else mistakes[0].stage)


def _of_name(context: RuleContext, mention_by_span: Mapping[Span, Reference], findings: list[Diagnostic]) -> Diagnostic:
    finding = min(findings, key=lambda candidate: candidate.span)
    mention = mention_by_span[finding.span]
    table = context.table(mention.kind)
    entry_name = near_name(mention.name, table.idle) or (table.idle[0] if len(table.idle) == 1 else None)
    count = len({candidate.span for candidate in findings})
    if entry_name is None:
        statements = counted(count - 1, "other statement")
        return replace(finding, message=f"{finding.message}; {statements} {'names' if count == 2 else 'name'} it, too")
    message = f"{counted(count, 'statement')} name the {mention.kind} {mention.name!r}, but none names {entry_name!r}"
    return replace(finding, span=table.at(entry_name), message=message, help="give both the same name")
