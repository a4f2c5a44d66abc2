import { expect, it } from 'vitest';
import type { ListView } from '@/lib/screening/list-types';
import { readListEvent, applyListEvent } from './list-events';

const news = { id: 1, state: 'analysing', done: 5, total: 10 } as const;

it.each([
  [JSON.stringify(news), news],
  [JSON.stringify({ ...news, stage: 'reading' }), news],
  [JSON.stringify({ ...news, stage: 'storing' }), { ...news, stage: 'storing' }],
  ['{"id":1}', null],
  ['{"id":1,"state":"gone","done":1,"total":2}', null],
  ['not json', null],
])('reads %s', (text, read) => expect(readListEvent(text)).toEqual(read));

it.each([
  ['moves on', 'analysing', 3, 5],
  ['progress never decreases', 'analysing', 8, 8],
  ['a final state does not change', 'ready', 8, 8],
] as const)('%s', (_, state, before, after) => {
  const list = { state, progress: { done: before, total: 10 } } as ListView;
  expect(applyListEvent(list, news).progress?.done).toBe(after);
});

it('a list that turns out to be large begins again', () => {
  const list = { state: 'analysing', progress: { done: 8, total: 10 } } as ListView;
  const again = applyListEvent(list, { ...news, stage: 'collecting' });
  expect(again).toMatchObject({ progress: { done: 5 }, stage: 'collecting' });
  expect(applyListEvent(again, { ...news, done: 4, stage: 'collecting' }).progress?.done).toBe(5);
});
