/** Values that several fields of a channel share. */
export interface Pair {
  name: string;
  value: string;
}

/** Value of a number field while typing. */
export type NumberText = number | string;

/** An empty field is sent as 0, which the server rejects where it is invalid. */
export function whole(typed: NumberText): number {
  const value = Math.trunc(Number(typed));
  return Number.isFinite(value) ? value : 0;
}

export function pairsOf(texts: Readonly<Record<string, string>> | undefined): Pair[] {
  return Object.entries(texts ?? {}).map(([name, value]) => ({ name, value }));
}

export function textsOf(pairs: readonly Pair[]): Record<string, string> {
  return Object.fromEntries(
    pairs.flatMap(({ name, value }) => (name.trim() ? [[name.trim(), value] as const] : [])),
  );
}
