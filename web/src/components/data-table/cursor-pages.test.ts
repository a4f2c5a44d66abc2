import { describe, expect, it } from 'vitest';
import { type CursorBook, pageAt } from './cursor-pages';

/** A list with `pages` pages and the cursors `after-<page>`. Records the requests. */
function list(pages: number) {
  const asked: (string | null)[] = [];
  const fetchFrom = (cursor: string | null) => {
    asked.push(cursor);
    const page = cursor === null ? 1 : Number(cursor.replace('after-', '')) + 1;
    return Promise.resolve({ page, next_cursor: page < pages ? `after-${page}` : null });
  };
  return { asked, fetchFrom };
}

describe('pages of a cursor-based list', () => {
  it.each([
    [1, 3, 1, [null]],
    [3, 3, 3, [null, 'after-1', 'after-2']],
    // Pages beyond the end show the last page.
    [9, 2, 2, [null, 'after-1']],
  ])('page %s of %s is %s', async (wanted, pages, got, calls) => {
    const { asked, fetchFrom } = list(pages);
    expect((await pageAt(wanted, new Map(), fetchFrom)).page).toBe(got);
    expect(asked).toEqual(calls);
  });

  it('continues from the nearest known cursor', async () => {
    const { asked, fetchFrom } = list(5);
    const book: CursorBook = new Map();
    await pageAt(1, book, fetchFrom);
    await pageAt(2, book, fetchFrom);
    await pageAt(3, book, fetchFrom);
    await pageAt(2, book, fetchFrom);
    expect(asked).toEqual([null, 'after-1', 'after-2', 'after-1']);
  });

  it('loading the first page forgets the other cursors', async () => {
    const { asked, fetchFrom } = list(5);
    const book: CursorBook = new Map([[3, 'old']]);
    await pageAt(1, book, fetchFrom);
    await pageAt(3, book, fetchFrom);
    expect(asked).toEqual([null, 'after-1', 'after-2']);
  });
});
