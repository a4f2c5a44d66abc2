"""Client of the Numsift API: look up phone numbers and screen lists."""

from .async_client import AsyncNumsift
from .client import Numsift
from .errors import ApiError, ConnectionFailed, NumsiftError, TaskNotFinished, WebhookInvalid
from .frames import screen_pandas, screen_polars
from .webhooks import verify as verify_webhook

__all__ = [
    "ApiError",
    "AsyncNumsift",
    "ConnectionFailed",
    "Numsift",
    "NumsiftError",
    "TaskNotFinished",
    "WebhookInvalid",
    "screen_pandas",
    "screen_polars",
    "verify_webhook",
]
