import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ShareBars } from '@/components/screening/share-bars';
import { useLanguage } from '@/lib/i18n/use-language';
import { sharesOf, topShares } from '@/lib/screening/counts';
import { useLabels } from '@/lib/screening/labels';
import type { Analysis, ListView } from '@/lib/screening/list-types';
import { Figures } from './figures';
import classes from './screening.module.css';

const MOST_BARS = 8;

/** What a list contains: the counts of its rows and what kinds of numbers they are. */
export function ListContents({ list }: { list: ListView }) {
  const size = useSizeText()(list);
  // Lists that were not created from a file have only a size.
  if (!list.analysis) return <Text>{size}</Text>;
  return (
    <>
      <AnalysisFigures analysis={list.analysis} />
      <AnalysisCharts analysis={list.analysis} />
    </>
  );
}

/** Returns a function that says how many numbers of a list can be checked. */
export function useSizeText(): (list: Pick<ListView, 'numbers'>) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return ({ numbers }) =>
    t('screening.source.chosen_numbers', {
      numbers: new Intl.NumberFormat(language).format(numbers),
      count: numbers,
    });
}

function AnalysisFigures({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation();
  const count = new Intl.NumberFormat(useLanguage());
  const figures = [
    { key: 'accepted', main: true },
    { key: 'total' },
    { key: 'duplicates' },
    { key: 'invalid' },
    { key: 'suppressed' },
    // With the empty rows, the counts add up to all rows.
    ...(analysis.blank > 0 ? ([{ key: 'blank' }] as const) : []),
  ] as const;
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
        <Text c="dimmed" mt="sm">
          {t('screening.analyse.repaired', {
            numbers: count.format(analysis.repaired),
            count: analysis.repaired,
          })}
        </Text>
      ) : null}
    </>
  );
}

function AnalysisCharts({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const charts = [
    { title: t('screening.analyse.by_country'), counts: analysis.by_country, nameOf: labels.country },
    { title: t('screening.analyse.by_kind'), counts: analysis.by_kind, nameOf: labels.kind },
    {
      title: t('screening.analyse.by_reason'),
      counts: analysis.invalid_by_reason,
      nameOf: labels.rejection,
      // Reasons are sentences.
      wide: true,
    },
  ];
  return (
    <div className={classes.charts}>
      {charts.map(({ title, counts, nameOf, wide = false }) =>
        Object.keys(counts).length > 0 ? (
          <div key={title} data-wide={wide || undefined}>
            <Title order={3} fz={13} mb="xs">
              {title}
            </Title>
            <ShareBars label={title} shares={topShares(sharesOf(counts), MOST_BARS)} nameOf={nameOf} />
          </div>
        ) : null,
      )}
    </div>
  );
}
