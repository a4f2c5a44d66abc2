import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutEmptyStart } from '@/components/charts/scale';
import { StackedColumns } from '@/components/charts/stacked-columns';
import { useLanguage } from '@/lib/i18n/use-language';
import { hitRate } from '@/lib/screening/task-events';
import type { UsageDay } from '@/lib/screening/types';
import { useProjectName } from '@/lib/screening/use-catalogue';
import { usePoints } from '@/lib/screening/use-points';
import { type Measure, type Part, PARTS_OF, partOf, projectsOf, usageByDay } from './usage';
import classes from './dashboard.module.css';

const COLORS: Readonly<Record<Part, string>> = {
  hits: 'var(--mantine-color-teal-6)',
  others: 'var(--ns-neutral)',
  unknown: 'var(--ns-neutral-pale)',
  charged: 'var(--mantine-primary-color-filled)',
};
const MEASURES: readonly Measure[] = ['numbers', 'spend'];

interface Props {
  days: readonly UsageDay[];
  /** When the figures were fetched. */
  nowSeconds: number;
}

/** Usage of the last 30 days, for all projects or one, in numbers or points. */
export default function UsageChart({ days, nowSeconds }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const points = usePoints();
  const [project, setProject] = useState('');
  const [measure, setMeasure] = useState<Measure>('numbers');
  const whole = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const date = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const dayName = (day: number): string => date.format(new Date(day * 1000));
  const usage = withoutEmptyStart(
    usageByDay(days, project || null, nowSeconds),
    ({ answers, charged }) => answers === 0 && charged === 0,
  );
  const parts = PARTS_OF[measure];
  const sum = usage.reduce((total, day) => total + (measure === 'spend' ? day.charged : day.answers), 0);
  const amount = (value: number): string => (measure === 'spend' ? points.sum(value) : whole.format(value));
  const [from, until] = [dayName(usage[0]?.day ?? 0), dayName(usage.at(-1)?.day ?? 0)];
  return (
    <>
      <div className={classes.chartTools}>
        <ProjectChoice days={days} project={project} onChange={setProject} />
        <SegmentedControl
          size="xs"
          aria-label={t('dashboard.show')}
          value={measure}
          data={MEASURES.map((value) => ({ value, label: t(`dashboard.measures.${value}`) }))}
          onChange={(next) => setMeasure(next === 'spend' ? 'spend' : 'numbers')}
        />
      </div>
      <StackedColumns
        label={t('dashboard.chart_label', {
          from,
          until,
          sum: amount(sum),
        })}
        amount={amount}
        legend={parts.map((part) => ({ name: t(`dashboard.parts.${part}`), color: COLORS[part] }))}
        columns={usage.map((day) => {
          const rate = hitRate(day);
          return {
            key: day.day,
            name: dayName(day.day),
            title:
              measure === 'spend'
                ? t('dashboard.bar_spend', { day: dayName(day.day), amount: points.sum(day.charged) })
                : t('dashboard.bar_numbers', {
                    day: dayName(day.day),
                    answers: whole.format(day.answers),
                    rate: rate === null ? '—' : percent.format(rate),
                  }),
            parts: parts.map((part) => ({ color: COLORS[part], value: partOf(day, part) })),
          };
        })}
      />
    </>
  );
}

interface ChoiceProps {
  days: readonly UsageDay[];
  project: string;
  onChange: (project: string) => void;
}

/** Apart from the chart, which need not be rendered again when the names arrive. */
function ProjectChoice({ days, project, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const projectName = useProjectName();
  return (
    <NativeSelect
      size="xs"
      aria-label={t('dashboard.project')}
      value={project}
      data={[
        { value: '', label: t('dashboard.all_projects') },
        ...projectsOf(days).map((slug) => ({ value: slug, label: projectName(slug) })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
