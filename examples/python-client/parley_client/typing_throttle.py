"""Which typing notices are worth a request."""

from collections import OrderedDict
from threading import Lock

_REPEAT_SECONDS = 3.0
_VISITOR_LIMIT = 10_000


class TypingThrottle:
    """A beginning every 3 s at most, an end once, after a beginning."""

    def __init__(self) -> None:
        self._begun_at: "OrderedDict[str, float]" = OrderedDict()
        self._lock = Lock()

    def admits(self, visitor: str, type_: str, now: float) -> bool:
        """Asked before a notice is sent; True counts as sent."""
        with self._lock:
            begun_at = self._begun_at.get(visitor)
            if type_ == "typeout":
                return self._begun_at.pop(visitor, None) is not None
            if begun_at is not None and now - begun_at < _REPEAT_SECONDS:
                return False
            self._begun_at[visitor] = now
            self._begun_at.move_to_end(visitor)
            if len(self._begun_at) > _VISITOR_LIMIT:
                self._begun_at.popitem(last=False)
            return True

    def ended(self, visitor: str) -> None:
        """A message ends typing by itself."""
        with self._lock:
            self._begun_at.pop(visitor, None)
