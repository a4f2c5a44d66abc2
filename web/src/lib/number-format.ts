/** Abbreviates large numbers: 1234 becomes 1.2k. */

const UNITS: readonly [threshold: number, symbol: string][] = [
  [1e18, 'E'],
  [1e15, 'P'],
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
];

const TRAILING_ZEROS = /\.0+$|(\.\d*[1-9])0+$/;

export function formatCompact(value: number, digits: number): string {
  for (const [threshold, symbol] of UNITS) {
    if (Math.abs(value) >= threshold) {
      return (value / threshold).toFixed(digits).replace(TRAILING_ZEROS, '$1') + symbol;
    }
  }
  return value.toString();
}
