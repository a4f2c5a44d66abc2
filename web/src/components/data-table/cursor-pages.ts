/** Numbered pages over a list that only knows "what follows after this row". */

export interface CursorAnswer {
  next_cursor?: string | null;
}

/** Where each page begins, as far as it is known. */
export type CursorBook = Map<number, string>;

/**
 * Walks to the page from the nearest one whose beginning is known. The first page is always asked for anew, and
 * what was known about the pages after it is forgotten: rows that came in meanwhile have moved them.
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
    // One page after the other is the point here: each says where the next begins.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await fetchFrom(book.get(at) ?? null);
    if (answer.next_cursor != null) book.set(at + 1, answer.next_cursor);
    if (at >= page || answer.next_cursor == null) return answer;
    at += 1;
  }
}
