import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '@/components/page/section-card';
import { useLanguage } from '@/lib/i18n/use-language';
import { type Plan, unconditionalSteps } from '@/lib/screening/plan';
import type { Quote } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { showsCredit } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import { PriceFunnel } from '../price-funnel';
import { UnconditionalWarning } from '../unconditional-warning';
import { Obstacles, TimeRows } from './quote-notes';
import classes from './wizard.module.css';

/** The maximum price, how it is paid, how long the task takes and how long its results are kept. */
export function QuoteCard({ quote, plan }: { quote: Quote; plan: Plan }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const points = usePoints();
  const user = useSessionStore((session) => session.user);
  const count = new Intl.NumberFormat(language);
  const [only] = quote.checks;
  return (
    <SectionCard title={t('screening.price.title')}>
      {plan.mode === 'single' ? null : (
        <PriceFunnel checks={quote.checks} mode={plan.mode} conditions={plan} />
      )}
      <dl className={classes.pay}>
        <div>
          <dt>{t('screening.price.numbers')}</dt>
          <dd>{count.format(quote.numbers)}</dd>
        </div>
        {quote.billable === quote.numbers || plan.mode !== 'single' ? null : (
          <div>
            <dt>{t('screening.price.billable')}</dt>
            <dd>{count.format(quote.billable)}</dd>
          </div>
        )}
        {plan.mode === 'single' && only && only.not_covered > 0 ? (
          <div>
            <dt>{t('screening.price.not_covered')}</dt>
            <dd>{count.format(only.not_covered)}</dd>
          </div>
        ) : null}
        {plan.mode === 'single' && only ? (
          <div>
            <dt>{t('screening.price.unit')}</dt>
            <dd>{points.exact(only.unit_price)}</dd>
          </div>
        ) : null}
        <div data-total>
          <dt>{t('screening.price.total')}</dt>
          <dd>{t('screening.points', { points: points.exact(quote.price) })}</dd>
        </div>
        {plan.mode === 'waterfall' ? <Savings quote={quote} /> : null}
        <TimeRows quote={quote} />
        {quote.from_credit > 0 ? (
          <div>
            <dt>{t('screening.price.from_credit')}</dt>
            <dd>{points.exact(quote.from_credit)}</dd>
          </div>
        ) : null}
        {quote.from_points > 0 ? (
          <div>
            <dt>{t('screening.price.from_points')}</dt>
            <dd>{points.exact(quote.from_points)}</dd>
          </div>
        ) : null}
        <div>
          <dt>{t('screening.price.balance')}</dt>
          <dd>{points.sum(quote.balance)}</dd>
        </div>
        {user && showsCredit(user) ? (
          <div>
            <dt>{t('screening.price.credit')}</dt>
            <dd>{points.sum(quote.credit)}</dd>
          </div>
        ) : null}
        {quote.held > 0 ? (
          <div>
            <dt>{t('screening.price.held')}</dt>
            <dd>{points.sum(quote.held)}</dd>
          </div>
        ) : null}
      </dl>
      <Text c="dimmed" size="xs" mt="sm">
        {t('screening.price.hint')}
      </Text>
      <UnconditionalWarning steps={unconditionalSteps(plan)} names={quote.checks.map(({ name }) => name)} />
      <Obstacles quote={quote} />
    </SectionCard>
  );
}

/** What the conditions of a waterfall save, at recent hit rates if they are known. */
function Savings({ quote }: { quote: Quote }) {
  const { t } = useTranslation();
  const points = usePoints();
  const { expected, full_price, price } = quote;
  const saved = full_price - (expected ?? price);
  return (
    <>
      {expected === null ? null : (
        <div>
          <dt>{t('screening.price.expected')}</dt>
          <dd>{t('screening.price.about', { points: points.exact(expected) })}</dd>
        </div>
      )}
      {saved > 0 ? (
        <div>
          <dt>{t('screening.price.saved')}</dt>
          <dd>{t('screening.price.about', { points: points.exact(saved) })}</dd>
        </div>
      ) : null}
    </>
  );
}
