import { expect, it } from 'vitest';
import { formatBytes } from './format-bytes';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1500, '1.5 kB'],
  [12_300_000, '12 MB'],
  [4_000_000_000_000, '4,000 GB'],
])('%i is %s', (bytes, text) => expect(formatBytes(bytes, 'en')).toBe(text));
