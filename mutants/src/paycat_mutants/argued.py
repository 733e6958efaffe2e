"""Mutants of the generated package that mean the same, for a reason that people gave: no machine proves it.

Such a reason is looked for only when no vector noticed the mutant. It names the module, the function and the change.
"""

from collections.abc import Mapping

_SHORTCUT = (
    "argued: a body nests deeper than the limit only if it has more brackets, so that counting them saves work alone"
)
_NEVER_ENDING = (
    "argued: reading a body refuses such an exponent before; this is for other callers, and a test of the package "
    "holds it"
)
_WORDS = "argued: the words of a mistake change, and not which mistakes there are"
_BRACKETS = "text.count(b'{') + text.count(b'[') <= levels"

ARGUED: Mapping[tuple[str, str, str], str] = {
    ("body", "nests_deeper", f"{_BRACKETS} with Lt"): _SHORTCUT,
    ("_base", "_number", "never: not number.is_finite()"): (
        "argued: reading a body refuses NaN and Infinity before; this is for other callers, and a test of the package "
        "holds it"
    ),
    **{
        ("_base", "_number", change): _NEVER_ENDING
        for change in ("never: abs(number.adjusted()) > _MOST_DIGITS", "abs(number.adjusted()) > _MOST_DIGITS with GtE")
    },
    **{("_base", "", f"_MOST_DIGITS is {digits}"): _NEVER_ENDING for digits in (4299, 4301)},
    **{("refusals", "", f"_MOST_SUGGESTIONS is {most}"): _WORDS for most in (9, 11)},
    ("_base", "_errors_without_values", "code == 'union_tag_invalid' with NotEq"): _WORDS,
}
