"""Letters of other scripts that look like Latin ones: which they are, what they are called, and what was meant."""

import re
import unicodedata

_LIKE_LATIN = {
    **dict(zip("аеорсухіјѕһԁԛԝѵАВЕЅІЈКМНОРСТУХ", "aeopcyxijshdqwvABESIJKMHOPCTYX", strict=True)),  # Cyrillic
    **dict(zip("οαρνικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "oapvikABEZHIKMNOPTYX", strict=True)),  # Greek
    **dict(zip("օսոհ", "ounh", strict=True)),  # Armenian
}
_WORD = re.compile(r"\w+")


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
    found = []
    for word in _WORD.findall(text):
        alike = next(filter(_latin, word), None)
        if alike and any(sign.isascii() and sign.isalpha() for sign in word):
            found.append((word, alike))
    return found


def _latin(sign: str) -> str:
    """Return the Latin letter that a letter of another script looks like, or an empty text."""
    if sign.isascii():
        return ""
    plain = unicodedata.normalize("NFKC", sign)  # Of wide, bold and circled letters.
    return _LIKE_LATIN.get(sign) or (plain if len(plain) == 1 and plain.isascii() and plain.isalpha() else "")
