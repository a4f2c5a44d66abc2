"""Uses the client that openapi-python-client generates: a lookup, tasks with numbers and with a file, results, errors."""

import io
import os
import time

from numsift_generated import AuthenticatedClient
from numsift_generated.api.files import create_file
from numsift_generated.api.lookup import lookup
from numsift_generated.api.tasks import create_task, get_results, get_task, upload_task
from numsift_generated.models import (
    CheckObject,
    FileForm,
    FileObject,
    FileTaskRequest,
    LookupRequest,
    NumberObject,
    Problem,
    ResultsAnswer,
    StateWord,
    TaskForm,
    TaskObject,
    TaskRequest,
)
from numsift_generated.types import UNSET, File, Unset

client = AuthenticatedClient(base_url=os.environ["NUMSIFT_URL"] + "/v1", token=os.environ["NUMSIFT_API_KEY"])
NUMBERS = ["+12015550100", "+12015550101"]


def finished(task: TaskObject) -> TaskObject:
    for _ in range(300):
        now = get_task.sync(task.id, client=client)
        assert isinstance(now, TaskObject), now
        if now.state != StateWord.RUNNING:
            return now
        time.sleep(0.1)
    raise AssertionError("the task does not finish")


def statuses(task: TaskObject) -> list[str | Unset | None]:
    page = get_results.sync(task.id, client=client)
    assert isinstance(page, ResultsAnswer), page
    found: list[str | Unset | None] = []
    for item in page.items:
        check = item.checks["whatsapp"]
        assert isinstance(check, CheckObject), item
        found.append(check.status)
    return found


one = lookup.sync(client=client, body=LookupRequest(number=NUMBERS[0], checks=["whatsapp"]))
assert isinstance(one, NumberObject), one
checked = one.checks["whatsapp"]
assert isinstance(checked, CheckObject) and checked.status == "active", one

started = create_task.sync(client=client, body=TaskRequest(numbers=NUMBERS, checks=["whatsapp"]), idempotency_key="py-1")
assert isinstance(started, TaskObject), started
assert finished(started).state == StateWord.DONE
assert statuses(started) == ["active", "inactive"]

file = File(payload=io.BytesIO("\n".join(["phone", *NUMBERS]).encode()), file_name="list.csv", mime_type="text/csv")
form = TaskForm(task=FileTaskRequest(checks=["whatsapp"], name="from a file"), file=file)
uploaded = upload_task.sync(client=client, body=form)
assert isinstance(uploaded, TaskObject), uploaded
assert finished(uploaded).name == "from a file"
assert statuses(uploaded) == ["active", "inactive"]

stored = create_file.sync(client=client, body=FileForm(file=File(io.BytesIO(b"phone\n+12015550100\n"), "list.csv")))
assert isinstance(stored, FileObject), stored
used = create_task.sync(client=client, body=TaskRequest(file=stored.id, checks=["whatsapp"]))
assert isinstance(used, TaskObject), used
assert finished(used).total == 1

wrong = lookup.sync_detailed(client=client, body=LookupRequest(number=NUMBERS[0], checks=["watsapp"]))
assert wrong.status_code == 422, wrong
problem = wrong.parsed
assert isinstance(problem, Problem) and problem.code.value == "unprocessable", problem
assert problem.errors is not UNSET and problem.errors, problem
print("openapi-python-client: a lookup, two tasks, results and a problem")
