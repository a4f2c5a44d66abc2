import { expect, it } from 'vitest';
import { labelled, scaleOf, withoutEmptyStart } from './scale';

it('has round ticks from zero to above the highest value', () => {
  expect(scaleOf([3, 656, 40]).ticks).toEqual([0, 200, 400, 600, 800]);
  expect(scaleOf([2530]).ticks).toEqual([0, 1000, 2000, 3000]);
  expect(scaleOf([9_600]).ticks).toEqual([0, 5000, 10_000]);
});

it('never divides a single thing', () => {
  expect(scaleOf([1]).ticks).toEqual([0, 1]);
  expect(scaleOf([3]).ticks).toEqual([0, 1, 2, 3]);
  expect(scaleOf([]).ticks).toEqual([0, 1]);
});

it('goes below zero for negative values', () => {
  expect(scaleOf([-30, 70])).toEqual({ ticks: [-50, 0, 50, 100], least: -50, most: 100 });
  expect(scaleOf([-8]).ticks).toEqual([-8, -6, -4, -2, 0]);
});

it('labels the first and the last column and some between', () => {
  expect([...labelled(30, 4)]).toEqual([0, 10, 19, 29]);
  expect([...labelled(7, 4)]).toEqual([0, 2, 4, 6]);
  expect([...labelled(2, 4)]).toEqual([0, 1]);
  expect([...labelled(1, 4)]).toEqual([0]);
});

it('leaves out empty days at the start, but keeps a week', () => {
  const days = [0, 0, 0, 0, 0, 0, 0, 0, 0, 5];
  expect(withoutEmptyStart(days, (day) => day === 0)).toHaveLength(7);
  expect(withoutEmptyStart([0, 2, ...days], (day) => day === 0)).toHaveLength(11);
  expect(withoutEmptyStart([0, 0, 0], (day) => day === 0)).toHaveLength(3);
});
