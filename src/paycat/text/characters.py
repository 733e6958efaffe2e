"""Texts by their characters: those that none may contain, letters that look like Latin ones, and common starts."""

import codecs
import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from io import TextIOWrapper
from itertools import takewhile

_RANGES = json.loads(files(__package__).joinpath("unicode_ranges.json").read_text(encoding="utf-8"))
"""Ranges by properties of Unicode, for a character class of `re`. `make codes` writes the file."""
_CONTROLS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029"
_NONE = "\ufdd0-\ufdef" + "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 1 << 20, 1 << 16))
_LAST_PLANE = "\U0010fffe\U0010ffff"
_SURROGATES = "\ud800-\udfff"
_MODIFIERS = "\ufe0f\U0001f3fb-\U0001f3ff"
"""What may follow a pictograph before it is joined to another: its presentation, a tone of skin."""
_NEEDED = ("\u200c", "\u200d", "\ufe0e", "\ufe0f")

_EVERYWHERE = f"{_CONTROLS}{_NONE}{_LAST_PLANE}{_SURROGATES}{_RANGES['Default_Ignorable_Code_Point']}"

_UNWANTED = re.compile(f"[\r{_EVERYWHERE}]")
_UNWANTED_IN_FILE = re.compile(f"[\t{_EVERYWHERE}]")

_LIKE_LATIN = {
    **dict(zip("аеорсухіјѕһԁԛԝѵАВЕЅІЈКМНОРСТУХ", "aeopcyxijshdqwvABESIJKMHOPCTYX", strict=True)),  # Cyrillic
    **dict(zip("οαρνικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "oapvikABEZHIKMNOPTYX", strict=True)),  # Greek
    **dict(zip("օսոհ", "ounh", strict=True)),  # Armenian
}
_WORD = re.compile(r"\w+")

_ESCAPES = "paycat.escapes"


def unwanted_in(text: str) -> re.Match[str] | None:
    """Return the first unwanted character in a text whose lines end in a line feed, or None."""
    return next(_unneeded(_UNWANTED, text), None)


def unwanted_in_file(text: str) -> re.Match[str] | None:
    """Return the first unwanted character in a file, or a tab, which YAML takes for no indentation, or None.

    Lines of a file may end in a carriage return.
    """
    return next(_unneeded(_UNWANTED_IN_FILE, text), None)


def visible(text: str) -> str:
    """Return a text in which escapes replace unwanted characters; JSON stays the same JSON, lines and tabs stay."""
    return _UNWANTED.sub(lambda match: match[0] if _is_needed(match) else _escape(match[0]), text)


def printable(text: str, kept_signs: str = "") -> str:
    """Return text in which every sign that is not printable or shows nothing is its escape, but for `kept_signs`."""
    return visible("".join(sign if sign.isprintable() or sign in kept_signs else repr(sign)[1:-1] for sign in text))


def print_any_text(stream: object) -> None:
    """Let a stream of text escape each character that its encoding lacks, as `visible` does, in place of failing."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors=_ESCAPES)


def name_of(character: str) -> str:
    """Return the number of a character and its name, where Unicode has one."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".strip()


def odd_character(text: str) -> str:
    """Return the name of the first character of a text that is not ASCII, or an empty text."""
    return next((name_of(sign) for sign in text if not sign.isascii()), "")


def in_latin(text: str) -> str:
    """Return a text with Latin letters in place of those that look like them."""
    return text if text.isascii() else "".join(_latin(sign) or sign for sign in text)


def mixed_words(text: str) -> list[tuple[str, str]]:
    """Return the words in which a letter that looks like a Latin one is beside Latin letters, each with that letter."""
    if text.isascii():
        return []
    word_letters = []
    for word in _WORD.findall(text):
        letter = next(filter(_latin, word), None)
        if letter and any(sign.isascii() and sign.isalpha() for sign in word):
            word_letters.append((word, letter))
    return word_letters


def same_at_start(left: Sequence[str], right: Sequence[str]) -> int:
    """Return how many characters two texts, or how many words two lists, have in common at their start."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False)))


def _unneeded(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    return (match for match in pattern.finditer(text) if not _is_needed(match))


def _is_needed(match: re.Match[str]) -> bool:
    """Return whether a joiner is between letters of a script that needs it, or the character is part of an emoji."""
    return match[0] in _NEEDED and _needed().match(match.string, match.start()) is not None


@lru_cache
def _needed() -> re.Pattern[str]:
    """Return the pattern of what is needed where it is; it is slow to compile, and hardly any text needs it."""
    joiner_patterns = (f"(?<=[{letters}])[\u200c\u200d](?=[{letters}])" for letters in _RANGES["joined"].values())
    keycap_pattern, pictographs = "(?<=[#*0-9])\ufe0f(?=\u20e3)", _RANGES["Extended_Pictographic"]
    emoji_patterns = (
        keycap_pattern,
        f"(?<=[{pictographs}])[\ufe0e\ufe0f]",
        f"(?<=[{pictographs}{_MODIFIERS}])\u200d(?=[{pictographs}])",
    )
    return re.compile("|".join((*joiner_patterns, *emoji_patterns)))


def _escape(character: str) -> str:
    code_point = ord(character)
    if code_point < ord(" "):
        return f"\\x{code_point:02x}"  # JSON never has these as they are.
    if code_point > 0xFFFF:
        return "".join(f"\\u{unit:04x}" for unit in (0xD7C0 + (code_point >> 10), 0xDC00 + (code_point & 0x3FF)))
    return f"\\u{code_point:04x}"


def _latin(sign: str) -> str:
    """Return the Latin letter that a letter of another script looks like, or an empty text."""
    if sign.isascii():
        return ""
    letter = unicodedata.normalize("NFKC", sign)  # Of wide, bold and circled letters.
    return _LIKE_LATIN.get(sign) or (letter if len(letter) == 1 and letter.isascii() and letter.isalpha() else "")


def _escape_unencodable(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_escape, error.object[error.start : error.end])), error.end


codecs.register_error(_ESCAPES, _escape_unencodable)
