"""The characters that no text of the catalogue may contain, and that every command escapes.

They end a text for some readers, control a terminal, reverse a line or are no characters. Joiners such as U+200D
belong to some scripts and are not among them.
"""

import re

_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_CONTROLS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029"
_NONE = "\ufdd0-\ufdef\ufeff" + "".join(
    f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 1 << 20, 1 << 16)
)
_LAST_PLANE = "\U0010fffe\U0010ffff"
_SURROGATES = "\ud800-\udfff"

_EVERYWHERE = f"{_CONTROLS}{_BIDI}{_NONE}{_LAST_PLANE}{_SURROGATES}"

UNWANTED = re.compile(f"[\r{_EVERYWHERE}]")
"""Any of them in a text whose lines end in a line feed."""

UNWANTED_IN_FILE = re.compile(f"[\t{_EVERYWHERE}]")
"""Any of them in a file, whose lines may end in a carriage return, and a tab, which YAML takes for no indentation."""


def visible(text: str) -> str:
    """Return a text in which each of them is written as an escape; JSON stays the same JSON, lines and tabs stay."""
    return UNWANTED.sub(lambda found: _escape(found[0]), text)


def printable(text: str, kept: str = "") -> str:
    """Return text in which every sign that is not printable, but for those `kept`, is written as its escape."""
    return "".join(sign if sign.isprintable() or sign in kept else repr(sign)[1:-1] for sign in text)


def _escape(character: str) -> str:
    code = ord(character)
    if code < ord(" "):
        return f"\\x{code:02x}"  # JSON never has these as they are.
    if code > 0xFFFF:
        return "".join(f"\\u{half:04x}" for half in (0xD7C0 + (code >> 10), 0xDC00 + (code & 0x3FF)))
    return f"\\u{code:04x}"
