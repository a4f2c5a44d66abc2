/** What differs between two values of a field of a preset. */

export interface ChangeLine {
  sign: '−' | '+';
  text: string;
}

/** Lists show only the elements that differ, and objects only such fields. Other values are shown as a whole. */
export function changeLines(before: string, after: string): ChangeLine[] {
  const [old, now] = [partsOf(before), partsOf(after)];
  if (old && now) {
    const [removed, added] = [without(old, now), without(now, old)];
    // Only their order differs.
    if (removed.length + added.length === 0) return [...lines('−', old), ...lines('+', now)];
    return [...lines('−', removed), ...lines('+', added)];
  }
  return [...lines('−', before ? [before] : []), ...lines('+', after ? [after] : [])];
}

function lines(sign: ChangeLine['sign'], texts: readonly string[]): ChangeLine[] {
  return texts.map((text) => ({ sign, text }));
}

/** The elements of a list or the fields of an object, as JSON. Null for other values. */
function partsOf(text: string): string[] | null {
  if (text === '') return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (Array.isArray(value)) return value.map((part) => JSON.stringify(part));
  if (typeof value !== 'object' || value === null) return null;
  return Object.entries(value).map(([name, part]) => `${name}: ${JSON.stringify(part)}`);
}

/** The texts that the others do not contain, each as often as it is missing. */
function without(texts: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return texts.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
