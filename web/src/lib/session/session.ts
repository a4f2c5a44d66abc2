/** Logging in and out, and loading who is logged in. */
import i18next from 'i18next';
import { type CallOptions, call } from '@/lib/api/client';
import type { MenuEntry } from '@/lib/routing/menu-routes';
import { tellOtherWindows } from './session-channel';
import { EMPTY_SESSION, type UserInfo, useSessionStore } from './session-store';
import { readOriginalToken, readToken, removeOriginalToken, removeToken, writeToken } from './token';

/** What must go when a session ends: each store that holds something of the account registers here. */
const leaveListeners = new Set<() => void>();

export function onLeave(listener: () => void): void {
  leaveListeners.add(listener);
}

/** `code` is the second factor; the server says when it wants one. */
export async function login(username: string, password: string, code?: string): Promise<void> {
  const name = username.trim();
  const body = { username: name, password, ...(code ? { totp: code } : {}) };
  const answer = await call('user/login', body, { silent: true });
  if (!answer) throw new Error(i18next.t('errors.error'));
  // Whatever an earlier account left in this window is not for this one.
  forgetSession();
  adoptToken(answer.sid);
  tellOtherWindows({ kind: 'login', username: name, token: answer.sid });
}

export async function register(username: string, password: string, inviteCode: string): Promise<void> {
  await call(
    'user/register',
    { username: username.trim(), password, invite_code: inviteCode.trim() },
    { silent: true },
  );
  forgetSession();
}

function adoptToken(token: string): void {
  writeToken(token);
  useSessionStore.setState({ ...EMPTY_SESSION, token });
}

/** Demonstrations only: the token of a seeded account is its role's name. Refused, nothing changes. */
export async function switchRole(role: string): Promise<void> {
  const token = `${role}-token`;
  await fetchUser({ token });
  forgetSession();
  adoptToken(token);
}

/** Ends the session here whatever the server says: a failed call must not leave anybody logged in. */
export async function logout(): Promise<void> {
  // From inside another account the own session has to end; the inner one ends with it.
  const original = readOriginalToken();
  if (original !== null) writeToken(original);
  try {
    await call('user/logout', {}, { silent: true });
  } catch {
    // The server forgets the session by itself in the end.
  } finally {
    forgetSession();
    tellOtherWindows({ kind: 'logout' });
  }
}

/** Clears everything of the account from this window, without telling the server. */
export function forgetSession(): void {
  removeToken();
  removeOriginalToken();
  enterWithCookie();
}

/** Starts over with whatever session the cookie names now; nothing of the account before stays. */
export function enterWithCookie(): void {
  for (const listener of leaveListeners) listener();
  useSessionStore.setState({ ...EMPTY_SESSION, token: readToken() });
}

export async function fetchUser(options: Pick<CallOptions, 'token'> = {}): Promise<UserInfo> {
  const user = await call('user/info', {}, { silent: true, ...options });
  if (!user) throw new Error(i18next.t('errors.verification_failed'));
  if (!Array.isArray(user.roles) || user.roles.length === 0) {
    throw new Error(i18next.t('errors.no_login_permission'));
  }
  return user;
}

export async function fetchMenu(): Promise<readonly MenuEntry[]> {
  return (await call('user/getAuth', {}, { silent: true })) ?? [];
}

/** Fetches balance and the rest again; a failure leaves what is shown as it was. */
export async function refreshUser(): Promise<void> {
  const user = await fetchUser();
  useSessionStore.setState({ user, updateBalance: false });
}
