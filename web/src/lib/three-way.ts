/** Brings together what a user typed and what somebody else saved meanwhile. */

export interface Merged<Values> {
  values: Values;
  /** Changed by both, differently: the typed value was kept. */
  both: (keyof Values)[];
}

/** Fields that were not touched take the latest value; touched ones stay as typed. */
export function mergeTyped<Values extends object>(
  start: Values,
  typed: Values,
  latest: Values,
): Merged<Values> {
  const values = { ...latest };
  const both: (keyof Values)[] = [];
  for (const name of Object.keys(typed) as (keyof Values)[]) {
    if (same(typed[name], start[name])) continue;
    values[name] = typed[name];
    if (!same(latest[name], start[name]) && !same(latest[name], typed[name])) both.push(name);
  }
  return { values, both };
}

/** Lists count as sets here: the order of roles or permissions says nothing. */
function same(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    const others = new Set<unknown>(right);
    return left.length === right.length && left.every((item) => others.has(item));
  }
  return Object.is(left, right);
}
