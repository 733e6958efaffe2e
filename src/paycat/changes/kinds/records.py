"""Kinds of changes that only the records of responses and events have: what JSON Schema says and requests do not."""

from collections.abc import Mapping

from paycat.changes.kinds.kind import BREAKING, RISKY, SAFE, Kind, Verdict

_LESS = "Whoever reads meets nothing that could not come before."
_MORE = "Whoever reads may meet what could not come before."
_OTHER = "Whoever reads may meet what could not come before, and no longer meets what could."
_TOLERANT = " The generated models take any text."

SOURCE_OF_READERS: Mapping[str, Verdict] = {"field-added-required": SAFE, "requirement-raised": SAFE}
"""The verdicts for the source of kinds shared with requests, where they differ: a program makes no answers."""


def _less(name: str, inverse: str, told: str, why: str = _LESS) -> Kind:
    return Kind(name, inverse, told, why, reader=SAFE, source=SAFE)


def _more(name: str, inverse: str, told: str, why: str = _MORE, source: Verdict = SAFE) -> Kind:
    return Kind(name, inverse, told, why, reader=BREAKING, source=source)


def _other(name: str, told: str, why: str = _OTHER, source: Verdict = SAFE) -> Kind:
    return Kind(name, name, told, why, reader=BREAKING, source=source)


_RECORDS = (
    Kind(
        "record-added",
        "record-removed",
        "the record {path} was added",
        "Where it is answered is a change of its own.",
        reader=SAFE,
        source=SAFE,
    ),
    Kind(
        "record-removed",
        "record-added",
        "the record {path} was removed",
        "Its class is gone; where it was answered is a change of its own.",
        source=BREAKING,
    ),
    Kind(
        "record-renamed",
        "record-renamed",
        "the record {old} is called {new} now",
        "Bodies are the same, but imports and generated clients name the old class.",
        reader=SAFE,
        source=BREAKING,
    ),
    Kind(
        "reference-changed",
        "reference-changed",
        "{path} is described by {new} now, and was by {old}",
        "Bodies may look different, and the attribute has another class.",
        reader=RISKY,
        source=BREAKING,
    ),
    Kind(
        "reference-renamed",
        "reference-renamed",
        "{path} is described by {new} now, and was by {old}, which says the same",
        "Bodies are the same, but the attribute has another class.",
        reader=SAFE,
        source=BREAKING,
    ),
    Kind(
        "field-added-closed",
        "field-removed",
        "{path} was added to an object that limits its members",
        "A strict reader refuses a member that it does not know.",
        reader=RISKY,
        source=SAFE,
    ),
    Kind(
        "python-type-changed",
        "python-type-changed",
        "{path} is read as the field type {new} now, and was as {old}",
        "Bodies are the same, but the attribute has another Python type.",
        source=BREAKING,
        is_wire=False,
    ),
)
_VALUES = (
    _more("nullable-gained", "nullable-lost", "{path} may be null", "Whoever reads may meet null.", RISKY),
    _less("nullable-lost", "nullable-gained", "{path} is never null any more"),
    _more("type-widened", "type-narrowed", "{path} is {new} now, and was {old}", source=RISKY),
    _less("type-narrowed", "type-widened", "{path} is {new} now, and was {old}"),
    _more("values-added", "values-removed", "{path} is one of {new} now, and was one of {old}", _MORE + _TOLERANT),
    _less("values-removed", "values-added", "{path} is one of {new} now, and was one of {old}"),
    _other("values-changed", "{path} is one of {new} now, and was one of {old}", _OTHER + _TOLERANT),
    _less("enum-added", "enum-dropped", "{path} is one of {new} now, and was not limited"),
    _more("enum-dropped", "enum-added", "{path} is not limited to {old} any more", _MORE + _TOLERANT),
    Kind(
        "known-values-added",
        "known-values-removed",
        "the known values of {path} are {new} now, and were {old}",
        "The list was open: readers were told that values may be added.",
        reader=SAFE,
        source=SAFE,
    ),
    _less("known-values-removed", "known-values-added", "the known values of {path} are {new} now, and were {old}"),
    Kind(
        "known-values-changed",
        "known-values-changed",
        "the known values of {path} are {new} now, and were {old}",
        "The list was open, but whoever waits for a value that is gone waits in vain.",
        reader=RISKY,
        source=SAFE,
    ),
    Kind(
        "format-added",
        "format-removed",
        "{path} is a {new} now",
        "Whoever reads meets nothing new. Where it is a time, the attribute has another Python type.",
        reader=SAFE,
        source=RISKY,
    ),
    _more(
        "format-removed",
        "format-added",
        "{path} need not be a {old} any more",
        "Whoever reads it as one may fail. Where it was a time, the attribute has another Python type.",
        RISKY,
    ),
    _other(
        "format-changed",
        "{path} is a {new} now, and was a {old}",
        "Whoever reads it as the old one fails, and the attribute may have another Python type.",
        RISKY,
    ),
    _less("count-narrowed", "count-widened", "{path} has {new} now, and had {old}"),
    _more("count-widened", "count-narrowed", "{path} has {new} now, and had {old}"),
    _other("count-moved", "{path} has {new} now, and had {old}"),
)
_SHAPES = (
    _more(
        "branch-added",
        "branch-removed",
        "{path} was added to the alternatives",
        "Whoever reads may meet an alternative that it does not know.",
        RISKY,
    ),
    _less("branch-removed", "branch-added", "{path} is no alternative any more"),
    _less("alternatives-added", "alternatives-dropped", "{path} is one of several alternatives now"),
    _more("alternatives-dropped", "alternatives-added", "{path} is not limited to its alternatives any more"),
    _less("part-added", "part-removed", "{path} must hold, too"),
    _more("part-removed", "part-added", "{path} need not hold any more"),
    _less("shape-added", "shape-dropped", "{path} is described now, and could be anything"),
    _more(
        "shape-dropped",
        "shape-added",
        "{path} may be anything now",
        "Whoever reads may meet what could not come before, and the attribute has another Python type.",
        BREAKING,
    ),
    Kind(
        "exclusion-changed",
        "exclusion-changed",
        "{path} excludes other bodies than before",
        "What one alternative or an exception takes no longer, maybe in another record, may pass now.",
        reader=RISKY,
    ),
    Kind(
        "schema-changed",
        "schema-changed",
        "{path} has the rule {new} now, and had {old}",
        "No rule tells what this does to whoever reads.",
        reader=RISKY,
        source=RISKY,
    ),
)
KINDS = (*_RECORDS, *_VALUES, *_SHAPES)
