#!/usr/bin/env python3
"""Looks one number up and prints what is known about it. Needs nothing but Python.

    NUMSIFT_API_KEY=ns_… python3 lookup.py +12015550100 [whatsapp …]
"""

import json
import os
import sys
import urllib.error
import urllib.request

URL = os.environ.get("NUMSIFT_URL", "http://127.0.0.1:8080")
KEY = os.environ["NUMSIFT_API_KEY"]


def lookup(number, projects=()):
    request = urllib.request.Request(
        f"{URL}/v1/lookup",
        data=json.dumps({"number": number, "projects": list(projects)}).encode(),
        headers={"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        problem = json.load(refused)
        sys.exit(f"refused ({problem['code']}): {problem['detail']}, see {problem['type']}")


found = lookup(sys.argv[1], sys.argv[2:])
if found["valid"]:
    print(f"{found['international']}: {found['type']} in {found['country']}, carrier {found['carrier'] or 'unknown'}")
else:
    print(f"{found['number']} is no valid number: {found['reason']}")
for project, check in found["checks"].items():
    if check is None:
        print(f"{project}: not asked")
    elif check["error"]:
        print(f"{project}: no answer ({check['error']['code']})")
    else:
        print(f"{project}: {check['status']}")
