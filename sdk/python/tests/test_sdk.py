"""Uses the installed package against a running server: NUMSIFT_URL and NUMSIFT_API_KEY."""

import asyncio
import base64
import hashlib
import hmac
import importlib.util
import io
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import httpx

from numsift import (
    ApiError,
    AsyncNumsift,
    ConnectionFailed,
    Numsift,
    TaskNotFinished,
    WebhookInvalid,
    screen_pandas,
    screen_polars,
    verify_webhook,
)

NUMBERS = ["+12015550100", "+12015550101"]
LIST = f"customer,phone\n4711,{NUMBERS[0]}\n4712,nobody\n4713,{NUMBERS[0]}\n"
OUTCOMES = [("4711", "answered"), ("4712", "refused"), ("4713", "duplicate")]


class Lossy(httpx.HTTPTransport):
    """Loses the response to the first part of a file."""

    def __init__(self) -> None:
        super().__init__()
        self.methods: list[str] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.methods.append(request.method)
        response = super().handle_request(request)
        if self.methods.count("PATCH") == 1 and request.method == "PATCH":
            response.read()
            raise httpx.ReadError("connection lost")
        return response


class Flaky(httpx.HTTPTransport):
    """Loses the first request and refuses the second."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str | None] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.seen.append(request.headers.get("idempotency-key"))
        if len(self.seen) == 1:
            raise httpx.ReadError("lost")
        if len(self.seen) == 2:
            return httpx.Response(503, headers={"retry-after": "0"})
        return super().handle_request(request)


class Sync(unittest.TestCase):
    def setUp(self) -> None:
        self.api = Numsift()
        self.addCleanup(self.api.close)

    def test_lookups(self) -> None:
        one = self.api.lookup(NUMBERS[0], ["whatsapp"])
        check = one["checks"]["whatsapp"]
        assert check is not None
        self.assertEqual(check["status"], "active")
        self.assertEqual(len(self.api.lookups(NUMBERS)["items"]), 2)

    def test_a_task_with_numbers(self) -> None:
        ids = ["crm-7", "crm-8"]
        task = self.api.create_task(NUMBERS, ["whatsapp"], ids=ids, idempotency_key="sdk-1")
        again = self.api.create_task(NUMBERS, ["whatsapp"], ids=ids, idempotency_key="sdk-1")
        self.assertEqual(task["id"], again["id"], "a repeated request starts no second task")
        self.assertEqual(self.api.wait(task["id"], poll=0.1, timeout=30)["state"], "done")
        checks = [result["checks"]["whatsapp"] for result in self.api.results(task["id"], limit=1)]
        self.assertEqual([check and check["status"] for check in checks], ["active", "inactive"])
        self.assertEqual([result["columns"]["id"] for result in self.api.results(task["id"])], ids)
        self.assertEqual(self.api.statement(task["id"])["task"], task["id"])
        self.assertIn(task["id"], [listed["id"] for listed in self.api.list_tasks(limit=1)])

    def test_usage(self) -> None:
        task = self.api.create_task(NUMBERS, ["whatsapp"])
        self.api.wait(task["id"], poll=0.1, timeout=30)
        usage = self.api.usage(group_by=["key", "project", "source"])
        used = [(item["key"] and item["key"]["name"], item["project"], item["source"]) for item in usage["items"]]
        self.assertIn(("clients", "whatsapp", "task"), used)
        self.assertEqual(usage["total"]["checked"], sum(item["checked"] for item in usage["items"]))
        with self.assertRaises(ApiError) as caught:
            self.api.usage(from_="yesterday")
        self.assertEqual(caught.exception.code, "invalid-request")

    def test_suppression_lists(self) -> None:
        made = self.api.create_suppression_list("Opted out", [NUMBERS[0], "nobody"], idempotency_key="sdk-2")
        self.assertEqual((made["added"], [refused["index"] for refused in made["refused"]]), (1, [1]))
        list_id = made["list"]["id"]
        self.assertEqual(self.api.add_suppressed(list_id, NUMBERS)["list"]["numbers"], 2)
        self.assertEqual(self.api.remove_suppressed(list_id, [NUMBERS[0]])["removed"], 1)
        self.assertEqual(self.api.replace_suppressed(list_id, [])["list"]["numbers"], 0)
        self.assertEqual(self.api.get_suppression_list(list_id)["state"], "ready")
        self.assertIn(list_id, [listed["id"] for listed in self.api.list_suppression_lists(limit=1)])
        self.api.delete_suppression_list(list_id)
        with self.assertRaises(ApiError) as caught:
            self.api.get_suppression_list(list_id)
        self.assertEqual(caught.exception.code, "not-found")

    def test_a_task_from_its_quote_to_its_end(self) -> None:
        quote = self.api.quote_task([*NUMBERS, "+1201555010"], ["whatsapp"])
        self.assertEqual((quote["numbers"], quote["refused"], quote["startable"]), (2, {"too_short": 1}, True))
        metadata = {"order": f"python-{os.getpid()}"}
        unknown = "+12015550102"
        task = self.api.create_task([*NUMBERS, unknown], ["whatsapp"], metadata=metadata)
        found = list(self.api.list_tasks(metadata=("order", metadata["order"])))
        self.assertEqual([listed["id"] for listed in found], [task["id"]])
        self.api.wait(task["id"], poll=0.1, timeout=30)
        again = self.api.rerun_task(task["id"])
        self.assertEqual((again["total"], again["metadata"]), (1, metadata))
        self.api.wait(again["id"], poll=0.1, timeout=30)
        for change in (self.api.pause_task, self.api.resume_task):
            with self.assertRaises(ApiError) as caught:
                change(again["id"])
            self.assertEqual(caught.exception.code, "task-state")
        self.api.delete_task(again["id"])
        with self.assertRaises(ApiError) as caught:
            self.api.get_task(again["id"])
        self.assertEqual(caught.exception.code, "not-found")

    def test_a_task_with_a_file(self) -> None:
        task = self.api.upload_task(io.BytesIO(LIST.encode()), ["whatsapp"])
        self.api.wait(task["id"], poll=0.1, timeout=30)
        self.assertEqual([(row["customer"], row["outcome"]) for row in self.api.rows(task["id"])], OUTCOMES)
        self.assertEqual([row["row"] for row in self.api.rows(task["id"], rows="unique")], [2])
        paged = list(self.api.results(task["id"], rows="all", limit=1))
        self.assertEqual([(row["columns"]["customer"], row["outcome"]) for row in paged], OUTCOMES)
        refused = [row["row"] for row in paged if row["outcome"] == "refused"]
        self.assertEqual([row["row"] for row in self.api.rejected(task["id"])], refused)

    def test_results_in_every_format(self) -> None:
        task = self.api.upload_task(io.BytesIO(LIST.encode()), ["whatsapp"])
        self.api.wait(task["id"], poll=0.1, timeout=30)
        with tempfile.TemporaryDirectory() as folder:
            lines, parquet = Path(folder, "answers.jsonl"), Path(folder, "answers.parquet")
            self.api.download(task["id"], lines, format="jsonl")
            rows = [json.loads(line) for line in lines.read_text().splitlines()]
            self.assertEqual([(row["customer"], row["outcome"]) for row in rows], OUTCOMES)
            self.api.download(task["id"], lines, text_numbers=True)
            self.assertIn(f'"=""{NUMBERS[0]}"""', lines.read_text())
            with self.assertRaises(ApiError) as caught:
                self.api.download(task["id"], lines, format="jsonl", text_numbers=True)
            self.assertEqual(caught.exception.errors[0]["pointer"], "text_numbers")
            self.api.download(task["id"], parquet, format="parquet")
            content = parquet.read_bytes()
            self.assertEqual((content[:4], content[-4:]), (b"PAR1", b"PAR1"))

    def test_numbers_are_generated(self) -> None:
        options = self.api.generation_options("GB")
        self.assertIn("mobile", [kind["kind"] for kind in options["kinds"]])
        (before,) = self.api.count_numbers([{"country": "GB", "kind": "mobile"}])
        run = self.api.generate_numbers([{"space": {"country": "GB", "kind": "mobile"}, "count": 20}])
        numbers = list(self.api.generated_numbers(run["id"]))
        self.assertEqual((len(set(numbers)), run["count"]), (20, 20))
        self.assertTrue(all(number.startswith("+447") for number in numbers), numbers)
        (after,) = self.api.count_numbers([{"country": "GB", "kind": "mobile"}])
        self.assertEqual(after["used"] - before["used"], 20)
        self.assertEqual(self.api.get_generation_run(run["id"]), run)
        self.assertEqual(next(self.api.list_generation_runs(limit=1)), run)
        self.api.delete_generation_run(run["id"])
        with self.assertRaises(ApiError) as caught:
            list(self.api.generated_numbers(run["id"]))
        self.assertEqual(caught.exception.code, "not-found")

    def test_a_file_is_sent_first(self) -> None:
        file = self.api.upload_file(io.BytesIO(LIST.encode()), name="list.csv")
        self.assertEqual(file["sha256"], hashlib.sha256(LIST.encode()).hexdigest())
        self.assertEqual(self.api.quote_task(None, ["whatsapp"], file=file["id"])["numbers"], 1)
        task = self.api.create_task(None, ["whatsapp"], file=file["id"])
        self.api.wait(task["id"], poll=0.1, timeout=30)
        self.assertEqual([(row["customer"], row["outcome"]) for row in self.api.rows(task["id"])], OUTCOMES)
        self.assertEqual([known["id"] for known in self.api.list_files(limit=1)][:1], [file["id"]])
        self.api.delete_file(file["id"])
        with self.assertRaises(ApiError) as caught:
            self.api.get_file(file["id"])
        self.assertEqual(caught.exception.code, "not-found")

    def test_a_large_file_is_sent_in_parts(self) -> None:
        rows = "".join(f"{row},{NUMBERS[0]}\n" for row in range(600_000))
        content = ("customer,phone\n" + rows).encode()
        lossy = Lossy()
        with Numsift(transport=lossy, max_retries=4) as api:
            file = api.upload_file(io.BytesIO(content), name="large.csv")
        self.assertEqual((file["size"], file["sha256"]), (len(content), hashlib.sha256(content).hexdigest()))
        self.assertEqual(lossy.methods, ["POST", "PATCH", "PATCH", "HEAD", "PATCH", "GET"])
        self.api.delete_file(file["id"])

    def test_the_example(self) -> None:
        example = Path(__file__).parent.parent / "examples" / "screen.py"
        with tempfile.TemporaryDirectory() as folder:
            source, target = Path(folder, "list.csv"), Path(folder, "answers.csv")
            source.write_text(LIST)
            command = [sys.executable, str(example), str(source), str(target), "whatsapp"]
            printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            self.assertIn("1 numbers, 1 hits", printed)
            self.assertTrue(target.read_text().startswith("customer,phone,row,outcome"))
            command[-1] = "watsapp"
            refused = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(refused.returncode, 1)
            self.assertIn("did you mean `whatsapp`?", refused.stderr)

    def test_webhook_endpoints(self) -> None:
        # The server allows this address; nobody listens there.
        made = self.api.create_webhook("http://127.0.0.1:9/hook", ["task.completed"], description="SDK")
        endpoint = made["endpoint"]["id"]
        try:
            self.assertTrue(made["secret"].startswith("whsec_"))
            self.assertIn(endpoint, [listed["id"] for listed in self.api.list_webhooks()])
            self.assertNotEqual(self.api.rotate_webhook(endpoint, overlap_hours=1)["secret"], made["secret"])
            tested = self.api.test_webhook(endpoint)
            self.assertEqual(tested["attempts"][0]["error"], "unreachable")
            self.assertEqual([sent["id"] for sent in self.api.deliveries(endpoint)], [tested["id"]])
            self.assertEqual(self.api.resend_webhook(endpoint, "2100-01-01T00:00:00Z"), 0)
            self.assertFalse(self.api.update_webhook(endpoint, enabled=False)["enabled"])
        finally:
            self.api.delete_webhook(endpoint)
        self.assertNotIn(endpoint, [listed["id"] for listed in self.api.list_webhooks()])

    def test_projects_and_balance(self) -> None:
        self.assertIn("whatsapp", [project["slug"] for project in self.api.projects()])
        self.assertGreater(self.api.balance()["points"], 0)

    def test_problems(self) -> None:
        with self.assertRaises(ApiError) as caught:
            self.api.lookup(NUMBERS[0], ["watsapp"])
        error = caught.exception
        self.assertEqual((error.status, error.code, error.errors[0]["pointer"]), (422, "unprocessable", "/checks/0"))
        self.assertRegex(error.request_id or "", "^[0-9a-f]{16}$")
        with self.assertRaises(ApiError) as caught, Numsift(key="ns_x") as stranger:
            stranger.balance()
        self.assertEqual(caught.exception.code, "unauthorized")
        with self.assertRaises(ConnectionFailed), Numsift("http://127.0.0.1:9", max_retries=0) as nobody:
            nobody.balance()

    def test_a_refused_request_is_sent_again_with_the_same_key(self) -> None:
        transport = Flaky()
        with Numsift(transport=transport) as api:
            self.assertTrue(api.lookup(NUMBERS[0])["valid"])
        self.assertEqual(len(transport.seen), 3)
        self.assertEqual(len(set(transport.seen)), 1)

    def test_a_file_is_sent_again_from_its_start(self) -> None:
        with Numsift(transport=Flaky()) as api:
            task = api.upload_task(io.BytesIO(LIST.encode()), ["whatsapp"])
        self.assertEqual(task["total"], 1)

    def test_a_task_that_goes_on_for_too_long(self) -> None:
        running = httpx.MockTransport(
            lambda _: httpx.Response(200, json={"id": 1, "state": "running", "done": 0, "total": 2})
        )
        with self.assertRaises(TaskNotFinished), Numsift(transport=running) as api:
            api.wait(1, timeout=0.02, poll=0.005)


