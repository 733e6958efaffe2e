"""The characters that no text of the catalogue may contain, and that every command escapes.

They end a text for some readers, control a terminal, show nothing, reverse a line or are no characters. A joiner
(U+200C, U+200D) between two letters of a script that needs it is allowed, and so is what joins or selects pictographs.
"""

import codecs
import re
from collections.abc import Iterator
from functools import lru_cache
from io import TextIOWrapper

from paycat.text.unicode_ranges import DEFAULT_IGNORABLE, JOINED_LETTERS, PICTOGRAPHS

_CONTROLS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029"
_NONE = "\ufdd0-\ufdef" + "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 1 << 20, 1 << 16))
_LAST_PLANE = "\U0010fffe\U0010ffff"
_SURROGATES = "\ud800-\udfff"
_MODIFIERS = "\ufe0f\U0001f3fb-\U0001f3ff"
"""What may follow a pictograph before it is joined to another: its presentation, a tone of skin."""
_NEEDED = ("\u200c", "\u200d", "\ufe0e", "\ufe0f")

_EVERYWHERE = f"{_CONTROLS}{_NONE}{_LAST_PLANE}{_SURROGATES}{DEFAULT_IGNORABLE}"

_UNWANTED = re.compile(f"[\r{_EVERYWHERE}]")
_UNWANTED_IN_FILE = re.compile(f"[\t{_EVERYWHERE}]")


def unwanted_in(text: str) -> re.Match[str] | None:
    """Return the first of them in a text whose lines end in a line feed, or None."""
    return next(_unneeded(_UNWANTED, text), None)


def unwanted_in_file(text: str) -> re.Match[str] | None:
    """Return the first of them in a file, or a tab, which YAML takes for no indentation, or None.

    Lines of a file may end in a carriage return.
    """
    return next(_unneeded(_UNWANTED_IN_FILE, text), None)


def visible(text: str) -> str:
    """Return a text in which each of them is written as an escape; JSON stays the same JSON, lines and tabs stay."""
    return _UNWANTED.sub(lambda found: found[0] if _is_needed(found) else _escape(found[0]), text)


def printable(text: str, kept: str = "") -> str:
    """Return text in which every sign that is not printable or shows nothing is its escape, but for those `kept`."""
    return visible("".join(sign if sign.isprintable() or sign in kept else repr(sign)[1:-1] for sign in text))


def print_any_text(stream: object) -> None:
    """Let a stream of text escape each character that its encoding lacks, as `visible` does, in place of failing."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors=_ESCAPES)


def _escape_unencodable(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_escape, error.object[error.start : error.end])), error.end


_ESCAPES = "paycat.escapes"
codecs.register_error(_ESCAPES, _escape_unencodable)


def _unneeded(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    return (found for found in pattern.finditer(text) if not _is_needed(found))


def _is_needed(found: re.Match[str]) -> bool:
    """Return whether a joiner is between letters of a script that needs it, or the character is part of an emoji."""
    return found[0] in _NEEDED and _needed().match(found.string, found.start()) is not None


@lru_cache
def _needed() -> re.Pattern[str]:
    """Return the pattern of what is needed where it is; it is slow to compile, and hardly any text needs it."""
    joined = (f"(?<=[{letters}])[\u200c\u200d](?=[{letters}])" for letters in JOINED_LETTERS.values())
    keycap = "(?<=[#*0-9])\ufe0f(?=\u20e3)"
    emoji = (
        keycap,
        f"(?<=[{PICTOGRAPHS}])[\ufe0e\ufe0f]",
        f"(?<=[{PICTOGRAPHS}{_MODIFIERS}])\u200d(?=[{PICTOGRAPHS}])",
    )
    return re.compile("|".join((*joined, *emoji)))


def _escape(character: str) -> str:
    code = ord(character)
    if code < ord(" "):
        return f"\\x{code:02x}"  # JSON never has these as they are.
    if code > 0xFFFF:
        return "".join(f"\\u{half:04x}" for half in (0xD7C0 + (code >> 10), 0xDC00 + (code & 0x3FF)))
    return f"\\u{code:04x}"
