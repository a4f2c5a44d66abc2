import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '@/components/page/section-card';
import { useLanguage } from '@/lib/i18n/use-language';
import type { Plan } from '@/lib/screening/plan';
import type { ProjectCard } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { PriceFunnel } from '../price-funnel';

/** Prices are easier to compare per thousand numbers. */
const NUMBERS = 1000;

/**
 * The maximum price per thousand numbers if every number reached every step, shown before a list is chosen.
 */
export function MaxPrice({ plan, catalogue }: { plan: Plan; catalogue: readonly ProjectCard[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const points = usePoints();
  const numbers = new Intl.NumberFormat(language).format(NUMBERS);
  const checks = plan.checks.map(({ project }) => {
    const found = catalogue.find(({ slug }) => slug === project);
    const price = found?.price ?? 0;
    return {
      project,
      name: found?.name ?? project,
      billable: NUMBERS,
      not_covered: 0,
      unit_price: price,
      price: price * NUMBERS,
    };
  });
  const sum = checks.reduce((total, { price }) => total + price, 0);
  return (
    <SectionCard title={t('screening.aggregated.most', { numbers })}>
      {checks.length > 0 ? (
        <PriceFunnel checks={checks} mode={plan.mode} conditions={plan} />
      ) : (
        <Text c="dimmed">{t('screening.aggregated.none_hint')}</Text>
      )}
      {checks.length > 0 ? (
        <Text fw={600} fz={17} className="ns-numeric">
          {t('screening.price.at_most', { points: points.sum(sum) })}
        </Text>
      ) : null}
      <Text c="dimmed" size="xs" mt="sm">
        {t('screening.aggregated.most_hint')}
      </Text>
    </SectionCard>
  );
}
