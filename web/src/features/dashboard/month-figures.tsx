import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Trend } from '@/components/charts/trend';
import { paths } from '@/config/paths';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatUsdt } from '@/lib/money';
import type { Dashboard } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { Figure } from './figure';
import { totalUsage, valuesByDay } from './usage';
import classes from './dashboard.module.css';

const USAGE_FIGURES = ['numbers', 'hit_rate', 'spend'] as const;
const OPERATOR_FIGURES = ['revenue', 'margin', 'usdt_in', 'active_users', 'queue', 'failed'] as const;
const WITH_TREND: ReadonlySet<string> = new Set(['revenue', 'margin', 'usdt_in']);
const TREND_PX = 28;

const UNMATCHED = `${paths.deposits}?status=unmatched`;

/** Figures of the last 30 days: the account's usage, or the whole installation for staff. */
export function MonthFigures({ summary, nowSeconds }: { summary: Dashboard; nowSeconds: number }) {
  return (
    <dl className={classes.figures}>
      {summary.operator ? (
        <OperatorFigures operator={summary.operator} nowSeconds={nowSeconds} />
      ) : (
        <UsageFigures summary={summary} />
      )}
    </dl>
  );
}

/** As high as the figures, so that nothing moves when they come. */
export function MonthFiguresLoading({ staff }: { staff: boolean }) {
  const { t } = useTranslation();
  const value = <Skeleton component="span" display="block" height="1.55em" width={72} />;
  const names = staff ? OPERATOR_FIGURES : USAGE_FIGURES;
  return (
    <dl className={classes.figures} aria-busy>
      {names.map((name) => (
        <Figure
          key={name}
          name={t(`dashboard.figures.${name}`)}
          leads={name === 'revenue'}
          trend={WITH_TREND.has(name) ? <Skeleton height={TREND_PX} /> : null}
        >
          {value}
        </Figure>
      ))}
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

interface OperatorProps {
  operator: NonNullable<Dashboard['operator']>;
  nowSeconds: number;
}

function OperatorFigures({ operator, nowSeconds }: OperatorProps) {
  const { t } = useTranslation();
  const points = usePoints();
  const whole = new Intl.NumberFormat(useLanguage());
  const { queue, money, revenue_30d: revenue, cost_30d: cost, active_users_30d: users } = operator;
  const trendOf = (name: string, valueOf: (day: (typeof money)[number]) => number) => (
    <Trend label={t('dashboard.figures.trend', { name })} values={valuesByDay(money, valueOf, nowSeconds)} />
  );
  const names = { revenue: t('dashboard.figures.revenue'), margin: t('dashboard.figures.margin') };
  return (
    <>
      <Figure name={names.revenue} leads trend={trendOf(names.revenue, (day) => day.revenue)}>
        {points.sum(revenue)}
      </Figure>
      <Figure
        name={names.margin}
        bad={revenue < cost}
        trend={trendOf(names.margin, (day) => day.revenue - day.cost)}
      >
        {points.sum(revenue - cost)}
      </Figure>
      <UsdtFigure operator={operator} nowSeconds={nowSeconds} />
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

/** USDT received, and the deposits that wait for a decision. Without permission for deposits only their number. */
function UsdtFigure({ operator, nowSeconds }: OperatorProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { usdt_in: received, unmatched_deposits: unmatched } = operator;
  const count = new Intl.NumberFormat(language).format(unmatched);
  if (received === null) {
    return (
      <Figure name={t('dashboard.figures.unmatched')} bad={unmatched > 0}>
        {count}
      </Figure>
    );
  }
  const name = t('dashboard.figures.usdt_in');
  const sum = received.reduce((total, { amount_micro: amount }) => total + amount, 0);
  return (
    <Figure
      name={name}
      note={
        unmatched > 0 ? (
          <Link className={classes.unmatched} to={UNMATCHED}>
            {t('dashboard.figures.unmatched_count', { n: count, count: unmatched })}
          </Link>
        ) : null
      }
      trend={
        <Trend
          label={t('dashboard.figures.trend', { name })}
          values={valuesByDay(received, ({ amount_micro: amount }) => amount, nowSeconds)}
        />
      }
    >
      {formatUsdt(sum, language)}
    </Figure>
  );
}
