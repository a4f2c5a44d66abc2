import classes from './data-table.module.css';

interface Props {
  text: string;
  /** The text is what the row is about. */
  wide?: boolean;
}

/** A text of any length in a cell: its beginning, and the whole of it on pointing. */
export function Clipped({ text, wide = false }: Props) {
  return (
    <span className={classes.clipped} data-wide={wide || undefined} title={text}>
      {text}
    </span>
  );
}
