import { useTranslation } from 'react-i18next';
import { Funnel } from '@/components/screening/funnel';
import { withLabel } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';
import type { Plan } from '@/lib/screening/plan';
import type { QuoteCheck } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { useConditionWords } from './use-plan-words';

interface Props {
  checks: readonly Pick<
    QuoteCheck,
    'project' | 'name' | 'billable' | 'not_covered' | 'unit_price' | 'price'
  >[];
  mode: Plan['mode'];
  conditions: Plan;
}

/** Each check with the maximum number of numbers and its price. */
export function PriceFunnel({ checks, mode, conditions }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const points = usePoints();
  const words = useConditionWords();
  const count = new Intl.NumberFormat(language);
  const names = checks.map(({ name }) => name);
  const steps = checks.map(({ project, name, billable, not_covered, unit_price, price }, index) => ({
    key: project,
    name,
    figure: points.exact(price),
    count: billable,
    lines: [
      t('screening.price.step', {
        numbers: count.format(billable),
        price: points.exact(unit_price),
        count: billable,
      }),
      ...(not_covered > 0
        ? [withLabel(language, t('screening.price.not_covered'), count.format(not_covered))]
        : []),
      ...(mode === 'waterfall' ? [words(conditions.checks[index]?.condition ?? null, names)] : []),
    ],
  }));
  return <Funnel label={t('screening.price.funnel')} steps={steps} />;
}