class Async(unittest.IsolatedAsyncioTestCase):
    async def test_the_same_calls(self) -> None:
        async with AsyncNumsift() as api:
            one, two = await asyncio.gather(*(api.lookup(number, ["whatsapp"]) for number in NUMBERS))
            self.assertNotEqual(one["checks"], two["checks"])
            task = await api.upload_task(io.BytesIO(LIST.encode()), ["whatsapp"])
            await api.wait(task["id"], poll=0.1, timeout=30)
            rows = [(row["customer"], row["outcome"]) async for row in api.rows(task["id"])]
            self.assertEqual(rows, OUTCOMES)
            results = [result["row"] async for result in api.results(task["id"])]
            self.assertEqual(results, [2])
            with tempfile.TemporaryDirectory() as folder:
                await api.download(task["id"], Path(folder, "answers.csv"))
                self.assertEqual(len(Path(folder, "answers.csv").read_text().splitlines()), 4)
            run = await api.generate_numbers([{"space": {"country": "GB"}, "count": 3}])
            self.assertEqual(len([number async for number in api.generated_numbers(run["id"])]), 3)
            with self.assertRaises(ApiError):
                await api.cancel_task(task["id"])
            self.assertGreater((await api.balance())["points"], 0)


class Webhooks(unittest.TestCase):
    def test_signatures(self) -> None:
        key = b"a secret of enough bytes"
        secret = "whsec_" + base64.b64encode(key).decode()
        body = b'{"type":"task.completed","timestamp":"2027-01-15T08:00:00Z","data":{"id":42}}'
        sent_at = str(int(time.time()))
        digest = hmac.new(key, f"msg_1.{sent_at}.".encode() + body, hashlib.sha256).digest()
        signature = "v1," + base64.b64encode(digest).decode()
        headers = {"Webhook-Id": "msg_1", "webhook-timestamp": sent_at, "webhook-signature": f"v1,AAAA {signature}"}
        self.assertEqual(verify_webhook(secret, headers, body)["data"], {"id": 42})
        for wrong in (body + b" ", b""):
            self.assertRaises(WebhookInvalid, verify_webhook, secret, headers, wrong)
        self.assertRaises(WebhookInvalid, verify_webhook, secret, {}, body)
        with self.assertRaises(WebhookInvalid):
            verify_webhook(secret, headers, body, now=int(sent_at) + 301)


