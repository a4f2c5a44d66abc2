/**
 * Measures pages of the demo with Lighthouse, five times each as on a desktop and as on a phone, and prints the medians.
 * Fails if one misses its budget. Speed counts only with a release build on an idle machine.
 *
 * NUMSIFT_BIN names the binary. RUNS, PAGES and DEVICES (comma-separated) measure less. COMPARE="name=http://… name=http://…"
 * measures other sites too, without budgets.
 */
// One run after another: runs at the same time would slow each other down.
/* oxlint-disable no-await-in-loop */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import desktop from 'lighthouse/core/config/desktop-config.js';
import puppeteer from 'puppeteer-core';

const PASSWORD = 'numsift-demo';
const START_LIMIT_MS = 60_000;
const BUDGETS = {
  desktop: { performance: 95, layoutShift: 0.05, accessibility: 100, practices: 100 },
  phone: { performance: 85, layoutShift: 0.05, accessibility: 100, practices: 100 },
};
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const CHROMES = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'];

const runs = Number(process.env.RUNS ?? 5);
const only = (name) => process.env[name]?.split(',');
const compared = (process.env.COMPARE ?? '').split(' ').filter(Boolean);
const devices = Object.keys(BUDGETS).filter((device) => only('DEVICES')?.includes(device) ?? true);

const { url, stop } = await startDemo();
const chrome = await launch({
  chromePath: process.env.CHROMIUM_PATH ?? CHROMES.find((file) => existsSync(file)),
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
});
let missed = false;
try {
  const sid = await logIn('customer');
  const pages = [
    { name: 'login', address: `${url}/login` },
    { name: 'dashboard', address: `${url}/dashboard`, sid },
    { name: 'results', address: `${url}/task/detail/${await finishedTask(sid)}`, sid },
    { name: 'tasks', address: `${url}/task/list`, sid },
  ]
    .filter(({ name }) => only('PAGES')?.includes(name) ?? true)
    .map((page) => ({ ...page, budgets: BUDGETS }));
  const others = compared.map((entry) => {
    const at = entry.indexOf('=');
    return { name: entry.slice(0, at), address: entry.slice(at + 1), budgets: {} };
  });
  const columns = [
    'page',
    'device',
    'performance',
    'paint (s)',
    'blocked (ms)',
    'layout shift',
    'accessibility',
    'best practices',
  ];
  say(columns.join('\t'));
  for (const page of [...pages, ...others]) {
    for (const device of devices) {
      const results = [];
      for (let run = 0; run < runs; run += 1) results.push(await measure(page, device));
      report(page, device, results);
    }
  }
} finally {
  chrome.kill();
  await stop();
}
process.exitCode = missed ? 1 : 0;

async function measure({ address, sid: token }, device) {
  await keepSession(token);
  const options = { port: chrome.port, output: 'json', logLevel: 'error', onlyCategories: CATEGORIES };
  const { lhr } = await lighthouse(address, options, device === 'desktop' ? desktop : undefined);
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
  if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(address).pathname) {
    throw new Error(`${address} led to ${lhr.finalDisplayedUrl}`);
  }
  return lhr;
}

/** The session is a cookie, as in the console. Lighthouse clears everything else. */
async function keepSession(token) {
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${chrome.port}` });
  await browser.deleteCookie(...(await browser.cookies()));
  const domain = new URL(url).hostname;
  await browser.setCookie({ name: 'language', value: 'en', domain, path: '/' });
  if (token) await browser.setCookie({ name: 'Admin-Token', value: token, domain, path: '/' });
  await browser.disconnect();
}

function report({ name, budgets }, device, results) {
  const score = (category) => median(results.map((lhr) => Math.round(100 * lhr.categories[category].score)));
  const value = (audit) => median(results.map((lhr) => lhr.audits[audit].numericValue));
  const found = {
    performance: score('performance'),
    layoutShift: value('cumulative-layout-shift'),
    accessibility: score('accessibility'),
    practices: score('best-practices'),
  };
  const budget = budgets[device] ?? {};
  const bad = Object.keys(budget).filter((key) =>
    key === 'layoutShift' ? found[key] >= budget[key] : found[key] < budget[key],
  );
  if (bad.length > 0) missed = true;
  const mark = (key, text) => (bad.includes(key) ? `${text} (!)` : text);
  say(
    [
      name,
      device,
      mark('performance', found.performance),
      (value('largest-contentful-paint') / 1000).toFixed(2),
      Math.round(value('total-blocking-time')),
      mark('layoutShift', found.layoutShift.toFixed(3)),
      mark('accessibility', found.accessibility),
      mark('practices', found.practices),
    ].join('\t'),
  );
  const last = results.at(-1);
  if (bad.includes('accessibility')) explain(last, 'accessibility');
  if (bad.includes('practices')) explain(last, 'best-practices');
  if (bad.includes('layoutShift')) explainShifts(last);
}

/** Names the audits that failed, and the elements. */
function explain(lhr, category) {
  for (const { id, weight } of lhr.categories[category].auditRefs) {
    const { score, title, details } = lhr.audits[id];
    if (weight === 0 || score === null || score === 1) continue;
    say(`  ${id}: ${title}`);
    for (const item of details?.items ?? []) {
      say(`    ${item.node?.snippet ?? item.description ?? item.url ?? JSON.stringify(item)}`);
    }
  }
}

function explainShifts(lhr) {
  for (const item of lhr.audits['layout-shifts']?.details?.items ?? []) {
    say(`  shift of ${item.score?.toFixed(3)}: ${item.node?.snippet ?? '?'}`);
  }
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

async function call(name, body, token) {
  const response = await fetch(`${url}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', lang: 'en', ...(token ? { sid: token } : {}) },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (answer.code !== 0) throw new Error(`${name}: ${answer.msg}`);
  return answer.data;
}

async function logIn(username) {
  return (await call('user/login', { username, password: PASSWORD })).sid;
}

async function finishedTask(sid) {
  const { items } = await call('task/list', { page: 1, size: 50, filter: {} }, sid);
  const task = items.find(({ state }) => state === 'completed');
  if (!task) throw new Error('the demo has no completed task');
  return task.id;
}

async function startDemo() {
  const binary = process.env.NUMSIFT_BIN;
  if (!binary) throw new Error('NUMSIFT_BIN must name the built numsift binary');
  const data = await mkdtemp(path.join(os.tmpdir(), 'numsift-lighthouse-'));
  const port = await freePort();
  const server = spawn(binary, ['serve', '--demo', '--port', String(port), '--data', data], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NUMSIFT_LOG: 'warn' },
  });
  const address = `http://127.0.0.1:${port}`;
  const end = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    if (server.exitCode === null && server.kill('SIGTERM')) await ended;
    await rm(data, { recursive: true, force: true });
  };
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline && server.exitCode === null) {
    const ready = await fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return { url: address, stop: end };
    await pause(100);
  }
  await end();
  throw new Error('the server did not become ready');
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
