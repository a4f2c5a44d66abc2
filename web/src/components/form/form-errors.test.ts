import { expect, it } from 'vitest';
import { ApiError } from '@/lib/api/envelope';
import { fieldErrors } from './form-errors';

const refused = (fields: Record<string, string>) =>
  new ApiError({ code: 40000, msg: 'no', data: { fields } });

it.each([
  [refused({ username: 'taken' }), '', { username: 'taken' }],
  [refused({ 'settings.low_balance': 'negative' }), 'settings.', { low_balance: 'negative' }],
  [refused({ version: 'missing' }), 'settings.', { version: 'missing' }],
  [new Error('offline'), '', {}],
])('%o with %j', (reason, prefix, expected) => {
  expect(fieldErrors(reason, prefix)).toEqual(expected);
});