FRAMES = os.environ.get("NUMSIFT_TEST_FRAMES") == "1"


@unittest.skipUnless(FRAMES or importlib.util.find_spec("pandas"), "pandas is not installed")
class Frames(unittest.TestCase):
    NUMBERS = [NUMBERS[1], None, "nobody", NUMBERS[0], NUMBERS[1]]
    OUTCOMES = ["answered", None, "refused", "answered", "duplicate"]
    ANSWERS = ["inactive", None, None, "active", "inactive"]

    def test_pandas(self) -> None:
        import pandas

        frame = pandas.DataFrame({"phone": self.NUMBERS, "id": range(5)}, index=[7, 8, 9, 10, 11])
        with Numsift() as api:
            screened = screen_pandas(api, frame, "phone", ["whatsapp"])
        self.assertEqual(list(screened.columns[:2]), ["phone", "id"])
        self.assertEqual(list(screened.index), [7, 8, 9, 10, 11])
        outcomes = [None if value != value else value for value in screened["numsift_outcome"]]
        answers = [None if value != value else value for value in screened["numsift_whatsapp"]]
        self.assertEqual((outcomes, answers), (self.OUTCOMES, self.ANSWERS))

    def test_polars(self) -> None:
        import polars

        frame = polars.DataFrame({"phone": self.NUMBERS, "id": list(range(5))})
        with Numsift() as api:
            screened = screen_polars(api, frame, "phone", ["whatsapp"])
        self.assertEqual(screened["numsift_outcome"].to_list(), self.OUTCOMES)
        self.assertEqual(screened["numsift_whatsapp"].to_list(), self.ANSWERS)
        self.assertEqual(screened["numsift_duplicate_of"].to_list(), [None, None, None, None, 0])


if __name__ == "__main__":
    unittest.main()
