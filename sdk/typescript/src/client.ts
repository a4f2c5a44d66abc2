import { ApiError, ConnectionFailed, NumsiftError, TaskNotFinished } from './errors.js';
import type {
  Balance,
  Delivery,
  Endpoint,
  EndpointCreate,
  EndpointSecret,
  EndpointUpdate,
  FileTaskRequest,
  GenerationCount,
  GenerationCountRequest,
  GenerationOptions,
  GenerationRequest,
  GenerationRun,
  StoredFile,
  Lookup,
  LookupRequest,
  Lookups,
  LookupsRequest,
  NumberAnswer,
  Problem,
  Project,
  Rejected,
  RerunRequest,
  Result,
  Row,
  Statement,
  SuppressionChange,
  SuppressionCreateRequest,
  SuppressionList,
  SuppressionNumbersRequest,
  Task,
  TaskQuote,
  TaskQuoteRequest,
  TaskRequest,
  Usage,
} from './types.js';

/** The longest wait between two attempts, in milliseconds. */
const LONGEST_WAIT = 60_000;
/** Files up to this size are sent with one request, larger ones in parts of this size. */
const PART_BYTES = 8 * 1024 * 1024;
const MEDIA = { csv: 'text/csv', jsonl: 'application/x-ndjson', parquet: 'application/vnd.apache.parquet' } as const;
const TUS = { 'Tus-Resumable': '1.0.0' };

export interface NumsiftOptions {
  /** Address of the server, such as `https://numbers.example`. */
  url: string;
  /** The API key. Do not put it into a page: everybody who opens the page can read it. */
  key: string;
  /** Requests are sent again after 429, 503 and lost connections, up to this many times. */
  maxRetries?: number;
  /** Milliseconds for one attempt. */
  timeout?: number;
  fetch?: typeof fetch;
}

interface Repeatable {
  /** Identifies the request; by default a new UUID. */
  idempotencyKey?: string;
}

type Checked<Request> = Omit<Request, 'projects'>;
export type LookupOptions = Omit<Checked<LookupRequest>, 'number'> & Repeatable;
export type LookupsOptions = Omit<Checked<LookupsRequest>, 'numbers'> & Repeatable;
export type TaskOptions = TaskRequest & Repeatable;
export type UploadOptions = FileTaskRequest & Repeatable;
export type SuppressionListOptions = SuppressionCreateRequest & Repeatable;
export type SuppressedOptions = SuppressionNumbersRequest & Repeatable;
export type GenerateOptions = GenerationRequest & Repeatable;
export type RerunOptions = RerunRequest & Repeatable;

export interface UsageOptions {
  /** The first day and the last one. */
  from?: string;
  to?: string;
  groupBy?: readonly ('day' | 'key' | 'project' | 'source')[];
}

export interface TaskFilter {
  state?: Task['state'];
  project?: string;
  /** RFC 3339, as all times. */
  created_from?: string;
  created_until?: string;
  metadata?: readonly [key: string, value: string];
  limit?: number;
}

type Query = Readonly<Record<string, string | number | undefined>>;

interface Call {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Query;
  body?: string | FormData | Blob;
  headers?: Record<string, string>;
}

interface Page<Item> {
  items: Item[];
  next_cursor?: string | null;
}

/** A connection to the API. Every change has an idempotency key, so that it is carried out and charged once. */
export class Numsift {
  readonly #base: string;
  readonly #key: string;
  readonly #maxRetries: number;
  readonly #timeout: number;
  readonly #fetch: typeof fetch;

  constructor({ url, key, maxRetries = 4, timeout = 60_000, fetch: send = fetch }: NumsiftOptions) {
    if (!url || !key) throw new NumsiftError('the address of the server and an API key are required');
    this.#base = `${url.replace(/\/+$/, '')}/v1`;
    this.#key = key;
    this.#maxRetries = maxRetries;
    this.#timeout = timeout;
    this.#fetch = (...request) => send(...request);
  }

