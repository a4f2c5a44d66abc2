"""Requests as values, shared by the two clients, and the rules for repeating them."""

from __future__ import annotations

import base64
import hashlib
import os
import random
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Literal

import httpx

from .errors import ApiError, NumsiftError

#: The longest wait between two attempts, in seconds.
LONGEST_WAIT = 60.0
#: Statuses after which a request may be sent again; so may 409 with `Retry-After`.
RETRIED = {429, 503}

Check = str | Mapping[str, Any]
ResultFormat = Literal["csv", "jsonl", "parquet"]
_MEDIA = {"csv": "text/csv", "jsonl": "application/x-ndjson", "parquet": "application/vnd.apache.parquet"}
UsageGroup = Literal["day", "key", "project", "source"]


@dataclass
class Call:
    """A request."""

    method: str
    path: str
    params: dict[str, Any] = field(default_factory=dict)
    json: dict[str, Any] | None = None
    form: dict[str, str] | None = None
    file: tuple[str, BinaryIO] | None = None
    content: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)

    def arguments(self) -> dict[str, Any]:
        """The arguments of httpx."""
        arguments: dict[str, Any] = {"method": self.method, "url": self.path, "headers": self.headers}
        if self.params:
            arguments["params"] = self.params
        if self.json is not None:
            arguments["json"] = self.json
        if self.file is not None:
            name, content = self.file
            content.seek(0)
            arguments |= {"data": self.form or {}, "files": {"file": (name, content)}}
        if self.content is not None:
            arguments["content"] = self.content
        return arguments


def given(**values: Any) -> dict[str, Any]:
    """The values that are not None."""
    return {name: value for name, value in values.items() if value is not None}


def post(path: str, key: str | None, **body: Any) -> Call:
    """A change. It has an idempotency key, so that it may be sent again."""
    return Call("POST", path, headers={"Idempotency-Key": key or str(uuid.uuid4())}, **body)


def lookup(
    number: str,
    checks: Sequence[str],
    country: str | None,
    max_age_days: int | None,
    inputs: Mapping[str, str] | None,
    key: str | None,
) -> Call:
    values = None if inputs is None else dict(inputs)
    body = given(number=number, checks=list(checks), country=country, max_age_days=max_age_days, inputs=values)
    return post("/lookup", key, json=body)


def lookups(
    numbers: Sequence[str],
    checks: Sequence[str],
    country: str | None,
    max_age_days: int | None,
    inputs: Sequence[Mapping[str, str]] | None,
    key: str | None,
) -> Call:
    values = None if inputs is None else [dict(one) for one in inputs]
    body = given(
        numbers=list(numbers), checks=list(checks), country=country, max_age_days=max_age_days, inputs=values
    )
    return post("/lookups", key, json=body)


def create_task(
    numbers: Sequence[str] | None, checks: Sequence[Check], options: dict[str, Any], key: str | None
) -> Call:
    sent = None if numbers is None else list(numbers)
    return post("/tasks", key, json=given(numbers=sent, checks=list(checks), **options))


#: Files up to this size are sent with one request.
WHOLE_BYTES = 8 * 1024 * 1024
#: Bytes of a larger file that are sent with one request.
PART_BYTES = 8 * 1024 * 1024
_TUS = {"Tus-Resumable": "1.0.0"}


def size_of(content: BinaryIO) -> int:
    return content.seek(0, os.SEEK_END)


def create_file(name: str, content: BinaryIO, key: str | None) -> Call:
    return post("/files", key, file=(name, content))


def begin_upload(name: str, size: int) -> Call:
    encoded = base64.b64encode(name.encode()).decode()
    headers = {**_TUS, "Upload-Length": str(size), "Upload-Metadata": f"filename {encoded}"}
    return Call("POST", "/files/uploads", headers=headers)


def upload_state(upload: int) -> Call:
    return Call("HEAD", f"/files/uploads/{upload}", headers=dict(_TUS))


def upload_part(upload: int, content: BinaryIO, offset: int) -> Call:
    content.seek(offset)
    part = content.read(PART_BYTES)
    checksum = base64.b64encode(hashlib.sha256(part).digest()).decode()
    headers = {
        **_TUS,
        "Upload-Offset": str(offset),
        "Upload-Checksum": f"sha256 {checksum}",
        "Content-Type": "application/offset+octet-stream",
    }
    return Call("PATCH", f"/files/uploads/{upload}", content=part, headers=headers)


def upload_of(response: httpx.Response) -> int:
    """The id of an upload that has begun."""
    return int(response.headers["location"].rsplit("/", 1)[-1])


def offset_of(response: httpx.Response) -> int:
    return int(response.headers["upload-offset"])


def may_go_on(error: Exception) -> bool:
    """Whether the state of the upload should be asked for after a part was refused: its bytes may have arrived."""
    return isinstance(error, ApiError) and error.status in (409, 460)


def upload_task(
    name: str, content: BinaryIO, checks: Sequence[Check], options: dict[str, Any], key: str | None
) -> Call:
    task = httpx.Request("POST", "http://-", json=given(checks=list(checks), **options)).content
    return post("/tasks/upload", key, form={"task": task.decode()}, file=(name, content))


def download(task_id: int, rows: str, format: ResultFormat, text_numbers: bool) -> Call:
    query = {"rows": rows, "text_numbers": "true" if text_numbers else None}
    return Call("GET", f"/tasks/{task_id}/results", given(**query), headers={"Accept": _MEDIA[format]})


def suppress(list_id: int, change: str, numbers: Sequence[str], country: str | None, key: str | None) -> Call:
    body = given(numbers=list(numbers), country=country)
    return post(f"/suppression-lists/{list_id}/{change}", key, json=body)


def opened(file: str | os.PathLike[str] | BinaryIO) -> tuple[str, BinaryIO, bool]:
    """The name of a file, the file, and whether it was opened here."""
    if isinstance(file, (str, os.PathLike)):
        path = Path(file)
        return path.name, path.open("rb"), True
    return Path(str(getattr(file, "name", "numbers.txt"))).name, file, False


def address(url: str | None) -> str:
    found = url or os.environ.get("NUMSIFT_URL")
    if not found:
        raise NumsiftError("give the address of the server as `url`, or set NUMSIFT_URL")
    return found.rstrip("/") + "/v1"


def authorisation(key: str | None) -> dict[str, str]:
    found = key or os.environ.get("NUMSIFT_API_KEY")
    if not found:
        raise NumsiftError("give an API key as `key`, or set NUMSIFT_API_KEY")
    return {"Authorization": f"Bearer {found}", "User-Agent": "numsift-python/0.1.0"}


def wait_after(response: httpx.Response | None, attempt: int) -> float | None:
    """Seconds until the next attempt; None if the request must not be sent again."""
    backoff = min(0.5 * 2.0**attempt, LONGEST_WAIT) * random.uniform(0.75, 1.0)
    if response is None:
        return backoff
    after = response.headers.get("retry-after", "")
    named = min(float(after), LONGEST_WAIT) if after.isdigit() else None
    if response.status_code in RETRIED:
        return backoff if named is None else named
    return named if response.status_code == 409 else None


def refusal(response: httpx.Response) -> ApiError:
    try:
        problem = response.json()
    except ValueError:
        problem = {}
    request_id = response.headers.get("x-request-id")
    return ApiError(response.status_code, problem if isinstance(problem, dict) else {}, request_id)
