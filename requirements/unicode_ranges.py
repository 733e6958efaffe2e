"""Writes src/paycat/text/unicode_ranges.py: `python requirements/unicode_ranges.py [FILE]`.

The properties are those of the package regress: Python's `unicodedata` has none of them, and differs with its version.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from regress import Regex

FILE = Path(__file__).parent.parent / "src" / "paycat" / "text" / "unicode_ranges.py"
_HEAD = '''\
"""Ranges of characters by properties of Unicode, for a character class of `re`. `make codes` writes this file."""

'''
_SCRIPTS = (
    *("Arabic", "Bengali", "Devanagari", "Gujarati", "Gurmukhi", "Kannada", "Khmer", "Malayalam", "Mongolian"),
    *("Myanmar", "Oriya", "Sinhala", "Syriac", "Tamil", "Telugu"),
)
"""Scripts in which U+200C or U+200D inside a word changes how it is read (UAX #31, RFC 5892)."""
_LETTER_OF = r"(?=[\p{{L}}\p{{M}}])\p{{Script_Extensions={}}}"
EVERY = "".join(chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000).encode()
"""Every character, in UTF-8."""
_WIDTH = 100


def text() -> str:
    """Return the text of the module."""
    parts = [
        "DEFAULT_IGNORABLE = ",
        _literal(r"\p{Default_Ignorable_Code_Point}", 0),
        '\n"""What shows nothing: Default_Ignorable_Code_Point."""\nPICTOGRAPHS = ',
        _literal(r"\p{Extended_Pictographic}", 0),
        '\n"""What may be selected or joined: Extended_Pictographic."""\nJOINED_LETTERS = {\n',
        *(f'    "{one}": {_literal(_LETTER_OF.format(one), 4)},\n' for one in _SCRIPTS),
        '}\n"""Letters and marks of the scripts whose words may have U+200C and U+200D in them."""\n',
    ]
    return _HEAD + "".join(parts)


def _literal(pattern: str, indent: int) -> str:
    """Return the ranges of the characters that a pattern matches as a Python string, of several lines if it is long."""
    lines = [""]
    for piece in _ranges(pattern):
        if len(lines[-1]) + len(piece) > _WIDTH:
            lines.append("")
        lines[-1] += piece
    if len(lines) == 1:
        return f'"{lines[0]}"'
    blanks = " " * indent
    return "(\n" + "".join(f'{blanks}    "{line}"\n' for line in lines) + f"{blanks})"


def _ranges(pattern: str) -> Iterator[str]:
    for found in Regex(f"(?:{pattern})+", "u").find_iter(EVERY.decode()):
        run = EVERY[found.range()].decode()  # Its offsets are those of UTF-8.
        yield _escaped(run[0]) if len(run) == 1 else f"{_escaped(run[0])}-{_escaped(run[-1])}"


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


if __name__ == "__main__":
    Path(*sys.argv[1:] or [FILE]).write_text(text(), encoding="utf-8")
