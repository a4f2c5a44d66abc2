import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { labelled, scaleOf } from './scale';
import classes from './charts.module.css';

interface Column {
  key: string | number;
  /** Short name of the column, on the axis. */
  name: string;
  /** What the column shows, as tooltip and in the table. */
  title: string;
  /** Negative values hang below the zero line. */
  parts: readonly { color: string; value: number }[];
}

interface Props {
  label: string;
  columns: readonly Column[];
  /** Not needed if each column has a single part. */
  legend?: readonly { name: string; color: string }[];
  /** Formats the values of the axis. */
  amount: (value: number) => string;
  /** Whether the page shows the same figures in a table of its own. */
  tabled?: boolean;
}

/** More would touch each other on a phone. */
const AXIS_LABELS = 4;

/** A stacked column chart of plain elements. The accessible name includes the total. */
export function StackedColumns({ label, columns, legend, amount, tabled = false }: Props) {
  const { ticks, least, most } = scaleOf(columns.flatMap(({ parts }) => [heightOf(parts), -depthOf(parts)]));
  const share = (value: number): string => `${(value / (most - least)) * 100}%`;
  const named = labelled(columns.length, AXIS_LABELS);
  return (
    <>
      <div className={classes.plot}>
        <div className={classes.values} aria-hidden>
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: share(tick - least) }}>
              {amount(tick)}
            </span>
          ))}
          {/* As wide as the widest value. */}
          {ticks.map((tick) => (
            <i key={tick}>{amount(tick)}</i>
          ))}
        </div>
        <div className={classes.stack} role="img" aria-label={label}>
          {ticks.map((tick) => (
            <hr
              key={tick}
              className={classes.grid}
              data-zero={tick === 0 || undefined}
              style={{ bottom: share(tick - least) }}
            />
          ))}
          {columns.map(({ key, title, parts }) => (
            <Tooltip key={key} label={title} events={{ hover: true, focus: false, touch: true }}>
              <div className={classes.column} data-column>
                <div className={classes.above} style={{ height: share(most) }}>
                  {parts.map(({ color, value }) =>
                    value > 0 ? (
                      <span key={color} style={{ height: `${(value / most) * 100}%`, background: color }} />
                    ) : null,
                  )}
                </div>
                <div className={classes.below} style={{ height: share(-least) }}>
                  {parts.map(({ color, value }) =>
                    value < 0 ? (
                      <span key={color} style={{ height: `${(value / least) * 100}%`, background: color }} />
                    ) : null,
                  )}
                </div>
              </div>
            </Tooltip>
          ))}
        </div>
        <div className={classes.names} aria-hidden>
          {columns.map(({ key, name }, index) =>
            named.has(index) ? (
              <span
                key={key}
                data-edge={index === 0 ? 'start' : index === columns.length - 1 ? 'end' : undefined}
                {...(index === 0 || index === columns.length - 1
                  ? {}
                  : { style: { left: `${((index + 0.5) / columns.length) * 100}%` } })}
              >
                {name}
              </span>
            ) : null,
          )}
        </div>
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
      {tabled ? null : <Figures columns={columns} />}
    </>
  );
}

/** The figures of the chart as text, for keyboards and screen readers. Empty columns are left out. */
function Figures({ columns }: Pick<Props, 'columns'>) {
  const { t } = useTranslation();
  const filled = columns.filter(({ parts }) => parts.some(({ value }) => value !== 0));
  if (filled.length === 0) return null;
  return (
    <details className={classes.details}>
      <summary>{t('table.as_text')}</summary>
      <ul>
        {filled.map(({ key, title }) => (
          <li key={key}>{title}</li>
        ))}
      </ul>
    </details>
  );
}

function heightOf(parts: Column['parts']): number {
  return parts.reduce((sum, { value }) => sum + Math.max(0, value), 0);
}

function depthOf(parts: Column['parts']): number {
  return parts.reduce((sum, { value }) => sum + Math.max(0, -value), 0);
}
