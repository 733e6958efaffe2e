"""Kinds of changes of bodies: of what a field or an object may hold, in requests, responses and events alike."""

from collections.abc import Iterator, Mapping

from paycat.changes.kinds.kind import BREAKING, RISKY, SAFE, Kind
from paycat.shapes.constraints import ASPECTS
from paycat.shapes.constraints.aspects import Aspect, Move

_NARROWS = "A body that was sent before may be refused; whoever reads meets nothing new."
_WIDENS = "What was sent before is still accepted; whoever reads may meet what could not come before."
_MOVES = "Some bodies are accepted that were refused, others are refused that were accepted."
_WORDS = "No program can notice it."


def _narrowing(name: str, inverse: str, told: str, why: str = _NARROWS) -> Kind:
    return Kind(name, inverse, told, why, sender=BREAKING, reader=SAFE, source=SAFE)


def _widening(name: str, inverse: str, told: str, why: str = _WIDENS) -> Kind:
    return Kind(name, inverse, told, why, sender=SAFE, reader=BREAKING, source=SAFE)


def _moving(name: str, told: str, why: str = _MOVES) -> Kind:
    return Kind(name, name, told, why, sender=BREAKING, reader=BREAKING, source=SAFE)


def _words(name: str, told: str, why: str = _WORDS, inverse: str = "") -> Kind:
    return Kind(name, inverse or name, told, why, is_wire=False)


_WHY = {
    "const-changed": "Every body with the old value is refused.",
    "pattern-changed": "Each text that only the old one takes is refused.",
}


def _of_aspect(aspect: Aspect) -> Iterator[Kind]:
    for move, told in aspect.moves.items():
        name = f"{aspect.name}-{move}"
        if move in _NARROWING:
            yield _narrowing(name, f"{aspect.name}-{_NARROWING[move]}", told)
        elif move in _NARROWING.values():
            yield _widening(name, f"{aspect.name}-{_OPPOSITE[move]}", told)
        else:
            yield _moving(name, told, _WHY.get(name, _MOVES))


_NARROWING: Mapping[Move, Move] = {"added": "removed", "narrowed": "widened"}
_OPPOSITE = {widens: narrows for narrows, widens in _NARROWING.items()}

