#!/usr/bin/env python3
"""Screens a list: creates a task, waits until it is done, prints every number with its answer. Needs nothing but
Python.

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
TRIES = 5


def api(method, path, body=None, headers=None):
    """One call. Too many requests and a server that is not there are tried again, after the time it asks for."""
    for attempt in range(1, TRIES + 1):
        request = urllib.request.Request(
            f"{URL}/v1/{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {KEY}", "Content-Type": "application/json", **(headers or {})},
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            if refused.code in (429, 503) and attempt < TRIES:
                time.sleep(float(refused.headers.get("Retry-After", attempt)))
                continue
            problem = json.load(refused)
            sys.exit(f"refused ({problem['code']}): {problem['detail']}, see {problem['type']}")


def results(task):
    """All results, page after page."""
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

# The same key with the same body makes one task, however often it is sent.
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
