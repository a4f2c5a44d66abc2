import classes from './data-table.module.css';

/** A text of any length in a cell: its beginning, and the whole of it on pointing. */
export function Clipped({ text }: { text: string }) {
  return (
    <span className={classes.clipped} title={text}>
      {text}
    </span>
  );
}