KINDS = (
    Kind(
        "field-added-required",
        "field-removed",
        "{path} was added, and must be sent",
        "Bodies without it are refused. Whoever reads is told more than before. A class takes one more argument.",
        sender=BREAKING,
        reader=SAFE,
        source=BREAKING,
    ),
    Kind(
        "field-added-optional",
        "field-removed",
        "{path} was added, and may be left out",
        "Bodies without it are accepted as before.",
        sender=SAFE,
        reader=SAFE,
        source=SAFE,
    ),
    Kind(
        "field-removed",
        "field-added-optional",
        "{path} was removed",
        "Where unknown members are refused, bodies with it are refused; elsewhere it is passed over without a word. "
        "Whoever reads it finds nothing there.",
        sender=BREAKING,
        reader=BREAKING,
        source=BREAKING,
    ),
    Kind(
        "field-claimed",
        "field-disregarded",
        "{path}, which could be sent with any value, has rules now",
        "Where unknown members are passed over, bodies that already have one of this name may be refused.",
        sender=BREAKING,
        reader=SAFE,
        source=SAFE,
    ),
    Kind(
        "field-disregarded",
        "field-claimed",
        "{path} was removed, and is passed over if it is sent",
        "Nothing is refused, but what the field said is lost without a word.",
        sender=RISKY,
        reader=BREAKING,
        source=BREAKING,
    ),
    Kind(
        "field-renamed",
        "field-renamed",
        "{old} is called {new} now",
        "The old name is refused where unknown members are, and the new one is missed where it is required.",
        sender=BREAKING,
        reader=BREAKING,
        source=BREAKING,
    ),
    Kind(
        "requirement-raised",
        "requirement-lowered",
        "{path} is {new} now, and was {old}",
        "Bodies without it may be refused. Whoever reads may rely on more. A class takes it as a needed argument.",
        sender=BREAKING,
        reader=SAFE,
        source=BREAKING,
    ),
    Kind(
        "requirement-lowered",
        "requirement-raised",
        "{path} is {new} now, and was {old}",
        "Bodies with it are accepted as before. Whoever reads may miss it. Type checkers ask for a test of None.",
        sender=SAFE,
        reader=BREAKING,
        source=RISKY,
    ),
    Kind(
        "condition-joined",
        "condition-left",
        "{path} is {new} now, and was {old}",
        "What is asked of it stands in the condition that names it.",
        source=SAFE,
    ),
    Kind(
        "condition-left",
        "condition-joined",
        "{path} is {new} now, and was {old}",
        "What was asked of it stood in the condition that named it.",
        source=SAFE,
    ),
    Kind(
        "type-changed",
        "type-changed",
        "{path} is a JSON {new} now, and was a JSON {old}",
        "Every body with it is refused, and whoever reads it meets another type.",
        sender=BREAKING,
        reader=BREAKING,
        source=BREAKING,
    ),
    _narrowing("type-narrowed", "type-widened", "{path} is a JSON {new} now, and was a JSON {old}"),
    Kind(
        "type-widened",
        "type-narrowed",
        "{path} is a JSON {new} now, and was a JSON {old}",
        "What was sent before is still accepted; whoever reads may meet what could not come before.",
        sender=SAFE,
        reader=BREAKING,
        source=RISKY,
    ),
    Kind(
        "field-type-changed",
        "field-type-changed",
        "{path} has the field type {new} now, and had {old}",
        "The name of a field type is our word; what it changes for bodies stands below.",
        source=SAFE,
        is_wire=False,
    ),
    *(kind for aspect in ASPECTS for kind in _of_aspect(aspect)),
    _narrowing("object-closed", "object-opened", "{path} refuses members that are not listed"),
    Kind(
        "object-opened",
        "object-closed",
        "{path} accepts members that are not listed",
        "What was sent before is still accepted. A strict reader may meet members that it does not know.",
        sender=SAFE,
        reader=RISKY,
        source=SAFE,
    ),
    _narrowing("condition-added", "condition-dropped", "{path} needs one of {new}"),
    _widening("condition-dropped", "condition-added", "{path} needs none of {old} any more"),
    _narrowing("condition-narrowed", "condition-widened", "{path} needs one of {new}, and needed one of {old}"),
    _widening("condition-widened", "condition-narrowed", "{path} needs one of {new}, and needed one of {old}"),
    _moving("condition-changed", "{path} needs one of {new}, and needed one of {old}"),
    Kind(
        "refusal-code-changed",
        "refusal-code-changed",
        "{path} is refused as {new} now, and was as {old}",
        "The same bodies are refused, but a program that tells refusals apart meets another code.",
        sender=RISKY,
        reader=None,
        source=SAFE,
    ),
    Kind(
        "role-changed",
        "role-changed",
        "{path} has {new} now, and had {old}",
        "The same bodies are accepted, but what the service does with the field may differ.",
        sender=RISKY,
        source=RISKY,
    ),
    Kind(
        "sensitivity-lowered",
        "sensitivity-raised",
        "{path} is {new} now, and was {old}",
        "What was kept out of logs and texts may be shown there.",
        sender=RISKY,
        source=RISKY,
    ),
    Kind(
        "sensitivity-raised",
        "sensitivity-lowered",
        "{path} is {new} now, and was {old}",
        "What was shown in logs and texts is masked there.",
        sender=SAFE,
        source=SAFE,
    ),
    Kind(
        "deprecated",
        "undeprecated",
        "{path} goes out of use: {new}",
        "It works as before; who uses it should move.",
        sender=SAFE,
        source=SAFE,
    ),
    Kind(
        "undeprecated",
        "deprecated",
        "{path} stays in use after all",
        "It works as before.",
        sender=SAFE,
        source=SAFE,
    ),
    Kind(
        "sunset-set",
        "sunset-dropped",
        "{path} may be gone from {new} on",
        "Who uses it has a day to be ready by.",
        sender=SAFE,
        source=SAFE,
    ),
    Kind(
        "sunset-dropped",
        "sunset-set",
        "{path} has no day any more from which it may be gone; it was {old}",
        "Who uses it has no less time than before.",
        sender=SAFE,
        source=SAFE,
    ),
    Kind(
        "sunset-earlier",
        "sunset-later",
        "{path} may be gone from {new} on, and was to stay until {old}",
        "Whoever planned by the old day has less time.",
        sender=RISKY,
        source=RISKY,
    ),
    Kind(
        "sunset-later",
        "sunset-earlier",
        "{path} may be gone from {new} on, and was to stay until {old}",
        "Whoever planned by the old day has more time.",
        sender=SAFE,
        source=SAFE,
    ),
    Kind(
        "class-renamed",
        "class-renamed",
        "the component and class {old} is called {new} now",
        "Bodies are the same, but imports and generated clients name the old class.",
        sender=None,
        source=BREAKING,
    ),
    Kind(
        "module-renamed",
        "module-renamed",
        "the module {old} is called {new} now",
        "Bodies are the same, but imports name the old module.",
        source=BREAKING,
    ),
    _words("form-changed", "{path} looks otherwise in forms", "A form sends the same bodies under another label."),
    _words("hint-changed", "{path} has other hints", "Hints never refuse a body."),
    _words("words-changed", "{path} is described in other words"),
    _words(
        "reason-changed", "{path} rests on {new}, and rested on {old}", "Where a rule comes from decides about no body."
    ),
    _words("order-changed", "the members of {path} stand in another order", "JSON objects have no order."),
    _words("sample-added", "{path} was added", inverse="sample-removed"),
    _words("sample-removed", "{path} was removed", inverse="sample-added"),
    _words("sample-changed", "{path} has another payload"),
    Kind(
        "sample-refused",
        "sample-accepted",
        "{path} is {new} now, and was accepted",
        "A published payload is refused: whoever copied it is told something else.",
        sender=BREAKING,
    ),
    Kind(
        "sample-accepted",
        "sample-refused",
        "{path} is accepted now, and was {old}",
        "A published payload that was to be refused is accepted.",
        sender=SAFE,
    ),
    Kind(
        "sample-refused-otherwise",
        "sample-refused-otherwise",
        "{path} is {new} now, and was {old}",
        "A published payload is refused as before, and a program that tells refusals apart is told something else.",
        sender=RISKY,
    ),
)
