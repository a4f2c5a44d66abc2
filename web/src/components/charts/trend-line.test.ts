import { expect, it } from 'vitest';
import { trendLine } from './trend-line';

it.each([
  ['rises from zero', [0, 5, 10], 'M0 100L50 50L100 0', 100],
  ['keeps zero in the picture', [90, 100], 'M0 10L100 0', 100],
  ['goes below zero', [10, -10], 'M0 0L100 100', 50],
  ['has only losses', [-10, -5], 'M0 100L100 50', 0],
  ['is flat without values above or below', [0, 0], 'M0 100L100 100', 100],
  ['has one value', [4], 'M0 0', 100],
  ['has none', [], '', 100],
])('%s', (_, values, line, zero) => {
  expect(trendLine(values)).toMatchObject({ line, zero });
});

it('fills the area down to zero', () => {
  expect(trendLine([10, -10]).area).toBe('M0 0L100 100L100 50L0 50Z');
});
