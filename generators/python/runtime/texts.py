# Part of paycat's runtime, copied unchanged. Do not edit.

"""Texts of the service, made safe to print and to log: one line each, and not long."""

import re
import unicodedata

_POINTER = re.compile("#(?:/(?:[A-Za-z0-9._!$&'()*+,;=:@?-]|~[01]|%[0-9A-Fa-f]{2})*)*")
_PATH = re.compile(r"[A-Za-z0-9_$@-]+(?:\.[A-Za-z0-9_$@-]+|\[[0-9]+\])*")
_CODE = re.compile("[A-Za-z][A-Za-z0-9_.-]*")
_LONGEST_POINTER = 512
_LONGEST_CODE = 64


def plain(text: object, most: int = 200) -> str:
    """Return a text on one line, control characters escaped; empty if it is no text."""
    if not isinstance(text, str):
        return ""
    line = "".join(map(_shown, text[: most + 1]))
    return line if len(line) <= most else line[: most - 1] + "…"


def pointer_or_nothing(text: object) -> str:
    """Return a JSON Pointer in a URI fragment (RFC 6901); empty if it is none."""
    fits = isinstance(text, str) and len(text) <= _LONGEST_POINTER
    return str(text) if fits and _POINTER.fullmatch(str(text)) else ""


def path_or_nothing(text: object) -> str:
    """Return a dotted path, such as `lines[0].amount`; empty if it is none."""
    fits = isinstance(text, str) and len(text) <= _LONGEST_POINTER
    return str(text) if fits and _PATH.fullmatch(str(text)) else ""


def code_or_nothing(text: object) -> str:
    """Return the code of a rejected member; empty if it does not have the form of a code."""
    fits = isinstance(text, str) and len(text) <= _LONGEST_CODE
    return str(text) if fits and _CODE.fullmatch(str(text)) else ""


def _shown(character: str) -> str:
    if character.isprintable() or unicodedata.category(character) == "Zs":
        return character
    return character.encode("unicode_escape").decode("ascii")
