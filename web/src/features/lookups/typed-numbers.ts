/** Splits what was typed or pasted into numbers. */

/** Numbers per lookup. */
export const MAX_NUMBERS = 100;

/** Search parameter of the page: numbers to start with. */
export const NUMBERS_PARAM = 'numbers';

/** Numbers may contain spaces, so they end at line breaks, commas, semicolons and tabs. Repeated ones are dropped. */
export function typedNumbers(text: string): string[] {
  const seen = new Set<string>();
  return text
    .split(/[\n\r,;\t，；、]+/)
    .map((number) => number.trim())
    .filter((number) => {
      // Compared without separators, but letters count: some numbers are written with them.
      const key = number.replaceAll(/[^\p{L}\d+]/gu, '').toLowerCase();
      if (key === '' || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}
