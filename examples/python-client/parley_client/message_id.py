"""The id by which a gateway recognises that a message is sent again."""

import uuid
from typing import Any

from .arguments import invalid_argument

_LIMIT = 255


def checked_message_id(given: Any) -> str:
    """`message.id` of every try: as it was given, an integer as its digits, or made.

    What a gateway would drop is refused: without an id a retry could double the message. Raises
    ParleyClientError: invalid-argument.
    """
    if given is None:
        return uuid.uuid4().hex
    if isinstance(given, int) and not isinstance(given, bool) and abs(given) < 10**_LIMIT:
        given = str(given)
    # A gateway takes U+FEFF for blank as well.
    if isinstance(given, str) and len(given) <= _LIMIT:
        if not all(character.isspace() or character == "\ufeff" for character in given):
            return given
    expected = f"A non-blank string of 1 to {_LIMIT} characters or an integer"
    raise invalid_argument(f"message.id: {expected} is expected.", "message.id")
