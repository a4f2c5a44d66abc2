/** Objects as records, where TypeScript alone forgets the names of the fields. */

/** The keys of an object that has no others than its type lists, such as the values of a form. */
export function keysOf<Thing extends object>(thing: Thing): (keyof Thing & string)[] {
  // `Object.keys` returns plain strings, because an object may have more keys than its type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.keys(thing) as (keyof Thing & string)[];
}

/** One value per name. */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  // `Object.fromEntries` returns a record of any names.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}

export function isRecord(thing: unknown): thing is Record<string, unknown> {
  return typeof thing === 'object' && thing !== null && !Array.isArray(thing);
}
