import classes from './charts.module.css';

export interface Slice {
  name: string;
  share: number;
  color: string;
}

interface Props {
  slices: readonly Slice[];
  /** Accessible name. */
  label: string;
  /** Shown in the centre. */
  figure: string;
  caption: string;
}

const RADIUS = 15.915;

/** Parts of a whole. Decorative: the figures are listed next to it. */
export function Donut({ slices, label, figure, caption }: Props) {
  const starts = slices.map((_, index) => slices.slice(0, index).reduce((sum, { share }) => sum + share, 0));
  return (
    <div className={classes.donut} role="img" aria-label={label}>
      <svg viewBox="0 0 42 42" aria-hidden>
        <circle className={classes.donutTrack} cx="21" cy="21" r={RADIUS} />
        {slices.map(({ name, share, color }, index) => (
          <circle
            key={name}
            cx="21"
            cy="21"
            r={RADIUS}
            className={classes.slice}
            stroke={color}
            strokeDasharray={`${share * 100} ${100 - share * 100}`}
            strokeDashoffset={25 - (starts[index] ?? 0) * 100}
          />
        ))}
      </svg>
      <span className={classes.hole}>
        <b>{figure}</b>
        <small>{caption}</small>
      </span>
    </div>
  );
}
