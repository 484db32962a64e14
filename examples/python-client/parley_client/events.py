"""Reads the bodies of agents' messages (§4.3) and typing notices (§4.4)."""

import json
import math
from dataclasses import dataclass
from typing import Any, Callable, Dict, Optional, Tuple, Union
from urllib.parse import urlsplit

from .last_segment import last_segment
from .nesting import NESTING_LIMIT, is_too_deep

RecipientId = Union[str, int]

FILE_TYPES = frozenset({"video", "audio", "voice", "photo", "sticker", "document"})
MALFORMED_JSON, NOT_UTF8, TOO_DEEP, WRONG_SHAPE = 40001, 40002, 40003, 40004


@dataclass(frozen=True)
class AgentMessage:
    """An agent's message for one of your visitors.

    Texts are untrusted: show them, never run them.
    """

    #: The last segment of the path that was posted to: the channel's public id, unless your URL is
    #: a template.
    channel_id: str
    #: `name`, and `photo` when it is an http(s) URL.
    sender: Dict[str, Any]
    #: Your own `sender.id`, with its JSON type and every digit (§2.3).
    recipient_id: RecipientId
    #: Its `id` is the same however often it is redelivered. Of known types only valid fields are
    #: here.
    message: Dict[str, Any]


@dataclass(frozen=True)
class AgentTyping:
    """An agent begins ("typein") or ends ("typeout") typing."""

    channel_id: str
    sender: Dict[str, Any]
    recipient_id: RecipientId
    type: str


class WrongBody(Exception):
    """A body that is no agent message. Sent again, the same body would be no better."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def read_event(body: bytes, path: str) -> Union[AgentMessage, AgentTyping]:
    """Raises WrongBody."""
    value = _parsed(body)
    message = _object_at(value, "message")
    if message is None:
        raise _wrong("message", "An object")
    recipient_id = _recipient_id(_object_at(value, "recipient") or {})
    channel_id = last_segment(path)
    sender = _sender(_object_at(value, "sender") or {})
    type_ = message.get("type")
    if type_ in ("typein", "typeout"):
        return AgentTyping(channel_id, sender or {"name": ""}, recipient_id, type_)
    if sender is None:
        raise _wrong("sender.name", "A non-empty string")
    return AgentMessage(channel_id, sender, recipient_id, _message(message))


def is_known(message: Dict[str, Any]) -> bool:
    """Whether the type is one of today's (§2.4, §2.5)."""
    return message["type"] in FILE_TYPES or message["type"] in ("text", "location")


def _parsed(body: bytes) -> Dict[str, Any]:
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise WrongBody(NOT_UTF8, "The body must be UTF-8.") from None
    if is_too_deep(text):
        why = f"The body must not nest deeper than {NESTING_LIMIT} levels."
        raise WrongBody(TOO_DEEP, why)
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except ValueError:
        raise WrongBody(MALFORMED_JSON, "The body must be JSON.") from None
    return value if isinstance(value, dict) else {}


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _object_at(value: Dict[str, Any], name: str) -> Optional[Dict[str, Any]]:
    found = value.get(name)
    return found if isinstance(found, dict) else None


def _recipient_id(recipient: Dict[str, Any]) -> RecipientId:
    id_ = recipient.get("id")
    if isinstance(id_, int) and not isinstance(id_, bool):
        return id_
    if isinstance(id_, str) and id_ != "":
        return id_
    raise _wrong("recipient.id", "A non-empty string or an integer")


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _is_number(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool)


def _is_http_url(value: Any) -> bool:
    if not isinstance(value, str) or not value[:8].lower().startswith(("http://", "https://")):
        return False
    # The parser drops some control characters, and other readers would not.
    if any(character < " " or character == "\x7f" for character in value):
        return False
    scheme, rest = value.split("://", 1)
    try:
        parts = urlsplit(f"{scheme}://{rest.lstrip('/')}")
        _ = parts.port
    except ValueError:
        return False
    return bool(parts.hostname)


def _sender(sender: Dict[str, Any]) -> Optional[Dict[str, Any]]:
    if not _is_text(sender.get("name")):
        return None
    photo = sender.get("photo")
    return {"name": sender["name"], **({"photo": photo} if _is_http_url(photo) else {})}


_Check = Tuple[Callable[[Any], bool], str]
_TEXT: _Check = (_is_text, "A non-empty string")
_NUMBER: _Check = (_is_number, "A number")
_URL: _Check = (_is_http_url, "An http(s) URL")

# Every field of §2.4 and §2.5, and what a value of it has to be.
_CHECKS: Dict[str, _Check] = {
    **dict.fromkeys(("type", "id", "text", "file_name", "emoji", "performer", "title"), _TEXT),
    **dict.fromkeys(("file_size", "duration", "width", "height", "latitude", "longitude"), _NUMBER),
    **dict.fromkeys(("file", "thumb"), _URL),
}


def _message(message: Dict[str, Any]) -> Dict[str, Any]:
    """Known fields alone, those that are not valid left out.

    A message of a later type as it came (§9).
    """
    valid = {
        name: message[name]
        for name in _CHECKS
        if name in message and _CHECKS[name][0](message[name])
    }
    for name in ("type", "id", *_required(message.get("type"))):
        if name not in valid:
            raise _wrong(f"message.{name}", _CHECKS[name][1])
    return valid if is_known(valid) else message


def _required(type_: Any) -> Tuple[str, ...]:
    """A gateway whose channel is lenient leaves out a file's size: it is not asked for."""
    if type_ == "text":
        return ("text",)
    if type_ == "location":
        return ("latitude", "longitude")
    return ("file",) if isinstance(type_, str) and type_ in FILE_TYPES else ()


def _wrong(field: str, expected: str) -> WrongBody:
    return WrongBody(WRONG_SHAPE, f"{field}: {expected} is expected.")
