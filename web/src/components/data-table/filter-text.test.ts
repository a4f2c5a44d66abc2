import { describe, expect, it } from 'vitest';
import { filterText, hasFilterText, stateOfFilter } from './filter-text';

const RULES = { defaultSize: 20, sizes: [20, 50], sortable: ['name'], filters: ['search', 'state'] };
const PLAIN = { page: 3, size: 50, sort: null, filters: {} };

describe('saved filters', () => {
  it('have no page and no size', () => {
    const state = { ...PLAIN, sort: { column: 'name', descending: true }, filters: { search: 'a & b=c' } };
    const text = filterText(state, RULES);
    expect(text).not.toContain('50');
    expect(stateOfFilter(text, RULES, PLAIN)).toEqual({ ...state, page: 1 });
  });

  it('are empty without filters and sort order', () => {
    expect(hasFilterText(PLAIN, RULES)).toBe(false);
    expect(hasFilterText({ ...PLAIN, filters: { state: 'paused' } }, RULES)).toBe(true);
  });

  it('lose what the list no longer has', () => {
    const state = stateOfFilter('state=paused&gone=1&sort=gone&page=9', RULES, PLAIN);
    expect(state).toEqual({ page: 1, size: 50, sort: null, filters: { state: 'paused' } });
  });
});
