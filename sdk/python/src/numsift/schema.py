"""Types of requests and responses, generated from the OpenAPI document."""

from __future__ import annotations

import builtins
from typing import Any, Literal, NotRequired, TypedDict


ApiKeyId = int


BTreeMap = dict[str, str]


Category = Literal["messaging", "social", "finance", "commerce", "carrier", "hygiene"]


Code = Literal["invalid-request", "unauthorized", "insufficient-balance", "forbidden", "ip-not-allowed", "account-disabled", "not-found", "method-not-allowed", "not-acceptable", "idempotency-conflict", "task-state", "endpoint-disabled", "conflict", "limit-reached", "payload-too-large", "unsupported-media-type", "idempotency-mismatch", "unprocessable", "rate-limited", "internal", "unavailable"]


ColumnChoice = Literal["none"] | dict[str, Any]


Delimiter = Literal["comma", "semicolon", "tab", "pipe", "space", "none", "anywhere", "labelled", "mobiles", "mobile_only"]


DeliveryFault = Literal["status", "redirect", "timeout", "unreachable", "refused_address", "disabled"]


DeliveryId = int


DeliveryState = Literal["pending", "delivered", "failed"]


DisabledReason = Literal["gone", "failing"]


DistinguishesMobile = Literal["yes", "partly", "no"]


DrawOrder = Literal["random", "sequential"]


Earlier = Literal["exclude", "continue", "repeat"]


