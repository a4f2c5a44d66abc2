/** A quick check to avoid a call. The server verifies the checksum. */
const BASE58 = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

export function looksLikeAddress(typed: string): boolean {
  return BASE58.test(typed.trim());
}
