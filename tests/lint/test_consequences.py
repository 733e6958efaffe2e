"""One function decides what is a consequence, and nothing that it decides makes a catalogue with an error sound."""

import ast
from collections.abc import Iterable
from pathlib import Path

import projects
import pytest
from finding_cases import command_of, failing
from hypothesis import given
from hypothesis import strategies as st
from starter_cases import STARTER, catalogue_of, edited, in_lines

from paycat.cache import Cache
from paycat.diagnostics import Diagnostic, Severity, Span, has_errors
from paycat.lint import checking
from paycat.lint.consequences import OpenFindings
from paycat.lint.context import RuleContext
from paycat.lint.rule import Rule, Stage, pages, ranked

LINT = projects.ROOT / "src" / "paycat" / "lint"
CASES = [(page, case) for page in pages() if not command_of(page) for case in failing(page)[:1]]


class Everything(OpenFindings):
    """Findings of every rule, also of those that could only find consequences."""

    def run(self, rules: Iterable[Rule]) -> None:
        """Add what rules find."""
        for rule in sorted(rules, key=lambda one: one.stage):
            self.add(ranked(rule.check(self._context)), rule.stage, rule.needs)


@pytest.mark.slow
def test_a_rule_that_is_not_run_would_have_found_consequences_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    caches = Cache(), Cache()
    for page, case in CASES:
        project = edited(tmp_path / page.slug, case.edits)
        found = in_lines(checking.check_folder(project / "schemas", cache=caches[0])[1])
        with monkeypatch.context() as patched:
            patched.setattr(checking, "OpenFindings", Everything)
            assert in_lines(checking.check_folder(project / "schemas", cache=caches[1])[1]) == found, page.slug


def test_no_rule_asks_what_another_one_found() -> None:
    """It has no findings: those are known to what decides, and to what calls it, alone."""
    for file in sorted(LINT.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        asked = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} & {"severity", "explain"}
        if file.parent == LINT / "rules":
            assert not named & {"Severity", "OpenFindings", "has_errors"} | asked, file.name
        elif "explain" in asked:
            assert file.name in ("checking.py", "consequences.py")


CONTEXT = RuleContext(catalogue_of(STARTER))
FILES = ["types.yaml", "decisions.yaml", "methods", "."]
PLACES = [one.span for kind in ("decision", "field type") for one in CONTEXT.references(kind)[:4]]
PLACES += [Span(f"schemas/{file}", line, line) for file in FILES[:2] for line in (0, 7)]
CODES = {"unknown-type": Severity.ERROR, "bad-id": Severity.ERROR, "odd-name": Severity.WARNING}


@st.composite
def findings(draw: st.DrawFn) -> tuple[Diagnostic, Stage, list[str]]:
    """A finding of any stage, at one of few places, that rests on others and needs files."""
    code, span = draw(st.sampled_from(sorted(CODES))), draw(st.sampled_from(PLACES))
    rests_on = tuple(draw(st.lists(st.sampled_from([*PLACES, *FILES]), max_size=2)))
    finding = Diagnostic(code, span, "it is wrong", severity=CODES[code], rests_on=rests_on)
    return finding, draw(st.sampled_from(Stage)), draw(st.lists(st.sampled_from(FILES), max_size=2))


@given(st.lists(findings()))
def test_the_first_errors_always_stay(found: list[tuple[Diagnostic, Stage, list[str]]]) -> None:
    noted = OpenFindings(CONTEXT, [])
    for finding, stage, needs in found:
        noted.add([finding], stage, needs)
    errors = [(stage, one.code) for one, stage, _ in found if one.severity is Severity.ERROR]
    remaining = list(noted.remaining())
    assert {code for stage, code in errors if stage == min(errors)[0]} <= {one.code for one in remaining}
    assert has_errors(remaining) == bool(errors)
