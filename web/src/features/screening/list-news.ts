/** What the server's events tell about a list. */
import { enum as oneOf, number, object, type infer as Infer } from 'zod/mini';
import type { ListView } from '@/lib/screening/list-types';

const newsSchema = object({
  id: number(),
  state: oneOf(['uploaded', 'analysing', 'ready', 'failed']),
  done: number(),
  total: number(),
});

export type ListNews = Infer<typeof newsSchema>;

/** Null for what cannot be read: the next answer tells it all again. */
export function readListNews(text: string): ListNews | null {
  try {
    const parsed = newsSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Events can overtake answers: progress never goes back, and what is over stays over. */
export function withNews(list: ListView, { state, done, total }: ListNews): ListView {
  if (list.state !== 'analysing' || state !== 'analysing') return list;
  if (list.progress && list.progress.done > done) return list;
  return { ...list, progress: { done, total } };
}
