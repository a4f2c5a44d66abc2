import { expect, it } from 'vitest';
import { userFilter } from './user-filter';

const none = { search: null, account_type: null, enabled: null, role: null, inviter: null };

it.each([
  [{}, none],
  [
    { search: 'anna', account_type: '5' },
    { ...none, search: 'anna', account_type: 5 },
  ],
  [{ enabled: 'false' }, { ...none, enabled: false }],
  [
    { role: '7', inviter: '10001' },
    { ...none, role: 7, inviter: 10001 },
  ],
  [{ role: '1 or 1=1', inviter: '-3', account_type: '1e3' }, none],
  [{ inviter: '99999999999999999999' }, none],
])('%j asks for %j', (filters, expected) => {
  expect(userFilter({ filters })).toEqual(expected);
});
