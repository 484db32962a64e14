import json
import socket
import unittest
from threading import Thread
from typing import Any, List

from parley_client import AgentMessage, Receiver, make_server

from .agent_bodies import body, with_message

HEAD = b"POST /agent-messages/shop HTTP/1.1\r\nHost: shop.test\r\n"
OK = {"result": "ok"}


def plain(data: bytes) -> bytes:
    return HEAD + b"Content-Length: %d\r\n\r\n" % len(data) + data


def chunked(*chunks: bytes, end: bytes = b"0\r\n\r\n") -> bytes:
    framed = b"".join(b"%x;note=1\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks)
    return HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + framed + end


class Server(unittest.TestCase):
    def setUp(self) -> None:
        self.events: List[AgentMessage] = []
        self.server = make_server(Receiver(self.events.append, limit_bytes=1_000))
        Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def ask(self, *requests: bytes) -> List[Any]:
        """One connection; gives status and body of every answer until it ends."""
        with socket.create_connection(self.server.server_address[:2], 10) as connection:
            connection.sendall(b"".join(requests))
            connection.shutdown(socket.SHUT_WR)
            stream = connection.makefile("rb")
            answers = []
            while line := stream.readline():
                answers.append((int(line.split()[1]), self._body(stream)))
            return answers

    def _body(self, stream: Any) -> Any:
        size = 0
        while (line := stream.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            size = int(value) if name.lower() == b"content-length" else size
        return json.loads(stream.read(size))

    def code_of(self, request: bytes) -> Any:
        answers = self.ask(request, plain(with_message(type="text", text="smuggled")))
        self.assertEqual(len(answers), 1, "the connection ends, and nothing after it is read")
        return answers[0][0], answers[0][1]["error"]["code"]

    def test_takes_a_body_with_content_length_and_a_chunked_one_on_one_connection(self) -> None:
        data = body(message={"type": "text", "id": "m-2", "text": "Grüße 👋"})
        second = chunked(data[:50], data[50:], end=b"0\r\nTrailer: 1\r\n\r\n")
        self.assertEqual(self.ask(plain(body()), second), [(200, OK), (200, OK)])
        texts = [event.message["text"] for event in self.events]
        self.assertEqual((texts, self.events[1].channel_id), (["hello", "Grüße 👋"], "shop"))

    def test_refuses_a_body_that_is_too_large_and_goes_on(self) -> None:
        large = with_message(type="text", text="x" * 1_000)
        endless = HEAD + b"Content-Length: %s\r\n\r\n" % (b"9" * 5_000)
        for request in (plain(large), chunked(large[:500], large[500:]), endless):
            self.assertEqual(self.code_of(request), (413, 41301))
        self.assertEqual(self.ask(plain(body())), [(200, OK)])
        self.assertEqual(len(self.events), 1)

    def test_refuses_what_is_not_framed_as_http_asks(self) -> None:
        both = b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        for framing in (
            both,
            b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
            b"Content-Length: -1\r\n\r\n",
            b"Content-Length: +1\r\n\r\n{",
            b"Transfer-Encoding: gzip\r\n\r\n",
            b"Transfer-Encoding: chunked\r\n\r\nhello\r\n",
            b"Transfer-Encoding: chunked\r\n\r\n-1\r\n",
            b"Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n",
        ):
            with self.subTest(framing):
                self.assertEqual(self.code_of(HEAD + framing), (400, 40001))
        self.assertEqual(self.code_of(HEAD + b"\r\n"), (411, 40001))
        self.assertEqual(self.events, [])

    def test_refuses_a_body_that_breaks_off(self) -> None:
        for request in (plain(body())[:-1], chunked(body(), end=b"")):
            self.assertEqual(self.ask(request)[0][0], 400)
        self.assertEqual(self.events, [])

    def test_refuses_what_is_packed_and_what_is_not_posted(self) -> None:
        packed = HEAD + b"Content-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx"
        self.assertEqual(self.code_of(packed), (415, 41501))
        self.assertEqual(self.code_of(b"GET /agent-messages/shop HTTP/1.1\r\n\r\n"), (405, 40501))

    def test_refuses_in_the_failure_shape_what_is_no_request(self) -> None:
        for request in (b"BREW / HTTP/1.1\r\n\r\n", HEAD + b"X: %s\r\n\r\n" % (b"x" * 70_000)):
            self.assertEqual(
                self.ask(request)[0][1]["error"]["message"], "The request cannot be read."
            )

    def test_takes_any_path_and_calls_its_last_segment_the_channel(self) -> None:
        for path in (b"/a/b%20c?d=/e", b"//[/b%20c"):
            request = plain(with_message(type="text", text="x", id=path.decode()))
            self.ask(request.replace(b"/agent-messages/shop", path))
        self.assertEqual([event.channel_id for event in self.events], ["b c", "b c"])
