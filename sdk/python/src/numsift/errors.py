"""What can go wrong."""

from __future__ import annotations

from typing import Any


class NumsiftError(Exception):
    """The base of all errors of this package."""


class ApiError(NumsiftError):
    """The server refused a request. `code` is a stable word such as `insufficient-balance`."""

    def __init__(self, status: int, problem: dict[str, Any], request_id: str | None) -> None:
        self.status = status
        self.code: str = problem.get("code", "unknown")
        self.title: str = problem.get("title", "")
        self.detail: str = problem.get("detail", "")
        #: The fields that are wrong: `pointer` and `detail` of each.
        self.errors: list[dict[str, str]] = problem.get("errors", [])
        self.request_id = request_id
        places = "".join(f" (at {error['pointer']})" for error in self.errors[:1] if error.get("pointer"))
        super().__init__(f"{status} {self.code}: {self.detail}{places}; request id {request_id}")


class ConnectionFailed(NumsiftError):
    """The server could not be reached, or the connection broke, on every attempt."""


class TaskNotFinished(NumsiftError):
    """A task is still running after the time to wait."""


class WebhookInvalid(NumsiftError):
    """A message is not from Numsift, was changed on its way, or is too old."""
