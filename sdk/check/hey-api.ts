/** Uses the client that @hey-api/openapi-ts generates: a lookup, tasks with numbers and with a file, results, errors. */
import assert from 'node:assert/strict';
import { client } from './hey-api/client.gen.js';
import { createFile, createTask, getResults, getTask, lookup, uploadTask } from './hey-api/sdk.gen.js';

client.setConfig({ baseUrl: `${process.env.NUMSIFT_URL}/v1`, auth: () => process.env.NUMSIFT_API_KEY });
const numbers = ['+12015550100', '+12015550101'];

async function statuses(id: number): Promise<(string | null | undefined)[]> {
  for (let round = 0; ; round += 1) {
    const { data } = await getTask({ path: { id }, throwOnError: true });
    if (data.state !== 'running') break;
    assert(round < 300, 'the task does not finish');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { data } = await getResults({ path: { id }, headers: { Accept: 'application/json' }, throwOnError: true });
  assert(typeof data === 'object');
  return data.items.map((item) => item.checks.whatsapp?.status);
}

const one = await lookup({ body: { number: numbers[0]!, checks: ['whatsapp'] }, throwOnError: true });
assert.equal(one.data.checks.whatsapp?.status, 'active');

const started = await createTask({
  body: { numbers, checks: ['whatsapp'] },
  headers: { 'Idempotency-Key': 'hey-1' },
  throwOnError: true,
});
assert.deepEqual(await statuses(started.data.id), ['active', 'inactive']);

const file = new File([['phone', ...numbers].join('\n')], 'list.csv', { type: 'text/csv' });
const uploaded = await uploadTask({ body: { task: { checks: ['whatsapp'] }, file }, throwOnError: true });
assert.deepEqual(await statuses(uploaded.data.id), ['active', 'inactive']);

const stored = await createFile({ body: { file }, throwOnError: true });
const used = await createTask({ body: { file: stored.data.id, checks: ['whatsapp'] }, throwOnError: true });
assert.deepEqual(await statuses(used.data.id), ['active', 'inactive']);

const wrong = await lookup({ body: { number: numbers[0]!, checks: ['watsapp'] } });
assert.equal(wrong.response?.status, 422);
assert(wrong.error && 'errors' in wrong.error);
assert.equal(wrong.error.errors?.[0]?.pointer, '/checks/0');
console.log('@hey-api/openapi-ts: a lookup, three tasks, a file, results and a problem');
