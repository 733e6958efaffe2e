"""Types of changes of methods, and of bodies: of requests and of the records that responses and events carry.

The verdicts in each row are those for senders, for readers, and for importers of the package.
"""

from collections.abc import Iterator

from paycat.changes.taxonomy.change_type import (
    NOTHING_NEW,
    READS_MORE,
    B,
    ChangeType,
    N,
    R,
    Rows,
    S,
    Verdicts,
    from_to,
    in_words,
)
from paycat.shapes.constraints import ASPECTS
from paycat.shapes.constraints.aspects import PATTERN, Aspect

_ALL_BREAK, _ALL_SAFE = (B, B, B), (S, S, S)
_NARROWER, _WIDER, _MOVED = (B, S, S), (S, B, S), (B, B, S)
_NARROWS = f"A body that was accepted before may be rejected. {NOTHING_NEW}"
_WIDENS = f"Every body that was accepted before still is. {READS_MORE}"
_MOVES = "Some bodies that were accepted before are rejected, and the other way round."
_UNNOTICED = "No program can notice it."
_SAME_BODIES = "Bodies stay the same, but imports and generated clients use the old name."
_COUNTRIES = from_to("the countries")
_CURRENCIES = from_to("the currencies")
_TYPE = from_to("the JSON type of {path}")
_ONE_OF = "{path} requires one of {new} instead of one of {old}"
_AS_BEFORE = "It works as before."
_SUNSET = from_to("the sunset of {path}")
_REFERENCE = from_to("the record of {path}")
_KNOWN = from_to("the known values of {path}")

