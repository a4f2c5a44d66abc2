import { describe, expect, it } from 'vitest';
import { pageState, togglePage, toggleRow } from './selection';

describe('row selection', () => {
  it.each([
    [[], 1, [1]],
    [[1], 1, []],
    [[1, 2], 3, [1, 2, 3]],
  ])('%j with %s toggled: %j', (selected, key, expected) => {
    expect([...toggleRow(new Set(selected), key)]).toEqual(expected);
  });

  it.each([
    [[], [1, 2], 'none', [1, 2]],
    [[1], [1, 2], 'some', [1, 2]],
    [[1, 2], [1, 2], 'all', []],
    [[9, 1, 2], [1, 2], 'all', [9]],
    [[9], [1, 2], 'none', [9, 1, 2]],
    [[9], [], 'none', [9]],
  ])('%j on the page %j: %s, toggled %j', (selected, page, state, expected) => {
    expect(pageState(new Set(selected), page)).toBe(state);
    expect([...togglePage(new Set(selected), page)]).toEqual(expected);
  });
});
