"""The portable subset of regular expressions: what does not mean the same in every language, and how it is read.

Anchored at both ends, characters, classes in brackets, groups, alternatives inside groups, and greedy repeats, so that
Python and ECMAScript (with its u flag) read it alike.
"""

import re
from collections.abc import Iterator

from paycat.shapes.patterns.compiled import anchors, is_readable

Fault = tuple[str, str]
Items = list[tuple[str, str]]
"""The first and the last character of each item of a class, as they are written; a single one has no last."""

_TOKEN = re.compile(
    r"(?P<escape>\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\.?)"
    r"|(?P<cls>\[\^?(?:\\.|[^\]\\])*\]?)"
    r"|(?P<special>\(\?(?!:))|(?P<open>\((?:\?:)?)|(?P<close>\))"
    r"|(?P<repeat>[*+?]|\{[0-9]+(?:,[0-9]*)?\})"
    r"|(?P<bar>\|)|(?P<anchor>[\^$])|(?P<dot>\.)|(?P<stray>[{}\]])|(?P<plain>.)",
    re.DOTALL,
)
_CLASSES = {"d": "[0-9]", "D": "[^0-9]", "w": "[A-Za-z0-9_]", "W": "[^A-Za-z0-9_]", "s": r"[ \t]", "S": r"[^ \t]"}
_NEVER = {
    "bar": ("an alternative with | is outside a group", "write ^(a|b)$"),
    "special": ("look-around, named groups and flags are not portable", "use plain groups, ( and )"),
    "anchor": ("{} is inside the pattern", "only the first ^ and the last $ are anchors; else write \\{}"),
    "dot": ("the dot does not mean the same in every language", "list the characters, such as [A-Za-z0-9 ]"),
    "close": ("a ) closes nothing", "write \\) when the character itself is meant"),
    "stray": ("{} is on its own", "write \\{} when the character itself is meant"),
}
_SIGN = r"\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\.|[^\\]"
_ITEM = re.compile(f"({_SIGN})(?:-({_SIGN}))?", re.DOTALL)
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v"}
_ESCAPED_IN_HTML = "()[]{}/|-"
_DEEPEST = 16
_LONGEST = 1000
_CLOSED = re.compile(r"\[\^?(?:\\.|[^\]\\])*\]", re.DOTALL)
_SETS = re.compile(r"&&|--|~~|\|\|")


def fault_of(pattern: str) -> Fault | None:
    """Return what is wrong with a pattern and what to do about it, or None."""
    if len(pattern) > _LONGEST:
        return f"the pattern is longer than {_LONGEST} characters", "state the lengths with `length` instead"
    inner = unanchored(pattern)
    if inner is None:
        return "the pattern is not anchored", "begin it with ^ and end it with $"
    return _Scan().fault(inner) or _uncompiled(pattern)


def tokens(pattern: str) -> Iterator[re.Match[str]]:
    """The tokens of a pattern; `lastgroup` is one of escape, cls, open, close, repeat, bar, anchor, plain."""
    return _TOKEN.finditer(pattern)


def unanchored(pattern: str) -> str | None:
    """Return what is between the anchors, or None when one is missing."""
    begins, inner, ends = anchors(pattern)
    return inner if begins and ends else None


def class_items(text: str) -> tuple[str, Items]:
    """Return how a class begins, `[` or `[^`, and its items."""
    head = "[^" if text.startswith("[^") else "["
    return head, [
        (first, last or "") for first, last in (item.groups() for item in _ITEM.finditer(text[len(head) : -1]))
    ]


def code_of(sign: str) -> int:
    """Return the code of a character, escaped or not."""
    if len(sign) > 2:
        return int(sign[2:], 16)
    return ord(_CONTROLS.get(sign[1], sign[1]) if sign.startswith("\\") else sign)


