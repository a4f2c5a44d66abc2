// Screens a list: creates a task, waits until it is done and prints every number with its status. Needs Node 18 or
// newer and no packages.
//
//   NUMSIFT_API_KEY=ns_… node tasks.mjs numbers.txt whatsapp

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const url = process.env.NUMSIFT_URL ?? 'http://127.0.0.1:8080';
const key = process.env.NUMSIFT_API_KEY;
const MAX_ATTEMPTS = 5;

/** Makes a call. Retries on 429 and 503, after the time given by Retry-After. */
async function api(path, options = {}) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`${url}/v1/${path}`, {
      ...options,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...options.headers },
    });
    if ([429, 503].includes(response.status) && attempt < MAX_ATTEMPTS) {
      await pause(Number(response.headers.get('retry-after') ?? attempt) * 1000);
      continue;
    }
    const body = await response.json();
    if (!response.ok) throw new Error(`error (${body.code}): ${body.detail}, see ${body.type}`);
    return body;
  }
}

/** Yields all results, page by page. */
async function* results(task) {
  let cursor = null;
  do {
    const query = new URLSearchParams({ limit: '1000', ...(cursor ? { cursor } : {}) });
    const page = await api(`tasks/${task}/results?${query}`);
    yield* page.items;
    cursor = page.next_cursor;
  } while (cursor !== null);
}

const [path, project] = process.argv.slice(2);
const numbers = (await readFile(path, 'utf8'))
  .split('\n')
  .map((line) => line.trim())
  .filter(Boolean);

// With the same key, a repeated request does not create a second task.
let task = await api('tasks', {
  method: 'POST',
  headers: { 'idempotency-key': randomUUID() },
  body: JSON.stringify({ name: basename(path), numbers, checks: [{ project }] }),
});
while (!['done', 'cancelled', 'failed'].includes(task.state)) {
  await pause(1000);
  task = await api(`tasks/${task.id}`);
  console.error(`${task.state}: ${task.done} of ${task.total}`);
}
if (task.state !== 'done') throw new Error(`the task ended early: ${task.state} ${task.reason ?? ''}`);

for await (const item of results(task.id)) {
  console.log(`${item.e164 ?? item.number},${item.checks[project]?.status ?? 'unknown'}`);
}
