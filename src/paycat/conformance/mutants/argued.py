"""Mutants of the generated package that mean the same, for a reason that people gave: no machine proves it.

Such a reason is looked for only when no vector noticed the mutant. It names the module, the function and the change, in
which * stands for anything.
"""

from fnmatch import fnmatchcase

_ARGUED = (
    (
        ("body", "read_object", "*body.count(*) > DEEPEST*"),
        "a body nests deeper than the limit only if it has more brackets than that: the count saves work alone",
    ),
    (
        ("_base", "read", "never: not number.is_finite()"),
        "a body holds no number that is not finite, as reading it refuses NaN and Infinity: this is for other callers",
    ),
    (("refusals", "", "_MEANINGS without *"), "the table holds the words of refusals, not which there are"),
)


def argument(module: str, function: str, change: str) -> str:
    """Return why a change of a module means the same, or nothing."""
    place = (module, function, change)
    found = (why for patterns, why in _ARGUED if all(map(fnmatchcase, place, patterns)))
    return next(found, "")
