/** Runs the real binary in demo mode with its own folder and, if requested, its own PostgreSQL database. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const START_LIMIT_MS = 60_000;

export interface RunningServer {
  url: string;
  /** The options that name its database on the command line. */
  database: string[];
  stop: () => Promise<void>;
}

function builtBinary(): string {
  const binary = process.env.NUMSIFT_BIN;
  if (!binary) throw new Error('NUMSIFT_BIN must name the built numsift binary');
  return binary;
}

export async function startNumsift(): Promise<RunningServer> {
  const binary = builtBinary();
  const data = await mkdtemp(path.join(os.tmpdir(), 'numsift-e2e-'));
  const database = makeDatabase();
  const options = ['--data', data, ...(database ? ['--database-url', database.url] : [])];
  const port = await freePort();
  const server = spawn(
    binary,
    [
      'serve',
      '--demo',
      // The journeys expect accounts without history.
      '--demo-empty',
      // Each test uses its own client address because of the rate limits per address.
      '--trusted-proxies',
      '127.0.0.1',
      '--port',
      String(port),
      ...options,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, NUMSIFT_LOG: 'warn' } },
  );
  const url = `http://127.0.0.1:${port}`;
  async function stop(): Promise<void> {
    const ended = new Promise((resolve) => {
      server.once('exit', resolve);
    });
    if (server.exitCode === null && server.kill('SIGTERM')) await ended;
    database?.drop();
    await rm(data, { recursive: true, force: true });
  }
  try {
    await untilReady(server, `${url}/readyz`);
  } catch (reason) {
    await stop();
    throw reason;
  }
  return { url, database: options, stop };
}

/** Creates an administrator on the command line. */
export function createAdministrator(database: string[], username: string, password: string): void {
  const command = ['admin', 'create-user', username, '--account-type', '1', '--password-stdin'];
  execFileSync(builtBinary(), [...command, ...database], { input: `${password}\n` });
}

/** `NUMSIFT_E2E_DATABASE_URL` names a PostgreSQL server on which databases can be created. */
function makeDatabase(): { url: string; drop: () => void } | null {
  const home = process.env.NUMSIFT_E2E_DATABASE_URL;
  if (!home) return null;
  const name = `numsift_e2e_${process.pid}_${Date.now()}`;
  execFileSync('createdb', ['--maintenance-db', home, name]);
  const url = new URL(home);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => {
      execFileSync('dropdb', ['--force', '--maintenance-db', home, name]);
    },
  };
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`the server ended with code ${server.exitCode}`);
    // Poll until the process is up.
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
