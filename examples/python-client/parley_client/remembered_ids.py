"""Which messages were taken."""

from collections import OrderedDict
from threading import Lock

from .arguments import check_limit


class RememberedInMemory:
    """Remembers the newest `limit` ids until the process ends.

    A database of yours may take its place. Enough for redelivery, which is over after 9 s; a
    restart in between may let one message through twice, and so may "send again" much later.
    """

    def __init__(self, limit: int = 10_000) -> None:
        """Raises ParleyClientError: invalid-argument."""
        check_limit("limit", limit)
        self._ids: "OrderedDict[str, None]" = OrderedDict()
        self._limit = limit
        self._lock = Lock()

    def has(self, id_: str) -> bool:
        """Whether this `message.id` was taken."""
        with self._lock:
            return id_ in self._ids

    def add(self, id_: str) -> None:
        """It was taken: `on_message` has returned."""
        with self._lock:
            self._ids[id_] = None
            self._ids.move_to_end(id_)
            if len(self._ids) > self._limit:
                self._ids.popitem(last=False)
