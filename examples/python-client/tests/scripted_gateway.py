"""A gateway that gives one answer after the other, the last one for ever.

It keeps what it was asked.
"""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, List, NamedTuple, Tuple

from parley_client import Client

SECRET = "s3cret"


class Asked(NamedTuple):
    method: str
    path: str
    body: Any


#: Status, body, Retry-After; None is a connection that breaks, "never" one that gives no answer.
Scripted = Any
OK: Scripted = (200, {"result": "ok"}, None)


def refusal(code: int, message: str = "No.", retry_after: Any = None) -> Scripted:
    return (code // 100, {"error": {"code": code, "message": message}}, retry_after)


class ScriptedGateway:
    def __init__(self, *answers: Scripted) -> None:
        self.asked: List[Asked] = []
        self._answers = answers
        self._closing = Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def __enter__(self) -> "ScriptedGateway":
        return self

    def __exit__(self, *_: Any) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/chat/{SECRET}/shop"

    def client(self, **options: Any) -> Tuple[Client, List[float]]:
        """A client that does not really wait, and how long it would have waited."""
        pauses: List[float] = []
        chosen = {"pause": pauses.append, "fraction": lambda: 0.5, **options}
        return Client(self.url, **chosen), pauses

    def _handler(gateway) -> type:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                gateway.asked.append(Asked(self.command, self.path, json.loads(body or "null")))
                answer = gateway._answers[min(len(gateway.asked), len(gateway._answers)) - 1]
                if answer == "never":
                    gateway._closing.wait(20)
                elif answer is not None:
                    self._reply(*answer)

            do_GET = do_POST

            def _reply(self, status: int, value: Any, retry_after: Any) -> None:
                self.send_response(status)
                if retry_after is not None:
                    self.send_header("Retry-After", str(retry_after))
                if status == 302:
                    self.send_header("Location", "/elsewhere")
                self.end_headers()
                self.wfile.write((value if isinstance(value, str) else json.dumps(value)).encode())

            def log_message(self, format: str, *args: Any) -> None:
                pass

        return Handler
