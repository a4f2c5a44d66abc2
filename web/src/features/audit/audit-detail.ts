/** The details of an audit entry as rows. */

export interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

export interface ReadDetail {
  changes: readonly Change[];
  /** Everything else that was recorded. */
  facts: readonly { field: string; value: string }[];
}

type Tree = Readonly<Record<string, unknown>>;

export function readDetail(detail: unknown): ReadDetail {
  if (!isTree(detail)) {
    return { changes: [], facts: detail == null ? [] : [{ field: '', value: shown(detail) }] };
  }
  const { before, after, ...others } = detail;
  return {
    changes: changesBetween(flatten(before), flatten(after)),
    facts: [...flatten(others)].map(([field, value]) => ({ field, value })),
  };
}

function changesBetween(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Change[] {
  const fields = new Set([...before.keys(), ...after.keys()]);
  return [...fields]
    .map((field) => ({ field, before: before.get(field) ?? null, after: after.get(field) ?? null }))
    .filter((change) => change.before !== change.after);
}

/** Joins nested names with dots. Lists are not split. */
function flatten(value: unknown, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  if (!isTree(value)) {
    if (value !== undefined && value !== null) found.set(prefix, shown(value));
    return found;
  }
  for (const [key, inner] of Object.entries(value)) {
    const name = prefix ? `${prefix}.${key}` : key;
    if (isTree(inner)) for (const [below, text] of flatten(inner, name)) found.set(below, text);
    else found.set(name, shown(inner));
  }
  return found;
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(shown).join(', ');
  return JSON.stringify(value) ?? '';
}
