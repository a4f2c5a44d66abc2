import { describe, expect, it } from 'vitest';
import { bestMatches, fuzzyScore } from './fuzzy';

const titles = ['Dashboard', 'User management', 'Recharge orders', 'Log out', 'Financial records'];
const find = (query: string): string[] => bestMatches(titles, (title) => fuzzyScore(query, title), 3);

describe('command palette: fuzzy search', () => {
  it.each([
    ['dash', 'Dashboard'],
    ['um', 'User management'],
    ['usrmgt', 'User management'],
    ['RO', 'Recharge orders'],
    ['log out', 'Log out'],
    ['fin rec', 'Financial records'],
  ])('%s finds %s first', (query, title) => {
    expect(find(query)[0]).toBe(title);
  });

  it('requires every letter, in order', () => {
    expect(fuzzyScore('zz', 'Dashboard')).toBeNull();
    expect(fuzzyScore('tuo', 'Log out')).toBeNull();
  });

  it('returns everything for an empty query', () => {
    expect(find('')).toHaveLength(3);
  });
});
