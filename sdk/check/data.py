"""Reads the Parquet files of a task with DuckDB, Polars and pyarrow, as docs/data.md says, and compares every value with
the API. Takes the page as argument; NUMSIFT_URL, NUMSIFT_API_KEY, NUMSIFT_SID and the NUMSIFT_S3_ settings say where."""

import contextlib
import io
import json
import os
import re
import sys
import time
import urllib.request
from datetime import datetime
from typing import Any

import duckdb
import polars
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
from pyarrow import fs

Row = dict[str, Any]
URL = os.environ["NUMSIFT_URL"]
KEY = os.environ["NUMSIFT_API_KEY"]
BUCKET = os.environ["NUMSIFT_S3_BUCKET"]
DEADLINE = time.monotonic() + 120

LIST = "crm_id,phone,note\n"
LIST += "".join(f'{n},+86138{n:08},"note {n}, ""é"""\n' for n in range(40))
LIST += "".join(f"{n},+1 917-555-{2000 + n},\n" for n in range(100, 120))
LIST += "200,+12015550100,test\n201,+12015550102,test\n202,+44 20 7183 8750,\n203,+86 138 0000 0001,again\n204,nobody,\n"


def send(path: str, body: bytes | None, headers: dict[str, str]) -> bytes:
    request = urllib.request.Request(URL + path, data=body, headers=headers)
    with urllib.request.urlopen(request) as response:
        return bytes(response.read())


def api(path: str, accept: str = "application/json") -> bytes:
    return send(f"/v1/{path}", None, {"Authorization": f"Bearer {KEY}", "Accept": accept})


def console(path: str, body: Any) -> Any:
    headers = {"sid": os.environ["NUMSIFT_SID"], "Content-Type": "application/json"}
    answer = json.loads(send(f"/api/{path}", json.dumps(body).encode(), headers))
    assert answer["code"] == 0, answer
    return answer["data"]


def wait(what: str, ready: Any) -> Any:
    """Calls `ready` until it returns something."""
    while time.monotonic() < DEADLINE:
        if (found := ready()) is not None:
            return found
        time.sleep(0.1)
    raise AssertionError(f"timed out: {what}")


def start_task(checks: list[str]) -> Row:
    boundary = "b8d2e0f6a1"
    parts = [("task", "", json.dumps({"checks": checks})), ("file", '; filename="customers.csv"', LIST)]
    form = "".join(
        f'--{boundary}\r\ncontent-disposition: form-data; name="{name}"{more}\r\n\r\n{text}\r\n' for name, more, text in parts
    )
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": f"multipart/form-data; boundary={boundary}"}
    task: Row = json.loads(send("/v1/tasks/upload", f"{form}--{boundary}--\r\n".encode(), headers))

    def done() -> Row | None:
        now: Row = json.loads(api(f"tasks/{task['id']}"))
        return now if now["state"] == "done" else None

    finished: Row = wait("the task is done", done)
    return finished


def same(reader: str, found: list[Row], expected: list[Row]) -> None:
    assert len(found) == len(expected), (reader, len(found), len(expected))
    for left, right in zip(found, expected):
        assert left == right, (reader, {name: (left.get(name), right.get(name)) for name in {*left, *right} if left.get(name) != right.get(name)})
    print(f"{reader}: {len(found)} rows are the same")


# Exports.


def exported(task: int) -> bytes:
    job = console("task/export", {"id": task, "format": "parquet", "rows": "all"})

    def done() -> Row | None:
        jobs = console("task/exports", {"id": task})
        return next((one for one in jobs if one["id"] == job["id"] and one["state"] == "done"), None)

    wait("the export is done", done)
    return send(console("task/download", {"export": job["id"]})["url"], None, {})


def plain(value: Any) -> Any:
    """A value of a JSON line in the form of an export: texts are never missing."""
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return ""
    if isinstance(value, (dict, list)):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return str(value)


def check_export(task: int) -> None:
    content = exported(task)
    schema = pq.read_schema(pa.BufferReader(content))
    assert schema.metadata[b"numsift.schema"] == b"export/1", schema.metadata
    lines = [json.loads(line) for line in api(f"tasks/{task}/results", "application/x-ndjson").splitlines()]
    names = schema.names
    assert {name for line in lines for name in line} <= set(names), names
    expected = []
    for line in lines:
        row: Row = {}
        for name in names:
            value = line.get(name)
            if name == "row" or name == "duplicate_of":
                row[name] = value
            elif pa.types.is_timestamp(schema.field(name).type):
                row[name] = value and datetime.fromisoformat(value).timestamp()
            else:
                row[name] = plain(value)
        expected.append(row)
    outcomes = {row["outcome"] for row in expected}
    assert {"answered", "duplicate", "refused"} <= outcomes, outcomes

    def seconds(rows: list[Row]) -> list[Row]:
        return [{k: v.timestamp() if isinstance(v, datetime) else v for k, v in row.items()} for row in rows]

    table = pq.read_table(pa.BufferReader(content))
    same("export with pyarrow", seconds(table.to_pylist()), expected)
    same("export with Polars", seconds(polars.read_parquet(io.BytesIO(content)).to_dicts()), expected)
    path = "export.parquet"
    with open(path, "wb") as file:
        file.write(content)
    found = duckdb.read_parquet(path).to_arrow_table().to_pylist()
    same("export with DuckDB", seconds(found), expected)


# Result files.

KINDS = ["unknown", "mobile", "fixed_line", "fixed_line_or_mobile", "toll_free", "premium_rate", "shared_cost", "voip",
         "personal", "pager", "uan", "voicemail"]


