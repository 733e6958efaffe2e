"""A regular expression in; why it does not mean the same in every language out.

The portable subset: anchored at both ends, characters, classes in brackets, groups, alternatives inside groups, and
greedy repeats, so that Python and ECMAScript (with its u flag) read it alike, and no text takes forever to match.
"""

import re
from collections.abc import Iterator

from paycat.matching.patterns import is_readable

Fault = tuple[str, str]

_TOKEN = re.compile(
    r"(?P<escape>\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\.?)"
    r"|(?P<cls>\[\^?(?:\\.|[^\]\\])*\]?)"
    r"|(?P<special>\(\?(?!:))|(?P<open>\((?:\?:)?)|(?P<close>\))"
    r"|(?P<repeat>[*+?]|\{[0-9]+(?:,[0-9]*)?\})"
    r"|(?P<bar>\|)|(?P<anchor>[\^$])|(?P<dot>\.)|(?P<stray>[{}\]])|(?P<plain>.)",
    re.DOTALL,
)
_CLASSES = {
    "d": "[0-9]",
    "D": "[^0-9]",
    "w": "[A-Za-z0-9_]",
    "W": "[^A-Za-z0-9_]",
    "s": r"[ \t]",
    "S": r"[^ \t]",
}
_NEVER = {
    "bar": ("an alternative with | stands outside a group", "write ^(a|b)$"),
    "special": ("look-around, named groups and flags are not portable", "use plain groups, ( and )"),
    "anchor": ("{} stands inside the pattern", "only the first ^ and the last $ are anchors; else write \\{}"),
    "dot": ("the dot does not mean the same in every language", "list the characters, such as [A-Za-z0-9 ]"),
    "close": ("a ) closes nothing", "write \\) when the character itself is meant"),
    "stray": ("{} stands alone", "write \\{} when the character itself is meant"),
}
_ANCHORS = 2
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


def tokens(inner: str) -> Iterator[tuple[str, str]]:
    """The parts of a pattern without its anchors, each with its kind: escape, cls, open, close, repeat, bar, plain."""
    return ((str(token.lastgroup), token[0]) for token in _TOKEN.finditer(inner))


def unanchored(pattern: str) -> str | None:
    """Return what stands between the anchors, or None when one is missing."""
    body = pattern[1:-1]
    escaped = (len(body) - len(body.rstrip("\\"))) % 2 == 1
    return None if len(pattern) < _ANCHORS or pattern[0] != "^" or pattern[-1] != "$" or escaped else body


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
        for kind, text in tokens(inner):
            if found := self._token(kind, text):
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
                return self._open()
            case "close" if len(self.endless) > 1:
                self.closed_endless = self.endless.pop()
                self.endless[-1] |= self.closed_endless
            case "bar" if len(self.endless) > 1:
                pass
            case "bar" | "special" | "anchor" | "dot" | "stray" | "close":
                what, hint = _NEVER[kind]
                return what.format(text), hint.format(text)
        return None

    def _open(self) -> Fault | None:
        self.endless.append(False)
        return ("the groups are nested too deeply", "") if len(self.endless) > _DEEPEST else None

    def _repeat(self, text: str) -> Fault | None:
        if self.last == "repeat":
            return f"lazy, possessive and double repeats ({text} after a repeat) are not portable", f"remove the {text}"
        endless = text in "*+" or text.endswith(",}")
        if endless and self.last == "close" and self.closed_endless:
            return "a repeat without an end stands inside another one", "give one of them an end, such as {1,20}"
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
        return "an unescaped [, or two like signs in a row, stand inside brackets", r"write \[ or \- for the character"
    escapes = re.findall(r"\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\.?", inside)
    fault = next((found for escape in escapes if (found := _escape(escape, "-.^$*+?()[]{}|/"))), None)
    return fault or _line_break(text)


def _line_break(text: str) -> Fault | None:
    try:
        admits = re.match(text, "\n")
    except re.error:
        return None  # Reading the whole pattern says why.
    return (
        (f"{text} admits a line break, which languages treat differently", r"exclude it: [^\n...]") if admits else None
    )
