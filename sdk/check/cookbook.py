"""Takes the programs of docs/cookbook.md from the page and runs each against a running server.

Arguments: the page, and a folder in which Node finds the package `numsift`. NUMSIFT_URL and NUMSIFT_API_KEY say where.
"""

import base64
import csv
import datetime
import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from standardwebhooks.webhooks import Webhook

page, node_folder = Path(sys.argv[1]), Path(sys.argv[2])
folder = Path(tempfile.mkdtemp())
ACTIVE, INACTIVE = "+12015550100", "+12015550101"
LIST = f"customer,phone\n4711,{ACTIVE}\n4712,nobody\n4713,{INACTIVE}\n4714,{ACTIVE}\n"
PROGRAMS = {"python": ([sys.executable], folder), "js": (["node"], node_folder), "go": (["go", "run"], folder)}

programs: dict[str, str] = {}
for language, text in re.findall(r"```(\w+)\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
    named = re.match(r"(?:#|//) ([\w.]+)", text)
    assert named is not None, f"a program of the page has no name: {text[:60]}"
    (PROGRAMS[language][1] / named[1]).write_text(text, encoding="utf-8")
    programs[named[1]] = language
left = set(programs)


def command(name: str) -> list[str]:
    left.discard(name)
    runner, place = PROGRAMS[programs[name]]
    return [*runner, str(place / name)]


def run(name: str, *arguments: str, fails: bool = False, **environment: str) -> str:
    done = subprocess.run(
        [*command(name), *arguments], capture_output=True, text=True, cwd=folder, env={**os.environ, **environment}, timeout=120
    )
    assert (done.returncode != 0) == fails, (name, done.stdout, done.stderr)
    return (done.stderr if fails else done.stdout).strip()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


(folder / "customers.csv").write_text(LIST)
answers = folder / "answers.csv"

assert run("screen_crm.py", "customers.csv", str(answers)) == "2 answered, 1 duplicates, 1 refused"
with answers.open(newline="") as file:
    rows = [(row["customer"], row["outcome"], row["whatsapp"]) for row in csv.DictReader(file)]
expected = [("4711", "answered", "active"), ("4712", "refused", ""), ("4713", "answered", "inactive"), ("4714", "duplicate", "active")]
assert rows == expected, rows
updated = run("update_crm.py", "customers.csv").splitlines()
assert updated == [f"{customer} {outcome} {status or '-'}" for customer, outcome, status in expected], updated

answers.unlink()
assert run("large_file.py", "customers.csv", str(answers)) == "2 of 4 rows answered"
assert len(answers.read_text().splitlines()) == 5


def files(path: str = "", method: str = "GET", body: bytes | None = None, **headers: str) -> tuple[dict[str, str], bytes]:
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    named["Authorization"] = f"Bearer {os.environ['NUMSIFT_API_KEY']}"
    request = urllib.request.Request(f"{os.environ['NUMSIFT_URL']}/v1/files{path}", body, named, method=method)
    with urllib.request.urlopen(request) as response:
        return {name.lower(): text for name, text in response.headers.items()}, response.read()


def is_complete(printed: str, content: bytes) -> None:
    found = re.search(r"^file (\d+) is complete$", printed, re.MULTILINE)
    assert found is not None, printed
    stored = json.loads(files(f"/{found[1]}")[1])
    assert (stored["size"], stored["sha256"]) == (len(content), hashlib.sha256(content).hexdigest()), stored


large = ("customer,phone\n" + f"4711,{ACTIVE}\n" * 600_000).encode()
(folder / "large.csv").write_bytes(large)
is_complete(run("resume.mjs", str(folder / "large.csv")), large)
# An upload that was stopped in the middle.
tus = {"Tus_Resumable": "1.0.0"}
begun = files("/uploads", "POST", Upload_Length=str(len(large)), **tus)[0]["location"]
part = {"Upload_Offset": "0", "Content_Type": "application/offset+octet-stream", **tus}
files(begun.removeprefix("/v1/files"), "PATCH", large[:1_000_000], **part)
is_complete(run("resume.mjs", str(folder / "large.csv"), begun), large)

answers.unlink()
first = run("nightly.py", "customers.csv", str(answers))
assert re.fullmatch(r"task \d+ is done", first), first
assert len(answers.read_text().splitlines()) == 5
# Midnight may pass between two runs.
day = datetime.date.today()
again = run("nightly.py", "customers.csv", str(answers))
assert again == first or datetime.date.today() != day, (first, again)
(folder / "others.csv").write_text(LIST + f"4715,{ACTIVE}\n")
assert "another file" in run("nightly.py", "others.csv", str(answers), fails=True) or datetime.date.today() != day


def sign_up(number: str, country: str, url: str = os.environ["NUMSIFT_URL"]) -> dict[str, object]:
    answer: dict[str, object] = json.loads(run("signup.mjs", number, country, NUMSIFT_URL=url))
    return answer


assert sign_up("(201) 555-0100", "US") == {"ok": True, "why": "whatsapp: active", "e164": ACTIVE}
assert sign_up("(201) 555-0101", "US")["ok"] is False
assert sign_up("(201) 555-0102", "US")["why"] == "whatsapp: unknown"
assert str(sign_up("12", "US")["why"]).startswith("not a phone number: ")
assert sign_up("+44 20 7183 8750", "GB")["why"] == "a mobile number is needed, this is fixed_line"
away = sign_up("(201) 555-0100", "US", f"http://127.0.0.1:{free_port()}")
assert away["ok"] is True and str(away["why"]).startswith("not checked: "), away

secret = "whsec_" + base64.b64encode(os.urandom(24)).decode()


def deliver(port: int, message_id: str, key: str) -> int:
    body, now = json.dumps({"type": "task.completed", "data": {"id": 42}}), datetime.datetime.now(tz=datetime.timezone.utc)
    headers = {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(key).sign(message_id, now, body),
        "content-type": "application/json",
    }
    try:
        with urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}/", body.encode(), headers)) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        return error.code


