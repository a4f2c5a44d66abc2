/** Numbered pages on top of a cursor-based list. */

export interface CursorAnswer {
  next_cursor?: string | null;
}

/** Known cursors by page number. */
export type CursorBook = Map<number, string>;

/**
 * Walks to the page from the nearest one with a known cursor. Loading the first page forgets all cursors,
 * because new rows have shifted the pages.
 */
export async function pageAt<Answer extends CursorAnswer>(
  page: number,
  book: CursorBook,
  fetchFrom: (cursor: string | null) => Promise<Answer>,
): Promise<Answer> {
  if (page <= 1) book.clear();
  let at = page;
  while (at > 1 && !book.has(at)) at -= 1;
  for (;;) {
    // Pages have to be fetched in order, because each returns the cursor of the next.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await fetchFrom(book.get(at) ?? null);
    if (answer.next_cursor != null) book.set(at + 1, answer.next_cursor);
    if (at >= page || answer.next_cursor == null) return answer;
    at += 1;
  }
}
