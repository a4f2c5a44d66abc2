import { describe, expect, it } from 'vitest';
import { scrollEdges } from './scroll-edges';

describe('scroll edges with hidden content', () => {
  it.each([
    ['what fits', 0, 300, 300, false, false],
    ['start of a wide table', 0, 800, 300, false, true],
    ['middle of a wide table', 200, 800, 300, true, true],
    ['its end', 500, 800, 300, true, false],
    ['rounded end position', 499.4, 800, 300, true, false],
  ])('%s', (_, scrollLeft, scrollWidth, clientWidth, before, after) => {
    expect(scrollEdges({ scrollLeft, scrollWidth, clientWidth })).toEqual({ before, after });
  });
});
