/** Fuzzy search: all letters in order, and the closer together the better. */

/** Higher is better. Null if the letters do not occur in this order. */
export function fuzzyScore(query: string, text: string): number | null {
  const wanted = query.trim().toLowerCase();
  const hay = text.toLowerCase();
  if (wanted === '') return 0;
  const whole = hay.indexOf(wanted);
  if (whole >= 0) return 1000 - whole - (hay.length - wanted.length) / 100;

  let score = 0;
  let position = -1;
  for (const letter of wanted) {
    if (letter === ' ') continue;
    const next = hay.indexOf(letter, position + 1);
    if (next < 0) return null;
    const startsWord = next === 0 || /[\s/_-]/.test(hay[next - 1] ?? '');
    score += startsWord ? 20 : next === position + 1 ? 10 : -(next - position);
    position = next;
  }
  return score;
}

export function bestMatches<Item>(
  items: readonly Item[],
  scoreOf: (item: Item) => number | null,
  limit: number,
): Item[] {
  return items
    .flatMap((item) => {
      const score = scoreOf(item);
      return score === null ? [] : [{ item, score }];
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ item }) => item);
}
