import classes from './data-table.module.css';

interface Props {
  text: string;
  /** The main text of the row gets more space. */
  wide?: boolean;
}

/** Truncated text with the full text as tooltip. */
export function TruncatedText({ text, wide = false }: Props) {
  return (
    <span className={classes.clipped} data-wide={wide || undefined} title={text}>
      {text}
    </span>
  );
}
