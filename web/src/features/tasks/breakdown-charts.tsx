import { Skeleton, Text } from '@mantine/core';
import { lazyPart } from '@/components/page/lazy-part';
import { useTranslation } from 'react-i18next';
import { Donut } from '@/components/charts/donut';
import type { TableState } from '@/components/data-table/table-state';
import { SectionCard } from '@/components/page/section-card';
import { useLanguage } from '@/lib/i18n/use-language';
import { useLabels } from '@/lib/screening/labels';
import type { Breakdown, TaskView } from '@/lib/screening/types';
import { carrierNames, carrierShares, countryShares, kindShares, statusShares } from './breakdown';
import { FilterBars } from './filter-bars';
import { chosen, statusName, toggled } from './result-filter';
import { TaskFunnel } from './task-funnel';
import classes from './tasks.module.css';

const WorldMap = lazyPart('world map', () => import('@/components/world-map/world-map'), {
  loading: () => <Skeleton height={260} />,
});

/** With fewer countries, the map says less than the bars. */
const MAP_COUNTRIES = 3;

interface Props {
  task: TaskView;
  breakdown: Breakdown;
  state: TableState;
  /** Without it the charts are not clickable. */
  onChange?: (state: TableState) => void;
}

/** Charts by status of each check, country, type and carrier. Clicking an entry filters the table. */
export function BreakdownCharts({ task, breakdown, state, onChange }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const labels = useLabels();
  const whole = new Intl.NumberFormat(language);
  const several = task.checks.length > 1;
  const bars = (name: string) => ({
    chosen: chosen(state.filters, name),
    ...(onChange ? { onChoose: (value: string) => onChange(toggled(state, name, value)) } : {}),
  });
  const carrierName = carrierNames(breakdown);
  const countries = countryShares(breakdown);
  const mapped = countries.length >= MAP_COUNTRIES;
  const country = bars('country');
  return (
    <div className={classes.charts}>
      {task.mode === 'waterfall' ? (
        <div className={classes.wide}>
          <SectionCard title={t('tasks.funnel')}>
            <TaskFunnel task={task} breakdown={breakdown} />
          </SectionCard>
        </div>
      ) : null}
      {task.checks.map((check, index) => {
        const title = several ? t('tasks.by_status_of', { name: check.name }) : t('tasks.by_status');
        const shares = statusShares(breakdown, index);
        const sum = shares.reduce((total, { count }) => total + count, 0);
        return (
          <SectionCard key={check.project} title={title}>
            <div className={classes.status}>
              <Donut slices={shares} label={title} figure={whole.format(sum)} caption={t('tasks.numbers')} />
              <FilterBars
                label={title}
                shares={shares}
                nameOf={labels.status}
                plain
                {...bars(statusName(index))}
              />
            </div>
          </SectionCard>
        );
      })}
      <SectionCard title={t('tasks.by_kind')}>
        <FilterBars
          label={t('tasks.by_kind')}
          shares={kindShares(breakdown)}
          nameOf={labels.kind}
          {...bars('kind')}
        />
      </SectionCard>
      <SectionCard title={t('tasks.by_carrier')}>
        <FilterBars
          label={t('tasks.by_carrier')}
          shares={carrierShares(breakdown)}
          nameOf={(carrier) => carrierName(carrier) || t('tasks.no_carrier')}
          {...bars('carrier')}
        />
      </SectionCard>
      <div className={mapped ? classes.wide : undefined}>
        <SectionCard title={t('tasks.by_country')}>
          <div className={mapped ? classes.mapCard : undefined}>
            {mapped ? (
              <WorldMap
                counts={Object.fromEntries(countries.map(({ name, count }) => [name, count]))}
                label={t('tasks.map_label')}
                titleOf={(code, count) =>
                  t('tasks.map_country', { country: labels.country(code), n: whole.format(count) })
                }
                chosen={new Set(country.chosen)}
                {...(country.onChoose ? { onChoose: country.onChoose } : {})}
              />
            ) : null}
            <FilterBars
              label={t('tasks.by_country')}
              shares={countries}
              nameOf={labels.country}
              {...country}
            />
          </div>
        </SectionCard>
      </div>
      <Text c="dimmed" size="xs" className={classes.wide}>
        {onChange ? t('tasks.filter_hint') : t('tasks.breakdown_live')}
      </Text>
    </div>
  );
}
