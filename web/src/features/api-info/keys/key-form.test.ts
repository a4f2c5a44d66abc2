import { describe, expect, it } from 'vitest';
import type { ApiKey } from '../api/api-info';
import { checkKey, draftOf, expiryInDays, NEW_KEY, valuesOf } from './key-form';

const NOW = new Date('2026-11-16T12:00').getTime() / 1000;
const KEY: ApiKey = {
  id: 1,
  name: 'shop',
  prefix: 'ns_ab12cd34',
  scopes: ['lookup', 'balance'],
  ips: ['203.0.113.0/24', '2001:db8::/32'],
  created_at: NOW - 100,
  expires_at: NOW - 17,
  last_used_at: null,
  last_used_ip: null,
  rotated_until: null,
  revoked_at: null,
  state: 'expired',
};

describe('key form', () => {
  it.each([
    [{ name: 'shop' }, {}],
    [{ name: ' ' }, { name: 'name_missing' }],
    [{ name: 'shop', scopes: [] }, { scopes: 'scopes_missing' }],
    [{ name: 'shop', ips: '10.0.0.1\nhere' }, { ips: { kind: 'ips_wrong', ranges: ['here'] } }],
    [
      { name: 'shop', ips: Array.from({ length: 51 }, (_, n) => `10.0.0.${n}`).join('\n') },
      { ips: { kind: 'ips_many' } },
    ],
    [{ name: 'shop', expires: '2026-11-16T12:01' }, {}],
    [{ name: 'shop', expires: '2026-11-16T12:00' }, { expires: 'expires_past' }],
    [{ name: 'shop', expires: 'soon' }, { expires: 'expires_past' }],
  ])('%j: %j', (over, problems) => {
    expect(checkKey({ ...NEW_KEY, ...over }, NOW)).toEqual(problems);
  });

  it('round-trips unchanged, including an expired key', () => {
    const values = valuesOf(KEY);
    expect(checkKey(values, NOW, KEY.expires_at)).toEqual({});
    expect(draftOf(values, KEY.expires_at)).toEqual({
      name: 'shop',
      scopes: ['lookup', 'balance'],
      ips: ['203.0.113.0/24', '2001:db8::/32'],
      expires_at: NOW - 17,
    });
  });

  it('calculates the expiry from days', () => {
    expect(draftOf({ ...NEW_KEY, expires: expiryInDays(30, NOW) }).expires_at).toBe(NOW + 30 * 86_400);
  });
});
