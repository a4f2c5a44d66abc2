// @vitest-environment happy-dom
import i18next from 'i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readCookie, writeCookie } from '@/lib/cookies';
import {
  fetchUser,
  clearSession,
  login,
  logout,
  onSessionEnd,
  refreshUser,
  register,
  switchRole,
} from './session';
import { useSessionStore } from './session-store';
import { readToken } from './token';

const fetchMock = vi.fn<typeof fetch>();
const USER = { uid: 10001, name: 'anna', roles: [3], balance: 0 };

function answer(code: number, data: unknown, msg = ''): void {
  fetchMock.mockResolvedValueOnce(new Response(JSON.stringify({ code, msg, data })));
}

function sent(): unknown {
  return JSON.parse(fetchMock.mock.calls.at(-1)?.[1]?.body as string);
}

beforeEach(async () => {
  vi.stubGlobal('fetch', fetchMock);
  fetchMock.mockReset();
  clearSession();
  const errors = { verification_failed: 'verify', no_login_permission: 'no roles', error: 'Error' };
  await i18next.init({ lng: 'en', resources: { en: { translation: { errors } } } });
});

describe('session', () => {
  it('login trims the username and stores the token in its cookie', async () => {
    answer(0, { sid: 'token-1' });
    await login('  anna ', 'secret');
    expect(sent()).toEqual({ username: 'anna', password: 'secret' });
    expect(readCookie('Admin-Token')).toBe('token-1');
    expect(useSessionStore.getState().token).toBe('token-1');
  });

  it('a refused login leaves no token', async () => {
    answer(40000, null, 'wrong');
    await expect(login('anna', 'secret')).rejects.toThrow('wrong');
    expect(readToken()).toBeNull();
  });

  it('a login answered with another success code than 0 is refused', async () => {
    answer(1, { sid: 'token-1' }, 'not yet');
    await expect(login('anna', 'secret')).rejects.toThrow('not yet');
    expect(readToken()).toBeNull();
    answer(1, { uid: 10002 }, 'not yet');
    await expect(register('bert', 'secret-password', 'CODE')).rejects.toThrow('not yet');
  });

  it('registering clears any token and roles', async () => {
    answer(0, { sid: 'token-1' });
    await login('anna', 'secret');
    answer(0, { uid: 10002 });
    await register(' bert ', 'secret-password', ' CODE ');
    expect(sent()).toEqual({ username: 'bert', password: 'secret-password', invite_code: 'CODE' });
    expect(readToken()).toBeNull();
    expect(useSessionStore.getState().user).toBeNull();
  });

  it('logout clears both tokens and runs the listeners, whatever the server says', async () => {
    answer(0, { sid: 'token-1' });
    await login('anna', 'secret');
    writeCookie('Original_Admin-Token', 'own');
    const left = vi.fn();
    onSessionEnd(left);
    fetchMock.mockRejectedValueOnce(new TypeError('offline'));
    await logout();
    expect(readToken()).toBeNull();
    expect(readCookie('Original_Admin-Token')).toBeNull();
    expect(useSessionStore.getState()).toMatchObject({ token: null, user: null, routes: null });
    expect(left).toHaveBeenCalled();
  });
});

describe('user info', () => {
  it.each([
    [null, 'verify'],
    [{ ...USER, roles: [] }, 'no roles'],
    [{ ...USER, roles: undefined }, 'no roles'],
  ])('%j is refused: %s', async (data, message) => {
    answer(0, data);
    await expect(fetchUser()).rejects.toThrow(message);
  });

  it('a refresh clears the update flag', async () => {
    useSessionStore.setState({ updateBalance: true });
    answer(0, { ...USER, balance: 5 });
    await refreshUser();
    expect(useSessionStore.getState()).toMatchObject({ updateBalance: false, user: { balance: 5 } });
  });
});

describe('role switch', () => {
  it('the token is the role’s name plus -token', async () => {
    answer(0, USER);
    await switchRole('credit');
    expect(fetchMock.mock.calls[0]?.[1]?.headers).toMatchObject({ sid: 'credit-token' });
    expect(readToken()).toBe('credit-token');
  });

  it('keeps the session if refused', async () => {
    answer(0, { sid: 'token-1' });
    await login('anna', 'secret');
    answer(50008, null, 'illegal');
    await expect(switchRole('credit')).rejects.toThrow('illegal');
    expect(readToken()).toBe('token-1');
    expect(useSessionStore.getState().expired).toBe(false);
  });
});
