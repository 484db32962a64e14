import base64
import unittest
from typing import Dict, List

from parley_client import AgentMessage, ParleyClientError, Receiver

from .agent_bodies import TAKEN, post

KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OTHER = "whsec_" + base64.b64encode(bytes(64)).decode()
NOW = 1_700_000_000
BODY = (
    '{"sender":{"name":"Ada"},"recipient":{"id":"v1"},'
    '"message":{"type":"text","id":"m-1","text":"Grüße 👋"}}'
).encode()
#: Made by the official library for JavaScript, standardwebhooks 1.1.1.
GOOD = "v1,+QNpCLutqzi4Vd05B9K2J5mWBpaXxOWyeuiwNP33Meg="
HEADERS = {"webhook_id": "m-1", "webhook_timestamp": str(NOW), "webhook_signature": GOOD}
REFUSED = (401, 40101)


class Signature(unittest.TestCase):
    def setUp(self) -> None:
        self.events: List[AgentMessage] = []

    def receiver(self, *secrets: str, now: float = NOW, **options: float) -> Receiver:
        return Receiver(self.events.append, secrets=secrets or KEY, now=lambda: now, **options)

    def refused(self, receiver: Receiver, headers: Dict[str, str], data: bytes = BODY) -> None:
        status, answer = post(receiver, data, **headers)
        self.assertEqual((status, answer["error"]["code"]), REFUSED)
        self.assertEqual(self.events, [])

    def test_of_the_official_library_is_taken(self) -> None:
        self.assertEqual(post(self.receiver(), BODY, **HEADERS), TAKEN)
        self.assertEqual(self.events[0].message["text"], "Grüße 👋")

    def test_is_taken_with_either_key_while_keys_change_on_either_side(self) -> None:
        self.assertEqual(post(self.receiver(OTHER, KEY), BODY, **HEADERS), TAKEN)
        unknown = "v1," + base64.b64encode(bytes(32)).decode()
        both = {**HEADERS, "webhook_signature": f"v1a,xyz {unknown} {GOOD}"}
        self.assertEqual(post(self.receiver(), BODY, **both), TAKEN)

    def test_that_is_wrong_in_any_way_is_refused(self) -> None:
        for name, value in {
            "webhook_id": ["", "m-2"],
            "webhook_timestamp": ["", "1e9", str(NOW + 1), "٣"],
            "webhook_signature": [
                "",
                "v1,",
                GOOD[3:],
                GOOD.replace("v1", "v2"),
                "v1,?",
                GOOD[:-8],
                "v1,ä",
            ],
        }.items():
            for one in value:
                with self.subTest(f"{name} {one}"):
                    self.refused(self.receiver(), {**HEADERS, name: one})
        for name in HEADERS:
            with self.subTest(f"no {name}"):
                self.refused(self.receiver(), {n: v for n, v in HEADERS.items() if n != name})
        self.refused(self.receiver(), {})
        self.refused(self.receiver(OTHER), HEADERS)
        self.refused(self.receiver(), HEADERS, BODY + b" ")

    def test_that_is_old_or_from_the_future_is_refused(self) -> None:
        for off in (-301, 301):
            self.refused(self.receiver(now=NOW + off), HEADERS)
        self.refused(self.receiver(now=NOW + 11, tolerance_seconds=10), HEADERS)
        for off in (-300, 300):
            self.assertEqual(post(self.receiver(now=NOW + off), BODY, **HEADERS), TAKEN)

    def test_needs_a_key_that_is_one_and_that_is_never_said(self) -> None:
        for key in ("", "whsec_", "whsec_c2hvcnQ=", "whsec_*", "whsec_" + "A" * 88):
            with self.subTest(key), self.assertRaises(ParleyClientError) as caught:
                self.receiver(key)
            self.assertIn("24 to 64 bytes", str(caught.exception))
            self.assertNotIn(key[6:] or "whsec_A", str(caught.exception))
