import { Text } from '@mantine/core';
import classes from './funnel.module.css';

export interface FunnelStep {
  key: string;
  name: string;
  /** Shown opposite the name. */
  figure: string;
  /** Numbers that reach this step. */
  count: number;
  /** Numbers that pass this step, if known. */
  through?: number;
  lines: readonly string[];
}

/** A vertical list of steps, each as wide as the numbers that reach it. */
export function Funnel({ label, steps }: { label: string; steps: readonly FunnelStep[] }) {
  const most = Math.max(...steps.map(({ count }) => count), 1);
  return (
    <ol className={classes.funnel} aria-label={label}>
      {steps.map(({ key, name, figure, count, through, lines }) => (
        <li key={key}>
          <div className={classes.head}>
            <Text fw={600}>{name}</Text>
            <Text className="ns-numeric">{figure}</Text>
          </div>
          <div className={classes.track} aria-hidden>
            <span
              data-pale={through === undefined ? undefined : true}
              style={{ width: `${(count / most) * 100}%` }}
            />
            {through === undefined ? null : <span style={{ width: `${(through / most) * 100}%` }} />}
          </div>
          {lines.map((line) => (
            <Text key={line} size="xs" c="dimmed" className="ns-numeric">
              {line}
            </Text>
          ))}
        </li>
      ))}
    </ol>
  );
}
