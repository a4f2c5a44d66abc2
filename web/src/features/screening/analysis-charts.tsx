import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '@/components/page/section-card';
import { ShareBars } from '@/components/screening/share-bars';
import { useLanguage } from '@/lib/i18n/use-language';
import { sharesOf, topShares } from '@/lib/screening/counts';
import { useLabels } from '@/lib/screening/labels';
import type { Analysis } from '@/lib/screening/list-types';
import { Figures } from './figures';
import classes from './screening.module.css';

const MOST_BARS = 8;

export function AnalysisCharts({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const labels = useLabels();
  const count = new Intl.NumberFormat(language);
  const figures = [
    { key: 'accepted', main: true },
    { key: 'total' },
    { key: 'duplicates' },
    { key: 'invalid' },
    { key: 'suppressed' },
    // With the empty rows, the counts add up to all rows.
    ...(analysis.blank > 0 ? ([{ key: 'blank' }] as const) : []),
  ] as const;
  const charts = [
    { title: t('screening.analyse.by_country'), counts: analysis.by_country, nameOf: labels.country },
    { title: t('screening.analyse.by_kind'), counts: analysis.by_kind, nameOf: labels.kind },
    { title: t('screening.analyse.by_reason'), counts: analysis.invalid_by_reason, nameOf: labels.rejection },
  ];
  return (
    <>
      <Figures
        label={t('screening.analyse.label')}
        figures={figures.map(({ key, ...more }) => ({
          name: t(`screening.analyse.${key}`),
          value: count.format(analysis[key]),
          ...more,
        }))}
      />
      {analysis.repaired > 0 ? (
        <Text c="dimmed">
          {t('screening.analyse.repaired', { numbers: count.format(analysis.repaired) })}
        </Text>
      ) : null}
      <div className={classes.charts}>
        {charts.map(({ title, counts, nameOf }) =>
          Object.keys(counts).length > 0 ? (
            <SectionCard key={title} title={title}>
              <ShareBars label={title} shares={topShares(sharesOf(counts), MOST_BARS)} nameOf={nameOf} />
            </SectionCard>
          ) : null,
        )}
      </div>
    </>
  );
}
