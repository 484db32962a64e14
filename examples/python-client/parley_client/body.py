"""Reads a request's body off a socket: with Content-Length or chunked (§4.5)."""

from io import BufferedIOBase
from typing import List, Optional

_LINE_LIMIT_BYTES = 4_096
_TRAILER_LIMIT = 64


class BodyTrouble(Exception):
    """The body cannot be read.

    The connection has to end, because nobody knows where the next request begins.
    """

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message


def read_body(
    stream: BufferedIOBase, length: Optional[str], encoding: Optional[str], limit_bytes: int
) -> bytes:
    """`length`, `encoding`: the fields Content-Length and Transfer-Encoding.

    Raises BodyTrouble, OSError.
    """
    if encoding is not None:
        if encoding.strip().lower() != "chunked" or length is not None:
            raise _malformed()
        return _read_chunked(stream, limit_bytes)
    if length is None:
        raise BodyTrouble(411, 40001, "A body is expected, with Content-Length or chunked.")
    if not (length.isascii() and length.isdigit()):
        raise _malformed()
    # A number of thousands of digits is not even converted.
    if len(length) > 15 or int(length) > limit_bytes:
        raise _too_large(limit_bytes)
    return _exactly(stream, int(length))


def _read_chunked(stream: BufferedIOBase, limit_bytes: int) -> bytes:
    chunks: List[bytes] = []
    room = limit_bytes
    while True:
        digits = _line(stream).split(b";", 1)[0].strip()
        if not 0 < len(digits) <= 15 or digits.strip(b"0123456789abcdefABCDEF"):
            raise _malformed()
        size = int(digits, 16)
        if size == 0:
            break
        room -= size
        if room < 0:
            raise _too_large(limit_bytes)
        chunks.append(_exactly(stream, size))
        if _line(stream) != b"":
            raise _malformed()
    for _ in range(_TRAILER_LIMIT):
        if _line(stream) == b"":
            return b"".join(chunks)
    raise _malformed()


def _line(stream: BufferedIOBase) -> bytes:
    line = stream.readline(_LINE_LIMIT_BYTES)
    if not line.endswith(b"\n"):
        raise _malformed()
    return line.rstrip(b"\r\n")


def _exactly(stream: BufferedIOBase, size: int) -> bytes:
    data = stream.read(size)
    if len(data) != size:
        raise _malformed()
    return data


def _malformed() -> BodyTrouble:
    return BodyTrouble(400, 40001, "The body was cut off, or its HTTP framing is invalid.")


def _too_large(limit_bytes: int) -> BodyTrouble:
    why = f"The body is too large: at most {limit_bytes} bytes are expected."
    return BodyTrouble(413, 41301, why)
