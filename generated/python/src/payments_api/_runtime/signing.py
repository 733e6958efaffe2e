# Part of paycat's runtime, copied unchanged. Do not edit.

"""Signatures of messages: HMAC-SHA256 (RFC 2104) of parts of a message, as a form states it."""

import base64
import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass

Message = Mapping[str, str | bytes]
"""The parts of a message by name."""
_TIME = re.compile("0|[1-9][0-9]{0,14}")
"""A time that every clock knows. `int` also reads signs, blanks and the digits of other scripts."""


@dataclass(frozen=True, slots=True)
class SignatureForm:
    """What is signed, and how the result is sent.

    `headers` are names by what they hold; `timestamp` is the unit of times since 1970.
    """

    parts: tuple[str, ...]
    headers: Mapping[str, str]
    joined_by: str = "\n"
    encoding: str = "base64"
    prefix: str = ""
    timestamp: str = "seconds"
    tolerance_seconds: int = 300

    def text(self, message: Message) -> bytes:
        """Return the bytes that are signed."""
        parts = (message[name] for name in self.parts)
        return self.joined_by.encode().join(map(_as_bytes, parts))

    def signature(self, secret: str, text: bytes) -> str:
        """Return the value of the header with the signature."""
        digest = hmac.digest(secret.encode(), text, "sha256")
        is_hex = self.encoding == "hex"
        written = digest.hex() if is_hex else base64.b64encode(digest).decode()
        return self.prefix + written

    def time_of(self, seconds: float) -> str:
        """Return a time as its header has it."""
        return str(int(seconds * (1000 if self.timestamp == "milliseconds" else 1)))

    def seconds_of(self, text: str) -> float | None:
        """Return the seconds since 1970 that a header holds; None if it holds no time."""
        if not _TIME.fullmatch(text):
            return None
        return int(text) / (1000 if self.timestamp == "milliseconds" else 1)

    def signed(self, secret: str, message: Message, key: str = "") -> dict[str, str]:
        """Return the headers of a message whose parts include its time, signed with a secret."""
        signature = self.signature(secret, self.text(message))
        values = {**message, "key": key, "signature": signature}
        return {header: str(values[name]) for name, header in self.headers.items()}


def _as_bytes(part: str | bytes) -> bytes:
    return part if isinstance(part, bytes) else part.encode("latin-1")
