// @vitest-environment happy-dom
import { notificationsStore } from '@mantine/notifications';
import i18next from 'i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { errors } from '@/locales/en/errors';
import { useSessionStore } from '@/lib/session/session-store';
import { removeToken, writeToken } from '@/lib/session/token';
import { call } from './client';
import { ApiError, NETWORK_ERROR_CODE } from './envelope';

const fetchMock = vi.fn<typeof fetch>();

function answer(body: unknown, status = 200): void {
  fetchMock.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));
}

function toasts(): string[] {
  return notificationsStore.getState().notifications.map(({ message }) => message as string);
}

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const reason: unknown = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  expect(reason).toBeInstanceOf(ApiError);
  return reason as ApiError;
}

beforeEach(async () => {
  vi.stubGlobal('fetch', fetchMock);
  fetchMock.mockReset();
  removeToken();
  useSessionStore.setState({ expired: false });
  notificationsStore.setState({ ...notificationsStore.getState(), notifications: [], queue: [] });
  await i18next.init({ lng: 'en', resources: { en: { translation: { errors } } } });
});

describe('every call', () => {
  it('is a POST with JSON and the fixed headers', async () => {
    answer({ code: 0, msg: '', data: { sid: 'x' } });
    await call('user/login', { username: 'a', password: 'b' });
    const [address, request] = fetchMock.mock.calls[0] ?? [];
    expect(address).toBe('/api/user/login');
    expect(request).toMatchObject({
      method: 'POST',
      body: '{"username":"a","password":"b"}',
      headers: { lang: 'en', ver: '1.1.1', source: 'web' },
    });
    expect(request?.headers).not.toHaveProperty('sid');
  });

  it('carries the session when there is one', async () => {
    writeToken('my-token');
    answer({ code: 0, msg: '', data: [] });
    await call('user/getAuth', {});
    expect(fetchMock.mock.calls[0]?.[1]?.headers).toMatchObject({ sid: 'my-token' });
  });

  it.each([0, 1, 20000])('code %s is success', async (code) => {
    answer({ code, msg: '', data: [] });
    await expect(call('user/getAuth', {})).resolves.toEqual([]);
    expect(toasts()).toEqual([]);
  });
});

describe('errors', () => {
  it('show their message and reject the call', async () => {
    answer({ code: 40300, msg: 'not allowed', data: null });
    expect((await failure(call('user/getAuth', {}))).code).toBe(40300);
    expect(toasts()).toEqual(['not allowed']);
  });

  it('without a message show "Error"', async () => {
    answer({ code: 50000, msg: '', data: { trace_id: 't-1' } });
    expect((await failure(call('user/getAuth', {}))).traceId).toBe('t-1');
    expect(toasts()).toEqual(['Error']);
  });

  it('include field errors and the retry delay', async () => {
    answer({ code: 40000, msg: 'bad', data: { fields: { username: 'too short' } } });
    expect((await failure(call('user/getAuth', {}, { silent: true }))).fields).toEqual({
      username: 'too short',
    });
    answer({ code: 42900, msg: 'slow down', data: { retry_after: 30 } });
    expect((await failure(call('user/getAuth', {}, { silent: true }))).retryAfter).toBe(30);
    expect(toasts()).toEqual([]);
  });

  it.each([
    [new TypeError('Failed to fetch'), errors.no_answer],
    [new DOMException('signal timed out', 'TimeoutError'), errors.timed_out],
  ])("%s of the browser is said in the console's words", async (reason, words) => {
    fetchMock.mockRejectedValueOnce(reason);
    const error = await failure(call('user/getAuth', {}));
    expect([error.code, error.isNetwork]).toEqual([NETWORK_ERROR_CODE, true]);
    expect(toasts()).toEqual([words]);
  });

  it('that are no envelope show the HTTP status', async () => {
    answer('<html>', 502);
    expect((await failure(call('user/getAuth', {}))).message).toContain('HTTP 502');
  });
});

describe('expired: 401, 50008, 50012, 50014', () => {
  it.each([401, 50008, 50012, 50014])('%s marks the session as expired and reports it once', async (code) => {
    writeToken('old');
    for (let n = 0; n < 3; n++) answer({ code, msg: 'gone', data: null });
    await Promise.all([1, 2, 3].map(() => failure(call('user/getAuth', {}, { silent: true }))));
    expect(useSessionStore.getState().expired).toBe(true);
    expect(toasts()).toEqual(['gone']);
  });

  it('ignores a late response to an earlier session', async () => {
    writeToken('old');
    answer({ code: 50012, msg: 'gone', data: null });
    const late = failure(call('user/getAuth', {}));
    writeToken('new');
    await late;
    expect(useSessionStore.getState().expired).toBe(false);
    expect(toasts()).toEqual([]);
  });
});
