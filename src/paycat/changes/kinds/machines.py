"""Kinds of changes of states, of the moves between them, and of the events and notifications that tell of them."""

from paycat.changes.kinds.kind import BREAKING, RISKY, SAFE, Kind

_ADDED = "What was there before works as before."
_GONE = "Whoever relied on it finds nothing there."
_READS_LESS = "Whoever reads it meets nothing new."
_INNER = "The name stands in documents and in the catalogue; no message carries it."

KINDS = (
    Kind("machine-added", "machine-removed", "{path} was added", _ADDED, reader=SAFE),
    Kind(
        "machine-removed",
        "machine-added",
        "{path} was removed",
        "What was said of its states holds no more.",
        reader=BREAKING,
    ),
    Kind("machine-renamed", "machine-renamed", "the machine {old} is called {new} now", _INNER, is_wire=False),
    Kind(
        "machine-changed",
        "machine-changed",
        "{path} is about {new} now, and was about {old}",
        "Whoever looks for the state in the old place does not find it.",
        reader=BREAKING,
    ),
    Kind(
        "state-added",
        "state-removed",
        "{path} was added",
        "Whoever reads may meet a state that it does not know, and has to tell whether it is final.",
        reader=BREAKING,
        source=SAFE,
    ),
    Kind(
        "state-removed",
        "state-added",
        "{path} was removed",
        "Whoever waits for it waits in vain.",
        reader=BREAKING,
        source=SAFE,
    ),
    Kind(
        "state-finality-changed",
        "state-finality-changed",
        "{path} is {new} now, and was {old}",
        "Money is booked when a state is final: whoever goes by the old word books too early or never.",
        reader=BREAKING,
    ),
    Kind(
        "initial-state-changed",
        "initial-state-changed",
        "{path} begins as {new} now, and began as {old}",
        "The answer to a creation shows another state than before.",
        reader=RISKY,
    ),
    Kind(
        "transition-added",
        "transition-removed",
        "{path} was added",
        "Whoever ruled the move out meets it.",
        reader=RISKY,
    ),
    Kind("transition-removed", "transition-added", "{path} was removed", _READS_LESS, reader=SAFE),
    Kind(
        "event-added",
        "event-removed",
        "{path} was added",
        "Whoever ignores events that it does not know goes on.",
        reader=SAFE,
        source=SAFE,
    ),
    Kind(
        "event-removed",
        "event-added",
        "{path} was removed",
        "Whoever waits for it waits in vain.",
        reader=BREAKING,
        source=SAFE,
    ),
    Kind(
        "event-renamed",
        "event-renamed",
        "the event {old} is called {new} now",
        "Whoever waits for the old name waits in vain.",
        reader=BREAKING,
    ),
    Kind(
        "event-changed",
        "event-changed",
        "{path} tells of {new} now, and told of {old}",
        "The same event means something else.",
        reader=BREAKING,
    ),
    Kind("notification-added", "notification-removed", "{path} was added", _ADDED, reader=SAFE),
    Kind(
        "notification-removed",
        "notification-added",
        "{path} was removed",
        "Whoever waits for it waits in vain.",
        reader=BREAKING,
    ),
    Kind(
        "notification-renamed",
        "notification-renamed",
        "the notification {old} is called {new} now",
        _INNER,
        is_wire=False,
    ),
    Kind(
        "notification-changed",
        "notification-changed",
        "{path} carries {new} now, and carried {old}",
        "Whoever reads it meets another body, or news of other states.",
        reader=BREAKING,
    ),
    Kind("message-header-added", "message-header-removed", "{path} was added", _ADDED, reader=SAFE),
    Kind("message-header-removed", "message-header-added", "{path} was removed", _GONE, reader=BREAKING),
)
