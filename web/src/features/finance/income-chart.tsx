import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatPoints } from '@/lib/money';
import { useSessionStore } from '@/lib/session/session-store';
import { type DayBar, formatUtcDay } from './income';
import classes from './finance.module.css';

/** Bars of plain elements: the numbers are all in the table below, so a reader of screens hears only the summary. */
export default function IncomeChart({ bars }: { bars: readonly DayBar[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const decimals = useSessionStore((session) => session.user?.ud ?? 0);
  const [first, last] = [bars.at(0), bars.at(-1)];
  if (!first || !last) return null;
  const span = { from: formatUtcDay(first.day, language), until: formatUtcDay(last.day, language) };
  const peak = Math.max(...bars.map(({ amount }) => amount));
  return (
    <>
      <div className={classes.peak} aria-hidden>
        {formatPoints(peak, decimals, language)}
      </div>
      <div className={classes.chart} role="img" aria-label={t('finance.income.chart_label', span)}>
        {bars.map(({ day, amount, height }) => (
          <div
            key={day}
            className={classes.bar}
            style={{ height: `${height / 10}%` }}
            title={t('finance.income.bar', {
              day: formatUtcDay(day, language),
              amount: formatPoints(amount, decimals, language),
            })}
          />
        ))}
      </div>
      <div className={classes.axis}>
        <span>{span.from}</span>
        <span>{span.until}</span>
      </div>
    </>
  );
}