for name in ["receiver.py", "receiver.mjs", "receiver.go"]:
    port = free_port()
    environment = {**os.environ, "PORT": str(port), "WEBHOOK_SECRET": secret}
    receiver = subprocess.Popen(command(name), stdout=subprocess.PIPE, text=True, env=environment, cwd=folder)
    try:
        deadline = time.monotonic() + 120
        while True:
            assert receiver.poll() is None and time.monotonic() < deadline, f"{name} does not listen"
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.05)
        other = "whsec_" + base64.b64encode(os.urandom(24)).decode()
        found = [deliver(port, "msg_1", other), deliver(port, "msg_1", secret), deliver(port, "msg_1", secret), deliver(port, "msg_2", secret)]
        assert found == [400, 204, 204, 204], (name, found)
        assert receiver.stdout is not None
        printed = [receiver.stdout.readline().strip() for _ in range(2)]
        assert printed == ["task.completed 42"] * 2, (name, printed)
    finally:
        receiver.kill()
        receiver.wait()


class Busy(BaseHTTPRequestHandler):
    """Refuses the first two requests, then passes on to the server."""

    keys: list[str | None] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.keys.append(self.headers["idempotency-key"])
        if len(self.keys) < 3:
            self.send_response(429 if len(self.keys) == 1 else 409)
            self.send_header("Retry-After", "0")
            self.end_headers()
            self.wfile.write(b'{"code": "busy", "detail": "try again"}')
            return
        headers = {name: self.headers[name] for name in ("authorization", "content-type", "idempotency-key")}
        request = urllib.request.Request(os.environ["NUMSIFT_URL"] + self.path, body, headers)
        with urllib.request.urlopen(request) as response:
            self.send_response(response.status)
            self.end_headers()
            self.wfile.write(response.read())

    def log_message(self, *_: object) -> None:
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Busy)
Thread(target=server.serve_forever, daemon=True).start()
assert run("repeat.py", ACTIVE, NUMSIFT_URL=f"http://127.0.0.1:{server.server_port}") == "active"
assert len(Busy.keys) == 3 and len(set(Busy.keys)) == 1, Busy.keys
assert run("repeat.py", ACTIVE, NUMSIFT_API_KEY="ns_invalid", fails=True).startswith("unauthorized: ")

like = json.loads(run("like_twilio.py", "(201) 555-0100", "US"))
assert (like["phone_number"], like["valid"], like["calling_country_code"]) == (ACTIVE, True, "1"), like
assert json.loads(run("like_twilio.py", "+44 20 7183 8750"))["line_type_intelligence"]["type"] == "landline"
assert json.loads(run("like_twilio.py", "12", "US"))["validation_errors"] == ["TOO_SHORT"]

assert not left, f"programs of the page that were not run: {left}"
shutil.rmtree(folder)
print(f"cookbook: {len(programs)} programs")
