"""What a gateway's answer means."""

import json
import re
from typing import Any, Dict, NamedTuple, Tuple

from .errors import ParleyClientError
from .exchange import Exchanged


class Warned(NamedTuple):
    """Something optional that was cut or dropped; the message was accepted all the same."""

    #: Path of the field, such as "sender.photo".
    field: str
    message: str


def read_status(answer: Exchanged) -> int:
    """0 or 1 (§4.1)."""
    text = answer.text.strip()
    if answer.status == 200 and text in ("0", "1"):
        return int(text)
    raise _refusal(answer, _object(answer.text))


def read_accepted(answer: Exchanged) -> Tuple[Warned, ...]:
    """What accepting a message may say besides."""
    body = _object(answer.text)
    if answer.status != 200 or body.get("result") != "ok":
        raise _refusal(answer, body)
    listed = body.get("warnings")
    if not isinstance(listed, list):
        return ()
    known = (one for one in listed if isinstance(one, dict))
    return tuple(Warned(str(one.get("field")), str(one.get("message"))) for one in known)


def _refusal(answer: Exchanged, body: Dict[str, Any]) -> ParleyClientError:
    error = body.get("error")
    code, message = (
        (error.get("code"), error.get("message")) if isinstance(error, dict) else (None, None)
    )
    status, after = answer.status, answer.retry_after_seconds
    if isinstance(code, int) and isinstance(message, str):
        # A gateway's message begins with the field that it is about, if it is about one.
        about = re.match(r"((?:sender|message|body)(?:\.[a-z_]+)?): ", message)
        field = about.group(1) if about else None
        return ParleyClientError(
            "refused", message, code=code, status=status, field=field, retry_after_seconds=after
        )
    why = f"The answer (HTTP {status}) is not from a Parley gateway: check the URL."
    return ParleyClientError("unreadable-answer", why, status=status, retry_after_seconds=after)


def _object(text: str) -> Dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
