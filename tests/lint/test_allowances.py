"""What `allow` covers: the findings of the statement that it stands in, wherever that is, and nothing else.

A case of `allowances.yaml` has edits of the starter project in two parts, `mistake` and then `allow`, and what is found
after the first part and after both. `make update-cases` writes it.
"""

from pathlib import Path

import projects
import pytest
from case_files import Case, cases_in
from expected_files import Expect
from starter_cases import edited, in_lines

from paycat.cache import Cache
from paycat.diagnostics import has_errors
from paycat.lint.checking import check_folder
from paycat.lint.rule import Stage
from paycat.lint.rules import RULES

CASES = cases_in(Path(__file__).with_name("allowances.yaml"), required=["mistake", "allow"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_allowed(case: Case, tmp_path: Path, expect: Expect, cache: Cache) -> None:
    mistake, found = case.stated["mistake"], {}
    for name, part in {"mistake": mistake, "allowed": mistake + case.stated["allow"]}.items():
        contract, found[name] = check_folder(edited(tmp_path / name, part) / "schemas", cache=cache)
        assert (contract is None) == has_errors(found[name])
    assert found["mistake"], "a mistake is found"
    expect(case.expected, "\n".join(f"== {name}\n{in_lines(one)}" for name, one in found.items()))


def test_an_allowed_error_leaves_nothing_out(tmp_path: Path) -> None:
    """Also one on a page of a rule that resolving waits for: the methods must not be dropped without a word."""
    assert "backtracking" in {rule.page for rule in RULES if rule.stage < Stage.RESOLVING}
    whole, _ = check_folder(edited(tmp_path / "whole", []) / "schemas")
    slow = {
        "file": "schemas/types.yaml",
        "find": '"^(first|recurring|last|single)$"',
        "replace": '"^[a-z]*[a-z]*[a-z]*[a-z]*$"\n    length: ..9000',
    }
    project = edited(tmp_path / "slow", [slow])
    contract, found = check_folder(project / "schemas")
    assert (contract, {one.code for one in found}) == (None, {"slow-pattern"})
    allowed = {"file": "schemas/types.yaml", "find": "  mandate_use:\n"}
    projects.edit(
        project, [allowed | {"replace": "  mandate_use:\n    allow: { slow-pattern: No server reads it. }\n"}]
    )
    contract, found = check_folder(project / "schemas")
    assert whole is not None
    assert contract is not None
    assert found == ()
    assert [method.code for method in contract.methods] == [method.code for method in whole.methods]
