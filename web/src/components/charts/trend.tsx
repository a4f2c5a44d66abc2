import { trendLine } from './trend-line';
import classes from './charts.module.css';

interface Props {
  /** One value per day, the oldest first. */
  values: readonly number[];
  /** Accessible name, which says what the line shows. */
  label: string;
}

/** A small line without axes, below or beside the figure that it belongs to. */
export function Trend({ values, label }: Props) {
  const { line, area, zero } = trendLine(values);
  return (
    <svg
      className={classes.trend}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className={classes.trendArea} d={area} />
      <line className={classes.trendZero} x1="0" x2="100" y1={zero} y2={zero} />
      <path className={classes.trendLine} d={line} />
    </svg>
  );
}
