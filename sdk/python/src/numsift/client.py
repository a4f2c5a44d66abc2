"""The client for programs that wait for their answers."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO, Literal, Self, cast

import httpx

from . import _call
from ._call import Call, Check, ResultFormat, UsageGroup, given
from .errors import ConnectionFailed, TaskNotFinished
from .schema import (
    BalanceObject,
    DeliveryObject,
    DeliveryState,
    DrawOrder,
    Earlier,
    EndpointObject,
    EndpointSecretAnswer,
    FileObject,
    GenerationCount,
    GenerationOptions,
    GenerationRun,
    GenerationSegmentRequest,
    LookupObject,
    LookupsAnswer,
    NumberObject,
    NumberStyle,
    ProjectObject,
    RejectedObject,
    ResultObject,
    SpaceSpec,
    StatementObject,
    SuppressionChangeAnswer,
    SuppressionListObject,
    TaskMode,
    TaskObject,
    TaskQuoteObject,
    UsageAnswer,
    WebhookEvent,
)


class Numsift:
    """A connection to the API. Address and key can be given in NUMSIFT_URL and NUMSIFT_API_KEY.

    Requests are sent again after 429, 503 and lost connections, up to `max_retries` times. Every change has an
    idempotency key, so that it is carried out and charged once.
    """

    def __init__(
        self,
        url: str | None = None,
        key: str | None = None,
        *,
        timeout: float = 60.0,
        max_retries: int = 4,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._max_retries = max_retries
        self._http = httpx.Client(
            base_url=_call.address(url), headers=_call.authorisation(key), timeout=timeout, transport=transport
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def _send(self, call: Call, *, stream: bool = False) -> httpx.Response:
        attempt = 0
        while True:
            response: httpx.Response | None = None
            try:
                response = self._http.send(self._http.build_request(**call.arguments()), stream=stream)
                if response.is_success:
                    return response
                response.read()
                failure: Exception = _call.refusal(response)
            except httpx.TransportError as error:
                failure = ConnectionFailed(str(error) or type(error).__name__)
            finally:
                if response is not None and not response.is_success:
                    response.close()
            wait = _call.wait_after(response, attempt)
            if wait is None or attempt >= self._max_retries:
                raise failure
            time.sleep(wait)
            attempt += 1

    def _get(self, path: str, **params: Any) -> Any:
        return self._send(Call("GET", path, given(**params))).json()

    def _pages(self, path: str, params: Mapping[str, Any]) -> Iterator[Any]:
        cursor: str | None = None
        while True:
            page = self._get(path, **params, cursor=cursor)
            yield from page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def lookup(
        self,
        number: str,
        checks: Sequence[str] = (),
        *,
        country: str | None = None,
        max_age_days: int | None = None,
        inputs: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> NumberObject:
        """Looks up a number. Free of charge without checks. `inputs` is what checks need besides it."""
        call = _call.lookup(number, checks, country, max_age_days, inputs, idempotency_key)
        return cast(NumberObject, self._send(call).json())

    def lookups(
        self,
        numbers: Sequence[str],
        checks: Sequence[str] = (),
        *,
        country: str | None = None,
        max_age_days: int | None = None,
        inputs: Sequence[Mapping[str, str]] | None = None,
        idempotency_key: str | None = None,
    ) -> LookupsAnswer:
        """Looks up at most 100 numbers together. `inputs` has one object per number."""
        call = _call.lookups(numbers, checks, country, max_age_days, inputs, idempotency_key)
        return cast(LookupsAnswer, self._send(call).json())

    def list_lookups(
        self,
        *,
        number: str | None = None,
        project: str | None = None,
        status: str | None = None,
        request_id: str | None = None,
        limit: int | None = None,
    ) -> Iterator[LookupObject]:
        """Earlier lookups that checked projects, newest first. `limit` is the page size."""
        params = given(number=number, project=project, status=status, request_id=request_id, limit=limit)
        return self._pages("/lookups", params)

    def get_lookup(self, lookup_id: int) -> LookupObject:
        return cast(LookupObject, self._get(f"/lookups/{lookup_id}"))

    def create_task(
        self,
        numbers: Sequence[str] | None,
        checks: Sequence[Check],
        *,
        file: int | None = None,
        ids: Sequence[str] | None = None,
        reading: Mapping[str, Any] | None = None,
        name: str | None = None,
        country: str | None = None,
        mode: TaskMode | None = None,
        max_age_days: int | None = None,
        max_price: int | None = None,
        metadata: Mapping[str, str] | None = None,
        webhook_url: str | None = None,
        idempotency_key: str | None = None,
    ) -> TaskObject:
        """Starts a task with at most 10,000 numbers, or with the id of a `file` and None for the numbers.

        `ids` are your own, one for each number. `reading` says how the file is read.
        """
        options = given(
            file=file,
            reading=reading,
            ids=None if ids is None else list(ids),
            name=name,
            country=country,
            mode=mode,
            max_age_days=max_age_days,
            max_price=max_price,
            metadata=metadata,
            webhook_url=webhook_url,
        )
        call = _call.create_task(numbers, checks, options, idempotency_key)
        return cast(TaskObject, self._send(call).json())

    def upload_task(
        self,
        file: str | os.PathLike[str] | BinaryIO,
        checks: Sequence[Check],
        *,
        name: str | None = None,
        country: str | None = None,
        reading: Mapping[str, Any] | None = None,
        mode: TaskMode | None = None,
        max_age_days: int | None = None,
        max_price: int | None = None,
        metadata: Mapping[str, str] | None = None,
        webhook_url: str | None = None,
        idempotency_key: str | None = None,
    ) -> TaskObject:
        """Starts a task with a file: CSV, TXT or XLSX, also as gz or zip. A file object must be seekable."""
        options = given(
            name=name,
            country=country,
            reading=reading,
            mode=mode,
            max_age_days=max_age_days,
            max_price=max_price,
            metadata=metadata,
            webhook_url=webhook_url,
        )
        file_name, content, ours = _call.opened(file)
        try:
            call = _call.upload_task(file_name, content, checks, options, idempotency_key)
            return cast(TaskObject, self._send(call).json())
        finally:
            if ours:
                content.close()

    def upload_file(self, file: str | os.PathLike[str] | BinaryIO, *, name: str | None = None) -> FileObject:
        """Stores a file for tasks and quotes. A file object must be seekable.

        Large files are sent in parts, so that a lost connection costs only the last one.
        """
        file_name, content, ours = _call.opened(file)
        try:
            size = _call.size_of(content)
            if size <= _call.WHOLE_BYTES:
                call = _call.create_file(name or file_name, content, None)
                return cast(FileObject, self._send(call).json())
            upload = _call.upload_of(self._send(_call.begin_upload(name or file_name, size)))
            self._send_parts(upload, content, size)
            return self.get_file(upload)
        finally:
            if ours:
                content.close()

    def _send_parts(self, upload: int, content: BinaryIO, size: int) -> None:
        offset, refused = 0, 0
        while offset < size:
            try:
                offset = _call.offset_of(self._send(_call.upload_part(upload, content, offset)))
                refused = 0
            except Exception as error:
                refused += 1
                if not _call.may_go_on(error) or refused > self._max_retries:
                    raise
                offset = _call.offset_of(self._send(_call.upload_state(upload)))

    def list_files(self, *, limit: int | None = None) -> Iterator[FileObject]:
        """The files of the account, newest first. `limit` is the page size."""
        return self._pages("/files", given(limit=limit))

    def get_file(self, file_id: int) -> FileObject:
        return cast(FileObject, self._get(f"/files/{file_id}"))

    def delete_file(self, file_id: int) -> None:
        """Deletes a file. Tasks that were started with it keep their numbers."""
        self._send(Call("DELETE", f"/files/{file_id}"))

    def quote_task(
        self,
        numbers: Sequence[str] | None,
        checks: Sequence[Check],
        *,
        file: int | None = None,
        reading: Mapping[str, Any] | None = None,
        country: str | None = None,
        mode: TaskMode | None = None,
    ) -> TaskQuoteObject:
        """Prices a task without starting it."""
        body = given(
            numbers=None if numbers is None else list(numbers),
            file=file,
            reading=reading,
            checks=list(checks),
            country=country,
            mode=mode,
        )
        return cast(TaskQuoteObject, self._send(Call("POST", "/tasks/quote", json=body)).json())

    def list_tasks(
        self,
        *,
        state: str | None = None,
        project: str | None = None,
        created_from: str | None = None,
        created_until: str | None = None,
        metadata: tuple[str, str] | None = None,
        limit: int | None = None,
    ) -> Iterator[TaskObject]:
        """The tasks of the account, newest first. `metadata` is a key and a value. `limit` is the page size."""
        params = given(
            state=state,
            project=project,
            created_from=created_from,
            created_until=created_until,
            metadata=None if metadata is None else ":".join(metadata),
            limit=limit,
        )
        return self._pages("/tasks", params)

    def get_task(self, task_id: int) -> TaskObject:
        return cast(TaskObject, self._get(f"/tasks/{task_id}"))

    def cancel_task(self, task_id: int, *, idempotency_key: str | None = None) -> TaskObject:
        return cast(TaskObject, self._send(_call.post(f"/tasks/{task_id}/cancel", idempotency_key)).json())

    def pause_task(self, task_id: int, *, idempotency_key: str | None = None) -> TaskObject:
        return cast(TaskObject, self._send(_call.post(f"/tasks/{task_id}/pause", idempotency_key)).json())

    def resume_task(self, task_id: int, *, idempotency_key: str | None = None) -> TaskObject:
        return cast(TaskObject, self._send(_call.post(f"/tasks/{task_id}/resume", idempotency_key)).json())

    def delete_task(self, task_id: int) -> None:
        """Deletes a task and its results. A running task is cancelled first."""
        self._send(Call("DELETE", f"/tasks/{task_id}"))

    def rerun_task(
        self,
        task_id: int,
        *,
        name: str | None = None,
        max_age_days: int | None = None,
        max_price: int | None = None,
        metadata: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> TaskObject:
        """Starts a task with the unknown numbers of a finished one."""
        body = given(name=name, max_age_days=max_age_days, max_price=max_price, metadata=metadata)
        call = _call.post(f"/tasks/{task_id}/rerun", idempotency_key, json=body)
        return cast(TaskObject, self._send(call).json())

    def wait(self, task_id: int, *, timeout: float | None = None, poll: float = 2.0) -> TaskObject:
        """Waits until a task has ended, and returns it."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            task = self.get_task(task_id)
            if task["state"] not in ("running", "paused"):
                return task
            if deadline is not None and time.monotonic() + poll > deadline:
                raise TaskNotFinished(f"task {task_id} is {task['state']}: {task['done']} of {task['total']} numbers")
            time.sleep(poll)

    def results(
        self,
        task_id: int,
        *,
        project: str | None = None,
        status: str | None = None,
        rows: Literal["all", "unique"] | None = None,
        limit: int = 1000,
    ) -> Iterator[ResultObject]:
        """The results of a task, each number once, or every row with `rows="all"`. `limit` is the page size."""
        query = given(project=project, status=status, rows=rows, limit=limit)
        return self._pages(f"/tasks/{task_id}/results", query)

    def rejected(self, task_id: int, *, limit: int = 1000) -> Iterator[RejectedObject]:
        """The rows of a task that hold no usable number. `limit` is the page size."""
        return self._pages(f"/tasks/{task_id}/rejected", {"limit": limit})

    def rows(self, task_id: int, *, rows: Literal["all", "unique"] = "all") -> Iterator[dict[str, Any]]:
        """Every row that was sent, in its order, with what became of it, as one stream."""
        call = Call("GET", f"/tasks/{task_id}/results", {"rows": rows}, headers={"Accept": "application/x-ndjson"})
        response = self._send(call, stream=True)
        try:
            for line in response.iter_lines():
                yield json.loads(line)
        finally:
            response.close()

    def download(
        self,
        task_id: int,
        path: str | os.PathLike[str],
        *,
        rows: Literal["all", "unique"] = "all",
        format: ResultFormat = "csv",
        text_numbers: bool = False,
    ) -> None:
        """Writes all results as CSV, JSON lines or Parquet, your own columns first.

        With `text_numbers`, a spreadsheet shows the numbers of a CSV file as text instead of rounding them."""
        response = self._send(_call.download(task_id, rows, format, text_numbers), stream=True)
        try:
            with open(path, "wb") as file:
                for piece in response.iter_bytes():
                    file.write(piece)
        finally:
            response.close()

    def statement(self, task_id: int) -> StatementObject:
        """The money of a task."""
        return cast(StatementObject, self._get(f"/tasks/{task_id}/statement"))

    def list_webhooks(self) -> list[EndpointObject]:
        """The webhook endpoints of the account."""
        return cast(list[EndpointObject], (self._get("/webhooks"))["items"])

    def create_webhook(self, url: str, events: Sequence[WebhookEvent], *, description: str = "") -> EndpointSecretAnswer:
        """Creates a webhook endpoint. Its secret is shown only here."""
        body = {"url": url, "events": list(events), "description": description}
        return cast(EndpointSecretAnswer, self._send(Call("POST", "/webhooks", json=body)).json())

    def update_webhook(
        self,
        webhook_id: int,
        *,
        url: str | None = None,
        description: str | None = None,
        events: Sequence[WebhookEvent] | None = None,
        enabled: bool | None = None,
    ) -> EndpointObject:
        """Changes a webhook endpoint. What is left out stays as it is."""
        chosen = None if events is None else list(events)
        body = given(url=url, description=description, events=chosen, enabled=enabled)
        return cast(EndpointObject, self._send(Call("PATCH", f"/webhooks/{webhook_id}", json=body)).json())

    def delete_webhook(self, webhook_id: int) -> None:
        self._send(Call("DELETE", f"/webhooks/{webhook_id}"))

    def rotate_webhook(self, webhook_id: int, *, overlap_hours: int = 0) -> EndpointSecretAnswer:
        """Gives a webhook endpoint a new secret, which is shown only here."""
        call = Call("POST", f"/webhooks/{webhook_id}/rotate", json={"overlap_hours": overlap_hours})
        return cast(EndpointSecretAnswer, self._send(call).json())

    def test_webhook(self, webhook_id: int) -> DeliveryObject:
        """Sends a test message, once, and returns what came of it."""
        return cast(DeliveryObject, self._send(Call("POST", f"/webhooks/{webhook_id}/test")).json())

    def deliveries(
        self, webhook_id: int, *, state: DeliveryState | None = None, limit: int | None = None
    ) -> Iterator[DeliveryObject]:
        """The deliveries of a webhook endpoint, newest first. `limit` is the page size."""
        return self._pages(f"/webhooks/{webhook_id}/deliveries", given(state=state, limit=limit))

    def resend_webhook(self, webhook_id: int, since: str, *, delivered: bool = False) -> int:
        """Sends failed messages since a time again, and delivered ones if asked. Returns how many."""
        call = Call("POST", f"/webhooks/{webhook_id}/resend", json={"since": since, "delivered": delivered})
        return cast(int, self._send(call).json()["resent"])

    def list_suppression_lists(self, *, limit: int | None = None) -> Iterator[SuppressionListObject]:
        """The suppression lists of the account, newest first. `limit` is the page size."""
        return self._pages("/suppression-lists", given(limit=limit))

    def create_suppression_list(
        self,
        name: str,
        numbers: Sequence[str] = (),
        *,
        country: str | None = None,
        idempotency_key: str | None = None,
    ) -> SuppressionChangeAnswer:
        """Creates a suppression list with at most 10,000 numbers."""
        body = given(name=name, numbers=list(numbers), country=country)
        return cast(
            SuppressionChangeAnswer, self._send(_call.post("/suppression-lists", idempotency_key, json=body)).json()
        )

    def get_suppression_list(self, list_id: int) -> SuppressionListObject:
        return cast(SuppressionListObject, self._get(f"/suppression-lists/{list_id}"))

    def delete_suppression_list(self, list_id: int) -> None:
        self._send(Call("DELETE", f"/suppression-lists/{list_id}"))

    def add_suppressed(
        self, list_id: int, numbers: Sequence[str], *, country: str | None = None, idempotency_key: str | None = None
    ) -> SuppressionChangeAnswer:
        """Adds at most 10,000 numbers to a suppression list."""
        call = _call.suppress(list_id, "add", numbers, country, idempotency_key)
        return cast(SuppressionChangeAnswer, self._send(call).json())

    def remove_suppressed(
        self, list_id: int, numbers: Sequence[str], *, country: str | None = None, idempotency_key: str | None = None
    ) -> SuppressionChangeAnswer:
        """Removes at most 10,000 numbers from a suppression list."""
        call = _call.suppress(list_id, "remove", numbers, country, idempotency_key)
        return cast(SuppressionChangeAnswer, self._send(call).json())

    def replace_suppressed(
        self, list_id: int, numbers: Sequence[str], *, country: str | None = None, idempotency_key: str | None = None
    ) -> SuppressionChangeAnswer:
        """Replaces all numbers of a suppression list with at most 10,000. Without numbers the list becomes empty."""
        call = _call.suppress(list_id, "replace", numbers, country, idempotency_key)
        return cast(SuppressionChangeAnswer, self._send(call).json())

    def generation_options(self, country: str | None = None) -> GenerationOptions:
        """The countries, or the types and carriers of one country."""
        return cast(GenerationOptions, self._send(Call("GET", "/generation/options", given(country=country))).json())

    def count_numbers(
        self,
        spaces: Sequence[SpaceSpec],
        *,
        order: DrawOrder | None = None,
        earlier: Earlier | None = None,
        style: NumberStyle | None = None,
        without_list: int | None = None,
    ) -> list[GenerationCount]:
        """How many numbers sets have, how many of them were generated before, and how many are left."""
        body = given(spaces=list(spaces), order=order, earlier=earlier, style=style, without_list=without_list)
        return cast(list[GenerationCount], self._send(Call("POST", "/generation/count", json=body)).json()["items"])

    def generate_numbers(
        self,
        segments: Sequence[GenerationSegmentRequest],
        *,
        order: DrawOrder | None = None,
        earlier: Earlier | None = None,
        style: NumberStyle | None = None,
        without_list: int | None = None,
        idempotency_key: str | None = None,
    ) -> GenerationRun:
        """Generates numbers. Fetch them with `generated_numbers`."""
        body = given(segments=list(segments), order=order, earlier=earlier, style=style, without_list=without_list)
        call = _call.post("/generation/runs", idempotency_key, json=body)
        return cast(GenerationRun, self._send(call).json())

    def list_generation_runs(self, *, limit: int | None = None) -> Iterator[GenerationRun]:
        """The runs of the account that have not expired, newest first. `limit` is the page size."""
        return self._pages("/generation/runs", given(limit=limit))

    def get_generation_run(self, run_id: int) -> GenerationRun:
        return cast(GenerationRun, self._get(f"/generation/runs/{run_id}"))

    def generated_numbers(self, run_id: int) -> Iterator[str]:
        """The numbers of a run, as one stream."""
        call = Call("GET", f"/generation/runs/{run_id}/numbers", headers={"Accept": "text/plain"})
        response = self._send(call, stream=True)
        try:
            yield from response.iter_lines()
        finally:
            response.close()

    def delete_generation_run(self, run_id: int) -> None:
        """Deletes a run. Its numbers stay used: later runs leave them out."""
        self._send(Call("DELETE", f"/generation/runs/{run_id}"))

    def projects(self) -> list[ProjectObject]:
        """The projects that can be checked, with their prices."""
        return cast(list[ProjectObject], self._get("/projects")["items"])

    def usage(
        self, *, from_: str | None = None, to: str | None = None, group_by: Sequence[UsageGroup] = ("day",)
    ) -> UsageAnswer:
        """What the account used. Days are such as 2027-01-15 (UTC); by default the last 30 days."""
        params = given(to=to, group_by=",".join(group_by)) | ({} if from_ is None else {"from": from_})
        return cast(UsageAnswer, self._send(Call("GET", "/usage", params)).json())

    def balance(self) -> BalanceObject:
        return cast(BalanceObject, self._get("/balance"))
