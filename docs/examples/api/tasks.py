#!/usr/bin/env python3
"""Screens a list: creates a task, waits until it is done and prints every number with its status. Needs only Python.

    NUMSIFT_API_KEY=ns_… python3 tasks.py numbers.txt whatsapp
"""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

URL = os.environ.get("NUMSIFT_URL", "http://127.0.0.1:8080")
KEY = os.environ["NUMSIFT_API_KEY"]
MAX_ATTEMPTS = 5


def api(method, path, body=None, headers=None):
    """Makes a call. Retries on 429 and 503, after the time given by Retry-After."""
    for attempt in range(1, MAX_ATTEMPTS + 1):
        request = urllib.request.Request(
            f"{URL}/v1/{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {KEY}", "Content-Type": "application/json", **(headers or {})},
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code in (429, 503) and attempt < MAX_ATTEMPTS:
                time.sleep(float(error.headers.get("Retry-After", attempt)))
                continue
            problem = json.load(error)
            sys.exit(f"error ({problem['code']}): {problem['detail']}, see {problem['type']}")


def results(task):
    """Yields all results, page by page."""
    cursor = None
    while True:
        query = urllib.parse.urlencode({"limit": 1000, **({"cursor": cursor} if cursor else {})})
        page = api("GET", f"tasks/{task}/results?{query}")
        yield from page["items"]
        cursor = page["next_cursor"]
        if cursor is None:
            return


path, project = sys.argv[1], sys.argv[2]
with open(path, encoding="utf-8") as file:
    numbers = [line.strip() for line in file if line.strip()]

# With the same key, a repeated request does not create a second task.
task = api(
    "POST",
    "tasks",
    {"name": os.path.basename(path), "numbers": numbers, "checks": [{"project": project}]},
    {"Idempotency-Key": str(uuid.uuid4())},
)
while task["state"] not in ("done", "cancelled", "failed"):
    time.sleep(1)
    task = api("GET", f"tasks/{task['id']}")
    print(f"{task['state']}: {task['done']} of {task['total']}", file=sys.stderr)
if task["state"] != "done":
    sys.exit(f"the task ended early: {task['state']} {task['reason'] or ''}")

for item in results(task["id"]):
    check = item["checks"].get(project)
    print(item["e164"] or item["number"], (check and check["status"]) or "unknown", sep=",")
