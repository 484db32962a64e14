import unittest
from concurrent.futures import Future
from threading import Semaphore, Thread
from typing import Any, List
from unittest.mock import patch

from parley_client import (
    AgentMessage,
    AgentTyping,
    Receiver,
    RejectMessage,
    RememberedInMemory,
)

from .agent_bodies import TAKEN, body, post, with_message

LATER = (
    500,
    {"error": {"code": 50001, "message": "The message could not be accepted at the moment."}},
)


class Receiving(unittest.TestCase):
    def setUp(self) -> None:
        self.events: List[Any] = []
        self.errors: List[Any] = []
        self.troubles: List[Exception] = []

    def receiver(self, **options: Any) -> Receiver:
        return Receiver(self.take, on_error=self.errors.append, **options)

    def take(self, event: AgentMessage) -> None:
        if self.troubles:
            raise self.troubles.pop()
        self.events.append(event)


class Message(Receiving):
    def test_is_handed_over_once_however_often_it_comes(self) -> None:
        receiver = self.receiver()
        for _ in range(3):
            self.assertEqual(post(receiver, body()), TAKEN)
        sender = {"name": "Ada", "photo": "https://agents.example/ada.png"}
        message = {"type": "text", "id": "m-1", "text": "hello"}
        self.assertEqual(self.events, [AgentMessage("shop", sender, "v1", message)])

    def test_is_remembered_only_once_its_callback_has_succeeded(self) -> None:
        self.troubles = [OSError("the database is away")]
        receiver = self.receiver()
        self.assertEqual(post(receiver, body()), LATER)
        self.assertEqual([str(error) for error in self.errors], ["the database is away"])
        self.assertEqual([post(receiver, body()), post(receiver, body())], [TAKEN, TAKEN])
        self.assertEqual(len(self.events), 1)

    def test_is_rejected_in_the_callback_s_words_and_handed_over_when_it_is_sent_again(
        self,
    ) -> None:
        self.troubles = [RejectMessage(9, "The visitor has left.")]
        receiver = self.receiver()
        rejected = (200, {"error": {"code": 9, "message": "The visitor has left."}})
        self.assertEqual([post(receiver, body()), post(receiver, body())], [rejected, TAKEN])
        self.assertEqual(self.errors, [])

    def test_that_comes_again_while_the_callback_works_waits_for_the_same_answer(self) -> None:
        waiting, calls, answers = Semaphore(0), [], []

        class Watched(Future):
            def result(self, timeout: Any = None) -> Any:
                waiting.release()
                return super().result(timeout)

        def slow(event: AgentMessage) -> None:
            calls.append(event)
            for _ in range(2):
                Thread(target=post_once).start()
            for _ in range(2):
                waiting.acquire(timeout=10)
            raise RejectMessage(9, "No.")

        receiver = Receiver(slow)
        answered = Semaphore(0)

        def post_once() -> None:
            answers.append(post(receiver, body()))
            answered.release()

        with patch("parley_client.receiver.Future", Watched):
            post_once()
            for _ in range(3):
                answered.acquire(timeout=10)
        self.assertEqual(answers, [(200, {"error": {"code": 9, "message": "No."}})] * 3)
        self.assertEqual(len(calls), 1)

    def test_is_looked_up_and_remembered_where_you_say(self) -> None:
        remembered = RememberedInMemory()
        remembered.add("m-1")
        receiver = self.receiver(remember=remembered)
        self.assertEqual(post(receiver, body()), TAKEN)
        self.assertEqual(post(receiver, with_message(type="text", text="new")), TAKEN)
        self.assertEqual((len(self.events), remembered.has("m")), (1, True))

    def test_has_its_visitor_digit_for_digit_and_with_its_type(self) -> None:
        for id_ in (42, -1, 90071992547409931234567890, "42", "ä/ 😀"):
            post(self.receiver(), body(recipient={"id": id_}))
            self.assertEqual(self.events[-1].recipient_id, id_)
            self.assertIs(type(self.events[-1].recipient_id), type(id_))

    def test_has_its_known_and_valid_fields_alone(self) -> None:
        fields = {
            "file": "https://f.test/a",
            "thumb": "javascript:alert(1)",
            "file_size": "7",
            "width": 3,
            "x": 1,
        }
        data = with_message(type="photo", **fields)
        self.assertEqual(post(self.receiver(), data), TAKEN)
        message = {"type": "photo", "id": "m", "file": "https://f.test/a", "width": 3}
        self.assertEqual(self.events[0].message, message)
        unseen = {"name": "Ada", "photo": "data:image/png,"}
        post(self.receiver(), body(sender=unseen))
        self.assertEqual(self.events[1].sender, {"name": "Ada"})


