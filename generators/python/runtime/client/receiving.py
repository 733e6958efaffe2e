# Part of paycat's runtime, copied unchanged. Do not edit.

"""An answer as it arrives: decoded piece by piece, and never more of it than is wanted."""

import zlib
from dataclasses import dataclass, field

import httpx

ENCODING = "gzip"
"""The one encoding that the client decodes, besides none."""


@dataclass(frozen=True, slots=True)
class Received:
    """An answer that was read; `cut` says why it was not read to its end, if it was not."""

    status: int
    headers: httpx.Headers
    body: bytes = field(repr=False)
    cut: str = ""


class Body:
    """The decoded body of an answer, of which no more is kept than the limit."""

    def __init__(self, answer: httpx.Response, largest: int) -> None:
        self._answer = answer
        self._largest = largest
        self._kept = bytearray()
        self._gzip = None
        self.cut = ""
        self._whole = answer.is_stream_consumed
        if self._whole:
            # A transport of your own has read and decoded it.
            self._keep(answer.content)
            return
        encoding = str(answer.headers.get("Content-Encoding", "")).strip().lower()
        if encoding == ENCODING:
            self._gzip = zlib.decompressobj(16 + zlib.MAX_WBITS)
        elif encoding not in ("", "identity"):
            self.cut = "it has an encoding that the client did not ask for"

    @property
    def wanted(self) -> bool:
        """Whether the rest of the answer is to be read."""
        return not (self.cut or self._whole)

    def add(self, piece: bytes) -> None:
        """Keep the next piece, as far as the limit allows."""
        if self._gzip is None:
            self._keep(piece)
            return
        try:
            room = self._largest + 1 - len(self._kept)
            self._keep(self._gzip.decompress(piece, room))
        except zlib.error:
            self.cut = "it cannot be decompressed"
        if self._gzip.unused_data:
            self.cut = "it goes on after its compressed body"

    def received(self) -> Received:
        """Return the answer as far as it was kept."""
        ended = self._gzip is None or self._gzip.eof
        cut = self.cut or ("" if ended else "its compressed body is not whole")
        answer = self._answer
        return Received(answer.status_code, answer.headers, bytes(self._kept), cut)

    def _keep(self, decoded: bytes) -> None:
        self._kept += decoded[: self._largest + 1 - len(self._kept)]
        if len(self._kept) > self._largest:
            del self._kept[self._largest :]
            self.cut = f"it is longer than {self._largest} bytes"
