"""Kinds of changes of operations: of what they take, answer and lead to."""

from paycat.changes.kinds.kind import BREAKING, RISKY, SAFE, Kind

_ADDED = "What was there before works as before."
_GONE = "Whoever relied on it finds nothing there."
_READS_LESS = "Whoever reads it meets nothing new."

KINDS = (
    Kind(
        "operation-added",
        "operation-removed",
        "{path} was added",
        f"{_ADDED} Whoever implements the generated server has one more to write.",
        sender=SAFE,
        reader=SAFE,
        source=RISKY,
    ),
    Kind(
        "operation-removed",
        "operation-added",
        "{path} was removed",
        "Every call of it is refused.",
        sender=BREAKING,
        source=RISKY,
    ),
    Kind(
        "operation-renamed",
        "operation-renamed",
        "the operation {old} is called {new} now",
        "Calls go the same way, but generated clients and servers name their functions after it.",
        source=BREAKING,
    ),
    Kind(
        "operation-moved",
        "operation-moved",
        "{path} is called as {new} now, and was as {old}",
        "Every call that goes the old way is refused.",
        sender=BREAKING,
    ),
    Kind(
        "operation-request-changed",
        "operation-request-changed",
        "{path} takes {new} now, and took {old}",
        "Every body that was sent before is refused.",
        sender=BREAKING,
        source=BREAKING,
    ),
    Kind(
        "answer-changed",
        "answer-changed",
        "{path} answers {new} now, and answered {old}",
        "Whoever looks at the status or reads the body meets another one.",
        reader=BREAKING,
        source=BREAKING,
    ),
    Kind("answer-header-added", "answer-header-removed", "{path} was added", _ADDED, reader=SAFE, source=SAFE),
    Kind("answer-header-removed", "answer-header-added", "{path} was removed", _GONE, reader=BREAKING, source=SAFE),
    Kind(
        "problem-offered",
        "problem-withdrawn",
        "{path} may answer the problem {new} now",
        "Whoever treats a problem that it does not know by its status goes on.",
        reader=SAFE,
        source=SAFE,
    ),
    Kind(
        "problem-withdrawn",
        "problem-offered",
        "{path} does not answer the problem {old} any more",
        _READS_LESS,
        reader=SAFE,
        source=SAFE,
    ),
    Kind(
        "notification-linked",
        "notification-unlinked",
        "{path} leads to the notification {new} now",
        _ADDED,
        reader=SAFE,
    ),
    Kind(
        "notification-unlinked",
        "notification-linked",
        "{path} does not lead to the notification {old} any more",
        "Whoever waits for it waits in vain.",
        reader=BREAKING,
    ),
    Kind(
        "notification-relinked",
        "notification-relinked",
        "{path} leads to the notification {new} now, and led to {old}",
        "Whoever waits for the old one gets another.",
        reader=BREAKING,
    ),
    Kind(
        "stability-raised",
        "stability-lowered",
        "{path} is {new} now, and was {old}",
        "It changes with more notice from now on.",
        sender=SAFE,
        reader=SAFE,
        is_wire=False,
    ),
    Kind(
        "stability-lowered",
        "stability-raised",
        "{path} is {new} now, and was {old}",
        "It may change with less notice from now on.",
        sender=RISKY,
        reader=RISKY,
        is_wire=False,
    ),
)
