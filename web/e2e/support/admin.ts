/** Accounts with rights, made for one test: the seeded ones have one session each, which other tests use too. */
import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { callApi, DEMO, enterAs, expect, loginToken, newName } from './test';

interface Made {
  uid: number;
  username: string;
  password: string;
}

let seeded: Promise<string> | null = null;

/** One session of the seeded administrator for this process, used only to make others. */
function administrator(): Promise<string> {
  seeded ??= loginToken('admin', DEMO.password);
  return seeded;
}

export async function asAdministrator(path: string, body: object): Promise<Record<string, unknown>> {
  let answer = await callApi(path, body, await administrator());
  if (answer.code === 50012 || answer.code === 50008) {
    // Another process logged in as the same account meanwhile.
    seeded = null;
    answer = await callApi(path, body, await administrator());
  }
  expect(answer.code, answer.msg).toBe(0);
  return answer.data as unknown as Record<string, unknown>;
}

export async function makeAccount(account_type: number, roles: readonly number[]): Promise<Made> {
  const username = newName();
  const made = await asAdministrator('user/create', { username, account_type, roles });
  return { uid: Number(made.uid), username, password: String(made.password) };
}

/** A super administrator of the test's own, on a page. */
export async function enterAsAdministrator(page: Page, path: string): Promise<Made> {
  const made = await makeAccount(1, [1]);
  await enterAs(page, made.username, made.password, path);
  return made;
}

/** What an authenticator app shows for a secret at a moment (RFC 6238, six digits, 30 s). */
export function totpCode(secret: string, atMs: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

function fromBase32(text: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(text.replace(/[\s=]/g, '').toUpperCase())
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
