import { expect, it } from 'vitest';
import { mergeTyped } from './three-way';

const start = { ud: 2, roles: ['1', '3'], introduction: '' };

it.each([
  ['nothing typed takes the latest', start, { ...start, ud: 4 }, { ...start, ud: 4 }, []],
  [
    'what was typed stays',
    { ...start, introduction: 'mine' },
    { ...start, ud: 4 },
    { ud: 4, roles: ['1', '3'], introduction: 'mine' },
    [],
  ],
  ['both alike is no clash', { ...start, ud: 3 }, { ...start, ud: 3 }, { ...start, ud: 3 }, []],
  [
    'both differently keeps the typed and says so',
    { ...start, ud: 3 },
    { ...start, ud: 4 },
    { ...start, ud: 3 },
    ['ud'],
  ],
  [
    'the order of a list is no change',
    { ...start, roles: ['3', '1'] },
    { ...start, roles: ['2'] },
    { ...start, roles: ['2'] },
    [],
  ],
  [
    'lists clash too',
    { ...start, roles: ['1'] },
    { ...start, roles: ['2'] },
    { ...start, roles: ['1'] },
    ['roles'],
  ],
])('%s', (_, typed, latest, values, both) => {
  expect(mergeTyped(start, typed, latest)).toEqual({ values, both });
});

it('order matters in `ordered` lists and in lists of objects', () => {
  const from = { channels: ['a', 'b'], map: [{ to: 'status' }], limit: { rps: 1 } };
  const typed = { ...from, channels: ['b', 'a'], limit: { rps: 2 } };
  const latest = { channels: ['a', 'b', 'c'], map: [{ to: 'carrier' }], limit: { rps: 1 } };
  expect(mergeTyped(from, typed, latest, ['channels'])).toEqual({
    values: { channels: ['b', 'a'], map: [{ to: 'carrier' }], limit: { rps: 2 } },
    both: ['channels'],
  });
});
