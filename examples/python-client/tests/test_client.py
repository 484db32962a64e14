import socket
import time
import unittest
from threading import Thread

from parley_client import Client, ParleyClientError, file_message, location_message, text_message
from parley_client.retry_pause import RETRY_WINDOW_SECONDS, retry_pause

from .scripted_gateway import OK, SECRET, ScriptedGateway, refusal

SENDER = {"id": "v1"}
HELLO = text_message("hello")


def drip(listener: socket.socket) -> None:
    """Answers without an end, each byte in time."""
    connection, _ = listener.accept()
    try:
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        for _ in range(200):
            connection.sendall(b"1")
            time.sleep(0.05)
    except OSError:
        pass
    finally:
        connection.close()


class Status(unittest.TestCase):
    def test_is_the_number_that_the_gateway_says(self) -> None:
        for text, number in (("0", 0), ("1", 1)):
            with ScriptedGateway((200, text, None)) as gateway:
                self.assertEqual(gateway.client()[0].status(), number)
                self.assertEqual(gateway.asked[0][:2], ("GET", f"/chat/{SECRET}/shop/status"))

    def test_is_no_guess_when_something_else_answers(self) -> None:
        with ScriptedGateway((200, "<html>It works!", None)) as gateway:
            with self.assertRaises(ParleyClientError) as caught:
                gateway.client()[0].status()
        self.assertEqual(caught.exception.reason, "unreadable-answer")


