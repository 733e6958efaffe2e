"""docs/what-your-generator-loses.md: what the models of each generator validate wrongly."""

from collections.abc import Iterator, Sequence

from tests.integrators.bodies import bodies
from tests.integrators.measuring import totals
from tests.integrators.option_set import OptionSet
from tests.integrators.tools import TOOLS

WORDS = {
    "any_of": "combinations of which one is required",
    "closed": "no members that are not listed",
    "const": "fixed values",
    "decimal_places": "decimal places",
    "exclusive_minimum": "lower limit of amounts",
    "max_length": "longest length",
    "maximum": "upper limit of amounts",
    "min_length": "shortest length",
    "null": "no `null` for an absent member",
    "optional": "optional members",
    "pattern": "patterns",
    "required": "required members",
    "sample": "whole samples",
    "type": "types",
}
"""The kinds of rules, as the table names them."""

HEAD = """# What your generator loses

Use the published Python package `payments_api`, which holds every rule, or validate bodies with the JSON Schemas, in
JavaScript with ajv, which hold all but the declared limitations. Models that a generator makes of
`generated/openapi/openapi.json` hold less, and this page says what.

The conformance vectors of a service with ten methods, `tests/frozen`, are given to the models of each generator:
{invalid} invalid bodies, which must be rejected, and {valid} valid ones, which must be accepted. {limitations} more
break a rule that the document itself cannot express, a declared limitation. They are not counted below, for no model
made of the document can be expected to reject them.
"""

COLUMNS = (
    "Generator and options",
    "Accepts invalid bodies (of {invalid})",
    "Rejects valid bodies (of {valid})",
    "What is lost: the rule, and how many bodies are validated wrongly",
    "What to set instead",
)

TAIL = """
Types alone, as openapi-typescript makes them, check nothing at run time: its rows say what the compiler finds in
literals; a body that is read from JSON is never checked.

Every number here is measured by `tests/integrators` and compared on each run; `make update-cases
PYTEST=tests/integrators` measures anew, and writes this page.
"""


def limitations_page(option_sets: Sequence[OptionSet]) -> str:
    """Return the page. Raises KeyError for a kind of rule that has no words."""
    figures = {name: f"{count:,}" for name, count in totals(bodies()).items()}
    lines = [
        HEAD.format(**figures),
        _row(*(column.format(**figures) for column in COLUMNS)),
        _row("---", "---:", "---:", "---", "---"),
        *(_row(*_cells(one)) for one in option_sets),
        "\n## How a body is given\n",
        *(f"- {name}: {tool.reads}." for name, tool in TOOLS.items()),
        TAIL.rstrip(),
        *(line for one in option_sets for line in _files(one)),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _cells(one: OptionSet) -> Iterator[str]:
    found = one.expected()
    accepted, rejected = found["accepts_invalid"], found["rejects_valid"]
    options = f"`{' '.join(one.case['options'])}`" if one.case["options"] else "defaults"
    yield f"{one.case['tool']} {found['version']}, {options}"
    yield f"{sum(accepted.values()):,}"
    yield f"{sum(rejected.values()):,}"
    lost = [f"not held: {_in_words(accepted)}"] if accepted else []
    lost += [f"held too strictly: {_in_words(rejected)}"] if rejected else []
    yield "; ".join(lost) or "nothing"
    yield one.case["instead"]


def _in_words(kinds: dict[str, int]) -> str:
    return ", ".join(f"{WORDS[kind]} {count:,}" for kind, count in kinds.items())


def _files(one: OptionSet) -> Iterator[str]:
    for file in one.files:
        yield f"\n## `{file.name}`\n\n```js\n{file.read_text(encoding='utf-8').rstrip()}\n```"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
