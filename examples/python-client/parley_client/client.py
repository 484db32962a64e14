"""One channel of a gateway, from the integrating system's side."""

import json
import random
import time
from typing import Any, Callable, Mapping, NamedTuple, Optional, Tuple, Union

from .answer import Warned, read_accepted, read_status
from .arguments import invalid_argument, is_number
from .errors import ParleyClientError
from .exchange import Endpoint
from .message_id import checked_message_id
from .retry_pause import RETRY_WINDOW_SECONDS, retry_pause
from .typing_throttle import TypingThrottle

VisitorId = Union[str, int]


class Sent(NamedTuple):
    """A message that was accepted: it is stored, and reaches the agents."""

    #: `message.id` of every try; made by the client when the message had none.
    id: str
    #: What was cut or dropped.
    warnings: Tuple[Warned, ...]


class Client:
    """Sends as visitors. May be used by several threads.

    Messages of one thread leave in the order of its calls.
    """

    def __init__(
        self,
        ingress_url: str,
        *,
        timeout_seconds: float = 5.0,
        retries: int = 4,
        now: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
        fraction: Callable[[], float] = random.random,
    ) -> None:
        """`ingress_url`: `{base_url}/<random_string>/<channel_public_id>`, a secret like a password.

        `timeout_seconds`: how long one try may take, at most 55. `retries`: further tries after the
        first, when a gateway cannot be reached or asks for patience. The rest is for tests. Raises
        ParleyClientError: invalid-argument.
        """
        if not is_number(timeout_seconds) or not 0 < timeout_seconds <= RETRY_WINDOW_SECONDS:
            most = f"{RETRY_WINDOW_SECONDS:g}"
            raise invalid_argument(f"timeout_seconds: A number above 0 and at most {most} is expected.")
        if not is_number(retries) or retries < 0:
            raise invalid_argument("retries: A number of at least 0 is expected.")
        self._endpoint = Endpoint(ingress_url, timeout_seconds)
        self._timeout_seconds = timeout_seconds
        self._retries = retries
        self._now, self._pause, self._fraction = now, pause, fraction
        self._throttle = TypingThrottle()

    def status(self) -> int:
        """1 when agents are there, else 0 (§4.1). One try. Raises ParleyClientError."""
        return read_status(self._endpoint.ask("/status", None))

    def send(self, sender: Mapping[str, Any], message: Mapping[str, Any]) -> Sent:
        """Sends a visitor's message (§4.2), so that it is delivered once.

        If need be it is sent several times, under one `message.id`. `sender` has the visitor's
        `id`, a string or an integer of any size, and what may be told of the visitor. The message's
        own `id` is text of 1 to 255 characters or an integer, or made here. Raises
        ParleyClientError.
        """
        visitor = _checked_id(sender.get("id"))
        id_ = checked_message_id(message.get("id"))
        body = _json({"sender": dict(sender), "message": {**message, "id": id_}})
        self._throttle.ended(str(visitor))
        return Sent(id_, self._persist(body))

    def typing(self, visitor: VisitorId, type_: str) -> bool:
        """Tells the agent that the visitor types ("typein"), or has stopped ("typeout") (§4.4).

        Call it at every key. At most one beginning goes out every 3 s, and one end. Best effort:
        False when nothing was sent or nobody took it. Raises ParleyClientError: invalid-argument
        alone.
        """
        if type_ not in ("typein", "typeout"):
            raise invalid_argument('type_: "typein" or "typeout" is expected.', "message.type")
        body = _json({"sender": {"id": _checked_id(visitor)}, "message": {"type": type_}})
        if not self._throttle.admits(str(visitor), type_, self._now()):
            return False
        try:
            read_accepted(self._endpoint.ask("", body))
        except ParleyClientError:
            return False
        return True

    def _persist(self, body: str) -> Tuple[Warned, ...]:
        started_at = self._now()
        tries = 0
        while True:
            tries += 1
            try:
                return read_accepted(self._endpoint.ask("", body))
            except ParleyClientError as error:
                pause = self._pause_after(error, tries, started_at)
                if pause is None:
                    raise
            self._pause(pause)

    def _pause_after(
        self, error: ParleyClientError, tries: int, started_at: float
    ) -> Optional[float]:
        if not error.retryable:
            return None
        return retry_pause(
            tries=tries,
            retries=self._retries,
            elapsed_seconds=self._now() - started_at,
            timeout_seconds=self._timeout_seconds,
            retry_after_seconds=error.retry_after_seconds,
            fraction=self._fraction(),
        )


def _checked_id(visitor: Any) -> VisitorId:
    if isinstance(visitor, int) and not isinstance(visitor, bool):
        return visitor
    if isinstance(visitor, str) and visitor != "":
        return visitor
    why = "sender.id: A non-empty string or an integer is expected."
    raise invalid_argument(why, "sender.id")


def _json(body: Mapping[str, Any]) -> str:
    try:
        return json.dumps(body, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise invalid_argument(f"The message cannot be written as JSON: {error}.") from None
