"""Kinds of changes in our books: of gaps, decisions, errata and retired names. No message carries any of them."""

from paycat.changes.kinds.kind import RISKY, SAFE, Kind, Verdict

_BOOKS = "Only our books say so; what it changes for bodies stands beside it."


def _kind(name: str, inverse: str, told: str, why: str = _BOOKS, sender: Verdict | None = None) -> Kind:
    return Kind(name, inverse, told, why, sender=sender, is_wire=False)


KINDS = (
    _kind(
        "gap-opened",
        "gap-decided",
        "{path} is open",
        "What holds there is not decided, and may turn out to be something else.",
        sender=RISKY,
    ),
    _kind("gap-decided", "gap-opened", "{path} is {new} now, and was {old}", "What holds there is said.", sender=SAFE),
    _kind("gap-settled", "gap-opened", "{path} is {new} now, and was {old}", "What holds there is said.", sender=SAFE),
    _kind("gap-restated", "gap-restated", "{path} is {new} now, and was {old}"),
    _kind("gap-added", "gap-removed", "{path} was added"),
    _kind("gap-removed", "gap-opened", "{path} was removed"),
    _kind("gap-reworded", "gap-reworded", "{path} is put in other words"),
    _kind("decision-added", "decision-removed", "{path} was added"),
    _kind("decision-removed", "decision-added", "{path} was removed"),
    _kind("decision-switched", "decision-switched", "{path} is decided otherwise: {new}"),
    Kind(
        "meaning-changed",
        "meaning-changed",
        "what {path} says of bodies means something else: {new}",
        "The same body is accepted as before, and no validator can notice that it means something else.",
        sender=RISKY,
        reader=RISKY,
    ),
    _kind(
        "decision-confirmed",
        "decision-unconfirmed",
        "{path} is {new} now, and was {old}",
        "The owner of the service stands by it.",
        sender=SAFE,
    ),
    _kind(
        "decision-unconfirmed",
        "decision-confirmed",
        "{path} is a {new} again, and was {old}",
        "The owner of the service does not stand by it any more.",
        sender=RISKY,
    ),
    _kind("decision-overridden", "decision-unconfirmed", "{path} is {new} now, and was {old}"),
    _kind("decision-restated", "decision-restated", "{path} is {new} now, and was {old}"),
    _kind("decision-reworded", "decision-reworded", "{path} is put in other words"),
    _kind("erratum-added", "erratum-removed", "{path} was added"),
    _kind("erratum-removed", "erratum-added", "{path} was removed"),
    _kind("erratum-reworded", "erratum-reworded", "{path} is put in other words"),
    _kind("name-retired", "name-unretired", "{path} is never to be used again", _BOOKS),
    _kind(
        "name-unretired",
        "name-retired",
        "{path} may be used again",
        "Whoever still sends the name in its old meaning is understood wrongly once it has a new one.",
        sender=RISKY,
    ),
)
