import { describe, expect, it } from 'vitest';
import { formatAllowance } from './format-allowance';

describe('formatAllowance', () => {
  it('shows bytes in a fitting unit', () => {
    expect(formatAllowance('stored_bytes', 0, 'en')).toBe('0 byte');
    expect(formatAllowance('stored_bytes', 1536, 'en')).toBe('1.5 kB');
    expect(formatAllowance('stored_bytes', 10 * 1024 ** 3, 'en')).toBe('10 GB');
  });

  it('shows everything else as a count', () => {
    expect(formatAllowance('lists', 20_000, 'en')).toBe('20,000');
  });
});
