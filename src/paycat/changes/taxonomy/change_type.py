"""A type of change: what happened to which element of a contract, and the verdict for each audience."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, auto
from functools import cache
from importlib.resources import files
from typing import Any

from paycat.loading import json_value, load
from paycat.shapes.constraints.aspects import Aspect

_GAP = re.compile(r"\{(\w+)\}")


class Verdict(StrEnum):
    """What a change does to an audience."""

    SAFE = "safe"
    RISKY = "risky"
    BREAKING = "breaking"

    @property
    def rank(self) -> int:
        """0 for the best verdict, 2 for the worst."""
        return list(Verdict).index(self)


SAFE, RISKY, BREAKING = Verdict.SAFE, Verdict.RISKY, Verdict.BREAKING


class Element(StrEnum):
    """What changed, as far as code distinguishes it; ids begin with it."""

    ANSWER_TIME = "answer time"
    BRANCH = "branch"
    CONDITION = "condition"
    COUNTRIES = "countries"
    COUNTRY_MODE = "country mode"
    COURSE = "course"
    CURRENCY = "currency"
    DECISION = "decision"
    DELIVERY_TIMEOUT = "delivery timeout"
    DIRECTION = "direction"
    DISCRIMINATOR = "discriminator"
    ERRATUM = "erratum"
    EVENT = "event"
    EXPONENT = "exponent"
    FAILURE_CODE = "failure code"
    FIELD = "field"
    GAP = "gap"
    HEADER = "header"
    KNOWN_VALUES = "known values"
    LIMIT = "limit"
    LIMITATION = "limitation"
    STATE_MACHINE = "state machine"
    METHOD = "method"
    NAME = "name"
    NOTICE = "notice"
    NOTIFICATION = "notification"
    NULLABLE = "nullable"
    OBJECT = "object"
    OPERATION = "operation"
    OUTCOME = "outcome"
    PARAMETER = "parameter"
    PROBLEM = "problem"
    PYTHON_TYPE = "python type"
    RECORD = "record"
    REFERENCE = "reference"
    VIOLATION_CODE = "violation code"
    REQUIREMENT = "requirement"
    RETENTION = "retention"
    SAMPLE = "sample"
    SHAPE = "shape"
    STATE = "state"
    TOLERANCE = "tolerance"
    TRANSITION = "transition"


class Action(StrEnum):
    """What happened to an element; ids end with it."""

    ACCEPTED = auto()
    ADDED = auto()
    ADDED_OPTIONAL = "added-optional"
    ADDED_REQUIRED = "added-required"
    CHANGED = auto()
    CLAIMED = auto()
    CLOSED = auto()
    CONFIRMED = auto()
    DECIDED = auto()
    DECLARED = auto()
    DEPRECATED = auto()
    DISREGARDED = auto()
    DROPPED = auto()
    EARLIER = auto()
    GAINED = auto()
    JOINED = auto()
    LATER = auto()
    LEFT = auto()
    LENGTHENED = auto()
    LINKED = auto()
    LOST = auto()
    LOWERED = auto()
    MOVED = auto()
    NARROWED = auto()
    OFFERED = auto()
    OPENED = auto()
    OPTIONAL = auto()
    OVERRIDDEN = auto()
    RAISED = auto()
    REJECTED = auto()
    REJECTED_OTHERWISE = "rejected-otherwise"
    RELINKED = auto()
    REMOVED = auto()
    RENAMED = auto()
    REQUIRED = auto()
    RESERVED = auto()
    RESOLVED = auto()
    RESTATED = auto()
    REWORDED = auto()
    SET = auto()
    SHORTENED = auto()
    SWITCHED = auto()
    SWITCHED_OFF = "switched-off"
    SWITCHED_ON = "switched-on"
    UNCONFIRMED = auto()
    UNDECLARED = auto()
    UNDEPRECATED = auto()
    UNLINKED = auto()
    UNRESERVED = auto()
    WIDENED = auto()
    WITHDRAWN = auto()


A = Action

_PAIRS = (
    *((A.ADDED, A.REMOVED), (A.ADDED, A.DROPPED), (A.SET, A.DROPPED), (A.GAINED, A.LOST), (A.JOINED, A.LEFT)),
    *((A.NARROWED, A.WIDENED), (A.LOWERED, A.RAISED), (A.SHORTENED, A.LENGTHENED), (A.EARLIER, A.LATER)),
    *((A.CLOSED, A.OPENED), (A.REQUIRED, A.OPTIONAL), (A.CLAIMED, A.DISREGARDED), (A.REJECTED, A.ACCEPTED)),
    *((A.DECLARED, A.UNDECLARED), (A.LINKED, A.UNLINKED), (A.OFFERED, A.WITHDRAWN), (A.RESERVED, A.UNRESERVED)),
    *((A.DEPRECATED, A.UNDEPRECATED), (A.CONFIRMED, A.UNCONFIRMED), (A.SWITCHED_OFF, A.SWITCHED_ON)),
)
_ONE_WAY = (
    *((A.REMOVED, A.OPENED), (A.REMOVED, A.ADDED_OPTIONAL), (A.ADDED_REQUIRED, A.REMOVED)),
    (A.ADDED_OPTIONAL, A.REMOVED),
    *((A.OPENED, A.DECIDED), (A.DECIDED, A.OPENED), (A.RESOLVED, A.OPENED), (A.OVERRIDDEN, A.UNCONFIRMED)),
)
OPPOSITES = (*_ONE_WAY, *_PAIRS, *(pair[::-1] for pair in _PAIRS))
"""Actions that take one another back, where an element knows both. Any other action is its own opposite."""

_SECOND = {second for _, second in _PAIRS}
"""Actions that take another one back."""


def from_to(what: str) -> str:
    """Return the sentence that something changed, with its old value and its new one."""
    return f"{what} changed from {{old}} to {{new}}"


_CHANGED = from_to("{path}")
_SENTENCES: Mapping[Action, str] = {
    A.ADDED: "{path} was added",
    A.REMOVED: "{path} was removed",
    A.RENAMED: "the <element> {old} was renamed to {new}",
    A.REWORDED: "the wording of {path} changed",
}
"""What changes say where their type says nothing else; any other action says `_CHANGED`."""

Verdicts = tuple[Verdict | None, Verdict | None, Verdict | None]
"""For senders of requests, for readers of responses and events, and for importers of the Python package."""


@dataclass(eq=False)
class ChangeType:
    """A type of change: an element and what happened to it, as the name says that it has in its table.

    `verdicts` are as far as a rule can know them; None: the change cannot affect that audience. `why` explains them.
    `stated` is the sentence where it is another one than that of the action. `is_wire`: programs can notice the change,
    so that it is at least a minor one; any other is a patch. `aspect` is what changed of a constraint.
    """

    verdicts: Verdicts
    why: str
    stated: str = ""
    is_wire: bool = True
    aspect: Aspect | None = None
    element: str = ""
    action: Action = Action.CHANGED

    def __set_name__(self, _: type, name: str) -> None:
        self.action = next(one for one in _LONGEST_FIRST if name.endswith(one.name))
        self.element = name.removesuffix(self.action.name).replace("_", " ").strip().lower()

    @property
    def id(self) -> str:
        """The public name, such as `field-removed`."""
        return f"{self.element.replace(' ', '-')}-{self.action}".removeprefix("-")

    @property
    def sentence(self) -> str:
        """What changed, with {path}, {old} and {new}."""
        return self.stated or _SENTENCES.get(self.action, _CHANGED).replace("<element>", self.element)

    @property
    def example(self) -> str:
        """The sentence of a change of this type."""
        known = _examples()
        path, old, new = known.get(self.id) or known[self.element.replace(" ", "-")]
        if self.id not in known and self.action in _SECOND:
            old, new = new, old
        sentence = self.sentence.format(path=path, old=old, new=new)
        return sentence if "{path}" in self.sentence or self.action is Action.RENAMED else f"{path}: {sentence}"

    @property
    def pattern(self) -> str:
        """The sentence with PATH, OLD and NEW in place of what each change names."""
        return _GAP.sub(lambda gap: gap[1].upper(), self.sentence)

    @property
    def sender(self) -> Verdict | None:
        """The verdict for senders of requests, of a change in a request or around the bodies."""
        return self.verdicts[0]

    @property
    def reader(self) -> Verdict | None:
        """The verdict for readers of responses and events, of a change in them or around the bodies."""
        return self.verdicts[1]

    @property
    def source(self) -> Verdict | None:
        """The verdict for importers of the generated Python package."""
        return self.verdicts[2]


@cache
def _examples() -> Mapping[str, Any]:
    """Return where changes are and what they change, as `examples.yaml` describes."""
    node, found = load((files(__package__) / "examples.yaml").read_bytes(), "examples.yaml")
    assert node, found
    return dict(json_value(node))


_LONGEST_FIRST = sorted(Action, key=len, reverse=True)


def in_words(why: str, stated: str = "", verdicts: Verdicts = (None, None, None)) -> ChangeType:
    """Return a type of change that no program can notice."""
    return ChangeType(verdicts, why, stated, is_wire=False)
