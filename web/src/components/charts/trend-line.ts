/** The paths of a trend in a square of 100 by 100. */

interface TrendPaths {
  line: string;
  /** Between the line and zero. */
  area: string;
  /** Height of zero. */
  zero: number;
}

/** Zero is always in the picture, so that small changes of large values look small. */
export function trendLine(values: readonly number[]): TrendPaths {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const height = (value: number): number =>
    high === low ? 100 : round(((high - value) / (high - low)) * 100);
  const step = values.length > 1 ? 100 / (values.length - 1) : 0;
  const points = values.map((value, index) => `${round(index * step)} ${height(value)}`);
  const zero = height(0);
  if (points.length === 0) return { line: '', area: '', zero };
  const line = `M${points.join('L')}`;
  return { line, area: `${line}L${round((values.length - 1) * step)} ${zero}L0 ${zero}Z`, zero };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
