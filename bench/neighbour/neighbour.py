#!/usr/bin/env python3
"""Starts a demo server and measures one customer's calls, alone and beside a customer who does the most it may.

The two situations alternate, so that whatever else the machine does affects both. For each call this prints the medians over
the rounds: the 95th percentile in both situations, and the ratio of the two within a round. The ratio should be at most 2.
"""

import http.client
import io
import json
import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import zipfile

PASSWORD = "numsift-demo"
MOST_RATIO = 2.0


class Client:
    """One customer with one connection per call, as a browser behind a proxy has."""

    def __init__(self, address):
        self.address = address
        self.sid = ""

    def login(self, username):
        answer = self.call("user/login", {"username": username, "password": PASSWORD})
        self.sid = answer["data"]["sid"]
        return self

    def call(self, path, body):
        return self.send("POST", f"/api/{path}", json.dumps(body).encode(), {"sid": self.sid, "lang": "en"})

    def send(self, method, path, body, headers):
        connection = http.client.HTTPConnection(self.address, timeout=120)
        try:
            connection.request(method, path, body, {name: value for name, value in headers.items() if value})
            return json.loads(connection.getresponse().read() or b"{}")
        finally:
            connection.close()

    def upload(self, name, content):
        body = (
            b'--b\r\ncontent-disposition: form-data; name="file"; filename="' + name.encode() + b'"\r\n\r\n'
            + content + b"\r\n--b--\r\n"
        )
        headers = {"sid": self.sid, "lang": "en", "content-type": "multipart/form-data; boundary=b"}
        return self.send("POST", "/api/task/upload", body, headers)


def workbook(strings):
    """A workbook with many shared strings: a preview of it takes time and memory."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    rows = "".join(
        f'<row r="{row}"><c r="A{row}" t="s"><v>{row}</v></c></row>' for row in range(1, min(strings, 1000) + 1)
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" '
        f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/>'
        "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" '
        f'Type="{office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId3" '
        f'Type="{office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
        "xl/sharedStrings.xml": f'<sst xmlns="{main}">'
        + "<si><t>+12015550100 some more text</t></si>" * (strings + 1)
        + "</sst>",
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>',
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return out.getvalue()


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def measure(calls, seconds):
    """Makes the calls in turn for so long, at least 20 times; returns the times of each in milliseconds."""
    times = {name: [] for name in calls}
    end = time.monotonic() + seconds
    while time.monotonic() < end or len(next(iter(times.values()))) < 20:
        for name, call in calls.items():
            began = time.monotonic()
            answer = call()
            assert answer.get("code") == 0 or "e164" in json.dumps(answer), (name, answer)
            times[name].append((time.monotonic() - began) * 1000)
    return times


class Orders:
    """What the busy customer is told: to work or to rest. It says when it rests."""

    def __init__(self):
        self.working, self.resting, self.end = (multiprocessing.Event() for _ in range(3))

    def rest(self):
        self.working.clear()
        self.resting.wait()

    def work(self):
        self.resting.clear()
        self.working.set()


def attack(address, username, orders):
    """The most that a customer may do: previews, generation, uploads and pages, all at once.

    Runs in a process of its own with the lowest priority, because real clients run on other machines.
    """
    os.nice(19)
    client = Client(address).login(username)
    heavy = client.upload("heavy.xlsx", workbook(1_000_000))["data"]["id"]
    space = {"country": "US", "pattern": "201???????"}
    for pattern in ["201??????0", "2015??????", "20155?????"]:
        segment = {"space": {"country": "US", "pattern": pattern}, "count": 2_000_000}
        client.call("gen_number/generate", {"segments": [segment], "order": "random"})
    numbers = b"".join(b"+1201555%04d\n" % (number % 10_000) for number in range(200_000))
    calls = [
        lambda: client.call("list/preview", {"id": heavy}),
        lambda: client.call("gen_number/space", {"segments": [space] * 20, "order": "random"}),
        lambda: client.call("gen_number/preview", {"segments": [{"space": space, "count": 20}], "order": "random"}),
        lambda: client.upload("numbers.txt", numbers),
        lambda: client.call("list/list", {"size": 200}),
    ]

    def work(call):
        while orders.working.is_set():
            try:
                call()
            except OSError:
                pass

    while True:
        orders.resting.set()
        orders.working.wait()
        if orders.end.is_set():
            return
        threads = [threading.Thread(target=work, args=(call,)) for call in calls for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def main():
    binary, seconds, rounds = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    with tempfile.TemporaryDirectory() as data:
        command = [binary, "serve", "--demo", "--demo-empty", "--port", "0", "--data", data]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            address = next(line.split("http://")[1].strip() for line in server.stdout if "http://" in line)
            client = Client(address).login("customer")
            secret = client.call("user/generateApi", {"name": "bench", "scopes": ["lookup"]})["data"]["secret"]
            small = client.upload("small.csv", b"phone\n" + b"+12015550100\n" * 1000)["data"]["id"]
            lookup = json.dumps({"number": "+12015550100"}).encode()
            key = {"authorization": f"Bearer {secret}", "content-type": "application/json"}
            calls = {
                "page of lists": lambda: client.call("list/list", {}),
                "page of tasks": lambda: client.call("task/list", {}),
                "preview of a file": lambda: client.call("list/preview", {"id": small}),
                "preview of numbers": lambda: client.call(
                    "gen_number/preview", {"segments": [{"space": {"country": "NU"}, "count": 20}]}
                ),
                "lookup": lambda: client.send("POST", "/v1/lookup", lookup, key),
            }
            orders = Orders()
            attacker = multiprocessing.Process(target=attack, args=(address, "credit", orders), daemon=True)
            attacker.start()
            orders.resting.wait()
            measure(calls, 2)
            p95 = {name: ([], []) for name in calls}
            for _ in range(rounds):
                alone = measure(calls, seconds)
                orders.work()
                measure(calls, 1)
                beside = measure(calls, seconds)
                orders.rest()
                for name, (before, after) in p95.items():
                    before.append(percentile(alone[name], 0.95))
                    after.append(percentile(beside[name], 0.95))
            orders.end.set()
            orders.working.set()
            attacker.join()
        finally:
            server.terminate()
            server.wait()
    print(f"{'call':<20} {'alone p95':>10} {'beside p95':>11} {'ratio':>6}  ratios of the rounds")
    worst = 0.0
    for name, (before, after) in p95.items():
        ratios = [beside / alone for alone, beside in zip(before, after)]
        worst = max(worst, statistics.median(ratios))
        print(
            f"{name:<20} {statistics.median(before):>7.1f} ms {statistics.median(after):>8.1f} ms "
            f"{statistics.median(ratios):>6.2f}  {' '.join(f'{ratio:.2f}' for ratio in sorted(ratios))}"
        )
    print(f"worst ratio {worst:.2f} (at most {MOST_RATIO} is the aim)")


if __name__ == "__main__":
    main()
