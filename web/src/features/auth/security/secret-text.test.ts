import { expect, it } from 'vitest';
import { groupSecret, recoveryFile } from './secret-text';

it.each([
  ['JBSWY3DPEHPK3PXP', 'JBSW Y3DP EHPK 3PXP'],
  ['JBSW Y3DPE', 'JBSW Y3DP E'],
  ['', ''],
])('%j is read as %j', (secret, expected) => {
  expect(groupSecret(secret)).toBe(expected);
});

it('the file names the account', () => {
  expect(recoveryFile('Numbers', 'anna', ['a-1', 'b-2'])).toBe('Numbers · anna\n\na-1\nb-2\n');
});
