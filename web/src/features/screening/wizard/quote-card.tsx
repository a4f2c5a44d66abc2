import { Alert, Button, Text } from '@mantine/core';
import { IconCoins, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '@/components/page/section-card';
import { useLanguage } from '@/lib/i18n/use-language';
import { requestFromShell } from '@/lib/page-requests';
import { type Plan, unconditionalSteps } from '@/lib/screening/plan';
import type { Quote } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { showsCredit, showsQuotaTopUp, showsTopUp } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import { PriceFunnel } from '../price-funnel';
import { UnconditionalWarning } from '../unconditional-warning';
import classes from './wizard.module.css';

/** The maximum price, and whether it is paid from quota or balance. */
export function QuoteCard({ quote, plan }: { quote: Quote; plan: Plan }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const points = usePoints();
  const user = useSessionStore((session) => session.user);
  const count = new Intl.NumberFormat(language);
  const unusable = quote.checks.filter(({ usable }) => !usable);
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
            <dd>{points.price(only.unit_price)}</dd>
          </div>
        ) : null}
        <div data-total>
          <dt>{t('screening.price.total')}</dt>
          <dd>{t('screening.points', { points: points.sum(quote.price) })}</dd>
        </div>
        {plan.mode === 'waterfall' ? <Savings quote={quote} /> : null}
        {quote.from_credit > 0 ? (
          <div>
            <dt>{t('screening.price.from_credit')}</dt>
            <dd>{points.sum(quote.from_credit)}</dd>
          </div>
        ) : null}
        {quote.from_points > 0 ? (
          <div>
            <dt>{t('screening.price.from_points')}</dt>
            <dd>{points.sum(quote.from_points)}</dd>
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
      {quote.missing > 0 ? <Missing missing={quote.missing} /> : null}
      {unusable.map(({ project, name, reason }) => (
        <Alert
          key={project}
          mt="md"
          color="yellow"
          icon={<IconPlugConnectedX size={18} stroke={1.6} />}
          title={t('screening.price.unusable', { name })}
        >
          {t(reason === 'generated' ? 'screening.generated_hint' : 'screening.no_channel_hint')}
        </Alert>
      ))}
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
          <dd>{t('screening.price.about', { points: points.sum(expected) })}</dd>
        </div>
      )}
      {saved > 0 ? (
        <div>
          <dt>{t('screening.price.saved')}</dt>
          <dd>{t('screening.price.about', { points: points.sum(saved) })}</dd>
        </div>
      ) : null}
    </>
  );
}

function Missing({ missing }: { missing: number }) {
  const { t } = useTranslation();
  const points = usePoints();
  const user = useSessionStore((session) => session.user);
  const what = user && showsQuotaTopUp(user) ? 'quota' : user && showsTopUp(user) ? 'points' : null;
  return (
    <Alert
      mt="md"
      role="alert"
      color="yellow"
      icon={<IconCoins size={18} stroke={1.6} />}
      title={t('screening.price.missing', { points: points.price(missing) })}
    >
      <Text>{what ? t('screening.price.missing_hint') : t('screening.price.missing_ask')}</Text>
      {what ? (
        <Button mt="sm" onClick={() => requestFromShell({ kind: 'top_up', what, missing })}>
          {t('screening.price.top_up')}
        </Button>
      ) : null}
    </Alert>
  );
}
