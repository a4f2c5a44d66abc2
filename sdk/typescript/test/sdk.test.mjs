/** Uses the installed package against a running server: NUMSIFT_URL and NUMSIFT_API_KEY. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { ApiError, ConnectionFailed, Numsift, TaskNotFinished, verifyWebhook, WebhookInvalid } from 'numsift';

const url = process.env.NUMSIFT_URL;
const key = process.env.NUMSIFT_API_KEY;
const api = new Numsift({ url, key });
const NUMBERS = ['+12015550100', '+12015550101'];

async function collected(items) {
  const all = [];
  for await (const item of items) all.push(item);
  return all;
}

test('lookups', async () => {
  const one = await api.lookup(NUMBERS[0], { checks: ['whatsapp'] });
  assert.equal(one.checks.whatsapp.status, 'active');
  assert.equal((await api.lookups(NUMBERS)).items.length, 2);
});

test('a task with numbers, and its results page by page', async () => {
  const task = await api.createTask({ numbers: NUMBERS, checks: ['whatsapp'], idempotencyKey: 'ts-1' });
  const again = await api.createTask({ numbers: NUMBERS, checks: ['whatsapp'], idempotencyKey: 'ts-1' });
  assert.equal(again.id, task.id, 'a repeated request starts no second task');
  assert.equal((await api.wait(task.id, { poll: 100, timeout: 30_000 })).state, 'done');
  const results = await collected(api.results(task.id, { limit: 1 }));
  assert.deepEqual(results.map((result) => result.checks.whatsapp.status), ['active', 'inactive']);
  assert.equal((await api.statement(task.id)).task, task.id);
  const tasks = await collected(api.listTasks({ limit: 1 }));
  assert(tasks.some(({ id }) => id === task.id));
});

test('a task from its quote to its end', async () => {
  const quote = await api.quoteTask({ numbers: [...NUMBERS, '+1201555010'], checks: ['whatsapp'] });
  assert.deepEqual([quote.numbers, quote.refused, quote.startable], [2, { too_short: 1 }, true]);
  const metadata = { order: `typescript-${process.pid}` };
  const task = await api.createTask({ numbers: [...NUMBERS, '+12015550102'], checks: ['whatsapp'], metadata });
  const found = await collected(api.listTasks({ metadata: ['order', metadata.order] }));
  assert.deepEqual(found.map(({ id }) => id), [task.id]);
  await api.wait(task.id, { poll: 100, timeout: 30_000 });
  const again = await api.rerunTask(task.id);
  assert.deepEqual([again.total, again.metadata], [1, metadata]);
  await api.wait(again.id, { poll: 100, timeout: 30_000 });
  for (const change of [api.pauseTask(again.id), api.resumeTask(again.id)]) {
    await assert.rejects(change, (error) => error.code === 'task-state');
  }
  await api.deleteTask(again.id);
  await assert.rejects(api.getTask(again.id), (error) => error.code === 'not-found');
});

test('a file is sent first, a large one in parts', async () => {
  const file = new Blob([['customer,phone', `4711,${NUMBERS[0]}`].join('\n')]);
  const sent = await api.uploadFile(file, 'list.csv');
  assert.deepEqual([sent.name, sent.size, sent.received], ['list.csv', file.size, file.size]);
  const task = await api.createTask({ file: sent.id, checks: ['whatsapp'] });
  assert.equal(task.total, 1);
  await api.deleteFile(sent.id);
  await assert.rejects(api.getFile(sent.id), (error) => error.code === 'not-found');

  const large = new Blob([`4711,${NUMBERS[0]}\n`.repeat(600_000)]);
  const stored = await api.uploadFile(large, 'große Liste.csv');
  assert.deepEqual([stored.name, stored.received], ['große Liste.csv', large.size]);
  assert.match(stored.sha256, /^[0-9a-f]{64}$/);
  const [newest] = await collected(api.listFiles());
  assert.equal(newest.id, stored.id);
  await api.deleteFile(stored.id);
});

test('a task with a file, and every row of it', async () => {
  const file = new Blob([['customer,phone', `4711,${NUMBERS[0]}`, '4712,nobody', `4713,${NUMBERS[0]}`].join('\n')]);
  const task = await api.uploadTask(file, 'list.csv', { checks: ['whatsapp'] });
  await api.wait(task.id, { poll: 100, timeout: 30_000 });
  const rows = await collected(api.rows(task.id));
  assert.deepEqual(rows.map((row) => [row.customer, row.outcome]), [
    ['4711', 'answered'],
    ['4712', 'refused'],
    ['4713', 'duplicate'],
  ]);
  const paged = await collected(api.results(task.id, { rows: 'all', limit: 1 }));
  assert.deepEqual(
    paged.map((row) => [row.columns.customer, row.outcome, row.duplicate_of, row.checks.whatsapp?.status]),
    [
      ['4711', 'answered', null, 'active'],
      ['4712', 'refused', null, undefined],
      ['4713', 'duplicate', 2, 'active'],
    ],
  );
  const rejected = await collected(api.rejected(task.id));
  assert.deepEqual(rejected, [{ row: 3, number: 'nobody', reason: 'not_a_number', columns: { customer: '4712' } }]);
  const csv = await new Response(await api.csv(task.id)).text();
  assert.match(csv, /^customer,phone,row,outcome/);
  assert.match(await new Response(await api.csv(task.id, { textNumbers: true })).text(), /,"=""\+1\d+""",US,/);
  const parquet = new Uint8Array(await new Response(await api.download(task.id, { format: 'parquet' })).arrayBuffer());
  assert.equal(new TextDecoder().decode(parquet.slice(-4)), 'PAR1');
});

test('numbers are generated', async () => {
  const { kinds } = await api.generationOptions({ country: 'FR' });
  assert(kinds.some(({ kind }) => kind === 'mobile'));
  const run = await api.generateNumbers({ segments: [{ space: { country: 'FR', kind: 'mobile' }, count: 20 }] });
  const numbers = await collected(api.generatedNumbers(run.id));
  assert.equal(new Set(numbers).size, 20);
  assert(numbers.every((number) => /^\+33[67]/.test(number)), numbers.join());
  const [{ used }] = await api.countNumbers({ spaces: [{ country: 'FR', kind: 'mobile' }] });
  assert(used >= 20);
  assert.deepEqual(await api.getGenerationRun(run.id), run);
  assert.equal((await collected(api.listGenerationRuns({ limit: 1 })))[0].id, run.id);
  await api.deleteGenerationRun(run.id);
  await assert.rejects(api.getGenerationRun(run.id), (error) => error.code === 'not-found');
});

test('usage', async () => {
  const task = await api.createTask({ numbers: NUMBERS, checks: ['whatsapp'] });
  await api.wait(task.id, { poll: 100, timeout: 30_000 });
  const { items, total } = await api.usage({ groupBy: ['key', 'project', 'source'] });
  assert(items.some(({ key: used, project, source }) => used?.name === 'clients' && project === 'whatsapp' && source === 'task'));
  assert.equal(total.checked, items.reduce((sum, { checked }) => sum + checked, 0));
  await assert.rejects(api.usage({ from: 'yesterday' }), (error) => error.code === 'invalid-request');
});

test('suppression lists', async () => {
  const made = await api.createSuppressionList({ name: 'Opted out', numbers: [NUMBERS[0], 'nobody'], idempotencyKey: 'ts-2' });
  assert.deepEqual([made.added, made.refused.map(({ index }) => index)], [1, [1]]);
  const { id } = made.list;
  assert.equal((await api.addSuppressed(id, { numbers: NUMBERS })).list.numbers, 2);
  assert.equal((await api.removeSuppressed(id, { numbers: [NUMBERS[0]] })).removed, 1);
  assert.equal((await api.replaceSuppressed(id, { numbers: [] })).list.numbers, 0);
  assert.equal((await api.getSuppressionList(id)).state, 'ready');
  assert((await collected(api.listSuppressionLists({ limit: 1 }))).some((list) => list.id === id));
  await api.deleteSuppressionList(id);
  await assert.rejects(api.getSuppressionList(id), (error) => error.code === 'not-found');
});

test('webhook endpoints', async () => {
  // The server allows this address; nobody listens there.
  const made = await api.createWebhook({ url: 'http://127.0.0.1:9/hook', events: ['task.completed'] });
  const { id } = made.endpoint;
  assert.match(made.secret, /^whsec_/);
  assert((await api.listWebhooks()).some((endpoint) => endpoint.id === id));
  assert.notEqual((await api.rotateWebhook(id, { overlapHours: 1 })).secret, made.secret);
  const tested = await api.testWebhook(id);
  assert.equal(tested.attempts[0].error, 'unreachable');
  assert.deepEqual((await collected(api.deliveries(id))).map((sent) => sent.id), [tested.id]);
  assert.equal(await api.resendWebhook(id, '2100-01-01T00:00:00Z'), 0);
  assert.equal((await api.updateWebhook(id, { enabled: false })).enabled, false);
  await api.deleteWebhook(id);
  assert(!(await api.listWebhooks()).some((endpoint) => endpoint.id === id));
});

test('projects and balance', async () => {
  assert((await api.projects()).some(({ slug }) => slug === 'whatsapp'));
  assert((await api.balance()).points > 0);
});

test('problems', async () => {
  const wrong = api.lookup(NUMBERS[0], { checks: ['watsapp'] });
  await assert.rejects(wrong, (error) => {
    assert(error instanceof ApiError);
    assert.equal(error.code, 'unprocessable');
    assert.equal(error.errors[0].pointer, '/checks/0');
    return /did you mean `whatsapp`/.test(error.message) && /^[0-9a-f]{16}$/.test(error.requestId);
  });
  await assert.rejects(new Numsift({ url, key: 'ns_x' }).balance(), { code: 'unauthorized' });
  const nobody = new Numsift({ url: 'http://127.0.0.1:9', key, maxRetries: 0 });
  await assert.rejects(nobody.balance(), ConnectionFailed);
  const task = await api.createTask({ numbers: NUMBERS, checks: ['whatsapp'] });
  await api.wait(task.id, { poll: 100 });
  await assert.rejects(api.cancelTask(task.id), { code: 'task-state' });
});

test('a refused request is sent again with the same idempotency key', async () => {
  const seen = [];
  const proxy = createServer((request, response) => {
    seen.push(request.headers['idempotency-key']);
    if (seen.length === 1) return void request.socket.destroy();
    if (seen.length === 2) return void response.writeHead(503, { 'retry-after': '0' }).end();
    const headers = { authorization: request.headers.authorization, 'content-type': 'application/json' };
    fetch(url + request.url, { method: 'POST', headers, body: request, duplex: 'half' }).then(async (answer) => {
      response.writeHead(answer.status).end(await answer.text());
    });
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  try {
    const through = new Numsift({ url: `http://127.0.0.1:${proxy.address().port}`, key });
    assert.equal((await through.lookup(NUMBERS[0])).valid, true);
    assert.equal(seen.length, 3);
    assert.equal(new Set(seen).size, 1);
  } finally {
    proxy.close();
  }
});

test('a task that goes on for too long', async () => {
  const running = () => Promise.resolve(Response.json({ id: 1, state: 'running', done: 0, total: 2 }));
  const slow = new Numsift({ url, key, fetch: running });
  await assert.rejects(slow.wait(1, { timeout: 20, poll: 5 }), TaskNotFinished);
});

test('webhooks', async () => {
  const secret = `whsec_${Buffer.from('a secret of enough bytes').toString('base64')}`;
  const body = '{"type":"task.completed","timestamp":"2027-01-15T08:00:00Z","data":{"id":42}}';
  const sentAt = String(Math.floor(Date.now() / 1000));
  const digest = createHmac('sha256', 'a secret of enough bytes').update(`msg_1.${sentAt}.${body}`).digest('base64');
  const headers = { 'Webhook-Id': 'msg_1', 'webhook-timestamp': sentAt, 'webhook-signature': `v1,AAAA v1,${digest}` };
  assert.equal((await verifyWebhook(secret, headers, body)).data.id, 42);
  assert.equal((await verifyWebhook(secret, new Headers(headers), Buffer.from(body))).type, 'task.completed');
  await assert.rejects(verifyWebhook(secret, headers, `${body} `), WebhookInvalid);
  await assert.rejects(verifyWebhook(secret, headers, body, { now: Number(sentAt) + 301 }), WebhookInvalid);
  await assert.rejects(verifyWebhook(secret, {}, body), WebhookInvalid);
});
