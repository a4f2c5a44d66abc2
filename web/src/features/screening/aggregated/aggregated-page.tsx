/** Aggregated tasks: the plan of a new one, and the list of earlier ones. */
import { SegmentedControl, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ErrorState } from '@/components/page/error-state';
import { PageHeader } from '@/components/page/page-header';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { TaskTable } from '@/components/task-table/task-table';
import { useTitle } from '@/lib/i18n/use-title';
import { useLabels } from '@/lib/screening/labels';
import { readPlan } from '@/lib/screening/plan';
import type { TaskMode } from '@/lib/screening/types';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { useCatalogue } from '@/lib/screening/use-catalogue';
import { EDIT_PARAM } from '../edit-param';
import { PlanBuilder } from './plan-builder';

const VIEWS = ['build', 'tasks'] as const;
type View = (typeof VIEWS)[number];

export default function AggregatedPage() {
  const { t } = useTranslation();
  const title = useTitle()('aggregated_task');
  const may = useHasPermission();
  const catalogue = useCatalogue();
  const [params, setParams] = useSearchParams();
  const [view, setView] = useState<View>(may('task/create') ? 'build' : 'tasks');
  const [plan, setPlan] = useState(() => readPlan(params));
  // The user has returned from the wizard to change the plan.
  const editing = params.has(EDIT_PARAM) ? params.toString() : null;
  const [edited, setEdited] = useState<string | null>(null);
  if (editing !== edited) {
    setEdited(editing);
    if (editing !== null) setPlan(readPlan(params));
  }

  function choose(next: string | null): void {
    const chosen = VIEWS.find((one) => one === next);
    if (!chosen) return;
    setParams({});
    setView(chosen);
  }

  if (catalogue.isPending) return <PageSkeleton />;
  if (catalogue.isLoadingError) {
    return <ErrorState wholePage error={catalogue.error} onRetry={() => void catalogue.refetch()} />;
  }
  // A link can name projects that are disabled by now.
  const known = plan.checks.filter(({ project }) => catalogue.data.some(({ slug }) => slug === project));
  return (
    <>
      <PageHeader title={title} description={t('screening.aggregated.description')} />
      <Tabs value={view} onChange={choose} keepMounted={false}>
        <Tabs.List mb="md">
          {may('task/create') ? <Tabs.Tab value="build">{t('screening.new_task')}</Tabs.Tab> : null}
          {may('task/list') ? <Tabs.Tab value="tasks">{t('screening.aggregated.tasks')}</Tabs.Tab> : null}
        </Tabs.List>
        <Tabs.Panel value="build">
          <PlanBuilder catalogue={catalogue.data} plan={{ ...plan, checks: known }} onChange={setPlan} />
        </Tabs.Panel>
        <Tabs.Panel value="tasks">
          <AggregatedTasks />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function AggregatedTasks() {
  const { t } = useTranslation();
  const labels = useLabels();
  const [mode, setMode] = useState<TaskMode>('waterfall');
  return (
    <>
      <SegmentedControl
        mb="sm"
        aria-label={t('screening.aggregated.mode')}
        data={[
          { value: 'waterfall', label: labels.mode('waterfall') },
          { value: 'parallel', label: labels.mode('parallel') },
        ]}
        value={mode}
        onChange={(next) => setMode(next === 'parallel' ? 'parallel' : 'waterfall')}
      />
      <TaskTable
        key={mode}
        name="aggregated-tasks"
        label={t('screening.aggregated.tasks')}
        within={{ mode }}
        empty={{ title: t('tasks.empty'), hint: t('screening.tasks.empty_hint') }}
      />
    </>
  );
}
