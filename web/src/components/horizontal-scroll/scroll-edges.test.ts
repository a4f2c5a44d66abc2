import { describe, expect, it } from 'vitest';
import { edgesOf } from './edges';

describe('scroll edges with hidden content', () => {
  it.each([
    ['what fits', 0, 300, 300, false, false],
    ['the beginning of a wide table', 0, 800, 300, false, true],
    ['its middle', 200, 800, 300, true, true],
    ['its end', 500, 800, 300, true, false],
    ['an end that was rounded', 499.4, 800, 300, true, false],
  ])('%s', (_, scrollLeft, scrollWidth, clientWidth, before, after) => {
    expect(edgesOf({ scrollLeft, scrollWidth, clientWidth })).toEqual({ before, after });
  });
});