Encoding = Literal["utf-8", "utf-16le", "utf-16be", "gb18030", "big5", "shift_jis", "euc-jp", "iso-2022-jp", "euc-kr", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-1258", "windows-874", "koi8-r", "koi8-u", "ibm866", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8", "iso-8859-8-i", "iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "macintosh", "x-mac-cyrillic"]


FileId = int


ListId = int


LookupId = int


LookupState = Literal["open", "done", "cancelled"]


NumberStyle = Literal["e164", "national", "international"]


OutcomeWord = Literal["answered", "skipped", "unprocessed", "duplicate", "suppressed", "refused"]


QuoteReason = Literal["disabled", "no_channel", "too_few_numbers", "too_many_numbers"]


RowInputKind = Literal["date", "text"]


RunId = int


Source = Literal["engine", "channel", "fresh", "test"]


SpaceKind = Literal["any", "mobile", "fixed", "fixed_or_mobile"]


StateWord = Literal["running", "paused", "done", "cancelled", "failed"]


SuppressionListState = Literal["reading", "ready", "failed"]


TaskId = int


TaskMode = Literal["single", "parallel", "waterfall"]


UsageSource = Literal["lookup", "task"]


WebhookEvent = Literal["task.completed", "task.failed", "task.progress", "lookup.completed", "list.analysed", "balance.topped_up", "balance.low", "order.paid", "channel.changed", "webhook.test"]


WebhookId = int


class AttemptObject(TypedDict):
    """One attempt of a delivery."""

    answer: str
    at: str
    duration_ms: int
    error: DeliveryFault | None
    status: int | None


class BalanceLow(TypedDict):
    """A balance that fell below the threshold, in ten-thousandths of a point."""

    balance: int
    threshold: int


class BalanceObject(TypedDict):
    """The balance of the account, in ten-thousandths of a point."""

    credit: int
    held: int
    points: int


class BalanceToppedUp(TypedDict):
    """Points or quota that were added to the account, in ten-thousandths of a point."""

    balance: int
    id: int
    points: int
    quota: int
    source: Literal["order", "operator"]


class CheckObject(TypedDict):
    """The answer of one check."""

    active: bool | None
    attributes: dict[str, Any]
    charged: int
    checked_at: str
    error: CheckProblem | None
    source: Source
    status: str | None


class CheckProblem(TypedDict):
    """Why a check has no definite answer."""

    code: str
    detail: str


class Condition(TypedDict):
    """The condition of a waterfall step. Empty fields do not restrict."""

    countries: NotRequired[list[str]]
    kinds: NotRequired[list[str]]
    statuses: NotRequired[list[str]]
    step: NotRequired[int | None]


class ConditionObject(TypedDict):
    """The condition of a waterfall step. Empty fields do not restrict."""

    countries: list[str]
    kinds: list[str]
    statuses: list[str]
    step: int | None


class DeliveriesAnswer(TypedDict):
    """A page of deliveries."""

    items: list[DeliveryObject]
    next_cursor: str | None


class DeliveryObject(TypedDict):
    """A message for one endpoint."""

    attempts: list[AttemptObject]
    created_at: str
    event: WebhookEvent
    id: DeliveryId
    message_id: str
    next_attempt_at: str | None
    payload: dict[str, Any]
    state: DeliveryState


class EndpointCreateRequest(TypedDict):
    """An endpoint to create."""

    description: NotRequired[str]
    events: list[WebhookEvent]
    url: str


class EndpointObject(TypedDict):
    """A webhook endpoint."""

    created_at: str
    description: str
    disabled_reason: DisabledReason | None
    enabled: bool
    events: list[WebhookEvent]
    id: WebhookId
    pending: int
    secret_until: str | None
    url: str


class EndpointRotateRequest(TypedDict):
    """How the secret of an endpoint is rotated."""

    overlap_hours: NotRequired[int]


class EndpointSecretAnswer(TypedDict):
    """An endpoint and its signing secret, which is shown only once."""

    endpoint: EndpointObject
    secret: str


class EndpointUpdateRequest(TypedDict):
    """What to change of an endpoint. Fields that are left out stay as they are."""

    description: NotRequired[str | None]
    enabled: NotRequired[bool | None]
    events: NotRequired[list[WebhookEvent] | None]
    url: NotRequired[str | None]


class EndpointsAnswer(TypedDict):
    """All endpoints of the account."""

    items: list[EndpointObject]


class FieldProblem(TypedDict):
    """A field that is wrong."""

    detail: str
    pointer: str


class FileForm(TypedDict):
    """A file as a form."""

    file: str


class FileObject(TypedDict):
    """A file that was sent."""

    created_at: str
    expires_at: str
    id: FileId
    name: str
    received: int
    sha256: str | None
    size: int


class FileTaskRequest(TypedDict):
    """The task to start with a file."""

    checks: list[str | TaskCheck]
    country: NotRequired[str | None]
    max_age_days: NotRequired[int]
    max_price: NotRequired[int | None]
    metadata: NotRequired[BTreeMap]
    mode: NotRequired[TaskMode | None]
    name: NotRequired[str | None]
    reading: NotRequired[Hints | None]
    webhook_url: NotRequired[str | None]


class FilesAnswer(TypedDict):
    """A page of files."""

    items: list[FileObject]
    next_cursor: str | None


class GenerationCarrier(TypedDict):
    """A carrier of a country."""

    count: int
    name: str


class GenerationCount(TypedDict):
    """How many numbers a set has."""

    available: int
    examples: list[str]
    listed: int
    size: int
    used: int


class GenerationCountAnswer(TypedDict):
    """How many numbers sets have."""

    items: list[GenerationCount]


class GenerationCountRequest(TypedDict):
    """Sets of numbers to count."""

    earlier: NotRequired[Earlier]
    order: NotRequired[DrawOrder]
    spaces: list[SpaceSpec]
    style: NotRequired[NumberStyle]
    without_list: NotRequired[ListId | None]


class GenerationCountry(TypedDict):
    """A country with a numbering plan."""

    calling_code: int
    code: str
    name: str


class GenerationKind(TypedDict):
    """A type of number in a country."""

    count: int
    kind: SpaceKind


class GenerationOptions(TypedDict):
    """What a segment can ask for."""

    carriers: list[GenerationCarrier]
    countries: list[GenerationCountry]
    distinguishes_mobile: DistinguishesMobile | None
    kinds: list[GenerationKind]


class GenerationRequest(TypedDict):
    """Numbers to generate."""

    earlier: NotRequired[Earlier]
    order: NotRequired[DrawOrder]
    segments: list[GenerationSegmentRequest]
    style: NotRequired[NumberStyle]
    without_list: NotRequired[ListId | None]


class GenerationRun(TypedDict):
    """Generated numbers. They are not stored, but computed again when they are fetched."""

    count: int
    created_at: str
    earlier: Earlier
    expires_at: str
    id: RunId
    order: DrawOrder
    segments: list[GenerationSegment]
    style: NumberStyle
    without_list: ListId | None


class GenerationRunsAnswer(TypedDict):
    """A page of runs."""

    items: list[GenerationRun]
    next_cursor: str | None


class GenerationSegment(TypedDict):
    """A part of a run."""

    count: int
    space: SpaceSpecObject


class GenerationSegmentRequest(TypedDict):
    """A part of a run."""

    count: int
    space: SpaceSpec


class Hints(TypedDict):
    """Known parts of a mapping, which are not guessed."""

    area_column: NotRequired[ColumnChoice | None]
    column: NotRequired[int | None]
    country_column: NotRequired[ColumnChoice | None]
    default_country: NotRequired[str | None]
    delimiter: NotRequired[Delimiter | None]
    encoding: NotRequired[Encoding | None]
    header: NotRequired[bool | None]
    more_columns: NotRequired[list[int]]
    more_sheets: NotRequired[list[str]]
    sheet: NotRequired[str | None]
    title_rows: NotRequired[int | None]


class ListAnalysed(TypedDict):
    """A list of the console that was read, or cannot be read."""

    duplicates: int
    error: str | None
    id: int
    kind: Literal["upload", "saved", "suppression", "global"]
    name: str
    numbers: int
    refused: int
    rows: int
    state: Literal["ready", "failed"]
    suppressed: int


class LookupCompleted(TypedDict):
    """Lookups of several numbers that were sent together."""

    charged: int
    checks: list[str]
    hits: int
    lookups: list[int]
    numbers: int
    request_id: str
    unknown: int


class LookupList(TypedDict):
    """A page of lookups."""

    items: list[LookupObject]
    next_cursor: str | None


class NumberObject(TypedDict):
    """A number and what is known about it."""

    calling_code: int | None
    carrier: str | None
    charged: int
    checks: dict[str, CheckObject | None]
    country: str | None
    e164: str | None
    id: NotRequired[LookupId | None]
    international: str | None
    national: str | None
    number: str
    original_carrier: str | None
    possible: bool
    reason: str | None
    region: str | None
    test: bool
    timezone: str | None
    timezones: list[str]
    type: str
    valid: bool


class LookupObject(NumberObject):
    """A lookup that checked projects."""

    created_at: str
    expires_at: str
    finished_at: str | None
    request_id: str
    state: LookupState


class LookupRequest(TypedDict):
    """A number to look up."""

    checks: NotRequired[list[str]]
    country: NotRequired[str | None]
    inputs: NotRequired[dict[str, str]]
    max_age_days: NotRequired[int]
    number: str
    projects: NotRequired[list[str]]


class LookupsAnswer(TypedDict):
    """The answers to several numbers."""

    charged: int
    items: list[NumberObject]


class LookupsRequest(TypedDict):
    """Numbers to look up together."""

    checks: NotRequired[list[str]]
    country: NotRequired[str | None]
    inputs: NotRequired[list[dict[str, str]]]
    max_age_days: NotRequired[int]
    numbers: list[str]
    projects: NotRequired[list[str]]


class OrderPaid(TypedDict):
    """A top-up order that was paid and credited."""

    amount_usdt: str
    id: int
    kind: Literal["points", "quota"]
    paid_at: str
    points: int


class Problem(TypedDict):
    """A refused request."""

    code: Code
    detail: str
    errors: NotRequired[list[FieldProblem]]
    status: int
    title: str
    type: str


class ProjectObject(TypedDict):
    """One kind of check."""

    available: bool
    category: Category
    countries: list[str]
    country_prices: dict[str, int]
    description: str
    inputs: list[RowInput]
    max_numbers: int
    min_numbers: int
    name: str
    price: int
    slug: str
    statuses: list[str]


class ProjectsAnswer(TypedDict):
    """The projects that can be checked."""

    items: list[ProjectObject]


class QuotedCheckObject(TypedDict):
    """What one check would cost."""

    available: bool
    billable: int
    not_covered: int
    price: int
    project: str
    reason: QuoteReason | None
    unit_price: int


class QuotedRows(TypedDict):
    """What would become of the rows. The counts and `numbers` add up to `sent`."""

    blank: int
    duplicates: int
    refused: int
    sent: int
    suppressed: int


class RefusedNumberObject(TypedDict):
    """A text that is not a valid number."""

    index: int
    number: str
    reason: str


class RejectedAnswer(TypedDict):
    """A page of refused rows."""

    items: list[RejectedObject]
    next_cursor: str | None


class RejectedObject(TypedDict):
    """A row that holds no usable number."""

    columns: dict[str, str]
    number: str
    reason: str
    row: int


class RerunRequest(TypedDict):
    """How the unknown numbers of a task are checked again."""

    max_age_days: NotRequired[int]
    max_price: NotRequired[int | None]
    metadata: NotRequired[BTreeMap | None]
    name: NotRequired[str | None]


class ResendAnswer(TypedDict):
    """How many messages are sent again."""

    resent: int


class ResendRequest(TypedDict):
    """Which messages to send again."""

    delivered: NotRequired[bool]
    since: str


class ResultObject(NumberObject):
    """The results for one row of a task."""

    columns: dict[str, str]
    duplicate_of: int | None
    outcome: OutcomeWord
    outcome_reason: str | None
    row: int


class ResultsAnswer(TypedDict):
    """A page of results."""

    items: list[ResultObject]
    next_cursor: str | None


class RowCounts(TypedDict):
    """What became of the rows that were sent. The counts add up to `sent`; numbers that still wait are `unprocessed`."""

    answered: int
    blank: int
    duplicates: int
    refused: int
    sent: int
    skipped: int
    suppressed: int
    unprocessed: int


class RowInput(TypedDict):
    """A value in the row of a number that a check needs besides the number."""

    columns: list[str]
    kind: RowInputKind
    name: str


class SpaceSpec(TypedDict):
    """A set of numbers as the user describes it. Missing fields do not limit the set."""

    carrier: NotRequired[str | None]
    country: NotRequired[str | None]
    kind: NotRequired[SpaceKind]
    pattern: NotRequired[str | None]
    prefix: NotRequired[str | None]


class SpaceSpecObject(TypedDict):
    """A set of numbers as the user describes it. Missing fields do not limit the set."""

    carrier: str | None
    country: str | None
    kind: SpaceKind
    pattern: str | None
    prefix: str | None


class StatementLineObject(TypedDict):
    """Charged answers of one project at one price."""

    amount: int
    numbers: int
    price: int | None
    project: str


class StatementObject(TypedDict):
    """What a task was held for, charged and returned, in ten-thousandths of a point."""

    charged: int
    held: int
    lines: list[StatementLineObject]
    open: int
    refunded: int
    returned: int
    task: TaskId


class SuppressionChangeAnswer(TypedDict):
    """A suppression list and what the request changed."""

    added: int
    list: SuppressionListObject
    refused: builtins.list[RefusedNumberObject]
    removed: int
    unchanged: int


class SuppressionCreateRequest(TypedDict):
    """A suppression list to create."""

    country: NotRequired[str | None]
    name: str
    numbers: NotRequired[list[str]]


class SuppressionListObject(TypedDict):
    """A suppression list."""

    created_at: str
    id: ListId
    name: str
    numbers: int
    state: SuppressionListState


class SuppressionListsAnswer(TypedDict):
    """A page of suppression lists."""

    items: list[SuppressionListObject]
    next_cursor: str | None


class SuppressionNumbersRequest(TypedDict):
    """Numbers of a suppression list."""

    country: NotRequired[str | None]
    numbers: list[str]


class TaskCheck(TypedDict):
    """One check of a task."""

    only_if: NotRequired[Condition | None]
    project: str


class TaskCheckObject(TypedDict):
    """One check of a task."""

    only_if: ConditionObject | None
    project: str


class TaskEnded(TypedDict):
    """A task that has ended."""

    charged: int
    done: int
    failed: int
    hits: int
    id: int
    name: str
    reason: str | None
    state: Literal["done", "failed"]
    total: int
    unknown: int


class TaskObject(TypedDict):
    """A task."""

    charged: int
    checks: list[TaskCheckObject]
    created_at: str
    done: int
    failed: int
    finished_at: str | None
    held: int
    hits: int
    id: TaskId
    metadata: BTreeMap
    mode: TaskMode
    name: str
    projects: list[str]
    reason: str | None
    request_id: str | None
    results_expire_at: str | None
    rows: RowCounts | None
    state: StateWord
    test: bool
    total: int
    unknown: int
    waiting_since: str | None
    webhook: WebhookId | None
    webhook_secret: NotRequired[str | None]


class TaskProgress(TypedDict):
    """How far a running task is."""

    charged: int
    done: int
    failed: int
    hits: int
    id: int
    name: str
    state: Literal["running"]
    total: int
    unknown: int


class TaskQuoteObject(TypedDict):
    """What a task would cost, in ten-thousandths of a point."""

    balance: int
    checks: list[QuotedCheckObject]
    expected: int | None
    missing: int
    numbers: int
    price: int
    refused: dict[str, int]
    rows: QuotedRows
    startable: bool


class TaskQuoteRequest(TypedDict):
    """A task to quote."""

    checks: list[str | TaskCheck]
    country: NotRequired[str | None]
    file: NotRequired[FileId | None]
    mode: NotRequired[TaskMode | None]
    numbers: NotRequired[list[str]]
    reading: NotRequired[Hints | None]


class TaskRequest(TypedDict):
    """A task to start."""

    checks: list[str | TaskCheck]
    country: NotRequired[str | None]
    file: NotRequired[FileId | None]
    ids: NotRequired[list[str]]
    max_age_days: NotRequired[int]
    max_price: NotRequired[int | None]
    metadata: NotRequired[BTreeMap]
    mode: NotRequired[TaskMode | None]
    name: NotRequired[str | None]
    numbers: NotRequired[list[str]]
    reading: NotRequired[Hints | None]
    webhook_url: NotRequired[str | None]


class TasksAnswer(TypedDict):
    """A page of tasks."""

    items: list[TaskObject]
    next_cursor: str | None


UsageAnswer = TypedDict("UsageAnswer", {
    "from": "str",
    "items": "list[UsageObject]",
    "to": "str",
    "total": "UsageTotal",
})


class UsageKey(TypedDict):
    """An API key of the account."""

    id: ApiKeyId
    name: str


class UsageObject(TypedDict):
    """The usage of a group. Fields by which it is not grouped are `null`."""

    charged: int
    checked: int
    day: str | None
    definite: int
    key: UsageKey | None
    project: str | None
    source: UsageSource | None


class UsageTotal(TypedDict):
    """The usage of all groups together."""

    charged: int
    checked: int
    definite: int


class WebhookTest(TypedDict):
    """A test of an endpoint."""

    description: str
    endpoint: int

