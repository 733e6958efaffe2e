"""Names of files that Windows, macOS and Linux all can hold, and which of them are one file there."""

import re
import unicodedata
from functools import lru_cache

from paycat.catalogue.forms import is_no_device
from paycat.languages.source import UnsuitableValueError

_LONGEST = 255
"""Bytes in UTF-8, which are at least as many as the units of UTF-16 that Windows and macOS count."""
_SHOWN = 60
_SIGN = re.compile(r'[\x00-\x1f\x7f"*:<>?|]')


@lru_cache(maxsize=16384)
def reject_unportable(name: str) -> None:
    """Raise UnsuitableValueError for the name of a file or folder that some system cannot hold, with the reason."""
    reason = _reason(name)
    if reason:
        raise UnsuitableValueError(f"{name[:_SHOWN]!r} cannot be the name of a file on every system: {reason}")


@lru_cache(maxsize=16384)
def folded(path: str) -> str:
    """Return what a path is compared by where case and the composition of letters make no difference."""
    return path.lower() if path.isascii() else _decomposed(_decomposed(path).casefold())


def _reason(name: str) -> str:
    if match := _SIGN.search(name):
        return f"Windows allows no {match[0]!r} in it"
    if name.endswith((".", " ")):
        return "Windows removes the dot or blank at its end"
    if not is_no_device(name):
        return "Windows keeps it for a device"
    if len(name.encode(errors="surrogatepass")) > _LONGEST:
        return f"it has more than {_LONGEST} bytes"
    return ""


def _decomposed(path: str) -> str:
    return unicodedata.normalize("NFD", path)
