/** Uses the types that openapi-typescript generates with openapi-fetch. */
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const api = createClient<paths>({
  baseUrl: `${process.env.NUMSIFT_URL}/v1`,
  headers: { Authorization: `Bearer ${process.env.NUMSIFT_API_KEY}` },
});
const numbers = ['+12015550100', '+12015550101'];

async function statuses(id: number): Promise<(string | null | undefined)[]> {
  const params = { path: { id } };
  for (let round = 0; ; round += 1) {
    const { data } = await api.GET('/tasks/{id}', { params });
    assert(data && round < 300, 'the task does not finish');
    if (data.state !== 'running') break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { data } = await api.GET('/tasks/{id}/results', { params, headers: { Accept: 'application/json' } });
  assert(typeof data === 'object');
  return data.items.map((item) => item.checks.whatsapp?.status);
}

const one = await api.POST('/lookup', { body: { number: numbers[0]!, checks: ['whatsapp'] } });
assert.equal(one.data?.checks.whatsapp?.status, 'active');

const header = { 'Idempotency-Key': 'fetch-1' };
const started = await api.POST('/tasks', { params: { header }, body: { numbers, checks: ['whatsapp'] } });
assert(started.data);
assert.deepEqual(await statuses(started.data.id), ['active', 'inactive']);

const uploaded = await api.POST('/tasks/upload', {
  body: { task: { checks: ['whatsapp'] }, file: ['phone', ...numbers].join('\n') },
  bodySerializer(body) {
    const form = new FormData();
    form.set('task', JSON.stringify(body.task));
    form.set('file', new Blob([body.file]), 'list.csv');
    return form;
  },
});
assert(uploaded.data);
assert.deepEqual(await statuses(uploaded.data.id), ['active', 'inactive']);

const wrong = await api.POST('/lookup', { body: { number: numbers[0]!, checks: ['watsapp'] } });
assert.equal(wrong.response.status, 422);
assert.equal(wrong.error?.errors?.[0]?.pointer, '/checks/0');
console.log('openapi-typescript: a lookup, two tasks, results and a problem');
