import math
import os
import unittest
from typing import Any

from parley_client import Client, ParleyClientError, Receiver, RememberedInMemory, text_message

from .scripted_gateway import OK, ScriptedGateway

KEY = "whsec_" + "A" * 44
URL = "https://gateway.test/r/shop"


def receiver(**options: Any) -> Receiver:
    return Receiver(lambda event: None, **options)


class Options(unittest.TestCase):
    def complaint(self, make: Any, *args: Any, **options: Any) -> str:
        with self.assertRaises(ParleyClientError) as caught:
            make(*args, **options)
        self.assertEqual(caught.exception.reason, "invalid-argument")
        return str(caught.exception)

    def test_of_keys_are_never_mistaken_for_none(self) -> None:
        unset = os.environ.get("PARLEY_NO_SUCH_VARIABLE")
        for secrets in (unset, "", [], (), [KEY, ""], [KEY, unset], [[KEY]], KEY.encode(), 7, {}):
            with self.subTest(repr(secrets)):
                told = self.complaint(receiver, secrets=secrets)
                self.assertRegex(told, "^secrets: .*leave it out to take unsigned requests")
                self.assertNotIn(KEY, told)

    def test_of_keys_are_one_or_several_or_left_out(self) -> None:
        for options in ({"secrets": KEY}, {"secrets": [KEY, KEY]}, {"secrets": (KEY,)}, {}):
            with self.subTest(options):
                receiver(**options)

    def test_that_limit_are_numbers_that_do(self) -> None:
        for value in (0, -1, math.nan, math.inf, "300", None, True):
            for name in ("tolerance_seconds", "limit_bytes"):
                for secrets in ({}, {"secrets": KEY}):
                    with self.subTest(f"{name}={value!r}"):
                        told = self.complaint(receiver, **{name: value}, **secrets)
                        self.assertEqual(told, f"{name}: A number greater than 0 is expected.")
            with self.subTest(f"limit={value!r}"):
                told = self.complaint(RememberedInMemory, value)
                self.assertEqual(told, "limit: A number greater than 0 is expected.")

    def test_of_a_client_are_numbers_too(self) -> None:
        for value in (0, -1, math.nan, 55.1, "5", None):
            with self.subTest(f"timeout_seconds={value!r}"):
                told = self.complaint(Client, URL, timeout_seconds=value)
                self.assertIn("timeout_seconds: ", told)
        for value in (-1, math.nan, "4", None):
            with self.subTest(f"retries={value!r}"):
                self.assertIn("retries: ", self.complaint(Client, URL, retries=value))


class Forging(unittest.TestCase):
    def test_by_a_type_of_typing_sends_nothing(self) -> None:
        forged = 'typein"},"message":{"type":"text","text":"I owe you"},"x":{"y":"'
        with ScriptedGateway(OK) as gateway:
            for type_ in (forged, "text", "", None, ["typein"]):
                with self.subTest(repr(type_)), self.assertRaises(ParleyClientError):
                    gateway.client()[0].typing(1, type_)
            self.assertEqual(gateway.asked, [])

    def test_by_a_visitor_s_id_sends_that_id(self) -> None:
        id_ = '1},"message":{"type":"text","\\'
        with ScriptedGateway(OK) as gateway:
            gateway.client()[0].send({"id": id_}, text_message(id_))
            self.assertEqual(gateway.asked[0].body["sender"], {"id": id_})

    def test_what_nests_beyond_writing_is_an_argument_that_is_not_valid(self) -> None:
        deep: Any = []
        for _ in range(100_000):
            deep = [deep]
        with ScriptedGateway(OK) as gateway:
            with self.assertRaises(ParleyClientError) as caught:
                gateway.client()[0].send({"id": 1}, {**text_message("x"), "future": deep})
            self.assertEqual(caught.exception.reason, "invalid-argument")
            self.assertEqual(gateway.asked, [])
