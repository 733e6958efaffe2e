"""A module with a page in, the page out: what a rule is called, what it reports, and what its docstring says of it.

The first sentence of the docstring says what must hold; the headings `Why:`, `Example:` and `Fix:` follow, in this
order. An example shows lines of a catalogue and below them, as it is printed, what is found there.
"""

import re
from dataclasses import dataclass
from types import ModuleType

from paycat.diagnostics import Severity

_CODE = re.compile("[a-z]+(-[a-z]+)*")
_PAGE = re.compile(r"(?P<what>.*?)\n\nWhy: (?P<why>.*?)\n(\nExample: (?P<example>.*?)\n\n)?Fix: (?P<fix>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Page:
    """What a person may read of a rule. `what`, `why` and `fix` are single lines, `example` keeps its own."""

    id: str
    slug: str
    codes: tuple[str, ...]
    warnings: frozenset[str]
    allowable: frozenset[str]
    what: str
    why: str
    example: str
    fix: str

    def severity(self, code: str) -> Severity:
        """Return how much a finding of this code matters."""
        return Severity.WARNING if code in self.warnings else Severity.ERROR


def page_of(module: ModuleType) -> Page:
    """Return the page of a module that has `ID`, codes in capitals and a docstring with the headings.

    `WARNINGS` names the codes that do not fail a command, `ALLOWABLE` those that `allow` and the baseline may silence,
    as nothing that is generated relies on them.
    """
    told = _PAGE.fullmatch((module.__doc__ or "").strip())
    assert told, f"the docstring of {module.__name__} is no page"
    return Page(
        id=module.ID,
        slug=module.__name__.rpartition(".")[2].replace("_", "-"),
        codes=codes_of(module),
        warnings=frozenset(getattr(module, "WARNINGS", ())),
        allowable=frozenset(getattr(module, "ALLOWABLE", ())),
        what=_line(told["what"]),
        why=_line(told["why"]),
        example=told["example"] or "",
        fix=_line(told["fix"]),
    )


def codes_of(module: ModuleType) -> tuple[str, ...]:
    """Return the finding codes that a module states, in its order."""
    stated = (value for name, value in vars(module).items() if name.isupper() and not name.startswith("_"))
    return tuple(value for value in stated if isinstance(value, str) and _CODE.fullmatch(value))


def _line(text: str) -> str:
    return " ".join(text.split())
