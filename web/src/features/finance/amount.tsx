import { useLanguage } from '@/lib/i18n/use-language';
import { formatPoints } from '@/lib/money';
import { useSessionStore } from '@/lib/session/session-store';
import classes from './finance.module.css';

interface Props {
  amount: number;
  /** Show the sign and a colour. */
  signed?: boolean;
}

/** Points with the account's decimals. */
export function Amount({ amount, signed = false }: Props) {
  const language = useLanguage();
  const decimals = useSessionStore((session) => session.user?.ud ?? 0);
  const text = formatPoints(amount, decimals, language);
  if (!signed) return text;
  return (
    <span className={classes.amount} data-incoming={amount > 0 || undefined}>
      {amount > 0 ? `+${text}` : text}
    </span>
  );
}
