"""Verifies webhook messages (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

from .errors import WebhookInvalid

#: Seconds that the clock of a message may differ from ours.
TOLERANCE = 300


def verify(
    secret: str, headers: Mapping[str, str], body: bytes | str, *, tolerance: int = TOLERANCE, now: float | None = None
) -> dict[str, Any]:
    """Returns the message if its signature is valid. `body` is the raw body of the request, byte for byte."""
    found = {name.lower(): value for name, value in headers.items()}
    try:
        message_id, sent_at = found["webhook-id"], found["webhook-timestamp"]
        signatures = found["webhook-signature"].split()
        age = abs((time.time() if now is None else now) - int(sent_at))
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (KeyError, ValueError, binascii.Error) as error:
        raise WebhookInvalid(f"a header is missing or malformed: {error}") from None
    if age > tolerance:
        raise WebhookInvalid("the message is too old or from the future")
    raw = body.encode() if isinstance(body, str) else body
    digest = hmac.new(key, f"{message_id}.{sent_at}.".encode() + raw, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    if not any(hmac.compare_digest(expected, signature.encode()) for signature in signatures):
        raise WebhookInvalid("the signature is not valid")
    message: dict[str, Any] = json.loads(raw)
    return message
