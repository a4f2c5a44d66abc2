/** Logging in and out, and loading the logged-in user. */
import i18next from 'i18next';
import { SESSION_CODES } from '@/config/constants';
import { type CallOptions, call, callFor } from '@/lib/api/client';
import { ApiError } from '@/lib/api/envelope';
import { answerChallenge } from '@/lib/passkeys';
import type { MenuEntry } from '@/lib/routing/menu-routes';
import { notifyOtherWindows } from './session-channel';
import { EMPTY_SESSION, type UserInfo, useSessionStore } from './session-store';
import { readOriginalToken, readToken, removeOriginalToken, removeToken, writeToken } from './token';

/** Cleanup when a session ends. Each store that holds account data registers here. */
const leaveListeners = new Set<() => void>();

export function onSessionEnd(listener: () => void): void {
  leaveListeners.add(listener);
}

/** `code` is the second factor, which the server asks for if it is required. */
export async function login(username: string, password: string, code?: string): Promise<void> {
  const name = username.trim();
  const body = { username: name, password, ...(code ? { totp: code } : {}) };
  const answer = await call('user/login', body, { silent: true, onlyZero: true });
  if (!answer) throw new Error(i18next.t('errors.error'));
  startSession(answer.sid, name);
}

/** Logs in with a passkey instead of username and password. */
export async function loginWithPasskey(): Promise<void> {
  const { sid } = await callFor('user/passkeyLogin', await answerChallenge(), {
    silent: true,
    onlyZero: true,
  });
  const { name } = await fetchUser({ token: sid });
  startSession(sid, name);
}

function startSession(token: string, username: string): void {
  // Clear everything that an earlier account left in this window.
  clearSession();
  adoptToken(token);
  notifyOtherWindows({ kind: 'login', username, token });
}

export async function register(username: string, password: string, inviteCode: string): Promise<void> {
  await call(
    'user/register',
    { username: username.trim(), password, invite_code: inviteCode.trim() },
    { silent: true, onlyZero: true },
  );
  clearSession();
}

function adoptToken(token: string): void {
  writeToken(token);
  useSessionStore.setState({ ...EMPTY_SESSION, token });
}

/** Demo only: the token of a seeded account is its role's name. If the server refuses it, nothing changes. */
export async function switchRole(role: string): Promise<void> {
  const token = `${role}-token`;
  await fetchUser({ token });
  clearSession();
  adoptToken(token);
}

/** Ends the session locally whatever the server says: a failed call must not leave the user logged in. */
export async function logout(): Promise<void> {
  // While switched to another account, log out of the user's own session. The switched session ends with it.
  const original = readOriginalToken();
  if (original !== null) writeToken(original);
  try {
    await call('user/logout', {}, { silent: true });
  } catch {
    // The session on the server expires eventually.
  } finally {
    clearSession();
    notifyOtherWindows({ kind: 'logout' });
  }
}

/** Leaves a session that the server has already ended. */
export function leaveEndedSession(): void {
  clearSession();
  notifyOtherWindows({ kind: 'logout' });
}

/** Whether the server still accepts the user's own session, while switched to another account. */
export async function isOwnSessionAlive(): Promise<boolean> {
  const token = readOriginalToken();
  if (token === null) return false;
  try {
    await call('user/info', {}, { silent: true, token });
    return true;
  } catch (reason) {
    // Without an answer the session may still be there.
    return reason instanceof ApiError && !SESSION_CODES.includes(reason.code);
  }
}

/** Clears all account data in this window without telling the server. */
export function clearSession(): void {
  removeToken();
  removeOriginalToken();
  adoptCookieSession();
}

/** Starts over with the session in the cookie. */
export function adoptCookieSession(): void {
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
  return (await call('user/getAuth', {}, { silent: true, onlyZero: true })) ?? [];
}

/** Refetches user info. If that fails, the shown data stays. */
export async function refreshUser(): Promise<void> {
  const user = await fetchUser();
  useSessionStore.setState({ user, updateBalance: false });
}
