"""One request to a gateway.

Redirects are not followed and no proxy is asked: the URL is a secret.
"""

import re
import socket
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Timer
from typing import NamedTuple, Optional
from urllib.parse import SplitResult, urlsplit

from .errors import ParleyClientError

_ANSWER_LIMIT_BYTES = 65_536


class Exchanged(NamedTuple):
    """A gateway's answer as text."""

    status: int
    text: str
    retry_after_seconds: Optional[int]


class Endpoint:
    """A gateway's URL for one channel, and how long one request to it may take."""

    def __init__(self, ingress_url: str, timeout_seconds: float) -> None:
        self._url = _http_url(ingress_url)
        self._timeout_seconds = timeout_seconds

    def ask(self, suffix: str, body: Optional[str]) -> Exchanged:
        """POSTs `body`, or GETs when it is None. Raises ParleyClientError: unreachable, timeout."""
        connection = self._connection()
        deadline = _Deadline(self._timeout_seconds)
        try:
            connection.connect()
            deadline.watch(connection.sock)
            answer = self._exchange(connection, suffix, body)
            if not deadline.expired:
                return answer
        except (OSError, HTTPException) as error:
            if not deadline.expired and not isinstance(error, socket.timeout):
                raise _unreachable(error) from None
        finally:
            deadline.cancel()
            connection.close()
        why = f"The gateway did not answer within {self._timeout_seconds:g} s."
        raise ParleyClientError("timeout", why)

    def _connection(self) -> HTTPConnection:
        kind = HTTPSConnection if self._url.scheme == "https" else HTTPConnection
        return kind(str(self._url.hostname), self._url.port, timeout=self._timeout_seconds)

    def _exchange(self, connection: HTTPConnection, suffix: str, body: Optional[str]) -> Exchanged:
        query = f"?{self._url.query}" if self._url.query else ""
        path = self._url.path.rstrip("/") + suffix + query
        if body is None:
            connection.request("GET", path)
        else:
            headers = {"Content-Type": "application/json"}
            connection.request("POST", path, body.encode("utf-8"), headers)
        response = connection.getresponse()
        text = response.read(_ANSWER_LIMIT_BYTES).decode("utf-8", "replace")
        return Exchanged(response.status, text, _whole_seconds(response.getheader("Retry-After")))


class _Deadline:
    """A socket's own timeout is only between two packets; this one is for the whole request."""

    def __init__(self, seconds: float) -> None:
        self.expired = False
        self._socket: Optional[socket.socket] = None
        self._timer = Timer(seconds, self._expire)
        self._timer.daemon = True
        self._timer.start()

    def watch(self, opened: socket.socket) -> None:
        self._socket = opened
        if self.expired:
            self._expire()

    def cancel(self) -> None:
        self._timer.cancel()

    def _expire(self) -> None:
        self.expired = True
        try:
            if self._socket is not None:
                self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def _unreachable(error: Exception) -> ParleyClientError:
    """Only the kind: an error's own words may hold the address."""
    why = f"No answer came from the gateway ({type(error).__name__})."
    return ParleyClientError("unreachable", why)


def _http_url(text: str) -> SplitResult:
    try:
        url = urlsplit(text)
        is_http = url.scheme in ("http", "https") and url.hostname and url.port != 0
        # What else a URL may hold, an HTTP request cannot.
        if is_http and "@" not in url.netloc and re.fullmatch("[!-~]+", text):
            return url
    except ValueError:
        pass
    why = "ingress_url: An http(s) URL is expected, as the channel's operator has it."
    raise ParleyClientError("invalid-argument", why)


def _whole_seconds(value: Optional[str]) -> Optional[int]:
    """Only whole seconds, which is what a gateway sends."""
    text = value or ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
