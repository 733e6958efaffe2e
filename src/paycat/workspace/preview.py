"""What another choice changes: both catalogues compared, and the findings with and without the choice."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass

from paycat.cache import Cache
from paycat.changes import Comparison, compare, differing
from paycat.counting import counted, plural
from paycat.diagnostics import Diagnostic, Severity
from paycat.lint.checking import sound_contract
from paycat.workspace import SCHEMAS, Workspace
from paycat.workspace.resolved import Resolved, resolved, tried

Found = tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """The comparison, or None if a method is missing in one of both catalogues because of errors; and the findings.

    `own` are the findings that the catalogue has only with the choice, `others` those that it also has without it.
    `is_whole`: no method is missing with the choice. `blocking` are the errors without the choice, if one is missing
    there.
    """

    comparison: Comparison | None
    own: Found
    others: Found
    is_whole: bool
    blocking: Found

    @property
    def findings(self) -> Found:
        """The findings of the catalogue with the choice."""
        return (*self.own, *self.others)

    def sections(self) -> Iterator[tuple[str, Found]]:
        """Return the findings in groups, each with a sentence that says what causes them."""
        no, own, others = "Payloads cannot be compared: ", self.own, self.others
        if self.comparison is None and self.is_whole:
            gone = tuple(one for one in self.blocking if one not in others)
            yield f"{no}without this choice the catalogue has {_below(gone)}. The choice corrects this.", gone
        elif self.comparison is None and self.blocking and others:
            yield f"{no}with or without this choice the catalogue has {_below(others)}.", others
            others = ()
        elif self.comparison is None:
            yield f"{no}with this choice the catalogue has {_below(own)}.", own
            own = ()
        if own:
            yield f"With this choice the catalogue has {_below(own)}.", own
        if others:
            yield f"With or without this choice the catalogue has {_below(others)}.", others


def preview(workspace: Workspace, texts: Mapping[str, str], cache: Cache) -> Preview:
    """Return what new texts of files change, by path in the project.

    Raises FindingsError when the catalogue cannot be read.
    """
    contract, after = sound_contract(workspace.schemas, SCHEMAS, cache), tried(workspace, texts, cache)
    before = Resolved(contract, (), is_whole=True)
    if contract is None or after.findings:
        before = resolved(workspace, cache)
    left, own, others = Counter(map(_identity, before.findings)), list[Diagnostic](), list[Diagnostic]()
    for one in after.findings:
        (others if left[_identity(one)] > 0 else own).append(one)
        left[_identity(one)] -= 1
    comparison = None
    if before.contract and after.contract and before.is_whole and after.is_whole:
        comparison = compare(*differing(before.contract, after.contract))
    return Preview(comparison, tuple(own), tuple(others), after.is_whole, () if before.is_whole else before.errors)


def _identity(found: Diagnostic) -> Hashable:
    """Return what a finding is known by although the choice moves its line."""
    return found.code, found.span.path, found.message


def _below(found: Found) -> str:
    errors = sum(one.severity is Severity.ERROR for one in found)
    counts = {noun: count for noun, count in (("error", errors), ("warning", len(found) - errors)) if count}
    one_kind = [plural(count, noun) if count == 1 else counted(count, noun) for noun, count in counts.items()]
    return f"the {' and '.join(one_kind)} below"
