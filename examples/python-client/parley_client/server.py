"""A receiver on `http.server`."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Optional, Type

from .body import BodyTrouble, read_body
from .receiver import Answer, Receiver, failed

# Longer than a gateway keeps a connection that is not used.
_IDLE_SECONDS = 30


def make_server(receiver: Receiver, host: str = "127.0.0.1", port: int = 0) -> ThreadingHTTPServer:
    """A server that takes what is POSTed to any path; the last segment is the channel.

    Call its `serve_forever()`. It speaks plain HTTP: put it behind what ends TLS for you. Port 0 is
    any free one, `server_address` says which.
    """
    return ThreadingHTTPServer((host, port), receiver_handler(receiver))


def receiver_handler(receiver: Receiver) -> Type[BaseHTTPRequestHandler]:
    """The handler of such a server, for a server of yours."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        timeout = _IDLE_SECONDS
        error_content_type = "application/json"
        error_message_format = (
            '{"error": {"code": %(code)d99, "message": "The request cannot be read."}}'
        )

        def do_POST(self) -> None:
            try:
                self._reply(self._answer())
            except ConnectionError:
                self.close_connection = True

        def _answer(self) -> Answer:
            if (self.headers.get("Content-Encoding") or "identity") != "identity":
                self.close_connection = True
                return failed(415, 41501, "The body must be sent without Content-Encoding.")
            length, encoding = self._field("Content-Length"), self._field("Transfer-Encoding")
            try:
                body = read_body(self.rfile, length, encoding, receiver.limit_bytes)
            except BodyTrouble as trouble:
                self.close_connection = True
                return failed(trouble.status, trouble.code, trouble.message)
            return receiver.take(self.path, self.headers.get, body)

        def _field(self, name: str) -> Optional[str]:
            """Two lengths become one text that is no number, and so are refused."""
            values = self.headers.get_all(name)
            return None if values is None else ",".join(values)

        def _refuse_method(self) -> None:
            self.close_connection = True
            self._reply(failed(405, 40501, "Only POST is allowed here."), Allow="POST")

        do_GET = do_HEAD = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _refuse_method

        def _reply(self, answer: Answer, **headers: str) -> None:
            self.send_response(answer.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer.body)))
            self.send_header("Cache-Control", "no-store")
            for name, value in headers.items():
                self.send_header(name, value)
            if self.close_connection:
                self.send_header("Connection", "close")
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(answer.body)

        def log_message(self, format: str, *args: Any) -> None:
            """Silent: a path may be secret. Say what you want logged in the callbacks."""

    return Handler
