// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askEarly, askSession } from './asked-session';
import { fetchMenu, fetchUser } from './session';
import { removeToken, writeToken } from './token';

vi.mock('./session', () => ({ fetchUser: vi.fn(), fetchMenu: vi.fn() }));

beforeEach(() => {
  writeToken('first');
  vi.mocked(fetchUser).mockReset().mockRejectedValue(new Error('no answer'));
  vi.mocked(fetchMenu).mockReset().mockResolvedValue([]);
});
afterEach(removeToken);

it('what was asked early is used once', async () => {
  askEarly();
  await expect(askSession().menu).resolves.toEqual([]);
  expect(fetchUser).toHaveBeenCalledTimes(1);
  await expect(askSession().user).rejects.toThrow('no answer');
  expect(fetchUser).toHaveBeenCalledTimes(2);
  expect(fetchMenu).toHaveBeenCalledTimes(2);
});

it('is not used for another session', () => {
  askEarly();
  writeToken('second');
  expect(askSession().token).toBe('second');
  expect(fetchUser).toHaveBeenCalledTimes(2);
});
