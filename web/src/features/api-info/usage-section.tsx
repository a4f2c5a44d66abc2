import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutEmptyStart } from '@/components/charts/scale';
import { StackedColumns } from '@/components/charts/stacked-columns';
import { SectionCard } from '@/components/page/section-card';
import { withLabel } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';
import { usePoints } from '@/lib/screening/use-points';
import type { ApiInfo } from './api/api-info';
import { UsedByKeySection } from './used-by-key-section';
import { type Measure, MEASURES, type Part, partsOf, totalsOf } from './usage';
import classes from './api-info.module.css';

const COLORS: Readonly<Record<Part, string>> = {
  requests: 'var(--mantine-color-teal-6)',
  answered: 'var(--mantine-color-teal-6)',
  refused: 'var(--mantine-color-orange-5)',
  lookups: 'var(--mantine-color-teal-6)',
  numbers: 'var(--mantine-color-teal-6)',
  points: 'var(--mantine-primary-color-filled)',
};

/** API requests, numbers and points in the last 30 days. */
export function UsageSection({ info }: { info: ApiInfo }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const points = usePoints();
  const [measure, setMeasure] = useState<Measure>('requests');
  const whole = new Intl.NumberFormat(language);
  const date = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const dayName = (day: string | undefined): string => (day ? date.format(new Date(`${day}T00:00:00Z`)) : '');
  const amount = (of: Measure, value: number): string =>
    of === 'points' ? points.sum(value) : whole.format(value);
  const { limits } = info;
  const totals = totalsOf(info.usage);
  const usage = withoutEmptyStart(info.usage, (day) => MEASURES.every((name) => day[name] === 0));
  const [from, until] = [dayName(usage[0]?.day), dayName(usage.at(-1)?.day)];
  const legend = usage[0] ? partsOf(usage[0], measure) : [];
  return (
    <div className={classes.stack}>
      <SectionCard
        title={t('api_info.usage.title')}
        aside={
          totals.requests === 0 ? null : (
            <SegmentedControl
              size="xs"
              aria-label={t('api_info.usage.show')}
              value={measure}
              data={MEASURES.map((value) => ({ value, label: t(`api_info.usage.measures.${value}`) }))}
              onChange={(next) => setMeasure(MEASURES.find((known) => known === next) ?? 'requests')}
            />
          )
        }
      >
        <dl className={classes.figures}>
          {MEASURES.map((name) => (
            <div key={name}>
              <dt>{t(`api_info.usage.measures.${name}`)}</dt>
              <dd className="ns-numeric">{amount(name, totals[name])}</dd>
            </div>
          ))}
        </dl>
        {totals.requests === 0 ? (
          <Text c="dimmed" mt="md">
            {t('api_info.usage.empty')}
          </Text>
        ) : (
          <div className={classes.chart}>
            <StackedColumns
              label={t('api_info.usage.chart_label', {
                name: t(`api_info.usage.measures.${measure}`),
                from,
                until,
                sum: amount(measure, totals[measure]),
              })}
              amount={(value) => amount(measure, value)}
              legend={legend.map(({ part }) => ({
                name: t(`api_info.usage.parts.${part}`),
                color: COLORS[part],
              }))}
              columns={usage.map((day) => ({
                key: day.day,
                name: dayName(day.day),
                title: withLabel(language, dayName(day.day), amount(measure, day[measure])),
                parts: partsOf(day, measure).map(({ part, value }) => ({ color: COLORS[part], value })),
              }))}
            />
          </div>
        )}
      </SectionCard>
      <UsedByKeySection used={info.used} />
      <SectionCard title={t('api_info.limits.title')}>
        <dl className={classes.figures}>
          <div>
            <dt>{t('api_info.limits.lookup')}</dt>
            <dd className="ns-numeric">{whole.format(limits.lookup_per_minute)}</dd>
          </div>
          <div>
            <dt>{t('api_info.limits.tasks')}</dt>
            <dd className="ns-numeric">{whole.format(limits.tasks_per_minute)}</dd>
          </div>
          <div>
            <dt>{t('api_info.limits.read')}</dt>
            <dd className="ns-numeric">{whole.format(limits.read_per_minute)}</dd>
          </div>
        </dl>
      </SectionCard>
    </div>
  );
}
