"""Types of changes of methods, and of bodies: of requests and of the records that responses and events carry.

The verdicts in each row are those for senders, for readers, and for importers of the package.
"""

from collections.abc import Iterator

from paycat.changes.taxonomy.change_type import BREAKING, RISKY, SAFE, Action, ChangeType, Verdicts, from_to, in_words
from paycat.shapes.constraints import ASPECTS
from paycat.shapes.constraints.aspects import PATTERN, Aspect

A = Action
B, R, S, N = BREAKING, RISKY, SAFE, None

_ALL_BREAK, _ALL_SAFE = (B, B, B), (S, S, S)
_NARROWER, _WIDER, _MOVED = (B, S, S), (S, B, S), (B, B, S)
_NARROWS = "A body that was accepted before may be rejected. Readers receive nothing new."
_WIDENS = "Every body that was accepted before still is. Readers may receive values that they never received before."
_MOVES = "Some bodies that were accepted before are rejected, and the other way round."
_UNNOTICED = "No program can notice it."
_SAME_BODIES = "Bodies stay the same, but imports and generated clients use the old name."


class BodyChange:
    """The types, by name."""

    METHOD_ADDED = ChangeType(_ALL_SAFE, "No request named it before.", "the method {path} was added")
    METHOD_REMOVED = ChangeType((B, N, B), "Every request that names it is rejected.", "the method {path} was removed")
    METHOD_RENAMED = ChangeType(_ALL_BREAK, "Every request that names the old code is rejected.")
    DIRECTION_GAINED = ChangeType(
        _ALL_SAFE, "Rejected requests are accepted.", "the direction changed from {old} to supported"
    )
    DIRECTION_LOST = ChangeType(
        (B, N, B), "Every request in it is rejected.", "the direction changed from supported to {new}"
    )
    AVAILABILITY_REWORDED = ChangeType(
        (N, R, N),
        "Requests are rejected as before, but the problem carries the new word. Programs may distinguish the words.",
        from_to("the direction"),
    )
    CURRENCY_CHANGED = ChangeType(_ALL_BREAK, "The same number is another amount.", from_to("the currency"))
    _COUNTRIES = from_to("the countries")
    COUNTRIES_ADDED = ChangeType((S, R, S), "Payments for the old countries are still accepted.", _COUNTRIES)
    COUNTRIES_REMOVED = ChangeType((B, S, S), "Payments for a removed country are rejected.", _COUNTRIES)
    COUNTRIES_CHANGED = ChangeType(
        (B, R, S), "Payments for removed countries are rejected; others may appear.", _COUNTRIES
    )
    COUNTRY_MODE_CHANGED = ChangeType(
        (R, R, N),
        "A client that takes the country from the method may have to take it from the payment, or the other way round.",
        from_to("the country"),
    )

    FIELD_ADDED_REQUIRED = ChangeType((B, S, B), "Bodies without it are rejected.", "{path} was added and is required")
    FIELD_ADDED_OPTIONAL = ChangeType(
        _ALL_SAFE, "Bodies without it are still accepted.", "{path} was added and is optional"
    )
    FIELD_REMOVED = ChangeType(_ALL_BREAK, "Objects closed to unknown members reject it. Readers no longer receive it.")
    FIELD_CLAIMED = ChangeType(
        _NARROWER,
        "Where unknown members are ignored, bodies that already have a member of this name may be rejected.",
        "{path}, which accepted any value, now has rules",
    )
    FIELD_DISREGARDED = ChangeType(
        (R, B, B),
        "No body is rejected, but the value of the field is ignored without notice.",
        "{path} was removed and is ignored if it is sent",
    )
    FIELD_RENAMED = ChangeType(
        _ALL_BREAK,
        "Objects closed to unknown members reject the old name. Where the field is required, the new name is missing.",
        "{old} was renamed to {new}",
    )
    REQUIREMENT_RAISED = ChangeType((B, S, B), "Bodies without it may be rejected. A class needs it as an argument.")
    REQUIREMENT_LOWERED = ChangeType(
        (S, B, R),
        "Bodies with it are accepted as before. Readers may not receive it. Type checkers require a check for None.",
    )
    CONDITION_JOINED = ChangeType((N, N, S), "The condition that names it says what is required.")
    CONDITION_LEFT = ChangeType((N, N, S), "The condition that named it required it.")
    _TYPE = from_to("the JSON type of {path}")
    TYPE_CHANGED = ChangeType(_ALL_BREAK, "Every body with it is rejected, and readers receive another type.", _TYPE)
    TYPE_NARROWED = ChangeType(_NARROWER, _NARROWS, _TYPE)
    TYPE_WIDENED = ChangeType((S, B, R), _WIDENS, _TYPE)
    FIELD_TYPE_CHANGED = in_words(
        "Only the catalogue uses names of field types. What changes for bodies is listed below it.",
        from_to("the field type of {path}"),
        verdicts=(N, N, S),
    )
    OBJECT_CLOSED = ChangeType(_NARROWER, _NARROWS, "{path} rejects unknown members")
    OBJECT_OPENED = ChangeType(
        (S, R, S),
        "Every body that was accepted before still is. A strict reader may receive unknown members.",
        "{path} accepts unknown members",
    )
    _ONE_OF = "{path} requires one of {new} instead of one of {old}"
    CONDITION_ADDED = ChangeType(_NARROWER, _NARROWS, "{path} requires one of {new}")
    CONDITION_DROPPED = ChangeType(_WIDER, _WIDENS, "{path} no longer requires one of {old}")
    CONDITION_NARROWED = ChangeType(_NARROWER, _NARROWS, _ONE_OF)
    CONDITION_WIDENED = ChangeType(_WIDER, _WIDENS, _ONE_OF)
    CONDITION_CHANGED = ChangeType(_MOVED, _MOVES, _ONE_OF)
    VIOLATION_CODE_CHANGED = ChangeType(
        (R, N, S),
        "The same bodies are rejected, but programs that distinguish codes receive another one.",
        from_to("the code with which {path} is rejected"),
    )
    ROLE_CHANGED = ChangeType((R, N, R), "The same bodies are accepted, but the service may use the field differently.")
    ECHO_CHANGED = ChangeType(
        (N, R, N),
        "The same bodies are read, but the value may be another one of the request.",
        "{path} changed from the field {old} to the field {new}",
    )
    MASK_CHANGED = ChangeType((N, R, N), "The same bodies are read, but the value may be the end of another number.")
    MADE_CHANGED = ChangeType((N, R, N), "The same bodies are read, but the service puts another value there.")
    VARIANT_CHANGED = ChangeType(
        (N, R, N),
        "The same bodies are read, but records of the method have another variant of the union.",
        from_to("the variant of records"),
    )
    SENSITIVITY_LOWERED = ChangeType((R, N, R), "Logs and texts may show what they masked.")
    SENSITIVITY_RAISED = ChangeType((S, N, S), "Logs and texts mask what they showed.")
    _AS_BEFORE = "It works as before."
    DEPRECATED = ChangeType((S, N, S), f"{_AS_BEFORE} Do not use it in new code.", "{path} is deprecated {new}")
    UNDEPRECATED = ChangeType((S, N, S), _AS_BEFORE, "{path} is no longer deprecated")
    SUNSET_SET = ChangeType(
        (S, N, S), "Its users know the day by which to stop.", "{path} may be removed from {new} on"
    )
    SUNSET_DROPPED = ChangeType(
        (S, N, S), "There is no less time than before.", "{path} no longer has a sunset; it was {old}"
    )
    _SUNSET = from_to("the sunset of {path}")
    SUNSET_EARLIER = ChangeType((R, N, R), "There is less time than the old day gave.", _SUNSET)
    SUNSET_LATER = ChangeType((S, N, S), "There is more time than the old day gave.", _SUNSET)
    CLASS_RENAMED = ChangeType((N, N, B), _SAME_BODIES, "the component and class {old} was renamed to {new}")
    MODULE_RENAMED = ChangeType((N, N, B), "Bodies stay the same, but imports use the old name.")
    FORM_CHANGED = in_words("A form sends the same bodies under another label.", "{path} looks different in forms")
    HINT_CHANGED = in_words("A hint is never a reason to reject a body.", "the hints of {path} changed")
    WORDS_CHANGED = in_words(_UNNOTICED, "the description of {path} changed")
    REASON_CHANGED = in_words("The source of a rule affects no body.", from_to("the basis of {path}"))
    ORDER_CHANGED = in_words("JSON objects have no order.", "the order within {path} changed")
    SAMPLE_ADDED = in_words(_UNNOTICED)
    SAMPLE_REMOVED = in_words(_UNNOTICED)
    SAMPLE_CHANGED = in_words(_UNNOTICED, "the payload of {path} changed")
    SAMPLE_REJECTED = ChangeType((B, N, N), "A published payload is rejected, and somebody may have copied it.")
    SAMPLE_ACCEPTED = ChangeType((S, N, N), "A published payload that was rejected is accepted.")
    SAMPLE_REJECTED_OTHERWISE = ChangeType(
        (R, N, N), "A published payload is rejected as before, but with other codes."
    )

    _LESS = "Readers receive nothing new."
    _MORE = "Readers may receive values that they never received before."
    RECORD_ADDED = ChangeType(
        (N, S, S), "Where responses carry it is a change of its own.", "the record {path} was added"
    )
    RECORD_REMOVED = ChangeType(
        (N, N, B),
        "Its class is gone. Where responses carried it is a change of its own.",
        "the record {path} was removed",
    )
    RECORD_RENAMED = ChangeType((N, S, B), _SAME_BODIES)
    _REFERENCE = from_to("the record of {path}")
    REFERENCE_CHANGED = ChangeType(
        (N, R, B), "Bodies may look different, and the attribute has another class.", _REFERENCE
    )
    REFERENCE_RENAMED = ChangeType(
        (N, S, B),
        "Bodies stay the same, but the attribute has another class.",
        f"{_REFERENCE}, which has the same members",
    )
    PYTHON_TYPE_CHANGED = in_words(
        "Bodies stay the same, but the attribute has another Python type.",
        from_to("the field type of {path}"),
        verdicts=(N, N, B),
    )
    NULLABLE_GAINED = ChangeType((S, B, R), "Readers may receive null.", "{path} may be null")
    NULLABLE_LOST = ChangeType(_NARROWER, _LESS, "{path} may no longer be null")
    _KNOWN = from_to("the known values of {path}")
    KNOWN_VALUES_ADDED = ChangeType((N, S, S), "The list is open, so that readers expect new values.", _KNOWN)
    KNOWN_VALUES_REMOVED = ChangeType(_NARROWER, _LESS, _KNOWN)
    KNOWN_VALUES_CHANGED = ChangeType((N, R, S), "The list is open, but a removed value never arrives.", _KNOWN)
    BRANCH_ADDED = ChangeType(
        (S, B, R), "Readers may receive an unknown alternative.", "{path} was added to the alternatives"
    )
    BRANCH_REMOVED = ChangeType(_NARROWER, _LESS, "{path} was removed from the alternatives")
    DISCRIMINATOR_CHANGED = ChangeType(
        (N, R, S), "Readers must look at another member.", from_to("the discriminator of {path}")
    )
    SHAPE_ADDED = ChangeType(_NARROWER, _LESS, "{path} changed from anything to {new}")
    SHAPE_DROPPED = ChangeType((S, B, B), f"{_MORE} The Python type changes.", "{path} changed from {old} to anything")


