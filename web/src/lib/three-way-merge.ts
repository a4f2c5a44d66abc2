/** Merges the user's input with changes that were saved in the meantime. */
import { keysOf } from './records';

export interface Merged<Values> {
  values: Values;
  /** Fields that both changed differently. The user's value was kept. */
  both: (keyof Values & string)[];
}

/**
 * Untouched fields take the latest value, touched ones keep the input. Order matters only in lists named in
 * `ordered` and in lists of objects.
 */
export function threeWayMerge<Values extends object>(
  start: Values,
  typed: Values,
  latest: Values,
  ordered: readonly (keyof Values)[] = [],
): Merged<Values> {
  const values = { ...latest };
  const both: (keyof Values & string)[] = [];
  for (const name of keysOf(typed)) {
    const equal = ordered.includes(name) ? identical : same;
    if (equal(typed[name], start[name])) continue;
    values[name] = typed[name];
    if (!equal(latest[name], start[name]) && !equal(latest[name], typed[name])) both.push(name);
  }
  return { values, both };
}

/** Lists of plain values are compared as sets: the order of roles or permissions does not matter. */
function same(left: unknown, right: unknown): boolean {
  if (isPlainList(left) && isPlainList(right)) {
    const others = new Set<unknown>(right);
    return left.length === right.length && left.every((item) => others.has(item));
  }
  return identical(left, right);
}

function isPlainList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every((item) => typeof item !== 'object');
}

/** Form values are plain data, so comparing their JSON is enough. */
function identical(left: unknown, right: unknown): boolean {
  return Object.is(left, right) || JSON.stringify(left) === JSON.stringify(right);
}
