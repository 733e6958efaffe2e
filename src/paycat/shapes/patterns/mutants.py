"""Mutants of a pattern, which differ from it in one place, and texts that distinguish them from it."""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from paycat.shapes.patterns.compiled import compiled, matches
from paycat.shapes.patterns.portable import guard_of_pattern, tree_of
from paycat.shapes.patterns.ranges import is_character
from paycat.shapes.patterns.reading import ANY_SIGN, bounds_of, class_items, code_of, tokens
from paycat.shapes.patterns.texts import distinguishing_text
from paycat.shapes.patterns.tree import locations, ranges

MOST_STEPS = 2_000_000_000
"""So many steps are spent on all patterns of a contract: a few seconds."""

# In steps, each of which is one character that is matched: about 3 ns.
AUTOMATON_STEP = 100
_COMPILING = 20_000
_COMPILING_RANGE = 150
_CALLING = 40
_PLACES = 64  # So many places of a pattern are followed at once without taking longer.
_MOST_SIGNS = 4_000_000
_REACH = 16
_MOST_ITEMS, _RUNS = 64, 6

Edit = tuple[str, str]
Item = tuple[int, int]
"""An item of a class: the codes of its first and last sign."""


def pattern_mutants(pattern: str) -> Iterator[Edit]:
    """Return patterns that differ in one place, each with a name for the difference.

    Anchors, alternatives and items of classes are left out, ends of ranges and bounds of repeats moved by one, and
    characters without a repeat made optional.
    """
    all_tokens = list(tokens(pattern))
    follower_kinds = [token.lastgroup for token in all_tokens[1:]] + [None]
    counts: Counter[str] = Counter()
    for token, follower_kind in zip(all_tokens, follower_kinds, strict=True):
        kind = _KINDS.get(str(token.lastgroup), "sign")
        counts[kind] += 1
        for name, replacement in _changes(kind, token[0], follower_kind):
            yield f"{kind}_{counts[kind]}_{name}", pattern[: token.start()] + replacement + pattern[token.end() :]
    for alternative_number, (start, end) in enumerate(_alternatives(all_tokens), start=1):
        yield f"alternative_{alternative_number}_dropped", pattern[:start] + pattern[end:]


_KINDS = {"cls": "class", "open": "group", "close": "group_end", **{kind: kind for kind in ("repeat", "bar", "anchor")}}


def _changes(kind: str, lexeme: str, follower_kind: str | None) -> Iterator[Edit]:
    match kind:
        case "class":
            yield from _class_changes(lexeme)
        case "repeat":
            yield from _repeat_changes(lexeme)
        case "anchor":
            yield "dropped", ""
        case "sign" if follower_kind != "repeat":
            yield "optional", f"{lexeme}?"


def _class_changes(class_text: str) -> Iterator[Edit]:
    if class_text == ANY_SIGN:
        yield "without_0A", "[^\\n]"
        return
    head, items = class_parts(class_text)
    for start, end in _runs(items):
        prefix, run, suffix = items[:start], items[start:end], items[end:]
        (first, inner_last), (inner_first, last) = run[0], run[-1]
        codes = (first, last) if last > first else (first,)
        name = "-".join(chr(code) if chr(code).isascii() and chr(code).isalnum() else f"{code:02X}" for code in codes)
        if prefix or suffix:
            yield f"without_{name}", _class(head, [*prefix, *suffix])
        for low in (first - 1, first + 1):
            if low <= inner_last and is_character(low):
                yield f"{name}_as_{low:02X}-{last:02X}", _class(head, [*prefix, (low, inner_last), *run[1:], *suffix])
        for high in (last - 1, last + 1):
            if inner_first <= high and is_character(high):
                changed_items = [*prefix, *run[:-1], (inner_first, high), *suffix]
                yield f"{name}_as_{first:02X}-{high:02X}", _class(head, changed_items)


