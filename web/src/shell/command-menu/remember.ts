/** Newest first, without duplicates. */
export function remember(recent: readonly string[], path: string, limit: number): string[] {
  return [path, ...recent.filter((other) => other !== path)].slice(0, limit);
}
