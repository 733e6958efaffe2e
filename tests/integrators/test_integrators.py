"""What integrators lose who make models of the OpenAPI document: every generator, with the conformance vectors.

Each folder of option_sets/ is a generator with its options. What its models judge wrongly is compared with
`expected.yaml`, and all of it with docs/what-your-generator-loses.md; `pytest --update-cases` rewrites both.
"""

from pathlib import Path

import pytest

from tests.integrators.bodies import bodies
from tests.integrators.losses_page import PAGE, page
from tests.integrators.measuring import measured, totals
from tests.integrators.option_set import OPTION_SETS, OptionSet
from tests.integrators.tools import TOOLS


@pytest.mark.parametrize("one", OPTION_SETS, ids=lambda one: one.folder.name)
def test_option_set(one: OptionSet, tmp_path: Path, update_cases: bool) -> None:
    found = one.measure(tmp_path)
    if update_cases:
        one.expect(found)
        PAGE.write_text(page([one for one in OPTION_SETS if one.is_measured]), encoding="utf-8")
    assert found == one.expected()


def test_page(update_cases: bool) -> None:
    """In an update every option set rewrites the page, so that the last one leaves it whole."""
    if not update_cases:
        assert PAGE.read_text(encoding="utf-8") == page(OPTION_SETS)


def test_every_tool_has_option_sets() -> None:
    assert {one.case["tool"] for one in OPTION_SETS} == set(TOOLS)


def test_what_counts_as_lost() -> None:
    """Nothing where every verdict is right, and everything where each is the other way."""
    right = [body.vector.valid or body.is_declared_loss for body in bodies()]
    none, every = measured(bodies(), right), measured(bodies(), [not verdict for verdict in right])
    counts = totals(bodies())
    assert none == {"accepts_invalid": {}, "refuses_valid": {}, "accepts_declared_losses": counts["losses"]}
    assert sum(every["accepts_invalid"].values()) == counts["invalid"] > 1000
    assert sum(every["refuses_valid"].values()) == counts["valid"] > 1000
    assert every["accepts_declared_losses"] == 0 < counts["losses"]
