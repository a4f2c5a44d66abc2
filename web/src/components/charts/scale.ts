/** The value axis of a column chart. */

/** Gridlines that the eye can count. */
const MOST_STEPS = 4;
const ROUND_STEPS = [1, 2, 5, 10];

export interface Scale {
  /** Round values from the lowest to the highest, with zero among them. */
  ticks: readonly number[];
  least: number;
  most: number;
}

/** Round ticks around all values, which are integers. */
export function scaleOf(values: readonly number[]): Scale {
  const highest = Math.max(0, ...values);
  const lowest = Math.min(0, ...values);
  const step = roundStep(highest - lowest);
  const first = Math.floor(lowest / step);
  const last = Math.max(first + 1, Math.ceil(highest / step));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { ticks, least: first * step, most: last * step };
}

/** The smallest round step with which few steps cover the span. */
function roundStep(span: number): number {
  const rough = Math.max(1, span / MOST_STEPS);
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * (ROUND_STEPS.find((factor) => factor * power >= rough) ?? 10);
}

/** Which columns get a label: the first, the last, and as many between as have room. */
export function labelled(columns: number, most: number): ReadonlySet<number> {
  const last = columns - 1;
  if (last < 1) return new Set([0]);
  const gaps = Math.max(1, Math.min(most - 1, last));
  return new Set(Array.from({ length: gaps + 1 }, (_, index) => Math.round((index * last) / gaps)));
}

/** Without empty days at the start, but at least a week, so that one day of data has no empty month before it. */
export function withoutEmptyStart<Item>(
  items: readonly Item[],
  isEmpty: (item: Item) => boolean,
  least = 7,
): readonly Item[] {
  const first = items.findIndex((item) => !isEmpty(item));
  return items.slice(Math.max(0, Math.min(first === -1 ? items.length : first, items.length - least)));
}