class LaterType(Receiving):
    def test_is_rejected_unless_somebody_asks_for_it(self) -> None:
        data = with_message(type="poem", lines=[1])
        status, answer = post(self.receiver(), data)
        self.assertEqual((status, answer["error"]["code"]), (200, 40009))
        poems: List[AgentMessage] = []
        self.assertEqual(post(self.receiver(on_unknown_type=poems.append), data), TAKEN)
        self.assertEqual(poems[0].message, {"id": "m", "type": "poem", "lines": [1]})
        self.assertEqual(self.events, [])


class NoMessage(Receiving):
    def test_is_refused_for_good_and_says_what_is_wrong(self) -> None:
        wrong = {
            b"": "The body must be JSON.",
            b'{"a":NaN}': "The body must be JSON.",
            b'"\xff"': "The body must be UTF-8.",
            b"[]": "message: An object is expected.",
            body(recipient={}): "recipient.id: A non-empty string or an integer is expected.",
            body(
                recipient={"id": 1.5}
            ): "recipient.id: A non-empty string or an integer is expected.",
            body(
                recipient={"id": True}
            ): "recipient.id: A non-empty string or an integer is expected.",
            body(sender={}): "sender.name: A non-empty string is expected.",
            with_message(type=[]): "message.type: A non-empty string is expected.",
            with_message(type="text"): "message.text: A non-empty string is expected.",
            body(
                message={"type": "text", "text": "x"}
            ): "message.id: A non-empty string is expected.",
            with_message(
                type="photo", file="javascript:alert(1)"
            ): "message.file: An http(s) URL is expected.",
            with_message(
                type="photo", file="https://["
            ): "message.file: An http(s) URL is expected.",
            with_message(
                type="photo", file="https://a:99999/"
            ): "message.file: An http(s) URL is expected.",
            with_message(type="photo", file="http://"): "message.file: An http(s) URL is expected.",
            with_message(
                type="photo", file="https://a/\tb"
            ): "message.file: An http(s) URL is expected.",
            with_message(type="location", latitude=1): "message.longitude: A number is expected.",
            with_message(type="location", latitude=1, longitude=7).replace(
                b"7", b"1e999"
            ): "message.longitude: A number is expected.",
        }
        for data, why in wrong.items():
            with self.subTest(data[:60]):
                status, answer = post(self.receiver(), data)
                self.assertEqual((status, answer["error"]["message"]), (200, why))
        self.assertEqual(self.events, [])


class Typing(Receiving):
    def test_is_handed_over_each_time_and_taken_whatever_comes_of_it(self) -> None:
        typings: List[AgentTyping] = []
        receiver = self.receiver(on_typing=typings.append)
        data = b'{"recipient":{"id":7},"message":{"type":"typein","id":[]}}'
        self.assertEqual([post(receiver, data), post(receiver, data)], [TAKEN, TAKEN])
        self.assertEqual(typings, [AgentTyping("shop", {"name": ""}, 7, "typein")] * 2)
        self.assertEqual(post(self.receiver(on_typing=lambda event: 1 / 0), data), TAKEN)
        self.assertIsInstance(self.errors[0], ZeroDivisionError)


class ErrorsThatCannotBeTold(Receiving):
    def test_change_no_answer(self) -> None:
        class Forgetful:
            def has(self, id_: str) -> bool:
                return False

            def add(self, id_: str) -> None:
                raise OSError

        def fail(error: Exception) -> None:
            raise error

        self.troubles = [OSError()]
        receiver = Receiver(self.take, on_error=fail, remember=Forgetful())
        self.assertEqual([post(receiver, body()) for _ in range(2)], [LATER, TAKEN])


class Memory(unittest.TestCase):
    def test_is_of_the_newest_ids(self) -> None:
        ids = RememberedInMemory(2)
        for id_ in ("a", "b", "a", "c"):
            ids.add(id_)
        self.assertEqual([ids.has(id_) for id_ in "abc"], [True, False, True])
