"""A server on this machine that answers with the bytes that it is given, however slowly; it remembers requests."""

import socket
import ssl
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import repeat

Bytes = Callable[[], Iterable[bytes | float]]
"""Makes the pieces of an answer, which are sent one by one; a number is a pause in seconds, at most until the end."""

_ENDS = b"Connection: close\r\n"
"""Said where the connection ends after the answer: no client sends a request while it is being closed."""


class Liar:
    """Answers the first request with the first bytes, and so on; the last bytes answer all others."""

    def __init__(self, answers: tuple[Bytes, ...], context: ssl.SSLContext | None = None) -> None:
        self._answers = answers
        self._context = context
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._closed = threading.Event()
        self.connections = 0
        self.requests: list[bytes] = []
        """What arrived, head and body in one."""

    @property
    def url(self) -> str:
        """The address of the server."""
        return f"{'https' if self._context else 'http'}://127.0.0.1:{self._listening.getsockname()[1]}"

    def listen(self) -> None:
        """Accept connections until the server is closed, and leave nothing behind."""
        while not self._closed.is_set():
            try:
                connection, _ = self._listening.accept()
            except OSError:
                break
            self.connections += 1
            if self._context:
                connection = self._context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False)
            self._open.append(connection)
            self._threads.append(threading.Thread(target=self._serve, args=[connection]))
            self._threads[-1].start()
        for one in self._open:
            with suppress(OSError):
                socket.socket.shutdown(one, socket.SHUT_RDWR)  # That of TLS changes the object that the thread uses.
        for thread in self._threads:
            thread.join()

    def end(self) -> None:
        """End every connection."""
        self._closed.set()
        self._listening.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Give the port back, when nobody listens any more."""
        self._listening.close()

    def _serve(self, connection: socket.socket) -> None:
        with connection, suppress(OSError, ValueError):  # The client went away.
            if isinstance(connection, ssl.SSLSocket):
                connection.do_handshake()
            while request := _request(connection):
                self.requests.append(request)
                answer = self._answers[min(len(self.requests), len(self._answers)) - 1]
                for piece in answer():
                    if self._closed.is_set():
                        return
                    if isinstance(piece, bytes):
                        connection.sendall(piece)
                    else:
                        self._closed.wait(piece)
                if not getattr(answer, "keeps", False):
                    return


def _request(connection: socket.socket) -> bytes:
    received = b""
    while b"\r\n\r\n" not in received:
        piece = connection.recv(65_536)
        if not piece:
            return b""
        received += piece
    head, _, body = received.partition(b"\r\n\r\n")
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            while len(body) < int(line.partition(b":")[2]):
                body += connection.recv(65_536)
    return head + b"\r\n\r\n" + body


@contextmanager
def lying(*answers: Bytes, context: ssl.SSLContext | None = None) -> Iterator[Liar]:
    """Serve answers for as long as the block lasts."""
    liar = Liar(answers, context)
    thread = threading.Thread(target=liar.listen)
    thread.start()
    try:
        yield liar
    finally:
        liar.end()
        thread.join()
        liar.close()


def raw(*pieces: bytes) -> Bytes:
    """Return an answer of these bytes."""
    return lambda: pieces


def answer(
    body: bytes, status: str = "200 OK", kind: str = "application/json", length: int | None = None, more: str = ""
) -> Bytes:
    """Return an answer with a head, which may name another length than the body has."""
    return raw(_head(status, kind, f"Content-Length: {len(body) if length is None else length}\r\n{more}") + body)


def problem(body: bytes, status: str = "422 Unprocessable Content", more: str = "", request_id: str = "req_1") -> Bytes:
    """Return an answer with a problem."""
    length = f"Content-Length: {len(body)}\r\n"
    return raw(_head(status, "application/problem+json", length + more, request_id) + body)


def keeping(found: Bytes) -> Bytes:
    """Return an answer after which the connection stays open."""

    def pieces() -> Iterable[bytes | float]:
        return (piece.replace(_ENDS, b"", 1) if isinstance(piece, bytes) else piece for piece in found())

    pieces.keeps = True  # type: ignore[attr-defined]  # what the server looks for
    return pieces


def chunked(pieces: Iterable[bytes], more: str = "") -> Bytes:
    """Return an answer in chunks that never end before the pieces do."""

    def sent() -> Iterator[bytes]:
        yield _head("200 OK", "application/json", f"Transfer-Encoding: chunked\r\n{more}")
        for piece in pieces:
            yield b"%x\r\n%b\r\n" % (len(piece), piece)
        yield b"0\r\n\r\n"

    return sent


def dripping(start: bytes, pieces: Iterable[bytes], pause: float = 0.05) -> Bytes:
    """Return an answer of which a piece comes from time to time."""

    def sent() -> Iterator[bytes | float]:
        yield start
        for piece in pieces:
            yield pause
            yield piece

    return sent


def silent() -> Iterable[float]:
    """Return an answer that never comes."""
    return [threading.TIMEOUT_MAX]


def endless(piece: bytes) -> Iterable[bytes]:
    """Return a piece again and again."""
    return repeat(piece)


def bomb(mebibytes: int) -> Iterator[bytes]:
    """Yield gzip of so many MiB of spaces, without taking the time to compress them all."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    yield packer.compress(b" ") + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(b" " * 2**20) + packer.flush(zlib.Z_FULL_FLUSH)
    yield from repeat(block, mebibytes)


def _head(status: str, kind: str, more: str, request_id: str = "req_1") -> bytes:
    text = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nRequest-Id: {request_id}\r\n".encode("latin-1")
    return text + _ENDS + f"{more}\r\n".encode("latin-1")