def _runs(items: list[Item]) -> Iterator[tuple[int, int]]:
    """Return where the parts of a class begin and end: its items, or of a class of very many, neighbours together."""
    run_length = -(-len(items) // _RUNS) if len(items) > _MOST_ITEMS else 1
    yield from ((start, min(start + run_length, len(items))) for start in range(0, len(items), run_length))


def _repeat_changes(repeat: str) -> Iterator[Edit]:
    minimum, maximum = bounds_of(repeat)
    bounds: list[tuple[int, int | None]] = [(minimum + 1, maximum), (minimum - 1, maximum)]
    if maximum is not None:
        bounds += [(minimum, maximum + 1), (minimum, maximum - 1)]
    for low_bound, high_bound in bounds:
        if 0 <= low_bound <= (low_bound if high_bound is None else high_bound):
            high_text = "" if high_bound is None else str(high_bound)
            yield f"from_{low_bound}_to_{high_text or 'any'}", f"{{{low_bound},{high_text}}}"


def _alternatives(all_tokens: list[re.Match[str]]) -> Iterator[tuple[int, int]]:
    # Each alternative of a group, with the bar before it, or for the first one the bar after it.
    open_spans: list[list[tuple[int, int]]] = [[]]
    for token in all_tokens:
        if token.lastgroup == "open":
            open_spans.append([token.span()])
        elif token.lastgroup == "bar":
            open_spans[-1].append(token.span())
        elif token.lastgroup == "close":
            bar_spans = [*open_spans.pop(), token.span()]
            spans = [(left, right) for left, right in pairwise(bar_spans)] if len(bar_spans) > 2 else []
            for span_index, (left, right) in enumerate(spans):
                yield (left[1], right[1]) if span_index == 0 else (left[0], right[0])


def class_parts(class_text: str) -> tuple[str, list[Item]]:
    """Return how a class of the portable form begins, `[` or `[^`, and its items."""
    opening, items = class_items(class_text)
    return opening, [(code_of(first_sign), code_of(last_sign or first_sign)) for first_sign, last_sign in items]


def _class(head: str, items: list[Item]) -> str:
    return head + "".join(_coded(first) + (f"-{_coded(last)}" if last > first else "") for first, last in items) + "]"


def _coded(code: int) -> str:
    return f"\\x{code:02x}" if code <= 0xFF else chr(code)


_PLACES_OF_SHARE = 4
"""Binary places of a share that are kept: at most an eighth is lost."""


def fair_share(patterns: Sequence[str]) -> int:
    """Return what the mutants of one pattern may cost where some patterns share MOST_STEPS, each counted as often.

    It is an equal share of what those leave that need less, in round numbers: what is derived of one pattern is not
    derived again because another one has a character more.
    """
    share = _equal_share(patterns)
    return share >> (places := max(share.bit_length() - _PLACES_OF_SHARE, 0)) << places


def _equal_share(patterns: Sequence[str]) -> int:
    steps_left, needed_steps = MOST_STEPS, sorted(map(_steps_needed, patterns))
    for done_count, steps in enumerate(needed_steps):
        if steps * (len(needed_steps) - done_count) > steps_left:
            return steps_left // (len(needed_steps) - done_count)
        steps_left -= steps
    return MOST_STEPS // max(1, len(needed_steps)) + steps_left


@lru_cache(maxsize=1024)
def _steps_needed(pattern: str) -> int:
    """Return about how many steps the mutants of a pattern cost."""
    compile_steps = _COMPILING + _COMPILING_RANGE * ranges(tree_of(pattern))
    return compile_steps * sum(1 for _ in pattern_mutants(pattern))


@lru_cache(maxsize=1024)
def counterexamples(
    pattern: str,
    value: str,
    min_length: int,
    max_length: int | None,
    most_steps: int,
    beside: tuple[str, ...] = (),
) -> tuple[tuple[str, str], ...]:
    """Return texts that distinguish the pattern from its mutants, each with the name of the first such mutant.

    `value` is a text that matches; texts have `min_length` to `max_length` characters, and match all patterns of
    `beside`. A text near the value is easy to read; where none of them distinguishes a mutant, a shortest one is made.
    A mutant has none when it means the same, or when the pattern needs more than `most_steps`.
    """
    name_by_text: dict[str, str] = {}
    unnoticed_mutants: list[Edit] = []
    pool = _pool(pattern, value, min_length, sys.maxsize if max_length is None else max_length)
    near_texts = [text for text in pool if all(matches(other, text) for other in beside)]
    match_flags = [matches(pattern, text) for text in near_texts]
    tree = tree_of(pattern)
    weight = max(1, locations(tree) // _PLACES)
    compile_steps = _COMPILING + _COMPILING_RANGE * ranges(tree)
    step_count = sum(weight * len(text) + _CALLING for text in near_texts)
    for name, mutant in pattern_mutants(pattern):
        if step_count + compile_steps > most_steps:
            break
        mutant_search = compiled(mutant)
        step_count += compile_steps
        for text, is_match in zip(near_texts, match_flags, strict=True):
            step_count += weight * len(text) + _CALLING
            if mutant_search(text) is not is_match:
                name_by_text.setdefault(text, name)
                break
        else:
            unnoticed_mutants.append((name, mutant))
    step_share = (most_steps - step_count) // AUTOMATON_STEP // max(1, 2 * len(unnoticed_mutants))
    for name, mutant in unnoticed_mutants:
        # Engines that need no guard notice a mutant by a text that schemas reject beside the pattern.
        for guard in (guard_of_pattern(pattern), None):
            counterexample = distinguishing_text(
                pattern, mutant, (min_length, max_length), guard, beside=beside, steps=step_share
            ).text
            if counterexample is not None:
                name_by_text.setdefault(counterexample, name)
                break
    return tuple((name, text) for text, name in name_by_text.items())


def _pool(pattern: str, value: str, min_length: int, max_length: int) -> list[str]:
    """Return the texts near the value; where they are many, those that differ from it near its ends alone.

    One that schemas reject beside the pattern, for its line break, is useless.
    """
    guard = guard_of_pattern(pattern)
    near_texts: dict[str, None] = {}
    for reach in (None, _REACH):
        near_texts, sign_count = {}, 0
        for text in _near(pattern, value, reach):
            if min_length <= len(text) <= max_length and text not in near_texts and not guard.rejects(text):
                near_texts[text] = None
                sign_count += len(text)
                if sign_count > _MOST_SIGNS:
                    break
        else:
            break
    return list(near_texts)


def _near(pattern: str, value: str, reach: int | None) -> Iterator[str]:
    signs = _edge_signs(pattern)
    for location in _locations_in(len(value), reach):
        yield from (value[:location] + sign + value[location + 1 :] for sign in signs)
    for location in _locations_in(len(value) + 1, reach):
        yield from (value[:location] + sign + value[location:] for sign in signs)
    for start in _locations_in(len(value), reach):
        yield from (value[:start] + value[end + 1 :] for end in _locations_in(len(value), reach) if end >= start)
    for bound in map(int, re.findall(r"[{,]([0-9]+)", pattern)):
        yield from ((value + value[-1:] * size)[:size] for size in (bound - 1, bound, bound + 1) if size >= 0)


def _locations_in(size: int, reach: int | None) -> list[int]:
    """Return the places of a text, or those that are within reach of an end."""
    return [location for location in range(size) if reach is None or location < reach or location >= size - reach]


def _edge_signs(pattern: str) -> list[str]:
    # The signs at both ends of each part of a class, and those just outside.
    codes: dict[int, None] = {}
    for token in tokens(pattern):
        if token.lastgroup == "cls" and token[0] != ANY_SIGN:
            items = class_parts(token[0])[1]
            for first_code, last_code in ((items[start][0], items[end - 1][1]) for start, end in _runs(items)):
                codes |= dict.fromkeys((first_code, last_code, first_code - 1, last_code + 1))
        elif token.lastgroup not in _KINDS and token.lastgroup != "cls":
            codes[code_of(token[0])] = None
    return [chr(code) for code in codes if is_character(code)]
