/** A world map with countries shaded by count. Decorative: the figures are listed next to it. */
import map from './outlines.json';
import classes from './world-map.module.css';

interface Props {
  counts: Readonly<Record<string, number>>;
  label: string;
  /** Tooltip of a country. */
  titleOf: (code: string, count: number) => string;
  chosen: ReadonlySet<string>;
  onChoose?: (code: string) => void;
}

/** Countries with few numbers must still differ from those with none. */
const LIGHTEST = 0.22;

export default function WorldMap({ counts, label, titleOf, chosen, onChoose }: Props) {
  const most = Math.max(1, ...Object.values(counts));
  return (
    <svg
      className={classes.map}
      viewBox={`0 0 ${map.width} ${map.height}`}
      role="img"
      aria-label={label}
      data-choosable={onChoose ? true : undefined}
    >
      {Object.entries(map.outlines).map(([code, outline]) => {
        const count = counts[code] ?? 0;
        if (count === 0) return <path key={code} d={outline} className={classes.land} />;
        return (
          <path
            key={code}
            d={outline}
            className={classes.counted}
            data-chosen={chosen.has(code) || undefined}
            fillOpacity={shade(count, most)}
            onClick={() => onChoose?.(code)}
          >
            <title>{titleOf(code, count)}</title>
          </path>
        );
      })}
    </svg>
  );
}

/** Logarithmic, since one country usually has most of the numbers. */
function shade(count: number, most: number): number {
  if (most <= 1) return 1;
  return LIGHTEST + (1 - LIGHTEST) * (Math.log1p(count) / Math.log1p(most));
}