_UNDECIDED: tuple[Verdicts, str] = ((R, R, S), "The rule alone does not show whether both accept the same bodies.")
_OF_MOVES: dict[Action, tuple[Verdicts, str]] = {
    **dict.fromkeys((A.ADDED, A.NARROWED), (_NARROWER, _NARROWS)),
    **dict.fromkeys((A.REMOVED, A.WIDENED), (_WIDER, _WIDENS)),
    **dict.fromkeys((A.CHANGED, A.MOVED), (_MOVED, _MOVES)),
}


def _of_aspect(aspect: Aspect) -> Iterator[ChangeType]:
    for move, sentence in aspect.moves.items():
        action = Action(move)
        # Two patterns are compared by their texts; where that is too much, nothing is known.
        known = _UNDECIDED if aspect is PATTERN and action is A.CHANGED else _OF_MOVES[action]
        yield ChangeType(*known, sentence, aspect=aspect, element=aspect.name, action=action)


OF_ASPECTS = tuple(one for aspect in ASPECTS for one in _of_aspect(aspect))
"""The types of changes of constraints."""

SOURCE_OF_READERS = {BodyChange.FIELD_ADDED_REQUIRED: SAFE, BodyChange.REQUIREMENT_RAISED: SAFE}
"""The verdicts for the source of types shared with requests, where they differ: a program makes no answers."""
