import { expect, it } from 'vitest';
import { actionsFor } from './task-actions';

const task = { state: 'running', sample: false, unknown: 0, ready: false } as const;

it.each([
  ['running', task, ['pause', 'cancel', 'clone', 'rename']],
  ['paused', { ...task, state: 'paused' as const }, ['resume', 'cancel', 'clone', 'rename']],
  [
    'completed with unknown answers',
    { ...task, state: 'completed' as const, unknown: 3, ready: true },
    ['rerun', 'clone', 'repeat', 'rename', 'remove'],
  ],
  [
    'cancelled, results gone',
    { ...task, state: 'cancelled' as const, unknown: 3 },
    ['clone', 'repeat', 'rename', 'remove'],
  ],
  ['a sample', { ...task, sample: true }, ['rename']],
])('%s', (_, known, expected) => expect(actionsFor(known, true, true)).toEqual(expected));

it('offers no actions without permission', () => {
  expect(actionsFor(task, false, false)).toEqual([]);
});
