import { describe, expect, it } from 'vitest';
import { pageOf, sortRows } from './whole-list';

const rows = [
  { name: 'b10', rate: 0.5 },
  { name: 'ä', rate: null },
  { name: 'b9', rate: 0.9 },
];
const keys = {
  name: ({ name }: { name: string }) => name,
  rate: ({ rate }: { rate: number | null }) => rate,
};
const sorted = (column: string, descending: boolean): string[] =>
  sortRows(rows, { column, descending }, keys, 'en').map(({ name }) => name);

describe('a list that the server sends as a whole', () => {
  it.each([
    ['name', false, ['ä', 'b9', 'b10']],
    ['name', true, ['b10', 'b9', 'ä']],
    ['rate', false, ['b10', 'b9', 'ä']],
    // Rows without a value stay at the end.
    ['rate', true, ['b9', 'b10', 'ä']],
    ['unknown', false, ['b10', 'ä', 'b9']],
  ])('sorted by %s, descending %s: %j', (column, descending, expected) => {
    expect(sorted(column, descending)).toEqual(expected);
  });

  it('keeps its order without a sort', () => {
    expect(sortRows(rows, null, keys, 'en')).toBe(rows);
  });

  it('sorts Chinese names by pinyin', () => {
    const names = ['中', '安', '北'].map((name) => ({ name, rate: null }));
    const byName = sortRows(names, { column: 'name', descending: false }, keys, 'zh');
    expect(byName.map(({ name }) => name)).toEqual(['安', '北', '中']);
  });

  it.each([
    [{ page: 1, size: 2 }, [1, 2]],
    [{ page: 2, size: 2 }, [3]],
    [{ page: 3, size: 2 }, []],
  ])('%j of three rows', (state, items) => {
    expect(pageOf([1, 2, 3], state)).toEqual({ items, total: 3 });
  });
});
