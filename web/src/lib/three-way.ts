/** Brings together what a user typed and what somebody else saved meanwhile. */

export interface Merged<Values> {
  values: Values;
  /** Changed by both, differently: the typed value was kept. */
  both: (keyof Values)[];
}

/**
 * Fields that were not touched take the latest value; touched ones stay as typed. Lists named in `ordered`, and all
 * that hold more than plain values, also differ by their order.
 */
export function mergeTyped<Values extends object>(
  start: Values,
  typed: Values,
  latest: Values,
  ordered: readonly (keyof Values)[] = [],
): Merged<Values> {
  const values = { ...latest };
  const both: (keyof Values)[] = [];
  for (const name of Object.keys(typed) as (keyof Values)[]) {
    const equal = ordered.includes(name) ? identical : same;
    if (equal(typed[name], start[name])) continue;
    values[name] = typed[name];
    if (!equal(latest[name], start[name]) && !equal(latest[name], typed[name])) both.push(name);
  }
  return { values, both };
}

/** Lists of plain values count as sets here: the order of roles or permissions says nothing. */
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

/** Values of forms are data, so their text tells them apart. */
function identical(left: unknown, right: unknown): boolean {
  return Object.is(left, right) || JSON.stringify(left) === JSON.stringify(right);
}
