/** The wizard for a new task: list, analysis and price, review and start. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { EmptyState } from '@/components/page/empty-state';
import { ErrorState } from '@/components/page/error-state';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { paths } from '@/config/paths';
import { wholeNumber } from '@/lib/filter-values';
import { useRewriteQuery } from '@/lib/routing/use-rewrite-query';
import { taskOptions } from '@/lib/screening/get-task';
import { planKey, readPlan, normalisePlan, writePlan } from '@/lib/screening/plan';
import type { TaskView } from '@/lib/screening/types';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { useCatalogue, useOffered } from '@/lib/screening/use-catalogue';
import { useNumberList } from '../use-number-list';
import { draftOf } from './draft';
import { ProjectChoice } from './project-choice';
import { writeDraft } from './use-draft';
import { Wizard } from './wizard';

export default function WizardPage() {
  const [params, setParams] = useSearchParams();
  const catalogue = useCatalogue();
  const offered = useOffered();
  const { t } = useTranslation();
  const may = useHasPermission();
  const from = wholeNumber(params.get('from') ?? undefined);
  if (!may('task/create')) {
    return <EmptyState wholePage title={t('screening.not_allowed')} hint={t('screening.not_allowed_hint')} />;
  }
  if (from !== null) return <DuplicatedTask id={from} />;
  if (catalogue.isPending) return <PageSkeleton />;
  if (catalogue.isLoadingError) {
    return <ErrorState wholePage error={catalogue.error} onRetry={() => void catalogue.refetch()} />;
  }
  const plan = readPlan(params);
  if (plan.checks.length === 0) {
    return (
      <ProjectChoice
        projects={offered(catalogue.data)}
        list={wholeNumber(params.get('list') ?? undefined)}
        onChoose={(project) =>
          setParams((now) =>
            writePlan({ mode: 'single', checks: [{ project, condition: null }] }, new URLSearchParams(now)),
          )
        }
      />
    );
  }
  // A link or an earlier task can name a project that is disabled by now.
  if (!plan.checks.every(({ project }) => catalogue.data.some(({ slug }) => slug === project))) {
    return (
      <EmptyState
        wholePage
        title={t('screening.project.gone')}
        hint={t('screening.project.gone_hint')}
        action={
          <Button component={Link} to={paths.checks}>
            {t('screening.choose_project')}
          </Button>
        }
      />
    );
  }
  // Another plan is another task, so its input must not be shared.
  return <Wizard key={planKey(plan)} plan={plan} catalogue={catalogue.data} />;
}

/** Copies the plan, options and list of an earlier task, then continues as if they had been entered. */
function DuplicatedTask({ id }: { id: number }) {
  const [params] = useSearchParams();
  const rewriteQuery = useRewriteQuery();
  const task = useQuery(taskOptions(id));
  const list = useNumberList(task.data?.list ?? null);
  useEffect(() => {
    if (!task.data || list.isPending) return;
    const plan = planOf(task.data);
    writeDraft(plan, draftOf(task.data));
    const query = writePlan(plan, new URLSearchParams(params));
    query.delete('from');
    if (list.data?.state === 'ready') {
      query.set('list', String(list.data.id));
      query.set('step', 'source');
    }
    rewriteQuery(query);
  }, [task.data, list.isPending, list.data, params, rewriteQuery]);
  if (task.isError) {
    return <ErrorState wholePage error={task.error} onRetry={() => void task.refetch()} />;
  }
  return <PageSkeleton />;
}

function planOf({ mode, checks }: TaskView) {
  return normalisePlan({ mode, checks: checks.map(({ project, condition }) => ({ project, condition })) });
}
