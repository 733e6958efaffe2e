"""Kinds of changes of records, and of what only records, parameters and headers may be."""

from collections.abc import Mapping

from paycat.changes.kinds.kind import BREAKING, RISKY, SAFE, Kind, Verdict

_LESS = "Whoever reads meets nothing that could not come before."
_MORE = "Whoever reads may meet what could not come before."

SOURCE_OF_READERS: Mapping[str, Verdict] = {"field-added-required": SAFE, "requirement-raised": SAFE}
"""The verdicts for the source of kinds shared with requests, where they differ: a program makes no answers."""


def _less(name: str, inverse: str, told: str, why: str = _LESS) -> Kind:
    return Kind(name, inverse, told, why, sender=BREAKING, reader=SAFE, source=SAFE)


def _more(name: str, inverse: str, told: str, why: str = _MORE, source: Verdict = SAFE) -> Kind:
    return Kind(name, inverse, told, why, sender=SAFE, reader=BREAKING, source=source)


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
    Kind(
        "discriminator-changed",
        "discriminator-changed",
        "{new} tells now which record {path} is, and {old} did",
        "Bodies are the same, but whoever reads looks at another member.",
        reader=RISKY,
        source=SAFE,
    ),
    _less("shape-added", "shape-dropped", "{path} is {new} now, and could be anything"),
    _more(
        "shape-dropped",
        "shape-added",
        "{path} may be anything now, and was {old}",
        "Whoever reads may meet what could not come before, and the attribute has another Python type.",
        BREAKING,
    ),
)
KINDS = (*_RECORDS, *_VALUES, *_SHAPES)
