/** The server checks addresses to the last bit; this only spares a call for what cannot be one. */
const BASE58 = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

export function looksLikeAddress(typed: string): boolean {
  return BASE58.test(typed.trim());
}
