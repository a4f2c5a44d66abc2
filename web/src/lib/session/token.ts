/** The session token is stored in a cookie so that all windows of a browser share it. */
import { ORIGINAL_TOKEN_PREFIX, TOKEN_COOKIE } from '@/config/constants';
import { readCookie, removeCookie, writeCookie } from '@/lib/cookies';

export function readToken(): string | null {
  return readCookie(TOKEN_COOKIE) || null;
}

export function writeToken(token: string): void {
  writeCookie(TOKEN_COOKIE, token);
}

export function removeToken(): void {
  removeCookie(TOKEN_COOKIE);
}

const ORIGINAL_TOKEN_COOKIE = ORIGINAL_TOKEN_PREFIX + TOKEN_COOKIE;

/** The user's own token while switched to another account. */
export function readOriginalToken(): string | null {
  return readCookie(ORIGINAL_TOKEN_COOKIE) || null;
}

export function writeOriginalToken(token: string): void {
  writeCookie(ORIGINAL_TOKEN_COOKIE, token);
}

export function removeOriginalToken(): void {
  removeCookie(ORIGINAL_TOKEN_COOKIE);
}

const ATTEMPT_EVERY_MS = 20;
const ATTEMPTS = 50;

/** Windows are separate processes: a cookie written by one is visible to another only a moment later. */
export async function waitForCookie(token: string | null, attempts = ATTEMPTS): Promise<void> {
  if (attempts === 0 || readToken() === token) return;
  await new Promise((resolve) => {
    setTimeout(resolve, ATTEMPT_EVERY_MS);
  });
  await waitForCookie(token, attempts - 1);
}
