"""A body that is made for a rule, and what such bodies are made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paycat.catalogue.statement import Reason
from paycat.conformance.derive.parts import MOST_SIGNS
from paycat.conformance.derive.values import WholeRecord
from paycat.contract.constraint import Constraint
from paycat.contract.model import Violation
from paycat.contract.nodes import FieldNode, Node
from paycat.contract.paths import path_at, pointer
from paycat.text.json_data import Path

Records = Mapping[str, WholeRecord]
Violations = frozenset[Violation]
NOTHING: Violations = frozenset()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A body for a rule, with the rule's reason; `variant` names the body among those of the rule.

    `aims` are the violations that the contract must find in it, none where the rule is kept; those of `asked` it may
    find as well. `constraint` is the one of `field` that is to be broken, if it is one. `toggled` are the paths of
    members of which the body shows what it is without them.
    """

    rule: str
    variant: str
    body: Any
    reason: Reason
    aims: Violations = NOTHING
    constraint: Constraint | None = None
    field: FieldNode | None = None
    asked: Violations = NOTHING
    toggled: Sequence[Path] = ()


@dataclass(frozen=True, slots=True)
class Subject:
    """What candidates are made of: a full body, and the records that it may refer to, by name.

    `others` are valid bodies beside it. `null_reason` is why null is no value, where the member itself does not say;
    `steps` is what the mutants of one pattern may cost. Of a body with more than `most_signs` smaller ones are made,
    with some of the members.
    """

    full: Any
    null_reason: Reason | None
    steps: int
    records: Records
    most_signs: int = MOST_SIGNS
    others: Sequence[Any] = ()

    @property
    def bodies(self) -> Mapping[str, Node]:
        """What the records look like."""
        return {name: record.body for name, record in self.records.items()}


def violation(code: str, path: Path) -> Violations:
    """Return the violation of a member."""
    return frozenset({Violation(code=code, pointer=pointer(path))})


def rule_of(path: Path, keyword: str) -> str:
    """Return the name of a rule on the member at a path."""
    return f"{path_at(path)}:{keyword}"
