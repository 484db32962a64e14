import unittest

from parley_client import ParleyClientError, text_message
from parley_client.typing_throttle import TypingThrottle

from .scripted_gateway import OK, ScriptedGateway


class Typing(unittest.TestCase):
    def test_goes_out_every_three_seconds_at_most_and_ends_once(self) -> None:
        now = [0.0]
        with ScriptedGateway(OK) as gateway:
            client, _ = gateway.client(now=lambda: now[0])
            told = []
            for at, type_ in [
                (0, "typein"),
                (2.9, "typein"),
                (3, "typein"),
                (4, "typeout"),
                (5, "typeout"),
            ]:
                now[0] = at
                told.append(client.typing(7, type_))
        self.assertEqual(told, [True, False, True, True, False])
        self.assertEqual(
            [asked.body for asked in gateway.asked],
            [
                {"sender": {"id": 7}, "message": {"type": t}}
                for t in ("typein", "typein", "typeout")
            ],
        )

    def test_is_ended_by_a_message_and_throttled_for_each_visitor(self) -> None:
        with ScriptedGateway(OK) as gateway:
            client, _ = gateway.client(now=lambda: 0.0)
            self.assertTrue(client.typing("a", "typein"))
            self.assertTrue(client.typing("b", "typein"))
            client.send({"id": "a"}, text_message("hello"))
            self.assertFalse(client.typing("a", "typeout"))
            self.assertTrue(client.typing("a", "typein"))

    def test_fails_quietly_and_is_not_tried_again(self) -> None:
        with ScriptedGateway(None) as gateway:
            client, pauses = gateway.client()
            self.assertFalse(client.typing("a", "typein"))
            self.assertEqual((len(gateway.asked), pauses), (1, []))

    def test_is_a_beginning_or_an_end_of_a_visitor(self) -> None:
        with ScriptedGateway(OK) as gateway:
            for visitor, type_ in (("a", "text"), ("", "typein")):
                with self.assertRaises(ParleyClientError):
                    gateway.client()[0].typing(visitor, type_)
            self.assertEqual(gateway.asked, [])

    def test_remembers_no_more_visitors_than_it_should(self) -> None:
        throttle = TypingThrottle()
        for visitor in range(10_001):
            throttle.admits(str(visitor), "typein", 0)
        self.assertFalse(throttle.admits("10000", "typein", 1))
        self.assertTrue(throttle.admits("0", "typein", 1))
