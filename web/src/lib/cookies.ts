/** Reads and writes the console's cookies. All are limited to this site and never sent across sites. */

export function readCookie(name: string, source: string = document.cookie): string | null {
  const prefix = `${encodeURIComponent(name)}=`;
  for (const part of source.split('; ')) {
    if (part.startsWith(prefix)) {
      try {
        return decodeURIComponent(part.slice(prefix.length));
      } catch {
        return null;
      }
    }
  }
  return null;
}

export function writeCookie(name: string, value: string, maxAgeSeconds?: number): void {
  const attributes = ['Path=/', 'SameSite=Strict'];
  if (maxAgeSeconds !== undefined) attributes.push(`Max-Age=${maxAgeSeconds}`);
  if (window.location.protocol === 'https:') attributes.push('Secure');
  // The Cookie Store API is asynchronous and not available over plain HTTP.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${encodeURIComponent(name)}=${encodeURIComponent(value)}; ${attributes.join('; ')}`;
}

export function removeCookie(name: string): void {
  writeCookie(name, '', -1);
}

/** Preferences outlive the browser session. Browsers cap cookies at about a year. */
export const PREFERENCE_MAX_AGE_SECONDS = 365 * 24 * 3600;
