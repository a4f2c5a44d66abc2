import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import type { Plan } from '@/lib/screening/plan';
import type { QuoteCheck } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { useConditionWords } from './use-plan-words';
import classes from './funnel.module.css';

interface Props {
  checks: readonly Pick<QuoteCheck, 'project' | 'name' | 'billable' | 'unit_price' | 'price'>[];
  mode: Plan['mode'];
  conditions: Plan;
}

/** Each check with the numbers it can be asked about at most, and what that would cost. */
export function PriceFunnel({ checks, mode, conditions }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const points = usePoints();
  const words = useConditionWords();
  const count = new Intl.NumberFormat(language);
  const most = Math.max(...checks.map(({ billable }) => billable), 1);
  const names = checks.map(({ name }) => name);
  return (
    <ol className={classes.funnel} aria-label={t('screening.price.funnel')}>
      {checks.map(({ project, name, billable, unit_price, price }, index) => (
        <li key={project}>
          <div className={classes.head}>
            <Text fw={600}>{name}</Text>
            <Text className="ns-numeric">{points.sum(price)}</Text>
          </div>
          <div className={classes.track} aria-hidden>
            <span style={{ width: `${(billable / most) * 100}%` }} />
          </div>
          <Text size="xs" c="dimmed" className="ns-numeric">
            {t('screening.price.step', { numbers: count.format(billable), price: points.price(unit_price) })}
          </Text>
          {mode === 'waterfall' ? (
            <Text size="xs" c="dimmed">
              {words(conditions.checks[index]?.condition ?? null, names)}
            </Text>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
