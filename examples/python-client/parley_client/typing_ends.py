"""Ends the typing of an agent of whom nothing more is heard."""

import os
import time
from collections import OrderedDict
from dataclasses import replace
from threading import Condition, Thread, get_ident
from typing import Callable, Dict, Optional, Tuple, Union
from weakref import WeakSet

from .events import AgentMessage, AgentTyping

_Key = Tuple[str, str]
# Past it the oldest ends at once.
_RECIPIENT_LIMIT = 10_000
_ALL: "WeakSet[TypingEnds]" = WeakSet()


class TypingEnds:
    """After a crash nobody can say "typeout". For any number of threads, with one of its own."""

    def __init__(self, after_seconds: Optional[float], end: Callable[[AgentTyping], None]) -> None:
        """`after_seconds`: after the last "typein"; None: never."""
        self._after_seconds = after_seconds
        self._end = end
        self._reset()
        _ALL.add(self)

    def _reset(self) -> None:
        # All wait equally long, so that the first to begin is the first to end.
        self._begun: "OrderedDict[_Key, Tuple[float, AgentTyping]]" = OrderedDict()
        # Of whom the end is being told, and by which thread.
        self._ending: Dict[_Key, int] = {}
        self._changed = Condition()
        self._thread: Optional[Thread] = None

    def record(self, event: AgentTyping) -> None:
        """Told of every notice, before anybody else. Waits while the same typing is being ended."""
        key = _key(event)
        oldest: Optional[AgentTyping] = None
        with self._changed:
            # A callback that hands a notice over itself waits for nobody.
            while self._ending.get(key, get_ident()) != get_ident():
                self._changed.wait()
            self._begun.pop(key, None)
            if event.type == "typein" and self._after_seconds is not None:
                self._begun[key] = (time.monotonic() + self._after_seconds, event)
                if len(self._begun) > _RECIPIENT_LIMIT:
                    oldest = self._take_oldest()
                self._start()
            self._changed.notify_all()
        if oldest is not None:
            self._tell(oldest)

    def cancel(self, event: AgentMessage) -> None:
        """A message ends typing by itself."""
        with self._changed:
            self._begun.pop(_key(event), None)

    def _start(self) -> None:
        """Also where a callback ended the thread."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = Thread(target=self._run, daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while True:
            self._tell(self._next())

    def _next(self) -> AgentTyping:
        with self._changed:
            while True:
                now = time.monotonic()
                ends_at = next((at for at, _ in self._begun.values()), None)
                if ends_at is not None and ends_at <= now:
                    return self._take_oldest()
                self._changed.wait(None if ends_at is None else ends_at - now)

    def _take_oldest(self) -> AgentTyping:
        key, (_, event) = self._begun.popitem(last=False)
        self._ending[key] = get_ident()
        return event

    def _tell(self, event: AgentTyping) -> None:
        try:
            self._end(replace(event, type="typeout"))
        except Exception:
            # Nobody is left to be told, and the others' typing has to end all the same.
            pass
        finally:
            with self._changed:
                self._ending.pop(_key(event), None)
                self._changed.notify_all()


def _key(event: Union[AgentMessage, AgentTyping]) -> _Key:
    return (event.channel_id, str(event.recipient_id))


def _forget_all() -> None:
    """A forked process has none of the threads, and locks as they were; the other one goes on."""
    for each in list(_ALL):
        each._reset()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
