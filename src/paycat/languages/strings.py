"""Texts as strings of Go, Java, PHP and Ruby: ASCII alone, so that no encoding and no invisible character matters.

What each language would read as more than text (`$` in PHP, `#` in Ruby, `\\u0022` in Java) is escaped. A text with
half of a surrogate pair is none that any file could hold: UnsuitableValueError.
"""

from collections.abc import Callable

from paycat.languages.source import Source, UnsuitableValueError

_ALWAYS = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def go_string(text: str) -> Source:
    """Return a text as an interpreted string of Go."""
    return _string(text, "go", {}, lambda code: f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}")


def java_string(text: str) -> Source:
    """Return a text as a string of Java, whose `\\u` is read before all else: ASCII is written without it."""
    return _string(text, "java", {}, lambda code: f"\\{code:03o}" if code <= 0x7F else _utf_16(code))


def php_string(text: str) -> Source:
    """Return a text as a string of PHP in double quotes."""
    return _string(text, "php", {"$": "\\$"}, lambda code: f"\\u{{{code:x}}}")


def ruby_string(text: str) -> Source:
    """Return a text as a string of Ruby in double quotes."""
    return _string(text, "ruby", {"#": "\\#"}, lambda code: f"\\u{{{code:x}}}")


def _string(text: str, language: str, more: dict[str, str], escape: Callable[[int], str]) -> Source:
    escapes = _ALWAYS | more
    signs = [escapes.get(sign) or (sign if " " <= sign <= "~" else escape(ord(sign))) for sign in str(text)]
    if any("\ud800" <= sign <= "\udfff" for sign in str(text)):
        raise UnsuitableValueError("a text has half of a surrogate pair, which is no character")
    return Source(f'"{"".join(signs)}"', language)


def _utf_16(code: int) -> str:
    units = chr(code).encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[start : start + 4]}" for start in range(0, len(units), 4))
