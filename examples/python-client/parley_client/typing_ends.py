"""Ends the typing of an agent of whom nothing more is heard."""

import time
from collections import OrderedDict
from dataclasses import replace
from threading import Condition, Thread
from typing import Callable, Optional, Tuple, Union

from .events import AgentMessage, AgentTyping

_Key = Tuple[str, str]


class TypingEnds:
    """After a crash nobody can say "typeout". For any number of threads, with one of its own."""

    def __init__(self, after_seconds: Optional[float], end: Callable[[AgentTyping], None]) -> None:
        """`after_seconds`: after the last "typein"; None: never."""
        self._after_seconds = after_seconds
        self._end = end
        # All wait equally long, so that the first to begin is the first to end.
        self._begun: "OrderedDict[_Key, Tuple[float, AgentTyping]]" = OrderedDict()
        self._changed = Condition()
        self._thread: Optional[Thread] = None

    def saw(self, event: AgentTyping) -> None:
        """Told of every notice."""
        with self._changed:
            self._begun.pop(_key(event), None)
            if event.type == "typein" and self._after_seconds is not None:
                self._begun[_key(event)] = (time.monotonic() + self._after_seconds, event)
                self._start()
            self._changed.notify()

    def over(self, event: AgentMessage) -> None:
        """A message ends typing by itself."""
        with self._changed:
            self._begun.pop(_key(event), None)

    def _start(self) -> None:
        if self._thread is None:
            self._thread = Thread(target=self._run, daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while True:
            self._end(replace(self._next(), type="typeout"))

    def _next(self) -> AgentTyping:
        with self._changed:
            while True:
                now = time.monotonic()
                ends_at = next((at for at, _ in self._begun.values()), None)
                if ends_at is not None and ends_at <= now:
                    return self._begun.popitem(last=False)[1][1]
                self._changed.wait(None if ends_at is None else ends_at - now)


def _key(event: Union[AgentMessage, AgentTyping]) -> _Key:
    return (event.channel_id, str(event.recipient_id))
