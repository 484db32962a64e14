"""Signatures of Standard Webhooks 1.0 (https://www.standardwebhooks.com)."""

import base64
import binascii
import hashlib
import hmac
import re
from typing import Callable, List, Optional, Sequence

from .errors import ParleyClientError

Header = Callable[[str], Optional[str]]
# As many as a gateway sends, and some more.
_SIGNATURE_LIMIT = 16


class SignatureCheck:
    """`secrets`: `whsec_…`, one or, while keys change, several. `now`: seconds since the epoch."""

    def __init__(
        self, secrets: Sequence[str], tolerance_seconds: float, now: Callable[[], float]
    ) -> None:
        self._keys = [_key_of(secret) for secret in secrets]
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


def _key_of(secret: str) -> bytes:
    text = secret[6:] if secret.startswith("whsec_") else secret
    key = _from_base64(text)
    if key is not None and 24 <= len(key) <= 64:
        return key
    why = 'secrets: "whsec_" and base64 of 24 to 64 bytes is expected, as the operator has it.'
    raise ParleyClientError("invalid-argument", why)


def _from_base64(text: str) -> Optional[bytes]:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
