/** The session token lives in a cookie, so that all windows of a browser share it. */
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

/** The own token of somebody who is inside another account. */
export function removeOriginalToken(): void {
  removeCookie(ORIGINAL_TOKEN_PREFIX + TOKEN_COOKIE);
}