  async #send({ method, path, query = {}, body, headers = {} }: Call): Promise<Response> {
    const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
    const search = new URLSearchParams(given).toString();
    const url = `${this.#base}${path}${search ? `?${search}` : ''}`;
    for (let attempt = 0; ; attempt += 1) {
      let response: Response | null = null;
      let failure: NumsiftError;
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), this.#timeout);
      try {
        const init = { method, body: body ?? null, signal: late.signal };
        const all = { ...headers, Authorization: `Bearer ${this.#key}` };
        response = await this.#fetch(url, { ...init, headers: all });
        if (response.ok) return response;
        failure = await refusal(response);
      } catch (error) {
        failure = new ConnectionFailed(error instanceof Error ? error.message : String(error), { cause: error });
      } finally {
        clearTimeout(timer);
      }
      const wait = waitAfter(response, attempt);
      if (wait === null || attempt >= this.#maxRetries) throw failure;
      await sleep(wait);
    }
  }

  async #get<Answer>(path: string, query?: Query): Promise<Answer> {
    return (await (await this.#send({ method: 'GET', path, ...(query ? { query } : {}) })).json()) as Answer;
  }

  async #post<Answer>(path: string, body: string | FormData | null, key: string | undefined): Promise<Answer> {
    const headers: Record<string, string> = { 'Idempotency-Key': key ?? crypto.randomUUID() };
    if (typeof body === 'string') headers['Content-Type'] = 'application/json';
    const response = await this.#send({ method: 'POST', path, headers, ...(body === null ? {} : { body }) });
    return (await response.json()) as Answer;
  }

  /** A request without an idempotency key. */
  async #json<Answer>(method: 'POST' | 'PATCH', path: string, body: object): Promise<Answer> {
    const headers = { 'Content-Type': 'application/json' };
    return (await (await this.#send({ method, path, headers, body: JSON.stringify(body) })).json()) as Answer;
  }

  async *#pages<Item>(path: string, query: Query): AsyncGenerator<Item, void, undefined> {
    let cursor: string | undefined;
    do {
      const page: Page<Item> = await this.#get(path, { ...query, cursor });
      yield* page.items;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  /** Looks up a number. Free of charge without checks. */
  lookup(number: string, { idempotencyKey, ...options }: LookupOptions = {}): Promise<NumberAnswer> {
    return this.#post('/lookup', JSON.stringify({ ...options, number }), idempotencyKey);
  }

  /** Looks up at most 100 numbers together. */
  lookups(numbers: readonly string[], { idempotencyKey, ...options }: LookupsOptions = {}): Promise<Lookups> {
    return this.#post('/lookups', JSON.stringify({ ...options, numbers }), idempotencyKey);
  }

  /** Earlier lookups that checked projects, newest first. `limit` is the page size. */
  listLookups(
    filter: { number?: string; project?: string; status?: string; request_id?: string; limit?: number } = {},
  ): AsyncGenerator<Lookup, void, undefined> {
    return this.#pages('/lookups', filter);
  }

  getLookup(id: number): Promise<Lookup> {
    return this.#get(`/lookups/${id}`);
  }

  /** Starts a task with at most 10,000 numbers, or with the id of a `file`. */
  createTask({ idempotencyKey, ...task }: TaskOptions): Promise<Task> {
    return this.#post('/tasks', JSON.stringify(task), idempotencyKey);
  }

  /** Starts a task with a file: CSV, TXT or XLSX, also as gz or zip. */
  uploadTask(file: Blob, name: string, { idempotencyKey, ...task }: UploadOptions): Promise<Task> {
    const form = new FormData();
    form.set('task', JSON.stringify(task));
    form.set('file', file, name);
    return this.#post('/tasks/upload', form, idempotencyKey);
  }

  /** Stores a file for tasks and quotes. Large files are sent in parts: a lost connection costs only the last one. */
  async uploadFile(file: Blob, name: string, { idempotencyKey }: Repeatable = {}): Promise<StoredFile> {
    if (file.size <= PART_BYTES) {
      const form = new FormData();
      form.set('file', file, name);
      return this.#post('/files', form, idempotencyKey);
    }
    const encoded = btoa(String.fromCharCode(...new TextEncoder().encode(name)));
    const headers = { ...TUS, 'Upload-Length': String(file.size), 'Upload-Metadata': `filename ${encoded}` };
    const begun = await this.#send({ method: 'POST', path: '/files/uploads', headers });
    const id = Number(begun.headers.get('location')?.split('/').pop());
    await this.#sendParts(`/files/uploads/${id}`, file);
    return this.getFile(id);
  }

  async #sendParts(path: string, file: Blob): Promise<void> {
    for (let offset = 0, refused = 0; offset < file.size; ) {
      try {
        offset = await this.#sendPart(path, file.slice(offset, offset + PART_BYTES), offset);
        refused = 0;
      } catch (error) {
        refused += 1;
        // The part may have arrived although its response did not.
        const goesOn = error instanceof ApiError && (error.status === 409 || error.status === 460);
        if (!goesOn || refused > this.#maxRetries) throw error;
        offset = offsetOf(await this.#send({ method: 'HEAD', path, headers: TUS }));
      }
    }
  }

  async #sendPart(path: string, part: Blob, offset: number): Promise<number> {
    const headers = { ...TUS, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
    return offsetOf(await this.#send({ method: 'PATCH', path, headers, body: part }));
  }

  /** The files of the account, newest first. `limit` is the page size. */
  listFiles({ limit }: { limit?: number } = {}): AsyncGenerator<StoredFile, void, undefined> {
    return this.#pages('/files', { limit });
  }

  getFile(id: number): Promise<StoredFile> {
    return this.#get(`/files/${id}`);
  }

  /** Deletes a file. Tasks that were started with it keep their numbers. */
  async deleteFile(id: number): Promise<void> {
    await this.#send({ method: 'DELETE', path: `/files/${id}` });
  }

  /** Prices a task without starting it. */
  quoteTask(task: TaskQuoteRequest): Promise<TaskQuote> {
    return this.#json('POST', '/tasks/quote', task);
  }

  /** The tasks of the account, newest first. `metadata` is a key and a value. `limit` is the page size. */
  listTasks({ metadata, ...filter }: TaskFilter = {}): AsyncGenerator<Task, void, undefined> {
    return this.#pages('/tasks', { ...filter, metadata: metadata?.join(':') });
  }

  getTask(id: number): Promise<Task> {
    return this.#get(`/tasks/${id}`);
  }

  cancelTask(id: number, { idempotencyKey }: Repeatable = {}): Promise<Task> {
    return this.#post(`/tasks/${id}/cancel`, null, idempotencyKey);
  }

  pauseTask(id: number, { idempotencyKey }: Repeatable = {}): Promise<Task> {
    return this.#post(`/tasks/${id}/pause`, null, idempotencyKey);
  }

  resumeTask(id: number, { idempotencyKey }: Repeatable = {}): Promise<Task> {
    return this.#post(`/tasks/${id}/resume`, null, idempotencyKey);
  }

  /** Deletes a task and its results. A running task is cancelled first. */
  async deleteTask(id: number): Promise<void> {
    await this.#send({ method: 'DELETE', path: `/tasks/${id}` });
  }

  /** Starts a task with the unknown numbers of a finished one. */
  rerunTask(id: number, { idempotencyKey, ...options }: RerunOptions = {}): Promise<Task> {
    return this.#post(`/tasks/${id}/rerun`, JSON.stringify(options), idempotencyKey);
  }

  /** Waits until a task has ended, and returns it. Times are in milliseconds. */
  async wait(id: number, { timeout = Infinity, poll = 2000 }: { timeout?: number; poll?: number } = {}): Promise<Task> {
    const deadline = Date.now() + timeout;
    for (;;) {
      const task = await this.getTask(id);
      if (task.state !== 'running' && task.state !== 'paused') return task;
      if (Date.now() + poll > deadline) {
        throw new TaskNotFinished(`task ${id} is ${task.state}: ${task.done} of ${task.total} numbers`);
      }
      await sleep(poll);
    }
  }

  /** The results of a task, each number once, or every row with `rows: 'all'`. `limit` is the page size. */
  results(
    id: number,
    filter: { project?: string; status?: string; rows?: 'all' | 'unique'; limit?: number } = {},
  ): AsyncGenerator<Result, void, undefined> {
    return this.#pages(`/tasks/${id}/results`, { limit: 1000, ...filter });
  }

  /** The rows of a task that hold no usable number. `limit` is the page size. */
  rejected(id: number, { limit = 1000 }: { limit?: number } = {}): AsyncGenerator<Rejected, void, undefined> {
    return this.#pages(`/tasks/${id}/rejected`, { limit });
  }

  /** Every row that was sent, in its order, with what became of it, as one stream. */
  async *rows(id: number, { rows = 'all' }: { rows?: 'all' | 'unique' } = {}): AsyncGenerator<Row, void, undefined> {
    for await (const line of linesOf(await this.download(id, { rows, format: 'jsonl' }))) yield JSON.parse(line) as Row;
  }

  /**
   * All results as CSV, your own columns first. With `textNumbers`, a spreadsheet shows the numbers as text instead of
   * rounding them.
   */
  csv(
    id: number,
    { rows = 'all', textNumbers = false }: { rows?: 'all' | 'unique'; textNumbers?: boolean } = {},
  ): Promise<ReadableStream<Uint8Array>> {
    return this.#stream(`/tasks/${id}/results`, { rows, text_numbers: textNumbers ? 'true' : undefined }, MEDIA.csv);
  }

  /** All results as a file, your own columns first. */
  download(
    id: number,
    { rows = 'all', format = 'csv' }: { rows?: 'all' | 'unique'; format?: keyof typeof MEDIA } = {},
  ): Promise<ReadableStream<Uint8Array>> {
    return this.#stream(`/tasks/${id}/results`, { rows }, MEDIA[format]);
  }

  async #stream(path: string, query: Query, accept: string): Promise<ReadableStream<Uint8Array>> {
    const { body } = await this.#send({ method: 'GET', path, query, headers: { Accept: accept } });
    if (!body) throw new NumsiftError('the response has no body');
    return body;
  }

  /** The money of a task. */
  statement(id: number): Promise<Statement> {
    return this.#get(`/tasks/${id}/statement`);
  }

  /** The webhook endpoints of the account. */
  async listWebhooks(): Promise<Endpoint[]> {
    const { items } = await this.#get<{ items: Endpoint[] }>('/webhooks');
    return items;
  }

  /** Creates a webhook endpoint. Its secret is shown only here. */
  createWebhook(endpoint: EndpointCreate): Promise<EndpointSecret> {
    return this.#json('POST', '/webhooks', endpoint);
  }

  /** Changes a webhook endpoint. What is left out stays as it is. */
  updateWebhook(id: number, changes: EndpointUpdate): Promise<Endpoint> {
    return this.#json('PATCH', `/webhooks/${id}`, changes);
  }

  async deleteWebhook(id: number): Promise<void> {
    await this.#send({ method: 'DELETE', path: `/webhooks/${id}` });
  }

  /** Gives a webhook endpoint a new secret, which is shown only here. */
  rotateWebhook(id: number, { overlapHours = 0 }: { overlapHours?: number } = {}): Promise<EndpointSecret> {
    return this.#json('POST', `/webhooks/${id}/rotate`, { overlap_hours: overlapHours });
  }

  /** Sends a test message, once, and returns what came of it. */
  testWebhook(id: number): Promise<Delivery> {
    return this.#json('POST', `/webhooks/${id}/test`, {});
  }

  /** The deliveries of a webhook endpoint, newest first. `limit` is the page size. */
  deliveries(
    id: number,
    filter: { state?: Delivery['state']; limit?: number } = {},
  ): AsyncGenerator<Delivery, void, undefined> {
    return this.#pages(`/webhooks/${id}/deliveries`, filter);
  }

  /** Sends failed messages since a time again, and delivered ones if asked. Returns how many. */
  async resendWebhook(id: number, since: string, { delivered = false }: { delivered?: boolean } = {}): Promise<number> {
    const path = `/webhooks/${id}/resend`;
    const { resent } = await this.#json<{ resent: number }>('POST', path, { since, delivered });
    return resent;
  }

  /** The suppression lists of the account, newest first. `limit` is the page size. */
  listSuppressionLists(filter: { limit?: number } = {}): AsyncGenerator<SuppressionList, void, undefined> {
    return this.#pages('/suppression-lists', filter);
  }

  /** Creates a suppression list with at most 10,000 numbers. */
  createSuppressionList({ idempotencyKey, ...list }: SuppressionListOptions): Promise<SuppressionChange> {
    return this.#post('/suppression-lists', JSON.stringify(list), idempotencyKey);
  }

  getSuppressionList(id: number): Promise<SuppressionList> {
    return this.#get(`/suppression-lists/${id}`);
  }

  async deleteSuppressionList(id: number): Promise<void> {
    await this.#send({ method: 'DELETE', path: `/suppression-lists/${id}` });
  }

  /** Adds at most 10,000 numbers to a suppression list. */
  addSuppressed(id: number, { idempotencyKey, ...sent }: SuppressedOptions): Promise<SuppressionChange> {
    return this.#post(`/suppression-lists/${id}/add`, JSON.stringify(sent), idempotencyKey);
  }

  /** Removes at most 10,000 numbers from a suppression list. */
  removeSuppressed(id: number, { idempotencyKey, ...sent }: SuppressedOptions): Promise<SuppressionChange> {
    return this.#post(`/suppression-lists/${id}/remove`, JSON.stringify(sent), idempotencyKey);
  }

  /** Replaces all numbers of a suppression list with at most 10,000. Without numbers the list becomes empty. */
  replaceSuppressed(id: number, { idempotencyKey, ...sent }: SuppressedOptions): Promise<SuppressionChange> {
    return this.#post(`/suppression-lists/${id}/replace`, JSON.stringify(sent), idempotencyKey);
  }

  /** The countries, or the types and carriers of one country. */
  generationOptions({ country }: { country?: string } = {}): Promise<GenerationOptions> {
    return this.#get('/generation/options', { country });
  }

  /** How many numbers sets have, how many of them were generated before, and how many are left. */
  async countNumbers(request: GenerationCountRequest): Promise<GenerationCount[]> {
    const { items } = await this.#json<{ items: GenerationCount[] }>('POST', '/generation/count', request);
    return items;
  }

  /** Generates numbers. Fetch them with `generatedNumbers`. */
  generateNumbers({ idempotencyKey, ...run }: GenerateOptions): Promise<GenerationRun> {
    return this.#post('/generation/runs', JSON.stringify(run), idempotencyKey);
  }

  /** The runs of the account that have not expired, newest first. `limit` is the page size. */
  listGenerationRuns({ limit }: { limit?: number } = {}): AsyncGenerator<GenerationRun, void, undefined> {
    return this.#pages('/generation/runs', { limit });
  }

  getGenerationRun(id: number): Promise<GenerationRun> {
    return this.#get(`/generation/runs/${id}`);
  }

  /** The numbers of a run, as one stream. */
  async *generatedNumbers(id: number): AsyncGenerator<string, void, undefined> {
    yield* linesOf(await this.#stream(`/generation/runs/${id}/numbers`, {}, 'text/plain'));
  }

  /** Deletes a run. Its numbers stay used: later runs leave them out. */
  async deleteGenerationRun(id: number): Promise<void> {
    await this.#send({ method: 'DELETE', path: `/generation/runs/${id}` });
  }

  /** The projects that can be checked, with their prices. */
  async projects(): Promise<Project[]> {
    const { items } = await this.#get<{ items: Project[] }>('/projects');
    return items;
  }

  /** What the account used. Days are such as 2027-01-15 (UTC); by default the last 30 days. */
  usage({ groupBy = ['day'], ...days }: UsageOptions = {}): Promise<Usage> {
    return this.#get('/usage', { ...days, group_by: groupBy.join(',') });
  }

  balance(): Promise<Balance> {
    return this.#get('/balance');
  }
}

/** The lines of a text that are not empty. */
async function* linesOf(text: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  let rest = '';
  const decoder = new TextDecoder();
  const reader = text.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      for (const line of lines) if (line) yield line;
      if (done) return;
    }
  } finally {
    await reader.cancel();
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Milliseconds until the next attempt; null if the request must not be sent again. */
function waitAfter(response: Response | null, attempt: number): number | null {
  const backoff = Math.min(500 * 2 ** attempt, LONGEST_WAIT) * (0.75 + Math.random() / 4);
  if (!response) return backoff;
  const after = response.headers.get('retry-after') ?? '';
  const named = /^\d+$/.test(after) ? Math.min(Number(after) * 1000, LONGEST_WAIT) : null;
  if (response.status === 429 || response.status === 503) return named ?? backoff;
  return response.status === 409 ? named : null;
}

function offsetOf(response: Response): number {
  return Number(response.headers.get('upload-offset'));
}

async function refusal(response: Response): Promise<ApiError> {
  const problem: unknown = await response.json().catch(() => null);
  const known = typeof problem === 'object' && problem !== null ? (problem as Partial<Problem>) : {};
  return new ApiError(response.status, known, response.headers.get('x-request-id'));
}
