// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { initI18n } from '@/lib/i18n/i18n';
import { onSessionEnd } from './session';
import { useSessionStore } from './session-store';
import { switchBack, switchToAccount } from './switching';
import { readOriginalToken, readToken, removeOriginalToken, writeToken } from './token';

function answer(envelope: { code: number; msg?: string; data?: unknown }): void {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(Response.json(envelope))),
  );
}

const customer = { uid: 10001, username: 'customer' };

describe('switching to another account', () => {
  const left = vi.fn();
  onSessionEnd(left);

  beforeEach(async () => {
    await initI18n();
    left.mockClear();
    removeOriginalToken();
    writeToken('own');
    useSessionStore.setState({ token: 'own', waitConfirmCount: 3 });
  });

  it("keeps the own token, uses the other one and clears the own account's data", async () => {
    answer({ code: 0, data: { sid: 'inner' } });
    await switchToAccount(customer);
    expect([readToken(), readOriginalToken()]).toEqual(['inner', 'own']);
    expect(useSessionStore.getState()).toMatchObject({ token: 'inner', user: null, waitConfirmCount: 0 });
    expect(left).toHaveBeenCalledOnce();
  });

  it('changes nothing if refused', async () => {
    answer({ code: 40300, msg: 'not allowed' });
    await expect(switchToAccount(customer)).rejects.toThrow('not allowed');
    expect([readToken(), readOriginalToken()]).toEqual(['own', null]);
    expect(left).not.toHaveBeenCalled();
  });

  it.each([
    ['if the server agrees', { code: 0, data: {} }],
    ['if the switched session has ended', { code: 50014, msg: 'expired' }],
  ])('goes back %s', async (_, envelope) => {
    answer({ code: 0, data: { sid: 'inner' } });
    await switchToAccount(customer);
    answer(envelope);
    await switchBack();
    expect([readToken(), readOriginalToken()]).toEqual(['own', null]);
    expect(useSessionStore.getState().token).toBe('own');
  });

  it('stays switched if the server is unreachable', async () => {
    answer({ code: 0, data: { sid: 'inner' } });
    await switchToAccount(customer);
    vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
    await expect(switchBack()).rejects.toMatchObject({ isNetwork: true });
    expect([readToken(), readOriginalToken()]).toEqual(['inner', 'own']);
  });
});
