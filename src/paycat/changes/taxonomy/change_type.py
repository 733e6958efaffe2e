"""A type of change: what happened to which element of a contract, and the verdict for each audience."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from paycat.shapes.constraints.aspects import Aspect
from paycat.yaml.reading import shipped_data

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

_PAIRS = (
    *(("added", "removed"), ("added", "dropped"), ("set", "dropped"), ("gained", "lost"), ("joined", "left")),
    *(("narrowed", "widened"), ("lowered", "raised"), ("shortened", "lengthened"), ("earlier", "later")),
    *(("closed", "opened"), ("required", "optional"), ("claimed", "disregarded"), ("rejected", "accepted")),
    *(("declared", "undeclared"), ("linked", "unlinked"), ("offered", "withdrawn"), ("reserved", "unreserved")),
    *(("deprecated", "undeprecated"), ("confirmed", "unconfirmed"), ("switched-off", "switched-on")),
)
_ONE_WAY = (
    *(("removed", "opened"), ("removed", "added-optional"), ("added-required", "removed")),
    ("added-optional", "removed"),
    *(("opened", "decided"), ("decided", "opened"), ("resolved", "opened"), ("overridden", "unconfirmed")),
)
OPPOSITES = (*_ONE_WAY, *_PAIRS, *(pair[::-1] for pair in _PAIRS))
"""Actions that take one another back, where an element knows both. Any other action is its own opposite."""

_SECOND = {second for _, second in _PAIRS}
"""Actions that take another one back."""


_CHANGED = "{path} changed from {old} to {new}"
_SENTENCES: Mapping[str, str] = {
    "added": "{path} was added",
    "removed": "{path} was removed",
    "renamed": "the <element> {old} was renamed to {new}",
    "reworded": "the wording of {path} changed",
}
"""What changes say where their type says nothing else; any other action says `_CHANGED`."""

Verdicts = tuple[Verdict | None, Verdict | None, Verdict | None]
"""For senders of requests, for readers of responses and events, and for importers of the Python package."""


@dataclass(frozen=True, slots=True, eq=False)
class ChangeType:
    """A type of change: an element and what happened to it.

    `verdicts` are as far as a rule can know them; None: the change cannot affect that audience. `why` explains them.
    `own_sentence` is the sentence where it is not that of the action. `is_wire`: programs can notice the change,
    so that it is at least a minor one; any other is a patch. `aspect` is what changed of a constraint.
    """

    element: str
    action: str
    verdicts: Verdicts
    why: str
    own_sentence: str = ""
    is_wire: bool = True
    aspect: Aspect | None = None

    @property
    def id(self) -> str:
        """The public name, such as `field-removed`."""
        return f"{self.element.replace(' ', '-')}-{self.action}".removeprefix("-")

    @property
    def sentence(self) -> str:
        """What changed, with {path}, {old} and {new}."""
        return self.own_sentence or _SENTENCES.get(self.action, _CHANGED).replace("<element>", self.element)

    @property
    def example(self) -> str:
        """The sentence of a change of this type."""
        examples = shipped_data(__package__, "examples.yaml")
        path, old, new = examples.get(self.id) or examples[self.element.replace(" ", "-")]
        if self.id not in examples and self.action in _SECOND:
            old, new = new, old
        sentence = self.sentence.format(path=path, old=old, new=new)
        return sentence if "{path}" in self.sentence or self.action == "renamed" else f"{path}: {sentence}"

    @property
    def pattern(self) -> str:
        """The sentence with PATH, OLD and NEW in place of what each change names."""
        return _GAP.sub(lambda match: match[1].upper(), self.sentence)

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
