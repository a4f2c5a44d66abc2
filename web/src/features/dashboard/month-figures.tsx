import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import type { Dashboard } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { Figure } from './figure';
import { totalUsage } from './usage';
import classes from './dashboard.module.css';

/** Figures of the last 30 days: the account's usage, or the whole installation for staff. */
export function MonthFigures({ summary }: { summary: Dashboard }) {
  return (
    <dl className={classes.figures}>
      {summary.operator ? (
        <OperatorFigures operator={summary.operator} />
      ) : (
        <UsageFigures summary={summary} />
      )}
    </dl>
  );
}

function UsageFigures({ summary }: { summary: Dashboard }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const points = usePoints();
  const { answers, charged, rate } = totalUsage(summary.days);
  return (
    <>
      <Figure name={t('dashboard.figures.numbers')}>{new Intl.NumberFormat(language).format(answers)}</Figure>
      <Figure name={t('dashboard.figures.hit_rate')}>
        {rate === null
          ? '—'
          : new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(rate)}
      </Figure>
      <Figure name={t('dashboard.figures.spend')}>{points.sum(charged)}</Figure>
    </>
  );
}

function OperatorFigures({ operator }: { operator: NonNullable<Dashboard['operator']> }) {
  const { t } = useTranslation();
  const points = usePoints();
  const whole = new Intl.NumberFormat(useLanguage());
  const { queue, revenue_30d: revenue, cost_30d: cost, active_users_30d: users } = operator;
  return (
    <>
      <Figure name={t('dashboard.figures.revenue')} leads>
        {points.sum(revenue)}
      </Figure>
      <Figure name={t('dashboard.figures.margin')} bad={revenue < cost}>
        {points.sum(revenue - cost)}
      </Figure>
      <Figure name={t('dashboard.figures.unmatched')} bad={operator.unmatched_deposits > 0}>
        {whole.format(operator.unmatched_deposits)}
      </Figure>
      <Figure name={t('dashboard.figures.active_users')}>{whole.format(users)}</Figure>
      <Figure name={t('dashboard.figures.queue')}>
        {whole.format(queue.pending + queue.running)}{' '}
        <small>{t('dashboard.figures.queue_running', { n: whole.format(queue.running) })}</small>
      </Figure>
      <Figure name={t('dashboard.figures.failed')} bad={queue.failed > 0}>
        {whole.format(queue.failed)}
      </Figure>
    </>
  );
}
