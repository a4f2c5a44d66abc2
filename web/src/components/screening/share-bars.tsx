import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import type { Share, TopShares } from '@/lib/screening/counts';
import classes from './share-bars.module.css';

interface Props {
  label: string;
  shares: TopShares;
  nameOf: (name: string) => string;
}

/** Horizontal bars of plain elements, each with its figure as text. */
export function ShareBars({ label, shares, nameOf }: Props) {
  const { t } = useTranslation();
  const rows: readonly (Omit<Share, 'name'> & { key: string; text: string })[] = [
    ...shares.top.map(({ name, count, share }) => ({ key: name, text: nameOf(name), count, share })),
    ...(shares.rest
      ? [{ ...shares.rest, key: '…', text: t('words.others', { count: shares.rest.names }) }]
      : []),
  ];
  const tallest = Math.max(...rows.map(({ share }) => share), 0);
  const language = useLanguage();
  const whole = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <ul className={classes.bars} aria-label={label}>
      {rows.map(({ key, text, count, share }) => (
        <li key={key}>
          <span className={classes.name} title={text}>
            {text}
          </span>
          <span className={classes.track} aria-hidden>
            <span style={{ width: `${tallest > 0 ? (share / tallest) * 100 : 0}%` }} />
          </span>
          <span className={classes.count}>
            {whole.format(count)} <small>{percent.format(share)}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}
