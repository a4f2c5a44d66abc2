import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Fact, Facts } from '@/components/facts/facts';
import { SectionCard } from '@/components/page/section-card';
import { StatusBadge } from '@/components/screening/status-badge';
import { joinNames } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';
import { useLabels } from '@/lib/screening/labels';
import type { ProjectCard } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import classes from '../screening.module.css';

export function ProjectFacts({ project }: { project: ProjectCard }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const labels = useLabels();
  const points = usePoints();
  const count = new Intl.NumberFormat(language);
  const prices = Object.entries(project.country_prices);
  return (
    <SectionCard title={t('screening.project.facts')}>
      <Facts>
        <Fact label={t('screening.project.price')}>
          {project.price > 0
            ? t('screening.points_each', { points: points.exact(project.price) })
            : t('screening.free')}
        </Fact>
        {prices.map(([country, price]) => (
          <Fact key={country} label={t('screening.project.price_in', { country: labels.country(country) })}>
            {price > 0 ? t('screening.points_each', { points: points.exact(price) }) : t('screening.free')}
          </Fact>
        ))}
        <Fact label={t('screening.project.numbers')}>
          {t('screening.project.from_to', {
            least: count.format(project.min_numbers),
            most: count.format(project.max_numbers),
          })}
        </Fact>
        <Fact label={t('screening.project.countries')}>
          {project.countries.length > 0
            ? joinNames(language, project.countries.map(labels.country))
            : t('screening.project.all_countries')}
        </Fact>
        {project.inputs.map(({ name, columns }) => (
          <Fact key={name} label={t('screening.project.needs_column')}>
            {new Intl.ListFormat(language, { type: 'disjunction' }).format(columns)}
          </Fact>
        ))}
        <Fact label={t('screening.project.answers_from')}>
          {t(`screening.project.answerers.${project.answerer}`)}
        </Fact>
      </Facts>
      <Text c="dimmed" mt="md" mb={6}>
        {t('screening.project.answers')}
      </Text>
      <div className={classes.chips}>
        {[...project.statuses, 'unknown'].map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
      </div>
      <Text c="dimmed" size="xs" mt="sm">
        {t('screening.project.charge_hint')}
      </Text>
    </SectionCard>
  );
}
