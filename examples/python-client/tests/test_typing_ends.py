import os
import signal
import unittest
from threading import Event, Semaphore, Thread
from typing import Any, List

from parley_client import AgentMessage, AgentTyping, ParleyClientError, Receiver

from .agent_bodies import TAKEN, body, post


class TypingOfWhichNothingMoreIsHeard(unittest.TestCase):
    def setUp(self) -> None:
        self.told: List[AgentTyping] = []
        self.ended = Semaphore(0)

    def receiver(self, **options: Any) -> Receiver:
        return Receiver(self.take, **options)

    def take(self, event: AgentMessage) -> None:
        """A message ends typing by itself."""

    def typed(self, event: AgentTyping) -> None:
        self.told.append(event)
        if event.type == "typeout":
            self.ended.release()

    def test_ends_by_itself_for_each_visitor_alone(self) -> None:
        receiver = self.receiver(on_typing=self.typed, typing_ends_seconds=0.05)
        for visitor in ("v1", 2, "v3"):
            post(receiver, typing("typein", visitor))
        for _ in range(3):
            self.assertTrue(self.ended.acquire(timeout=30))
        ended = [event.recipient_id for event in self.told if event.type == "typeout"]
        self.assertEqual(ended, ["v1", 2, "v3"])

    def test_is_ended_by_a_typeout_and_by_a_message_and_then_not_once_more(self) -> None:
        receiver = self.receiver(on_typing=self.typed, typing_ends_seconds=0.5)
        for visitor in ("v1", "v2", "v3"):
            post(receiver, typing("typein", visitor))
        post(receiver, typing("typeout", "v1"))
        post(receiver, body(recipient={"id": "v2"}))
        for _ in range(2):
            self.assertTrue(self.ended.acquire(timeout=30))
        ended = [event.recipient_id for event in self.told if event.type == "typeout"]
        self.assertEqual(ended, ["v1", "v3"])

    def test_ends_for_others_whatever_the_callbacks_raise(self) -> None:
        def fail(event: AgentTyping) -> None:
            self.typed(event)
            # The second one ends the thread that it is called in, and no other.
            raise SystemExit if event.recipient_id == 2 and event.type == "typeout" else OSError

        def fail_too(error: Exception) -> None:
            raise error

        receiver = self.receiver(on_typing=fail, on_error=fail_too, typing_ends_seconds=0.01)
        for visitor in ("v1", 2, "v3"):
            self.assertEqual(post(receiver, typing("typein", visitor)), TAKEN)
            self.assertTrue(self.ended.acquire(timeout=10))
            thread = receiver._typing_ends._thread
            if visitor == 2 and thread is not None:
                thread.join(10)

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork here")
    def test_ends_in_a_process_that_was_forked_off(self) -> None:
        parent, forked = os.getpid(), Event()

        def typed(event: AgentTyping) -> None:
            self.typed(event)
            if event.type == "typeout" and os.getpid() == parent:
                forked.wait(10)

        receiver = self.receiver(on_typing=typed, typing_ends_seconds=0.01)
        post(receiver, typing("typein", "v1"))
        self.assertTrue(self.ended.acquire(timeout=10))
        child = os.fork()
        if child == 0:
            signal.alarm(10)
            post(receiver, typing("typein", "v1"))
            os._exit(0 if self.ended.acquire(timeout=10) else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        forked.set()

    def test_is_kept_of_10_000_visitors_at_most(self) -> None:
        receiver = self.receiver(on_typing=self.typed, typing_ends_seconds=1_000)
        for visitor in range(10_001):
            post(receiver, typing("typein", visitor))
        ended = [event.recipient_id for event in self.told if event.type == "typeout"]
        self.assertEqual(ended, [0])

    def test_that_begins_anew_while_it_is_ended_is_told_after_that_end(self) -> None:
        ending, go_on = Event(), Event()

        def typed(event: AgentTyping) -> None:
            if event.type == "typeout" and not go_on.is_set():
                ending.set()
                go_on.wait(10)
            self.told.append(event)

        receiver = self.receiver(on_typing=typed, typing_ends_seconds=0.05)
        post(receiver, typing("typein", "v1"))
        self.assertTrue(ending.wait(10))
        again = Thread(target=post, args=(receiver, typing("typein", "v1")))
        again.start()
        again.join(0.2)
        post(receiver, typing("typein", "v2"))
        go_on.set()
        again.join(10)
        types = [event.type for event in self.told if event.recipient_id == "v1"]
        self.assertEqual(types[:3], ["typein", "typeout", "typein"])
        self.assertEqual(self.told[1].recipient_id, "v2")

    def test_ends_never_or_after_a_time_that_is_one(self) -> None:
        post(self.receiver(on_typing=self.typed, typing_ends_seconds=None), typing("typein", "v1"))
        self.assertEqual([event.type for event in self.told], ["typein"])
        with self.assertRaisesRegex(ParleyClientError, "typing_ends_seconds"):
            self.receiver(typing_ends_seconds=0)


def typing(type_: str, visitor: Any) -> bytes:
    return body(recipient={"id": visitor}, message={"type": type_, "id": "t"})
