import { Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '@/components/page/section-card';
import { useLanguage } from '@/lib/i18n/use-language';
import type { ListView } from '@/lib/screening/list-types';
import type { Plan } from '@/lib/screening/plan';
import type { Quote } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { Obstacles, TimeRows } from './quote-notes';
import classes from './wizard.module.css';

interface Props {
  list: ListView;
  plan: Plan;
  names: readonly string[];
  quote: Quote;
}

/** What starts: the list, the checks, the price, and what prevents it. Its heading has the focus while the quote loads. */
export function ReviewCard({ quote, ...what }: Omit<Props, 'quote'> & { quote: Quote | undefined }) {
  const { t } = useTranslation();
  return (
    <SectionCard title={t('screening.review.title')}>
      {quote ? <Review {...what} quote={quote} /> : <Skeleton height={200} aria-busy />}
    </SectionCard>
  );
}

function Review({ list, plan, names, quote }: Props) {
  const { t } = useTranslation();
  const points = usePoints();
  const count = new Intl.NumberFormat(useLanguage());
  return (
    <>
      <dl className={classes.pay}>
        <div>
          <dt>{t('screening.review.list')}</dt>
          <dd className={classes.long}>{list.name}</dd>
        </div>
        <div>
          <dt>{t('screening.price.numbers')}</dt>
          <dd>{count.format(quote.numbers)}</dd>
        </div>
        <div>
          <dt>{t('screening.review.checks')}</dt>
          <dd>{names.join(plan.mode === 'waterfall' ? ' → ' : ' + ')}</dd>
        </div>
        <TimeRows quote={quote} />
        <div data-total>
          <dt>{t('screening.price.total')}</dt>
          <dd>
            {quote.price > 0
              ? t('screening.points', { points: points.sum(quote.price) })
              : t('screening.free')}
          </dd>
        </div>
      </dl>
      <Text c="dimmed" size="xs" mt="sm">
        {t('screening.price.hint')}
      </Text>
      <Obstacles quote={quote} />
    </>
  );
}