def country(code: int) -> str | None:
    return {0: None, 0x3030: "001"}.get(code, code.to_bytes(2, "big").decode())


def decode(row: Row, layout: Row) -> Row:
    """A row of a result file with the names and values of the API."""
    checks: Row = {}
    for at, check in enumerate(layout["checks"]):
        status, reason = check["statuses"][row[f"status_{at}"]], row[f"reason_{at}"]
        attributes = json.loads(row[f"detail_{at}"] or "{}") if row[f"status_{at}"] > 1 else {}
        if check["answerer"] == "carrier" and row[f"status_{at}"] > 1:
            attributes["carrier"] = row["carrier"]
        found = datetime.fromtimestamp(row[f"at_{at}"]).timestamp() if row[f"at_{at}"] else None
        if status == "skipped":
            checks[check["name"]] = None
        elif status == "unknown":
            if check["answerer"] == "carrier" and not reason:
                reason = "no_carrier"
            checks[check["name"]] = (None, "" if reason in ("test", "fresh") else reason, attributes, found)
        else:
            checks[check["name"]] = (status, None, attributes, found)
    return {
        "row": row["line"],
        "e164": f"+{row['number']}",
        "number": row["written"] or f"+{row['number']}",
        "country": country(row["country"]),
        "type": KINDS[row["kind"]],
        "original_carrier": row["carrier"] or None,
        "columns": {name: row[f"carried_{at}"] for at, name in enumerate(layout["carried"])},
        "checks": checks,
    }


def of_api(item: Row, layout: Row) -> Row:
    names = ["row", "e164", "number", "country", "type", "original_carrier", "columns"]
    checks: Row = {}
    for check in layout["checks"]:
        answer = item["checks"][check["name"]]
        checks[check["name"]] = answer and (
            answer["status"],
            answer["error"] and answer["error"]["code"],
            answer["attributes"],
            datetime.fromisoformat(answer["checked_at"]).timestamp(),
        )
    return {**{name: item[name] for name in names}, "checks": checks}


def check_results(task: Row, bucket: fs.FileSystem) -> None:
    folder = f"{BUCKET}/tasks/{task['id']}"

    # Files are compacted when a task ends; for a moment there are old and new ones.
    def complete() -> tuple[list[str], pa.Table] | None:
        files = [one.path for one in bucket.get_file_info(fs.FileSelector(folder)) if one.is_file]
        with contextlib.suppress(FileNotFoundError):
            table = ds.dataset(files, filesystem=bucket, format="parquet").to_table()
            return (files, table) if table.num_rows == task["total"] else None
        return None

    files, table = wait("every number has one row", complete)
    assert table.schema.metadata[b"numsift.schema"] == b"results/2", table.schema.metadata
    layout = json.loads(table.schema.metadata[b"numsift.layout"])
    items = json.loads(api(f"tasks/{task['id']}/results?limit=1000"))["items"]
    expected = [of_api(item, layout) for item in items]
    used = {name for row in expected for name, check in row["checks"].items() if check}
    assert used == {check["name"] for check in layout["checks"]}, used

    def decoded(rows: list[Row]) -> list[Row]:
        return sorted((decode(row, layout) for row in rows), key=lambda row: int(row["row"]))

    expected.sort(key=lambda row: int(row["row"]))
    same("results with pyarrow", decoded(table.to_pylist()), expected)
    contents = []
    for at, path in enumerate(files):
        with bucket.open_input_stream(path) as stream, open(f"results-{at}.parquet", "wb") as copy:
            contents.append(stream.read())
            copy.write(contents[-1])
    frames = [polars.read_parquet(io.BytesIO(content)) for content in contents]
    same("results with Polars", decoded(polars.concat(frames).to_dicts()), expected)
    found = duckdb.read_parquet("results-*.parquet").to_arrow_table().to_pylist()
    same("results with DuckDB", decoded(found), expected)


def check_page(page: str, task: Row) -> None:
    """Runs the program of the page, which counts the statuses of a task in the bucket."""
    with open(page, encoding="utf-8") as file:
        (program,) = re.findall(r"```python\n(.*?)```", file.read(), re.DOTALL)
    os.environ["TASK"] = str(task["id"])
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(program, page, "exec"), {"__name__": "page"})
    counted = dict(line.rsplit(" ", 1) for line in out.getvalue().splitlines())
    items = json.loads(api(f"tasks/{task['id']}/results?limit=1000"))["items"]
    expected: dict[str, int] = {}
    for item in items:
        answer = item["checks"]["whatsapp"]
        status = "skipped" if answer is None else answer["status"] or "unknown"
        expected[f"{item['country']} {status}"] = expected.get(f"{item['country']} {status}", 0) + 1
    assert {name: int(count) for name, count in counted.items()} == expected, (counted, expected)
    print(f"the program of the page counts {sum(expected.values())} numbers")


def main() -> None:
    projects = json.loads(api("projects"))["items"]
    usable = [one["slug"] for one in projects if one["available"] and one["min_numbers"] <= 60]
    checks = ["whatsapp", *[slug for slug in usable if slug != "whatsapp"]][:8]
    task = start_task(checks)
    assert task["rows"]["sent"] == 65 and task["total"] == 63, task
    check_export(task["id"])
    endpoint = os.environ["NUMSIFT_S3_ENDPOINT"].removeprefix("http://")
    bucket = fs.S3FileSystem(
        endpoint_override=endpoint,
        scheme="http",
        access_key=os.environ["NUMSIFT_S3_ACCESS_KEY"],
        secret_key=os.environ["NUMSIFT_S3_SECRET_KEY"],
        region="us-east-1",
    )
    check_results(task, bucket)
    check_page(sys.argv[1], task)


main()
