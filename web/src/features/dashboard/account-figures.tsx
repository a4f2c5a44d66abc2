import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatPoints } from '@/lib/money';
import type { Dashboard } from '@/lib/screening/types';
import type { UserInfo } from '@/lib/session/session-store';
import { figuresFor } from './figures';
import { totalUsage } from './usage';
import classes from './dashboard.module.css';

interface Props {
  user: UserInfo;
  summary: Dashboard | undefined;
}

/** The account's amounts, those that its type is shown, and what happened in thirty days. */
export function AccountFigures({ user, summary }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const points = (amount: number): string => formatPoints(amount, user.ud, language);
  return (
    <dl className={classes.figures}>
      {figuresFor(user).map(({ name, amount }) => (
        <Figure key={name} name={t(`dashboard.figures.${name}`)}>
          {points(amount)}
        </Figure>
      ))}
      {summary?.operator ? (
        <OperatorFigures operator={summary.operator} points={points} />
      ) : summary ? (
        <UsageFigures summary={summary} points={points} />
      ) : null}
    </dl>
  );
}

function UsageFigures({ summary, points }: { summary: Dashboard; points: (amount: number) => string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { answers, charged, rate } = totalUsage(summary.days);
  return (
    <>
      <Figure name={t('dashboard.figures.numbers')}>{new Intl.NumberFormat(language).format(answers)}</Figure>
      <Figure name={t('dashboard.figures.hit_rate')}>
        {rate === null
          ? '—'
          : new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(rate)}
      </Figure>
      <Figure name={t('dashboard.figures.spend')}>{points(charged)}</Figure>
    </>
  );
}

interface OperatorProps {
  operator: NonNullable<Dashboard['operator']>;
  points: (amount: number) => string;
}

function OperatorFigures({ operator, points }: OperatorProps) {
  const { t } = useTranslation();
  const whole = new Intl.NumberFormat(useLanguage());
  const { queue, revenue_30d: revenue, active_users_30d: users } = operator;
  return (
    <>
      <Figure name={t('dashboard.figures.revenue')}>{points(revenue)}</Figure>
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

function Figure({ name, bad = false, children }: { name: string; bad?: boolean; children: ReactNode }) {
  return (
    <div className={classes.figure} data-bad={bad || undefined}>
      <dt>{name}</dt>
      <dd className="ns-numeric">{children}</dd>
    </div>
  );
}
