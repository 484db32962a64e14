"""Arguments that are not what they have to be: found before anything is sent or taken."""

import math
from typing import Any, Optional

from .errors import ParleyClientError


def invalid_argument(message: str, field: Optional[str] = None) -> ParleyClientError:
    """`field`: path in the message, if it is about the message."""
    return ParleyClientError("invalid-argument", message, field=field)


def is_number(value: Any) -> bool:
    """Whether it can be compared: neither True nor NaN."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value == value


def check_limit(name: str, value: Any) -> None:
    """A limit that limits: nothing is larger than NaN. Raises ParleyClientError."""
    if not is_number(value) or not 0 < value < math.inf:
        raise invalid_argument(f"{name}: A number greater than 0 is expected.")
