import { describe, expect, it } from 'vitest';
import {
  pageCount,
  pageInstead,
  readTableState,
  type TableRules,
  type TableState,
  withFilters,
  withSort,
  writeTableState,
} from './table-state';

const rules: TableRules = {
  defaultSize: 20,
  sizes: [20, 50],
  sortable: ['uid', 'created_at'],
  filters: ['username', 'account_type'],
};
const read = (query: string): TableState => readTableState(new URLSearchParams(query), rules);
const plain: TableState = { page: 1, size: 20, sort: null, filters: {} };

describe('table state in the URL', () => {
  it.each([
    ['', plain],
    ['page=3&size=50', { ...plain, page: 3, size: 50 }],
    ['sort=-uid', { ...plain, sort: { column: 'uid', descending: true } }],
    ['sort=created_at', { ...plain, sort: { column: 'created_at', descending: false } }],
    ['username=anna&account_type=5', { ...plain, filters: { username: 'anna', account_type: '5' } }],
    ['page=-1&size=7&sort=password&secret=1&username=', plain],
    ['page=1.5', plain],
    ['page=99999999999999999999', plain],
  ])('%j', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  it.each(['', 'username=anna&sort=-uid&page=3&size=50', 'account_type=5&page=2'])(
    '%j comes back as it was',
    (query) => {
      expect(writeTableState(read(query), rules).toString()).toBe(query);
    },
  );

  it('sorting cycles through ascending, descending and none, and resets the page', () => {
    const first = withSort({ ...plain, page: 4 }, 'uid');
    expect(first).toMatchObject({ page: 1, sort: { column: 'uid', descending: false } });
    const second = withSort(first, 'uid');
    expect(second.sort).toEqual({ column: 'uid', descending: true });
    expect(withSort(second, 'uid').sort).toBeNull();
    expect(withSort(second, 'created_at').sort).toEqual({ column: 'created_at', descending: false });
  });

  it('a filter resets the page and empty filters are dropped', () => {
    expect(withFilters({ ...plain, page: 4 }, { username: ' anna ', account_type: ' ' })).toEqual({
      ...plain,
      filters: { username: 'anna' },
    });
  });

  it.each([
    ['beyond the end', 99, [], 21, 2],
    ['after the last row of the last page was deleted', 2, [], 20, 1],
    ['an empty list', 3, [], 0, 1],
    ['the first page', 1, [], 0, null],
    ['a page with rows', 2, ['row'], 21, null],
    // Cursor-based lists do not know where a page ends.
    ['rows beyond the counted end', 3, ['row'], 21, null],
  ])('%s', (_, page, items, total, instead) => {
    expect(pageInstead({ items, total }, { ...plain, page })).toBe(instead);
  });

  it.each([
    [0, 20, 1],
    [20, 20, 1],
    [21, 20, 2],
  ])('%s rows at %s a page are %s pages', (total, size, pages) => {
    expect(pageCount(total, size)).toBe(pages);
  });
});
