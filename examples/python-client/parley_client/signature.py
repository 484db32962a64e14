"""Signatures of Standard Webhooks 1.0 (https://www.standardwebhooks.com)."""

import base64
import binascii
import hashlib
import hmac
import re
from typing import Any, Callable, List, Optional

from .arguments import invalid_argument

Header = Callable[[str], Optional[str]]
# As many as a gateway sends, and some more.
_SIGNATURE_LIMIT = 16


class SignatureCheck:
    """Looks for signatures of one of several keys."""

    def __init__(self, secrets: Any, tolerance_seconds: float, now: Callable[[], float]) -> None:
        """`secrets`: `whsec_…`, one or, while keys change, several. `now`: seconds since the epoch.

        Raises ParleyClientError: invalid-argument.
        """
        listed = secrets if isinstance(secrets, (list, tuple)) else [secrets]
        # No key at all is no key either.
        self._keys = [_key_of(secret) for secret in listed or [None]]
        self._tolerance_seconds = tolerance_seconds
        self._now = now

    def verifies(self, header: Header, body: bytes) -> bool:
        """Whether one of the keys has signed exactly these bytes, not longer ago than tolerated."""
        id_, at = header("webhook-id"), header("webhook-timestamp") or ""
        listed = header("webhook-signature")
        if not id_ or listed is None or re.fullmatch("[0-9]{1,12}", at) is None:
            return False
        if abs(self._now() - int(at)) > self._tolerance_seconds:
            return False
        signed = f"{id_}.{at}.".encode("utf-8", "replace") + body
        expected = [hmac.new(key, signed, hashlib.sha256).digest() for key in self._keys]
        return any(
            hmac.compare_digest(good, given) for good in expected for given in _signatures(listed)
        )


def _signatures(listed: str) -> List[bytes]:
    texts = listed.split(" ")[:_SIGNATURE_LIMIT]
    decoded = (_from_base64(text[3:]) for text in texts if text.startswith("v1,"))
    return [signature for signature in decoded if signature is not None]


def _key_of(secret: Any) -> bytes:
    if isinstance(secret, str):
        key = _from_base64(secret[6:] if secret.startswith("whsec_") else secret)
        if key is not None and 24 <= len(key) <= 64:
            return key
    expected = 'secrets: "whsec_" and base64 of 24 to 64 bytes is expected, one or a list'
    help_ = "as the operator has it; leave it out to take unsigned requests."
    raise invalid_argument(f"{expected}, {help_}")


def _from_base64(text: str) -> Optional[bytes]:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
