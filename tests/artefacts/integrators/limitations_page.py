"""docs/what-your-generator-loses.md: what the models of each generator validate wrongly."""

from collections.abc import Iterator, Sequence

from paycat.languages.markdown import row
from tests.artefacts.integrators.bodies import bodies
from tests.artefacts.integrators.measuring import totals
from tests.artefacts.integrators.option_set import OptionSet
from tests.artefacts.integrators.tools import TOOLS

WORDS = {
    "any_of": "required combinations",
    "closed": "unknown members",
    "const": "fixed values",
    "decimal_places": "decimal places",
    "exclusive_minimum": "minimum of amounts",
    "max_length": "maximum length",
    "maximum": "maximum of amounts",
    "min_length": "minimum length",
    "null": "`null` in place of an absent member",
    "optional": "optional members",
    "pattern": "patterns",
    "required": "required members",
    "sample": "whole samples",
    "type": "types",
}
"""The kinds of rules, as the table names them."""

HEAD = """# What your generator loses

**openapi-generator's Go client** holds amounts in a `float32`, which keeps about 7 digits, unless you run it with
`--type-mappings=number=float64`. Do not send or book money without this option.

The published packages enforce every rule of a field: the models of the Python package, and `parse` of the TypeScript
package. Rules of the text, such as that it has no U+0000, hold where a body is read from bytes. The JSON Schemas, in
JavaScript with ajv, enforce every rule except the declared limitations. Models that a generator makes from
`openapi/openapi.json` enforce less. This page measures how much.

The figures are those of a test service with ten methods, `tests/harness/frozen` in the repository of paycat, and not of
any other catalogue. A test validates its conformance vectors with the models of each generator: {invalid} invalid
bodies, which the models must reject, and {valid} valid ones, which they must accept. {limitations} further bodies break
a rule that the document itself cannot express (a declared limitation). They are not counted below, because no model
made from the document can reject them.
"""

COLUMNS = (
    "Generator and options",
    "Accepts invalid bodies (of {invalid})",
    "Rejects valid bodies (of {valid})",
    "Rules lost, and the number of bodies with a wrong verdict",
    "What to set instead",
)

TAIL = """
openapi-typescript makes types, which check nothing at run time. Its row counts what the compiler finds in literals; a
body from JSON is never checked.

In the repository of paycat, `tests/artefacts/integrators` measures every number on this page on each run and compares
it. `make update-cases PYTEST=tests/artefacts/integrators` measures again and writes this page.
"""


def limitations_page(option_sets: Sequence[OptionSet]) -> str:
    """Return the page. Raises KeyError for a kind of rule that has no words."""
    figures = {name: f"{count:,}" for name, count in totals(bodies()).items()}
    lines = [
        HEAD.format(**figures),
        row(*(column.format(**figures) for column in COLUMNS)),
        row("---", "---:", "---:", "---", "---"),
        *(row(*_cells(one)) for one in option_sets),
        "\n## How each tool reads a body\n",
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
    lost = [f"not enforced: {_in_words(accepted)}"] if accepted else []
    lost += [f"too strict: {_in_words(rejected)}"] if rejected else []
    yield "; ".join(lost) or "nothing"
    yield one.case["instead"]


def _in_words(kinds: dict[str, int]) -> str:
    return ", ".join(f"{WORDS[kind]} {count:,}" for kind, count in kinds.items())


def _files(one: OptionSet) -> Iterator[str]:
    for file in one.files:
        yield f"\n## `{file.name}`\n\n```js\n{file.read_text(encoding='utf-8').rstrip()}\n```"
