/** The token that stands for a seeded account of a demonstration; anywhere else the server refuses it. */
export function roleToken(role: string): string {
  return `${role}-token`;
}