BODY: Rows = {
    "method": {
        "added": (_ALL_SAFE, "No request named it before.", "the method {path} was added"),
        "removed": ((B, N, B), "Every request that names it is rejected.", "the method {path} was removed"),
        "renamed": (_ALL_BREAK, "Every request that names the old code is rejected."),
    },
    "method name": {
        "changed": (
            (N, N, B),
            "Bodies stay the same, but files, pages, modules and classes have another name.",
            from_to("the name in files, modules and classes"),
        )
    },
    "direction": {
        "gained": (_ALL_SAFE, "Rejected requests are accepted.", "the direction changed from {old} to supported"),
        "lost": ((B, N, B), "Every request in it is rejected.", "the direction changed from supported to {new}"),
    },
    "availability": {
        "reworded": (
            (N, R, N),
            "Requests are rejected as before, but the problem carries the new word. Programs may distinguish the "
            "words.",
            from_to("the direction"),
        )
    },
    "currency": {"changed": (_ALL_BREAK, "The same number is another amount.", from_to("the currency"))},
    "currencies": {
        "added": ((S, R, S), "Requests in the old currencies are still accepted.", _CURRENCIES),
        "removed": ((B, S, S), "Requests in a removed currency are rejected.", _CURRENCIES),
    },
    "countries": {
        "added": ((S, R, S), "Payments for the old countries are still accepted.", _COUNTRIES),
        "removed": ((B, S, S), "Payments for a removed country are rejected.", _COUNTRIES),
        "changed": ((B, R, S), "Payments for removed countries are rejected; others may appear.", _COUNTRIES),
    },
    "country mode": {
        "changed": (
            (R, R, N),
            "A client that takes the country from the method may have to take it from the payment, or the other way "
            "round.",
            from_to("the country"),
        )
    },
    "field": {
        "added-required": ((B, S, B), "Bodies without it are rejected.", "{path} was added and is required"),
        "added-optional": (_ALL_SAFE, "Bodies without it are still accepted.", "{path} was added and is optional"),
        "removed": (_ALL_BREAK, "Objects closed to unknown members reject it. Readers no longer receive it."),
        "claimed": (
            _NARROWER,
            "Where unknown members are ignored, bodies that already have a member of this name may be rejected.",
            "{path}, which accepted any value, now has rules",
        ),
        "disregarded": (
            (R, B, B),
            "No body is rejected, but the value of the field is ignored without notice.",
            "{path} was removed and is ignored if it is sent",
        ),
        "renamed": (
            _ALL_BREAK,
            "Objects closed to unknown members reject the old name. Where the field is required, the new name is "
            "missing.",
            "{old} was renamed to {new}",
        ),
    },
    "requirement": {
        "raised": ((B, S, B), "Bodies without it may be rejected. A class needs it as an argument."),
        "lowered": (
            (S, B, R),
            "Bodies with it are accepted as before. Readers may not receive it. Type checkers require a check for "
            "None.",
        ),
    },
    "condition": {
        "joined": ((N, N, S), "The condition that names it says what is required."),
        "left": ((N, N, S), "The condition that named it required it."),
        "added": (_NARROWER, _NARROWS, "{path} requires one of {new}"),
        "dropped": (_WIDER, _WIDENS, "{path} no longer requires one of {old}"),
        "narrowed": (_NARROWER, _NARROWS, _ONE_OF),
        "widened": (_WIDER, _WIDENS, _ONE_OF),
        "changed": (_MOVED, _MOVES, _ONE_OF),
    },
    "type": {
        "changed": (_ALL_BREAK, "Every body with it is rejected, and readers receive another type.", _TYPE),
        "narrowed": (_NARROWER, _NARROWS, _TYPE),
        "widened": ((S, B, R), _WIDENS, _TYPE),
    },
    "field type": {
        "changed": in_words(
            "Only the catalogue uses names of field types. What changes for bodies is listed below it.",
            from_to("the field type of {path}"),
            verdicts=(N, N, S),
        )
    },
    "object": {
        "closed": (_NARROWER, _NARROWS, "{path} rejects unknown members"),
        "opened": (
            (S, R, S),
            "Every body that was accepted before still is. A strict reader may receive unknown members.",
            "{path} accepts unknown members",
        ),
    },
    "violation code": {
        "changed": (
            (R, N, S),
            "The same bodies are rejected, but programs that distinguish codes receive another one.",
            from_to("the code with which {path} is rejected"),
        )
    },
    "role": {"changed": ((R, N, R), "The same bodies are accepted, but the service may use the field differently.")},
    "echo": {
        "changed": (
            (N, R, N),
            "The same bodies are read, but the value may be another one of the request.",
            "{path} changed from the field {old} to the field {new}",
        )
    },
    "mask": {"changed": ((N, R, N), "The same bodies are read, but the value may be the end of another number.")},
    "made": {"changed": ((N, R, N), "The same bodies are read, but the service puts another value there.")},
    "variant": {
        "changed": (
            (N, R, N),
            "The same bodies are read, but records of the method have another variant of the union.",
            from_to("the variant of records"),
        )
    },
    "sensitivity": {
        "lowered": ((R, N, R), "Logs and texts may show what they masked."),
        "raised": ((S, N, S), "Logs and texts mask what they showed."),
    },
    "": {
        "deprecated": ((S, N, S), f"{_AS_BEFORE} Do not use it in new code.", "{path} is deprecated {new}"),
        "undeprecated": ((S, N, S), _AS_BEFORE, "{path} is no longer deprecated"),
    },
    "sunset": {
        "set": ((S, N, S), "Its users know the day by which to stop.", "{path} may be removed from {new} on"),
        "dropped": ((S, N, S), "There is no less time than before.", "{path} no longer has a sunset; it was {old}"),
        "earlier": ((R, N, R), "There is less time than the old day gave.", _SUNSET),
        "later": ((S, N, S), "There is more time than the old day gave.", _SUNSET),
    },
    "class": {"renamed": ((N, N, B), _SAME_BODIES, "the component and class {old} was renamed to {new}")},
    "attribute": {"renamed": ((N, N, B), "Bodies stay the same, but programs use the old attribute.")},
    "module": {"renamed": ((N, N, B), "Bodies stay the same, but imports use the old name.")},
    "form": {
        "changed": in_words("A form sends the same bodies under another label.", "{path} looks different in forms")
    },
    "hint": {"changed": in_words("A hint is never a reason to reject a body.", "the hints of {path} changed")},
    "words": {"changed": in_words(_UNNOTICED, "the description of {path} changed")},
    "reason": {"changed": in_words("The source of a rule affects no body.", from_to("the basis of {path}"))},
    "order": {"changed": in_words("JSON objects have no order.", "the order within {path} changed")},
    "sample": {
        "added": in_words(_UNNOTICED),
        "removed": in_words(_UNNOTICED),
        "changed": in_words(_UNNOTICED, "the payload of {path} changed"),
        "rejected": ((B, N, N), "A published payload is rejected, and somebody may have copied it."),
        "accepted": ((S, N, N), "A published payload that was rejected is accepted."),
        "rejected-otherwise": ((R, N, N), "A published payload is rejected as before, but with other codes."),
    },
    "record": {
        "added": ((N, S, S), "Where responses carry it is a change of its own.", "the record {path} was added"),
        "removed": (
            (N, N, B),
            "Its class is gone. Where responses carried it is a change of its own.",
            "the record {path} was removed",
        ),
        "renamed": ((N, S, B), _SAME_BODIES),
    },
    "reference": {
        "changed": ((N, R, B), "Bodies may look different, and the attribute has another class.", _REFERENCE),
        "renamed": (
            (N, S, B),
            "Bodies stay the same, but the attribute has another class.",
            f"{_REFERENCE}, which has the same members",
        ),
    },
    "python type": {
        "changed": in_words(
            "Bodies stay the same, but the attribute has another Python type.",
            from_to("the field type of {path}"),
            verdicts=(N, N, B),
        )
    },
    "nullable": {
        "gained": ((S, B, R), "Readers may receive null.", "{path} may be null"),
        "lost": (_NARROWER, NOTHING_NEW, "{path} may no longer be null"),
    },
    "known values": {
        "added": ((N, S, S), "The list is open, so that readers expect new values.", _KNOWN),
        "removed": (_NARROWER, NOTHING_NEW, _KNOWN),
        "changed": ((N, R, S), "The list is open, but a removed value never arrives.", _KNOWN),
    },
    "branch": {
        "added": ((S, B, R), "Readers may receive an unknown alternative.", "{path} was added to the alternatives"),
        "removed": (_NARROWER, NOTHING_NEW, "{path} was removed from the alternatives"),
    },
    "discriminator": {
        "changed": ((N, R, S), "Readers must look at another member.", from_to("the discriminator of {path}"))
    },
    "shape": {
        "added": (_NARROWER, NOTHING_NEW, "{path} changed from anything to {new}"),
        "dropped": ((S, B, B), f"{READS_MORE} The Python type changes.", "{path} changed from {old} to anything"),
    },
}

_UNDECIDED: tuple[Verdicts, str] = ((R, R, S), "The rule alone does not show whether both accept the same bodies.")
_OF_MOVES: dict[str, tuple[Verdicts, str]] = {
    **dict.fromkeys(("added", "narrowed"), (_NARROWER, _NARROWS)),
    **dict.fromkeys(("removed", "widened"), (_WIDER, _WIDENS)),
    **dict.fromkeys(("changed", "moved"), (_MOVED, _MOVES)),
}


def _of_aspect(aspect: Aspect) -> Iterator[ChangeType]:
    for move, sentence in aspect.moves.items():
        # Two patterns are compared by their texts; where that is too much, nothing is known.
        rule = _UNDECIDED if aspect is PATTERN and move == "changed" else _OF_MOVES[move]
        yield ChangeType(aspect.name, move, *rule, sentence, aspect=aspect)


OF_ASPECTS = tuple(change_type for aspect in ASPECTS for change_type in _of_aspect(aspect))
"""The types of changes of constraints."""
