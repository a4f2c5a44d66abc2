import { describe, expect, it } from 'vitest';
import { type Sighting, speedOf, timeLeft, addSighting } from './speed';

const seen = (...pairs: [number, number][]): Sighting[] => pairs.map(([atMs, done]) => ({ atMs, done }));

describe('speed', () => {
  it.each([
    ['nothing seen', [], null],
    ['one sighting', seen([0, 10]), null],
    ['too close', seen([0, 0], [1000, 500]), null],
    ['steady', seen([0, 0], [2000, 500]), 250],
    ['standing still', seen([0, 40], [10_000, 40]), 0],
  ])('%s', (_, sightings, speed) => expect(speedOf(sightings)).toBe(speed));

  it.each([
    ['adds', seen([0, 0]), seen([1000, 5])[0], seen([0, 0], [1000, 5])],
    ['drops old sightings', seen([0, 0], [20_000, 5]), seen([31_000, 9])[0], seen([20_000, 5], [31_000, 9])],
    ['starts over if the count decreases', seen([0, 50]), seen([1000, 2])[0], seen([1000, 2])],
    [
      'ignores a second sighting at the same time',
      seen([0, 0], [5, 1]),
      seen([5, 2])[0],
      seen([0, 0], [5, 1]),
    ],
  ])('%s', (_, before, now, after) => {
    expect(addSighting(before, now ?? { atMs: 0, done: 0 })).toEqual(after);
  });

  it.each([
    [100, 10, 10],
    [101, 10, 11],
    [100, 0, null],
    [100, null, null],
    [0, 5, 0],
  ])('%d left at %s takes %s s', (left, speed, seconds) => expect(timeLeft(left, speed)).toBe(seconds));
});
