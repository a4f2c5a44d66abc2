/** Formats keys and codes for reading and for a file. */

/** Groups of four characters are easier to read. */
export function groupSecret(secret: string): string {
  return (secret.replace(/\s+/g, '').match(/.{1,4}/g) ?? []).join(' ');
}

/** Content of the downloaded file. */
export function recoveryFile(product: string, account: string, codes: readonly string[]): string {
  return [`${product} · ${account}`, '', ...codes, ''].join('\n');
}
