import json
import unittest
from typing import Any, List

from parley_client import AgentMessage, Receiver

from .agent_bodies import TAKEN, body, post

TOO_DEEP = (
    200,
    {"error": {"code": 40003, "message": "The body must not nest deeper than 32 levels."}},
)


def nested(levels: int, opening: str = "[", closing: str = "]") -> bytes:
    """A message of a later type, good but for a field with so many levels."""
    text = body(message={"type": "poem", "id": "m", "lines": "HERE"}).decode()
    return text.replace('"HERE"', opening * levels + "0" + closing * levels).encode()


class Nesting(unittest.TestCase):
    def setUp(self) -> None:
        self.events: List[AgentMessage] = []
        self.errors: List[Any] = []

    def post(self, data: bytes) -> Any:
        take = self.events.append
        return post(Receiver(take, on_unknown_type=take, on_error=self.errors.append), data)

    def test_is_read_as_deep_as_a_gateway_reads_and_no_deeper(self) -> None:
        # The body and its message are the first two levels.
        for pair in (("[", "]"), ('{"a":', "}")):
            self.assertEqual(self.post(nested(30, *pair)), TAKEN)
            self.assertEqual(self.post(nested(31, *pair)), TOO_DEEP)
        self.assertEqual(len(self.events), 2)

    def test_is_refused_for_good_however_deep_it_is(self) -> None:
        for data in (nested(500), nested(100_000), b"[" * 100_000, b'{"id":' * 40_000):
            with self.subTest(data[:150]):
                self.assertEqual(self.post(data), TOO_DEEP)
        self.assertEqual((self.events, self.errors), ([], []))

    def test_is_not_what_only_looks_like_it(self) -> None:
        text = '["\\' * 100 + "{"
        data = body(message={"type": "text", "id": "m", "text": text}, future=[[[]], {}] * 100)
        self.assertEqual(self.post(data), TAKEN)
        self.assertEqual(self.events[0].message["text"], text)

    def test_counts_behind_a_text_that_ends_in_a_backslash(self) -> None:
        data = body(sender={"name": "\\"}).decode()
        self.assertIn(json.dumps("\\"), data)
        deep = data.replace('"recipient"', '"future": ' + "[" * 40 + "]" * 40 + ', "recipient"')
        self.assertEqual(self.post(deep.encode()), TOO_DEEP)

    def test_is_no_json_when_a_text_has_no_end(self) -> None:
        for data in (b'{"a":"[[', b'{"a":"\\', b'"' + b'\\"' * 100_000):
            status, answer = self.post(data)
            self.assertEqual((status, answer["error"]["code"]), (200, 40001))
