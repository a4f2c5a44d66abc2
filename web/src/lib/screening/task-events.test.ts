import { describe, expect, it } from 'vitest';
import { announcedShare, doneShare, hitRate, readTaskEvent, applyTaskEvent } from './task-events';
import type { TaskEvent, TaskView } from './types';

const news: TaskEvent = {
  id: 7,
  state: 'running',
  done: 50,
  total: 100,
  charged: 400,
  unknown: 10,
  failed: 0,
  answers: 50,
  hits: 30,
};
const task = {
  id: 7,
  state: 'running',
  done: 20,
  total: 100,
  held: 900,
  charged: 100,
  refundable: 800,
  name: 'mine',
} as TaskView;

it.each([
  [0, 'running', null],
  [24, 'running', null],
  [25, 'running', 0.25],
  [60, 'running', 0.5],
  [99, 'running', 0.75],
  [100, 'running', null],
  [60, 'paused', null],
] as const)('%i of 100, %s: announces %s', (done, state, announced) => {
  expect(announcedShare({ done, total: 100, state })).toBe(announced);
});

describe('task events', () => {
  it.each([
    [JSON.stringify(news), news],
    ['{', null],
    ['{"id":7}', null],
    [JSON.stringify({ ...news, state: 'dreaming' }), null],
  ])('%s', (data, expected) => expect(readTaskEvent(data)).toEqual(expected));

  it.each([
    ['moves it on', news, { ...task, ...news, refundable: 500 }],
    ['for another task is ignored', { ...news, id: 8 }, task],
    ['that is late is ignored', { ...news, done: 10 }, task],
    [
      'updates the state',
      { ...news, state: 'paused' as const, done: 20, charged: 100 },
      { ...task, ...news, state: 'paused', done: 20, charged: 100 },
    ],
    [
      'of the end leaves nothing refundable',
      { ...news, state: 'completed' as const },
      { ...task, ...news, state: 'completed', refundable: 0 },
    ],
  ])('%s', (_, told, expected) => expect(applyTaskEvent(task, told)).toEqual(expected));

  it('an event without changes returns the same object', () => {
    expect(applyTaskEvent(task, { ...news, done: 20, charged: 100 })).toBe(task);
  });
});

it.each([
  [{ done: 0, total: 0 }, 0],
  [{ done: 1, total: 4 }, 0.25],
  [{ done: 5, total: 4 }, 1],
])('%j is done by %d', (counts, share) => expect(doneShare(counts)).toBe(share));

it.each([
  [{ answers: 10, unknown: 2, hits: 4 }, 0.5],
  [{ answers: 2, unknown: 2, hits: 0 }, null],
])('%j hits %s', (counts, rate) => expect(hitRate(counts)).toBe(rate));
