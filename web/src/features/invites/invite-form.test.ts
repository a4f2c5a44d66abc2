import { describe, expect, it } from 'vitest';
import { checkInvite, inviteState, NEW_INVITE, newInviteOf } from './invite-form';

const NOW = new Date('2026-11-15T12:00').getTime() / 1000;

describe('a new invite code', () => {
  it.each([
    [{}, {}],
    [{ max_uses: 0 }, { max_uses: 'max_uses_wrong' }],
    [{ max_uses: 1.5 }, { max_uses: 'max_uses_wrong' }],
    [{ max_uses: '' }, { max_uses: 'max_uses_wrong' }],
    [{ max_uses: 1_000_001 }, { max_uses: 'max_uses_wrong' }],
    [{ expires: '2026-11-15T12:01' }, {}],
    [{ expires: '2026-11-15T12:00' }, { expires: 'expires_wrong' }],
    [{ expires: 'soon' }, { expires: 'expires_wrong' }],
  ])('%j: %j', (over, problems) => {
    expect(checkInvite({ ...NEW_INVITE, ...over }, NOW)).toEqual(problems);
  });

  it('omits empty fields', () => {
    expect(newInviteOf({ ...NEW_INVITE, note: ' fair ' })).toEqual({ note: 'fair', max_uses: 1 });
    expect(newInviteOf({ code: ' FAIR ', note: '', max_uses: '5', expires: '2026-11-15T12:00' })).toEqual({
      code: 'FAIR',
      note: '',
      max_uses: 5,
      expires_at: NOW,
    });
  });
});

it.each([
  [{ enabled: true, expires_at: null, used: 0, max_uses: 1 }, 'active'],
  [{ enabled: true, expires_at: NOW + 1, used: 0, max_uses: 1 }, 'active'],
  [{ enabled: true, expires_at: NOW, used: 0, max_uses: 1 }, 'expired'],
  [{ enabled: true, expires_at: null, used: 1, max_uses: 1 }, 'used_up'],
  [{ enabled: false, expires_at: NOW, used: 1, max_uses: 1 }, 'disabled'],
])('%j is %s', (invite, expected) => {
  expect(inviteState(invite, NOW)).toBe(expected);
});
