"""Your endpoint `{chat_api_url}`, without a server around it."""

import json
import time
from concurrent.futures import Future
from threading import Lock
from typing import Any, Callable, Dict, Mapping, NamedTuple, Optional, Sequence, Union

from .arguments import check_limit
from .errors import RejectMessage
from .events import AgentMessage, AgentTyping, WrongBody, is_known, read_event
from .remembered_ids import RememberedInMemory
from .signature import Header, SignatureCheck
from .typing_ends import TypingEnds

UNKNOWN_TYPE, BAD_SIGNATURE, INTERNAL = 40009, 40101, 50001
# Not None, which is what a variable of the environment that is not set comes out as.
_LEFT_OUT: Any = object()


class Answer(NamedTuple):
    """What to answer: always JSON, one of the two shapes of §4.3."""

    status: int
    body: bytes


def failed(status: int, code: int, message: str) -> Answer:
    """The failure shape. With status 200 it is final; with any other the gateway tries again."""
    return _answer(status, {"error": {"code": code, "message": message}})


def _answer(status: int, body: Mapping[str, Any]) -> Answer:
    return Answer(status, json.dumps(body, separators=(",", ":")).encode("ascii"))


TAKEN = _answer(200, {"result": "ok"})


class Receiver:
    """Takes agents' messages, calls back once per message, and refuses what was not signed.

    For any number of threads.
    """

    def __init__(
        self,
        on_message: Callable[[AgentMessage], Any],
        *,
        on_unknown_type: Optional[Callable[[AgentMessage], Any]] = None,
        on_typing: Callable[[AgentTyping], Any] = lambda event: None,
        typing_ends_seconds: Optional[float] = 15,
        on_error: Callable[[Exception], Any] = lambda error: None,
        remember: Any = None,
        secrets: Union[str, Sequence[str]] = _LEFT_OUT,
        tolerance_seconds: float = 300,
        limit_bytes: int = 262_144,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`on_message` takes a message: store it, show it, within 3 s.

        Once it has returned, the message's id is remembered. What it raises has the message
        redelivered, but for RejectMessage. `on_unknown_type` is the same for types that came after
        this client (§9); without it they are rejected. `typing_ends_seconds` after the last
        "typein" the receiver itself calls `on_typing` with "typeout", in a thread of its own,
        since after a crash nobody else can; None: never. `on_error` is told of what a callback
        raised; what it raises itself is dropped. `remember` has `has(id)` and `add(id)`; without it
        the newest ids are kept in memory. `secrets`: `whsec_…`, several while keys change; what
        none of them signed is refused. Left out, nothing is verified; None is an error. Raises
        ParleyClientError: invalid-argument.
        """
        check_limit("tolerance_seconds", tolerance_seconds)
        check_limit("limit_bytes", limit_bytes)
        if typing_ends_seconds is not None:
            check_limit("typing_ends_seconds", typing_ends_seconds)
        self.limit_bytes = limit_bytes
        self._on_message = on_message
        self._on_unknown_type = on_unknown_type or _reject_unknown
        self._on_typing = on_typing
        self._typing_ends = TypingEnds(typing_ends_seconds, self._tell_typing)
        self._on_error = on_error
        self._remember = RememberedInMemory() if remember is None else remember
        self._check: Optional[SignatureCheck] = None
        if secrets is not _LEFT_OUT:
            self._check = SignatureCheck(secrets, tolerance_seconds, now)
        self._under_way: Dict[str, "Future[Answer]"] = {}
        self._lock = Lock()

    def take(self, path: str, header: Header, body: bytes) -> Answer:
        """Answers one POST. `header` gives a field's value by its lower-case name, or None.

        Never raises.
        """
        if self._check is not None and not self._check.verifies(header, body):
            why = "A valid and recent Standard Webhooks signature is required."
            return failed(401, BAD_SIGNATURE, why)
        try:
            event = read_event(body, path)
        except WrongBody as wrong:
            return failed(200, wrong.code, wrong.message)
        if isinstance(event, AgentTyping):
            self._typing_ends.record(event)
            self._tell_typing(event)
            return TAKEN
        self._typing_ends.cancel(event)
        return self._once(event)

    def _tell_typing(self, event: AgentTyping) -> None:
        """A notice that could not be shown is not worth a repeat: by then it is stale."""
        try:
            self._on_typing(event)
        except Exception as error:
            self._tell_error(error)

    def _tell_error(self, error: Exception) -> None:
        """What `on_error` raises has nobody left to be told: it changes no answer."""
        try:
            self._on_error(error)
        except Exception:
            pass

    def _once(self, event: AgentMessage) -> Answer:
        """A repeat waits for the answer of the one that is under way."""
        id_ = event.message["id"]
        with self._lock:
            first = self._under_way.get(id_)
            mine: "Future[Answer]" = Future()
            if first is None:
                self._under_way[id_] = mine
        if first is not None:
            return first.result()
        try:
            mine.set_result(self._hand_over(id_, event))
        except BaseException as error:
            mine.set_exception(error)
        finally:
            with self._lock:
                del self._under_way[id_]
        return mine.result()

    def _hand_over(self, id_: str, event: AgentMessage) -> Answer:
        try:
            if self._remember.has(id_):
                return TAKEN
            (self._on_message if is_known(event.message) else self._on_unknown_type)(event)
        except RejectMessage as reject:
            return failed(200, reject.code, reject.message)
        except Exception as error:
            self._tell_error(error)
            return failed(500, INTERNAL, "The message could not be accepted at the moment.")
        try:
            self._remember.add(id_)
        except Exception as error:
            # It is taken; that it cannot be remembered must not have it sent again.
            self._tell_error(error)
        return TAKEN


def _reject_unknown(event: AgentMessage) -> None:
    why = "message.type: The message type is unknown to the receiving system."
    raise RejectMessage(UNKNOWN_TYPE, why)
