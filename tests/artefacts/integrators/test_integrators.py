"""What integrators lose who make models of the OpenAPI document: every generator, with the conformance vectors.

Each folder of option_sets/ is a generator with its options. What its models validate wrongly is compared with
`expected.yaml`, which `make update-cases` writes; `make docs` makes docs/what-your-generator-loses.md of all of them.
"""

from pathlib import Path

import pytest
import yaml
from expected_files import Expect
from targets import one_of_each_kind

from tests.artefacts.integrators.bodies import bodies
from tests.artefacts.integrators.measuring import measured, totals
from tests.artefacts.integrators.option_set import OPTION_SETS, OptionSet
from tests.artefacts.integrators.tools import TOOLS

CHOSEN = ("datamodel-code-generator-4-best", "hey-api-1-zod", "openapi-typescript-1-default")
"""Models in Python and in TypeScript, and types alone; `make test-deep` measures the others."""


@pytest.mark.parametrize(
    "one", one_of_each_kind(OPTION_SETS, CHOSEN, lambda one: one.folder.name), ids=lambda one: one.folder.name
)
def test_option_set(one: OptionSet, tmp_path: Path, expect: Expect) -> None:
    expect(one.folder / "expected.yaml", yaml.safe_dump(one.measure(tmp_path), sort_keys=False))


def test_every_tool_has_option_sets() -> None:
    assert {one.case["tool"] for one in OPTION_SETS} == set(TOOLS)


def test_what_counts_as_lost() -> None:
    """Nothing where every verdict is right, and everything where each is the other way."""
    right = [body.vector.valid or body.is_declared_limitation for body in bodies()]
    none, every = measured(bodies(), right), measured(bodies(), [not verdict for verdict in right])
    counts = totals(bodies())
    assert none == {"accepts_invalid": {}, "rejects_valid": {}, "accepts_declared_limitations": counts["limitations"]}
    assert sum(every["accepts_invalid"].values()) == counts["invalid"] > 0
    assert sum(every["rejects_valid"].values()) == counts["valid"] > 0
    assert every["accepts_declared_limitations"] == 0 < counts["limitations"]
