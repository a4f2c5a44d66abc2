import { usePoints } from '@/lib/screening/use-points';
import classes from './finance.module.css';

interface Props {
  amount: number;
  /** Show the sign and a colour. */
  signed?: boolean;
}

/** Points with all their decimals, so that records add up. */
export function Amount({ amount, signed = false }: Props) {
  const text = usePoints().exact(amount);
  if (!signed) return text;
  return (
    <span className={classes.amount} data-incoming={amount > 0 || undefined}>
      {amount > 0 ? `+${text}` : text}
    </span>
  );
}
