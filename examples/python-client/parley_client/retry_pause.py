"""When the same message is sent again: a pure function of what happened so far."""

from typing import Optional

#: A little less than the 60 s in which a gateway knows a repeat by its `message.id`.
RETRY_WINDOW_SECONDS = 55.0
_FIRST_PAUSE_SECONDS = 0.5
_LONGEST_PAUSE_SECONDS = 8.0


def retry_pause(
    *,
    tries: int,
    retries: int,
    elapsed_seconds: float,
    timeout_seconds: float,
    retry_after_seconds: Optional[int],
    fraction: float,
) -> Optional[float]:
    """Seconds to wait after the `tries`th try; None: no more.

    `fraction` is from 0 up to but without 1. Pauses double and are drawn from their upper half, so
    that many clients do not come back at once; what the gateway asks for is the least. A repeat
    that could end after the gateway has forgotten the first try is not made: it might be delivered
    twice.
    """
    if tries > retries:
        return None
    back_off = min(_FIRST_PAUSE_SECONDS * 2 ** (tries - 1), _LONGEST_PAUSE_SECONDS)
    pause = max(back_off * (0.5 + fraction / 2), float(retry_after_seconds or 0))
    return None if elapsed_seconds + pause + timeout_seconds > RETRY_WINDOW_SECONDS else pause
