"""Finds text that was UTF-8, was read in another encoding and saved again: `CÃ´te` for `Côte`."""

import re

_DECODED_WRONG = re.compile(r"[\u00c2-\u00f4][\u0080-\u00ff\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]{1,3}")
"""What Latin-1 or Windows-1252 makes of a character that has several bytes in UTF-8."""


def decoded_wrong(text: str) -> tuple[int, str, str] | None:
    """Return where a text first has something in place of a character, what it has, and that character; or None."""
    for found in _DECODED_WRONG.finditer(text) if not text.isascii() else ():
        for encoding in ("cp1252", "latin-1"):
            for length in range(len(found[0]), 1, -1):
                try:
                    right = found[0][:length].encode(encoding).decode("utf-8")
                except UnicodeError:
                    continue
                if len(right) == 1:
                    return found.start(), found[0][:length], right
    return None
