import classes from './charts.module.css';

interface Column {
  key: string | number;
  /** Tooltip. */
  title: string;
  parts: readonly { color: string; value: number }[];
}

interface Props {
  label: string;
  columns: readonly Column[];
  /** Not needed if each column has a single part. */
  legend?: readonly { name: string; color: string }[];
  /** Formats the value of the tallest column, which sets the scale. */
  amount: (value: number) => string;
  /** Labels at both ends of the axis. */
  from: string;
  until: string;
}

/** A stacked column chart of plain elements. The accessible name includes the total. */
export function StackedColumns({ label, columns, legend, amount, from, until }: Props) {
  const peak = Math.max(0, ...columns.map(({ parts }) => sumOf(parts)));
  const tallest = Math.max(1, peak);
  return (
    <>
      {peak > 0 ? (
        <div className={classes.peak} aria-hidden>
          {amount(peak)}
        </div>
      ) : null}
      <div className={classes.stack} role="img" aria-label={label}>
        {columns.map(({ key, title, parts }) => (
          <div key={key} className={classes.column} title={title}>
            {parts.map(({ color, value }) =>
              value > 0 ? (
                <span
                  key={color}
                  className={classes.part}
                  style={{ height: `${(value / tallest) * 100}%`, background: color }}
                />
              ) : null,
            )}
          </div>
        ))}
      </div>
      <div className={classes.axis}>
        <span>{from}</span>
        <span>{until}</span>
      </div>
      {legend ? (
        <ul className={classes.legend}>
          {legend.map(({ name, color }) => (
            <li key={name}>
              <span className={classes.dot} style={{ background: color }} aria-hidden />
              {name}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function sumOf(parts: readonly { value: number }[]): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}
