"""Writes src/paycat/text/unicode_ranges.json: `python requirements/unicode_ranges.py [FILE]`.

The properties are those of the package regress: Python's `unicodedata` has none of them, and differs with its version.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from regress import Regex

FILE = Path(__file__).parent.parent / "src" / "paycat" / "text" / "unicode_ranges.json"
_SCRIPTS = (
    *("Arabic", "Bengali", "Devanagari", "Gujarati", "Gurmukhi", "Kannada", "Khmer", "Malayalam", "Mongolian"),
    *("Myanmar", "Oriya", "Sinhala", "Syriac", "Tamil", "Telugu"),
)
"""Scripts in which U+200C or U+200D inside a word changes how it is read (UAX #31, RFC 5892)."""
_LETTER_OF = r"(?=[\p{{L}}\p{{M}}])\p{{Script_Extensions={}}}"
EVERY = "".join(chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000).encode()
"""Every character, in UTF-8."""


def text() -> str:
    """Return the text of the file: ranges for character classes of `re`."""
    data = {
        "Default_Ignorable_Code_Point": _ranges(r"\p{Default_Ignorable_Code_Point}"),
        "Extended_Pictographic": _ranges(r"\p{Extended_Pictographic}"),
        "joined": {script: _ranges(_LETTER_OF.format(script)) for script in _SCRIPTS},
    }
    return json.dumps(data, indent=0) + "\n"


def _ranges(pattern: str) -> str:
    return "".join(_runs(pattern))


def _runs(pattern: str) -> Iterator[str]:
    for found in Regex(f"(?:{pattern})+", "u").find_iter(EVERY.decode()):
        run = EVERY[found.range()].decode()  # Its offsets are those of UTF-8.
        yield run if len(run) == 1 else f"{run[0]}-{run[-1]}"


if __name__ == "__main__":
    Path(*sys.argv[1:] or [FILE]).write_text(text(), encoding="utf-8")
