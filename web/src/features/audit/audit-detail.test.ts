import { expect, it } from 'vitest';
import { readDetail } from './audit-detail';

it.each([
  ['nothing', null, { changes: [], facts: [] }],
  [
    'only differences',
    { before: { ud: 2, enabled: true }, after: { ud: 4, enabled: true } },
    {
      changes: [{ field: 'ud', before: '2', after: '4' }],
      facts: [],
    },
  ],
  [
    'something new',
    { after: { username: 'anna' } },
    {
      changes: [{ field: 'username', before: null, after: 'anna' }],
      facts: [],
    },
  ],
  [
    'something gone',
    { before: { roles: [1, 2] }, after: {} },
    {
      changes: [{ field: 'roles', before: '1, 2', after: null }],
      facts: [],
    },
  ],
  [
    'nested',
    { before: { a: { b: 1 } }, after: { a: { b: 2 } } },
    {
      changes: [{ field: 'a.b', before: '1', after: '2' }],
      facts: [],
    },
  ],
  [
    'empty and set',
    { before: { inviter: null }, after: { inviter: 7 } },
    {
      changes: [{ field: 'inviter', before: 'null', after: '7' }],
      facts: [],
    },
  ],
  [
    'the rest',
    { reason: 'locked', count: 3 },
    {
      changes: [],
      facts: [
        { field: 'reason', value: 'locked' },
        { field: 'count', value: '3' },
      ],
    },
  ],
  ['a plain text', 'as is', { changes: [], facts: [{ field: '', value: 'as is' }] }],
  [
    'markup is shown as text',
    { after: { note: '<b>x</b>' } },
    {
      changes: [{ field: 'note', before: null, after: '<b>x</b>' }],
      facts: [],
    },
  ],
])('%s', (_, detail, expected) => {
  expect(readDetail(detail)).toEqual(expected);
});
