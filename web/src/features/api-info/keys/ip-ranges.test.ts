import { expect, it } from 'vitest';
import { splitRanges, invalidRanges } from './ip-ranges';

it('splits entries by line or comma and removes duplicates', () => {
  expect(splitRanges(' 203.0.113.1\n2001:db8::/32, 203.0.113.1;10.0.0.0/8 ')).toEqual([
    '203.0.113.1',
    '2001:db8::/32',
    '10.0.0.0/8',
  ]);
  expect(splitRanges(' \n')).toEqual([]);
});

it.each([
  '203.0.113.1',
  '0.0.0.0/0',
  '203.0.113.0/24',
  '255.255.255.255/32',
  '2001:db8::',
  '2001:DB8::1/128',
  '::/0',
  '::ffff:203.0.113.1',
])('%s is a range', (range) => {
  expect(invalidRanges([range])).toEqual([]);
});

it.each([
  '203.0.113',
  '203.0.113.256',
  '203.0.113.01',
  '203.0.113.1/33',
  '203.0.113.1/',
  '203.0.113.1/8/8',
  '2001:db8::/129',
  '2001:db8:::1',
  'fe80::1%eth0',
  '[::1]',
  'example.com',
  '10.0.0.1-10.0.0.9',
])('%s is not a range', (range) => {
  expect(invalidRanges([range])).toEqual([range]);
});
