"""Random patterns of the portable subset, and what they match: the whole text, as ECMAScript reads ^ and $."""

import re

from hypothesis import strategies as st

from paycat.shapes.patterns.portable import fault_of

SIGNS = "ab09 _-^&~@/.+$([{|é\u0100\N{GRINNING FACE}"
ANCHORS = {"anchor_1_dropped": (False, True), "anchor_2_dropped": (True, False)}
"""The mutants of an anchored pattern that have lost an anchor: whether they have the first one, and the last one."""


def escaped(sign: str) -> str:
    return f"\\{sign}" if sign in r"^$.|?*+()[]{}-/" else sign


def classes(signs: str) -> st.SearchStrategy[str]:
    one = st.sampled_from(signs)
    ranges = st.tuples(one, one).map(lambda ends: "-".join(map(escaped, sorted(ends))))
    raw = one.filter(lambda sign: sign not in "[]-\\")
    items = st.lists(raw | one.map(escaped) | ranges, min_size=1, max_size=2).map("".join)
    return st.builds("[{}{}]".format, st.sampled_from(["", "^\\n"]), items)


def patterns(signs: str = SIGNS) -> st.SearchStrategy[str]:
    """Return a strategy for anchored patterns of which paycat takes every one."""
    repeats = st.sampled_from(["", "", "?", "*", "+", "{2}", "{1,2}", "{0,3}", "{1,}"])
    atoms = st.sampled_from(signs).map(escaped) | classes(signs)
    parts = st.lists(st.builds(str.__add__, atoms, repeats), min_size=1, max_size=2).map("".join)
    choices = st.lists(atoms, min_size=1, max_size=2).map("|".join)
    groups = st.builds("{}{}){}".format, st.sampled_from(["(", "(?:"]), choices, repeats)
    inner = parts | groups | st.builds(str.__add__, parts, groups)
    return inner.map("^{}$".format).filter(lambda pattern: fault_of(pattern) is None)


def is_match(text: str, pattern: str, name: str = "") -> bool:
    """Tell whether a pattern, or the mutant of one with this name, matches a text."""
    begins, ends = ANCHORS.get(name, (True, True))
    inner = pattern[begins : len(pattern) - ends]
    rest = r"[\s\S]*"
    return re.fullmatch(("" if begins else rest) + f"(?:{inner})" + ("" if ends else rest), text) is not None
