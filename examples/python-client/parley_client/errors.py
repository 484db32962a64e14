"""Why a call came to nothing, and how a receiver says no."""

from typing import Optional

# Statuses that pass by themselves: the gateway's own, and those of a proxy before it.
_PASSING = frozenset({408, 429, 502, 503, 504})


class ParleyClientError(Exception):
    """Everything that the client raises by itself. No message holds the secret URL.

    `reason` is one of
    - "refused": the gateway said no; `code` says why.
    - "unreachable", "timeout": no answer, also after all retries. The message may have been stored.
    - "unreadable-answer": something answered that is no gateway; look at the URL.
    - "invalid-argument": nothing was sent.
    """

    def __init__(
        self,
        reason: str,
        message: str,
        *,
        code: Optional[int] = None,
        status: Optional[int] = None,
        field: Optional[str] = None,
        retry_after_seconds: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        #: As in docs/errors.md; None unless the gateway refused.
        self.code = code
        #: HTTP status; None when there was no answer.
        self.status = status
        #: Path of the field at fault, such as "sender.id"; None when no single one is.
        self.field = field
        #: How long the gateway asks to be left alone; None when it does not.
        self.retry_after_seconds = retry_after_seconds

    @property
    def retryable(self) -> bool:
        """Whether the same message, with the same `message.id`, may be accepted later."""
        return self.reason in ("unreachable", "timeout") or self.status in _PASSING


class RejectMessage(Exception):
    """Raised by `on_message` for what your system will never take: the message is not sent again.

    The agent reads `message`; the operator may hide it by `code`, a number of your choice. Anything
    else that is raised has the message redelivered.
    """

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
