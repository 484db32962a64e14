import base64
import hmac
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from agent import App, is_genuine

NOW = 1_700_000_000
KEY = b"k" * 32
SECRET = "whsec_" + base64.b64encode(KEY).decode()
BODY = b'{"id":"c1.1"}'


def headers(timestamp=str(NOW), key=KEY, body=BODY):
    signed = f"c1_1.{timestamp}.".encode() + body
    code = base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    return {
        "webhook-id": "c1_1",
        "webhook-timestamp": timestamp,
        "webhook-signature": f"v1,AAAA v1,{code}",
    }


class Signatures(unittest.TestCase):
    def test_a_good_signature_among_several_is_genuine(self):
        self.assertTrue(is_genuine(headers(), BODY, SECRET, NOW))

    def test_other_bytes_another_key_and_no_headers_are_not_genuine(self):
        self.assertFalse(is_genuine(headers(), BODY + b" ", SECRET, NOW))
        self.assertFalse(is_genuine(headers(key=b"x" * 32), BODY, SECRET, NOW))
        self.assertFalse(is_genuine({}, BODY, SECRET, NOW))

    def test_a_signature_counts_for_five_minutes(self):
        for seconds, expected in [(300, True), (301, False), (-300, True), (-301, False)]:
            self.assertIs(is_genuine(headers(), BODY, SECRET, NOW + seconds), expected)
        self.assertFalse(is_genuine(headers(timestamp="now"), BODY, SECRET, NOW))


class Gateway:
    def __init__(self):
        self.calls = []

    def call(self, *call):
        self.calls.append(call)


class Answers(unittest.TestCase):
    def test_an_event_is_answered_once_also_by_an_app_that_was_started_again(self):
        event = {"type": "visitor.message", "id": "c1.1", "conversationId": "c1"}
        event.update(visitor={"id": "ann"}, message={"type": "text", "text": "Hello"})
        gateway = Gateway()
        with tempfile.TemporaryDirectory() as directory:
            for _ in range(2):
                self.assertEqual(App(gateway, f"{directory}/ids.db").outcome(event), "taken")
        [(_, path, body)] = gateway.calls
        self.assertEqual((path, body["idempotencyKey"]), ("/messages", "c1.1"))


if __name__ == "__main__":
    unittest.main()
