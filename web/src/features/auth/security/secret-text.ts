/** Keys and codes in forms that people can copy by eye or keep in a file. */

/** Four letters at a time: nobody can follow 32 in a row. */
export function groupSecret(secret: string): string {
  return (secret.replace(/\s+/g, '').match(/.{1,4}/g) ?? []).join(' ');
}

/** What the downloaded file holds. */
export function recoveryFile(product: string, account: string, codes: readonly string[]): string {
  return [`${product} · ${account}`, '', ...codes, ''].join('\n');
}
