"""What customers do during a soak, and what they expect to find at its end."""

import collections
import http.server
import json
import random
import threading
import time
import uuid

from client import PASSWORD, Client, Refused

TASK_NUMBERS = 2000
PAUSE = 0.2
# Enough for every task of a run, in 1/10,000 point.
GIFT = 10**12


class Webhooks:
    """A customer's server. Remembers which tasks it was told about."""

    def __init__(self):
        self.done = set()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                event = json.loads(self.rfile.read(int(self.headers["content-length"])))
                if event.get("type", "").startswith("task."):
                    outer.done.add(str(event["data"]["id"]))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


class Load:
    """Customers at work. Each kind of work is a thread that repeats lost calls until they are answered."""

    def __init__(self, addresses, webhooks, seed):
        self.random = random.Random(seed)
        self.seed = seed
        self.stop = threading.Event()
        self.lock = threading.Lock()
        self.times = collections.defaultdict(list)  # kind of call → (when, ms)
        self.retries = collections.Counter()
        self.refused = []
        self.tasks, self.lookups, self.orders = {}, {}, []
        self.began = time.monotonic()
        self.customer = Client(addresses).login("api").create_key(
            ["lookup", "tasks:read", "tasks:write", "balance", "webhooks"]
        )
        self.watcher = Client(addresses).login("credit")
        self.payer = Client(addresses).login("customer")
        gift = {"bucket": "points", "amount": GIFT, "request_id": "soak-0001", "reason": "soak", "password": PASSWORD}
        admin = Client(addresses).login("admin")
        admin.console("finance/adjust", {**gift, "uid": self.customer.console("user/info", {})["uid"]})
        self.customer.public("POST", "webhooks", {"url": f"http://{webhooks.host}/", "events": ["task.completed"]})

    def start(self):
        works = [self.run_tasks, self.look_up, self.look_up_many, self.read_pages, self.top_up]
        self.threads = [threading.Thread(target=self.guard, args=(work,)) for work in works]
        for thread in self.threads:
            thread.start()

    def finish(self):
        """Ends the work. Calls in progress are repeated until they are answered."""
        self.stop.set()
        for thread in self.threads:
            thread.join()

    def refuse(self, text):
        with self.lock:
            if len(self.refused) < 20:
                self.refused.append(text)

    def guard(self, work):
        randomness = random.Random(f"{self.seed} {work.__name__}")
        while not self.stop.is_set():
            try:
                work(randomness)
            except Exception as error:  # The others go on; the report names it.
                self.refuse(f"{work.__name__}: {error!r}")
            self.stop.wait(PAUSE)

    def timed(self, kind, call):
        """Repeats a call until it is answered. Only the answered attempt is timed."""
        while True:
            began = time.monotonic()
            try:
                answer = call()
                with self.lock:
                    self.times[kind].append((began - self.began, (time.monotonic() - began) * 1000))
                return answer
            except OSError:
                with self.lock:
                    self.retries[kind] += 1
                time.sleep(0.2)

    def numbers(self, randomness, count):
        first = randomness.randrange(10**8 - count)
        return [f"+86138{first + offset:08d}" for offset in range(count)]

    def run_tasks(self, randomness):
        numbers = self.numbers(randomness, randomness.choice([200, TASK_NUMBERS, 4 * TASK_NUMBERS]))
        key = str(uuid.uuid4())
        body = {"numbers": numbers, "checks": ["whatsapp"]}
        task = self.timed("start of a task", lambda: self.customer.public("POST", "tasks", body, key))
        again = self.timed("repeated start", lambda: self.customer.public("POST", "tasks", body, key))
        assert again["id"] == task["id"], "a repeated start made another task"
        self.tasks[str(task["id"])] = len(numbers)

    def look_up(self, randomness):
        key = str(uuid.uuid4())
        body = {"number": self.numbers(randomness, 1)[0], "checks": ["whatsapp"]}
        for _ in range(5):
            answer = self.timed("lookup", lambda: self.customer.public("POST", "lookup", body, key))
            if self.lookups.setdefault(key, answer["charged"]) != answer["charged"]:
                self.refuse(f"the repeated lookup {key} has another charge")

    def look_up_many(self, randomness):
        key = str(uuid.uuid4())
        body = {"numbers": self.numbers(randomness, 20), "checks": ["whatsapp"]}
        answer = self.timed("lookup of 20", lambda: self.customer.public("POST", "lookups", body, key))
        self.lookups[key] = answer["charged"]

    def read_pages(self, _):
        self.timed("page of tasks", lambda: self.watcher.console("task/list", {}))
        self.timed("dashboard", lambda: self.watcher.console("task/summary", {}))
        self.timed("results", self.read_results)

    def read_results(self):
        if self.tasks:
            task = next(reversed(self.tasks))
            return self.customer.public("GET", f"tasks/{task}/results?limit=100")
        return None

    def top_up(self, randomness):
        amount = f"{randomness.randrange(1, 50)}.00"
        order = self.timed("order", lambda: self.payer.console("recharge/recharge", {"amount": amount}))
        self.orders.append(order["id"])
        self.pay(order["id"], time.monotonic() + 120)

    def pay(self, order, deadline):
        """Pays until the order is paid: the simulated chain forgets what nobody has read when it is killed."""
        while time.monotonic() < deadline:
            try:
                self.timed("payment", lambda: self.payer.console("demo/pay", {"id": order}))
            except Refused:
                pass  # It is paid already.
            for _ in range(10):
                found = self.timed("state of an order", lambda: self.payer.console("recharge/query", {"id": order}))
                if found["status"] == 1:
                    return True
                time.sleep(0.5)
        return False

    def check(self, webhooks, deadline):
        """Waits until everything has ended. Returns what is wrong, and what tasks and lookups cost."""
        wrong = list(self.refused)
        ended = {}
        while time.monotonic() < deadline:
            for task in set(self.tasks) - set(ended):
                found = self.timed("task", lambda: self.customer.public("GET", f"tasks/{task}"))
                if found["state"] not in ("running", "paused", "queued", "reading"):
                    ended[task] = found
            missing = [task for task, found in ended.items() if found["state"] == "done" and task not in webhooks.done]
            if len(ended) == len(self.tasks) and not missing:
                break
            time.sleep(1)
        else:
            wrong.append(f"{len(self.tasks) - len(ended)} tasks do not end, {len(missing)} webhooks are missing")
        for task, found in ended.items():
            rows = found["rows"]
            outcomes = sum(count for name, count in rows.items() if name != "sent")
            if rows["sent"] != self.tasks[task] or outcomes != rows["sent"]:
                wrong.append(f"task {task}: rows {rows}, sent {self.tasks[task]}")
        spent = sum(found["charged"] for found in ended.values()) + sum(self.lookups.values())
        return wrong, spent
