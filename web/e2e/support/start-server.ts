/** Starts the real binary in demonstration mode on a folder of its own, and stops it after the last test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DEMO, loginToken } from './api';

const START_LIMIT_MS = 60_000;

export default async function startServer(): Promise<() => Promise<void>> {
  const binary = process.env.NUMSIFT_BIN;
  if (!binary) throw new Error('NUMSIFT_BIN must name the built numsift binary');
  const data = await mkdtemp(path.join(os.tmpdir(), 'numsift-e2e-'));
  const port = await freePort();
  const database = process.env.NUMSIFT_DATABASE_URL;
  const server = spawn(
    binary,
    [
      'serve',
      '--demo',
      // Each test comes from an address of its own, else the limits on one address would stop them.
      '--trusted-proxies',
      '127.0.0.1',
      '--port',
      String(port),
      '--data',
      data,
      ...(database ? ['--database-url', database] : []),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, NUMSIFT_LOG: 'warn' } },
  );
  process.env.NUMSIFT_URL = `http://127.0.0.1:${port}`;
  await untilReady(server, `${process.env.NUMSIFT_URL}/readyz`);
  process.env.NUMSIFT_ADMIN_SID = await loginToken('admin', DEMO.password);
  return async () => {
    const ended = new Promise((resolve) => {
      server.once('exit', resolve);
    });
    server.kill('SIGTERM');
    await ended;
    await rm(data, { recursive: true, force: true });
  };
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`the server ended with code ${server.exitCode}`);
    // Asking again and again is the only way to learn when another process is up.
    const ready = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await pause(100);
  }
  throw new Error('the server did not become ready');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