def html_pattern(pattern: str) -> str:
    """Return a portable pattern as the HTML attribute `pattern` takes it: with the flag v, which escapes more."""
    inner = unanchored(pattern)
    if inner is None:
        return pattern
    return "^" + "".join(_html_class(one[0]) if one.lastgroup == "cls" else one[0] for one in tokens(inner)) + "$"


def _html_class(text: str) -> str:
    head, items = class_items(text)
    escaped = ([f"\\{sign}" if sign in _ESCAPED_IN_HTML else sign for sign in item if sign] for item in items)
    return f"{head}{''.join(map('-'.join, escaped))}]"


def _uncompiled(pattern: str) -> Fault | None:
    try:
        re.compile(pattern)
    except (re.error, OverflowError) as error:
        reason = error.msg if isinstance(error, re.error) else str(error)
        return f"the pattern cannot be read: {reason}", ""
    if not is_readable(pattern):
        return "the pattern counts further than regular-expression engines do", "state the lengths with `length`"
    return None


class _Scan:
    """One pass over a pattern; remembers what was opened, and which groups repeat without an end inside."""

    def __init__(self) -> None:
        self.endless = [False]
        self.closed_endless = False
        self.last = ""

    def fault(self, inner: str) -> Fault | None:
        """Return the first fault of a pattern without its anchors."""
        for token in tokens(inner):
            kind = str(token.lastgroup)
            if found := self._token(kind, token[0]):
                return found
            self.last = kind
        return ("a ( is not closed", r"write \( when the character itself is meant") if self.endless[1:] else None

    def _token(self, kind: str, text: str) -> Fault | None:
        match kind:
            case "escape":
                return _escape(text, ".^$*+?()[]{}|/")
            case "cls":
                return _class(text)
            case "repeat":
                return self._repeat(text)
            case "open":
                self.endless.append(False)
                return ("the groups are nested too deeply", "") if len(self.endless) > _DEEPEST else None
            case "close" if len(self.endless) > 1:
                self.closed_endless = self.endless.pop()
                self.endless[-1] |= self.closed_endless
            case "bar" if len(self.endless) > 1:
                pass
            case "bar" | "special" | "anchor" | "dot" | "stray" | "close":
                what, hint = _NEVER[kind]
                return what.format(text), hint.format(text)
        return None

    def _repeat(self, text: str) -> Fault | None:
        if self.last == "repeat":
            return f"lazy, possessive and double repeats ({text} after a repeat) are not portable", f"remove the {text}"
        endless = text in "*+" or text.endswith(",}")
        if endless and self.last == "close" and self.closed_endless:
            return "a repeat without an end is inside another one", "give one of them an end, such as {1,20}"
        self.endless[-1] |= endless
        return None


def _escape(text: str, allowed: str) -> Fault | None:
    letter, code = text[1:2], text[2:]
    if letter in _CLASSES:
        return f"{text} does not mean the same in every language", f"write {_CLASSES[letter]}"
    if letter and (letter in f"\\{allowed}tnrfv" or code):
        return None
    return f"the escape {text} is not portable", "write the characters themselves"


def _class(text: str) -> Fault | None:
    inside = text[2:-1] if text.startswith("[^") else text[1:-1]
    if not _CLOSED.fullmatch(text):
        return "a [ is not closed", r"write \[ when the character itself is meant"
    if not inside:
        return "the brackets [] are empty", "name the characters that are allowed"
    plain = re.sub(r"\\.", "", inside)
    if "[" in plain or _SETS.search(plain):
        return "an unescaped [, or two like signs in a row, are inside brackets", r"write \[ or \- for the character"
    escapes = re.findall(r"\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\.?", inside)
    fault = next((found for escape in escapes if (found := _escape(escape, "-.^$*+?()[]{}|/"))), None)
    return fault or _line_break(text)


def _line_break(text: str) -> Fault | None:
    try:
        admits = re.match(text, "\n")
    except re.error:
        return None  # The whole pattern cannot be read; see `_uncompiled`.
    return (
        (f"{text} admits a line break, which languages treat differently", r"exclude it: [^\n...]") if admits else None
    )
