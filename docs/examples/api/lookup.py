#!/usr/bin/env python3
"""Looks up a number and prints the result. Needs only Python.

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
        data=json.dumps({"number": number, "checks": list(projects)}).encode(),
        headers={"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        sys.exit(f"error ({problem['code']}): {problem['detail']}, see {problem['type']}")


result = lookup(sys.argv[1], sys.argv[2:])
if result["valid"]:
    print(f"{result['international']}: {result['type']} in {result['country']}, carrier {result['carrier'] or 'unknown'}")
else:
    print(f"{result['number']} is not a valid number: {result['reason']}")
for project, check in result["checks"].items():
    if check is None:
        print(f"{project}: not asked")
    elif check["error"]:
        print(f"{project}: no answer ({check['error']['code']})")
    else:
        print(f"{project}: {check['status']}")
