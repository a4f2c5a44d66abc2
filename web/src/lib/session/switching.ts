/** Switching to another account and back. Meanwhile the user's own token is kept in a separate cookie. */
import { SESSION_CODES } from '@/config/constants';
import { call, callFor } from '@/lib/api/client';
import { ApiError } from '@/lib/api/envelope';
import { adoptCookieSession } from './session';
import { notifyOtherWindows } from './session-channel';
import { useSessionStore } from './session-store';
import { readOriginalToken, readToken, removeOriginalToken, writeOriginalToken, writeToken } from './token';

/** Throws the server's error if it refuses. In that case nothing has changed. */
export async function switchToAccount(account: { uid: number; username: string }): Promise<void> {
  const { sid } = await callFor('user/switch', { uid: account.uid }, { silent: true });
  const own = readToken();
  if (own !== null) writeOriginalToken(own);
  writeToken(sid);
  adoptCookieSession();
  notifyOtherWindows({ kind: 'login', username: account.username, token: sid });
}

/** Also works if the switched session has already ended. */
export async function switchBack(): Promise<void> {
  const { user } = useSessionStore.getState();
  try {
    await call('user/switchBack', {}, { silent: true });
  } catch (reason) {
    const over = reason instanceof ApiError && SESSION_CODES.includes(reason.code);
    if (!over) throw reason;
  }
  returnToOwnAccount(user?.actor?.name ?? '');
}

export function isSwitched(): boolean {
  return readOriginalToken() !== null;
}

export function returnToOwnAccount(ownName: string): void {
  const own = readOriginalToken();
  if (own !== null) writeToken(own);
  removeOriginalToken();
  adoptCookieSession();
  notifyOtherWindows({ kind: 'login', username: ownName, token: own });
}