class Send(unittest.TestCase):
    def test_posts_what_it_is_given_and_tells_what_was_cut(self) -> None:
        warning = {"field": "sender.photo", "message": "It was left out."}
        with ScriptedGateway((200, {"result": "ok", "warnings": [warning]}, None)) as gateway:
            sender = {"id": 90071992547409931234567890, "name": "Zoë 👋"}
            sent = gateway.client()[0].send(sender, HELLO)
        self.assertEqual(sent.warnings, (("sender.photo", "It was left out."),))
        self.assertEqual(
            gateway.asked[0].body, {"sender": sender, "message": {**HELLO, "id": sent.id}}
        )
        self.assertRegex(sent.id, "^[0-9a-f]{32}$")

    def test_takes_a_message_id_as_text_and_an_integer_as_its_digits(self) -> None:
        whole = 90071992547409931234567890
        for given, id_ in (("m-1", "m-1"), ("x" * 255, "x" * 255), (0, "0"), (whole, str(whole))):
            with self.subTest(given), ScriptedGateway(OK) as gateway:
                sent = gateway.client()[0].send(SENDER, {**HELLO, "id": given})
                self.assertEqual((sent.id, gateway.asked[0].body["message"]["id"]), (id_, id_))

    def test_refuses_a_message_id_that_a_gateway_drops_and_sends_nothing(self) -> None:
        unusable = ("", " \t", "\ufeff", "\x1f", "x" * 256, 10**255, 10**5000, 1.0, True, {}, b"m")
        for index, given in enumerate(unusable):
            with self.subTest(index), ScriptedGateway(OK) as gateway:
                with self.assertRaises(ParleyClientError) as caught:
                    gateway.client()[0].send(SENDER, {**HELLO, "id": given})
                told = (caught.exception.reason, caught.exception.field)
                self.assertEqual(told, ("invalid-argument", "message.id"))
                self.assertEqual(gateway.asked, [])

    def test_keeps_one_id_over_all_tries(self) -> None:
        for trouble in (None, refusal(50302), refusal(42901), refusal(40801), (502, "Bad", None)):
            with self.subTest(trouble), ScriptedGateway(trouble, trouble, OK) as gateway:
                sent = gateway.client()[0].send(SENDER, HELLO)
                ids = [asked.body["message"]["id"] for asked in gateway.asked]
                self.assertEqual(ids, [sent.id] * 3)

    def test_keeps_the_id_that_it_is_given(self) -> None:
        with ScriptedGateway(None, OK) as gateway:
            sent = gateway.client()[0].send(SENDER, {**HELLO, "id": "order-7"})
        self.assertEqual({asked.body["message"]["id"] for asked in gateway.asked}, {"order-7"})
        self.assertEqual(sent.id, "order-7")

    def test_does_not_repeat_what_would_be_refused_again(self) -> None:
        for code in (40001, 40008, 40401, 41301, 50001):
            answer = refusal(code, "message.text: The field is required.")
            with self.subTest(code), ScriptedGateway(answer, OK) as gateway:
                with self.assertRaises(ParleyClientError) as caught:
                    gateway.client()[0].send(SENDER, HELLO)
                error = caught.exception
                facts = (error.reason, error.code, error.status, error.field, error.retryable)
                self.assertEqual(facts, ("refused", code, code // 100, "message.text", False))
                self.assertEqual(len(gateway.asked), 1)

    def test_waits_longer_each_time_and_as_long_as_it_is_asked_to(self) -> None:
        with ScriptedGateway(None) as gateway:
            client, pauses = gateway.client()
            with self.assertRaises(ParleyClientError) as caught:
                client.send(SENDER, HELLO)
        self.assertEqual(
            (caught.exception.reason, caught.exception.retryable), ("unreachable", True)
        )
        self.assertEqual(pauses, [0.375, 0.75, 1.5, 3.0])
        with ScriptedGateway(refusal(42902, retry_after=7), OK) as gateway:
            client, pauses = gateway.client()
            client.send(SENDER, HELLO)
        self.assertEqual(pauses, [7.0])

    def test_gives_up_where_the_gateway_would_have_forgotten_the_first_try(self) -> None:
        with ScriptedGateway(refusal(50302, retry_after=56)) as gateway:
            client, pauses = gateway.client()
            with self.assertRaises(ParleyClientError) as caught:
                client.send(SENDER, HELLO)
        self.assertEqual((caught.exception.retry_after_seconds, pauses), (56, []))

    def test_is_a_timeout_when_no_answer_comes(self) -> None:
        with ScriptedGateway("never", OK) as gateway:
            # Long enough for the second answer on a machine that is busy.
            gateway.client(timeout_seconds=0.5)[0].send(SENDER, HELLO)
            self.assertEqual(len(gateway.asked), 2)
        with ScriptedGateway("never") as gateway:
            with self.assertRaises(ParleyClientError) as caught:
                gateway.client(timeout_seconds=0.05, retries=0)[0].send(SENDER, HELLO)
        self.assertEqual(caught.exception.reason, "timeout")

    def test_is_a_timeout_when_the_answer_comes_byte_by_byte(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            Thread(target=drip, args=(listener,), daemon=True).start()
            url = f"http://127.0.0.1:{listener.getsockname()[1]}/chat/x/shop"
            with self.assertRaises(ParleyClientError) as caught:
                Client(url, timeout_seconds=0.2, retries=0).status()
        self.assertEqual(caught.exception.reason, "timeout")

    def test_follows_no_redirect(self) -> None:
        with ScriptedGateway((302, "", None), OK) as gateway:
            with self.assertRaises(ParleyClientError) as caught:
                gateway.client()[0].send(SENDER, HELLO)
        self.assertEqual(caught.exception.reason, "unreadable-answer")
        self.assertEqual(len(gateway.asked), 1)

    def test_sends_nothing_that_cannot_be_right(self) -> None:
        with ScriptedGateway(OK) as gateway:
            client = gateway.client()[0]
            wrong = [({"id": id_}, HELLO) for id_ in ("", None, 1.5, True, ["v1"])]
            wrong += [({}, HELLO), (SENDER, {"type": "text", "text": b"bytes"})]
            wrong += [(SENDER, location_message(float("nan"), 0))]
            for sender, message in wrong:
                with self.subTest(f"{sender} {message}"), self.assertRaises(
                    ParleyClientError
                ) as caught:
                    client.send(sender, message)
                self.assertEqual(caught.exception.reason, "invalid-argument")
            self.assertEqual(gateway.asked, [])

    def test_keeps_the_secret_address_to_itself(self) -> None:
        for answer in (None, refusal(40401), (200, "<html>", None)):
            with self.subTest(answer), ScriptedGateway(answer) as gateway:
                with self.assertRaises(ParleyClientError) as caught:
                    gateway.client(retries=0)[0].send(SENDER, HELLO)
                self.assertNotIn(SECRET, f"{caught.exception!r} {vars(caught.exception)}")


class Address(unittest.TestCase):
    def test_is_an_http_url(self) -> None:
        for url in (
            "",
            "shop",
            "ftp://g.test/a/b",
            "https://",
            "https://me:pw@g.test/a",
            "http://g.test/ä b",
        ):
            with self.subTest(url), self.assertRaises(ParleyClientError) as caught:
                Client(url)
            self.assertEqual(caught.exception.reason, "invalid-argument")


class Pauses(unittest.TestCase):
    def test_lie_in_the_upper_half_of_what_they_could_be(self) -> None:
        state = {
            "retries": 99,
            "elapsed_seconds": 0,
            "timeout_seconds": 5,
            "retry_after_seconds": None,
        }
        self.assertEqual(retry_pause(tries=1, fraction=0, **state), 0.25)
        self.assertEqual(retry_pause(tries=1, fraction=1, **state), 0.5)
        self.assertEqual(retry_pause(tries=30, fraction=1, **state), 8)

    def test_end_before_the_window_does(self) -> None:
        elapsed, tries = 0.0, 0
        while True:
            tries += 1
            pause = retry_pause(
                tries=tries,
                retries=99,
                elapsed_seconds=elapsed,
                timeout_seconds=5,
                retry_after_seconds=None,
                fraction=0.5,
            )
            if pause is None:
                break
            elapsed += pause + 5
        self.assertTrue(RETRY_WINDOW_SECONDS / 2 < elapsed <= RETRY_WINDOW_SECONDS)


class FileMessage(unittest.TestCase):
    def test_is_named_after_its_address_unless_it_is_named(self) -> None:
        made = file_message("photo", "https://f.test/a/my%20cat.png?size=1", file_size=7)
        self.assertEqual((made["file_name"], made["file_size"]), ("my cat.png", 7))
        self.assertEqual(file_message("photo", "https://f.test/", file_name="x")["file_name"], "x")
