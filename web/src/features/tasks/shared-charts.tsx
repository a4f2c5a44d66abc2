import { useTranslation } from 'react-i18next';
import { Donut } from '@/components/charts/donut';
import { SectionCard } from '@/components/page/section-card';
import { useLanguage } from '@/lib/i18n/use-language';
import { useLabels } from '@/lib/screening/labels';
import type { SharedTask } from './api/sharing';
import { carrierNames, carrierShares, countryShares, kindShares, statusShares } from './breakdown';
import { FilterBars } from './filter-bars';
import classes from './tasks.module.css';

/** The counts of shared results. */
export function SharedCharts({ task: { checks, counts } }: { task: SharedTask }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const labels = useLabels();
  const whole = new Intl.NumberFormat(language);
  const carrierName = carrierNames(counts);
  const sections = [
    { title: t('tasks.by_country'), shares: countryShares(counts), nameOf: labels.country },
    { title: t('tasks.by_kind'), shares: kindShares(counts), nameOf: labels.kind },
    {
      title: t('tasks.by_carrier'),
      shares: carrierShares(counts),
      nameOf: (carrier: string) => carrierName(carrier) || t('tasks.no_carrier'),
    },
  ];
  return (
    <div className={classes.charts}>
      {checks.map((check, index) => {
        const title = t('tasks.by_status_of', { name: check.name });
        const shares = statusShares(counts, index);
        const sum = shares.reduce((total, { count }) => total + count, 0);
        return (
          <SectionCard key={check.project} title={title}>
            <div className={classes.status}>
              <Donut slices={shares} label={title} figure={whole.format(sum)} caption={t('tasks.numbers')} />
              <FilterBars label={title} shares={shares} nameOf={labels.status} chosen={[]} plain />
            </div>
          </SectionCard>
        );
      })}
      {sections.map(({ title, shares, nameOf }) => (
        <SectionCard key={title} title={title}>
          <FilterBars label={title} shares={shares} nameOf={nameOf} chosen={[]} />
        </SectionCard>
      ))}
    </div>
  );
}
