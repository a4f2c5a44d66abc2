import { expect, it } from 'vitest';
import { threeWayMerge } from './three-way-merge';

const start = { ud: 2, roles: ['1', '3'], introduction: '' };

it.each([
  ['untouched fields take the latest value', start, { ...start, ud: 4 }, { ...start, ud: 4 }, []],
  [
    'touched fields keep the input',
    { ...start, introduction: 'mine' },
    { ...start, ud: 4 },
    { ud: 4, roles: ['1', '3'], introduction: 'mine' },
    [],
  ],
  ['equal changes do not conflict', { ...start, ud: 3 }, { ...start, ud: 3 }, { ...start, ud: 3 }, []],
  [
    'different changes keep the input and report a conflict',
    { ...start, ud: 3 },
    { ...start, ud: 4 },
    { ...start, ud: 3 },
    ['ud'],
  ],
  [
    'reordering a list is not a change',
    { ...start, roles: ['3', '1'] },
    { ...start, roles: ['2'] },
    { ...start, roles: ['2'] },
    [],
  ],
  [
    'lists can conflict too',
    { ...start, roles: ['1'] },
    { ...start, roles: ['2'] },
    { ...start, roles: ['1'] },
    ['roles'],
  ],
])('%s', (_, typed, latest, values, both) => {
  expect(threeWayMerge(start, typed, latest)).toEqual({ values, both });
});

it('order matters in `ordered` lists and in lists of objects', () => {
  const from = { channels: ['a', 'b'], map: [{ to: 'status' }], limit: { rps: 1 } };
  const typed = { ...from, channels: ['b', 'a'], limit: { rps: 2 } };
  const latest = { channels: ['a', 'b', 'c'], map: [{ to: 'carrier' }], limit: { rps: 1 } };
  expect(threeWayMerge(from, typed, latest, ['channels'])).toEqual({
    values: { channels: ['b', 'a'], map: [{ to: 'carrier' }], limit: { rps: 2 } },
    both: ['channels'],
  });
});
