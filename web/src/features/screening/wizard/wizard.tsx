import { Anchor, Text } from '@mantine/core';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { ErrorState } from '@/components/page/error-state';
import { PageHeader } from '@/components/page/page-header';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { useFocusHeading } from '@/components/page/use-focus-heading';
import { FRESHNESS_MAX_DAYS } from '@/config/constants';
import { paths, taskPath } from '@/config/paths';
import { wholeNumber } from '@/lib/filter-values';
import { requestFromShell } from '@/lib/page-requests';
import { takeHandedFile } from '@/lib/screening/handed-file';
import { type Plan, writePlan } from '@/lib/screening/plan';
import { REUSE_PARAM } from '@/lib/screening/reuse';
import type { ProjectCard, TaskView } from '@/lib/screening/types';
import { toast } from '@/lib/toast';
import { useUnsavedInput } from '@/lib/unsaved-input';
import { EDIT_PARAM } from '../edit-param';
import { useNumberList } from '../use-number-list';
import { usePlanNames } from '../use-plan-words';
import { AnalyseStep } from './analyse-step';
import { MapStep } from './map-step';
import { carriedColumns, isSure } from './mapping';
import { SourceStep } from './source-step';
import { StartStep } from './start-step';
import { type Step, reachableSteps, shownStep } from './steps';
import { forgetDraft, useDraft } from './use-draft';
import { useReadList } from './use-mapping';
import { useUpload } from './use-upload';
import { WizardSteps } from './wizard-steps';

interface Props {
  plan: Plan;
  catalogue: readonly ProjectCard[];
}

export function Wizard({ plan, catalogue }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const reuse = wholeNumber(params.get(REUSE_PARAM) ?? undefined) ?? 0;
  const [draft, change] = useDraft(plan, Math.min(reuse, FRESHNESS_MAX_DAYS));
  const listId = wholeNumber(params.get('list') ?? undefined);
  const list = useNumberList(listId);
  const names = usePlanNames(plan, catalogue);

  const go = useCallback(
    (step: Step, id: number | null = listId): void => {
      setParams((now) => {
        const next = new URLSearchParams(now);
        if (id !== null) next.set('list', String(id));
        next.set('step', step);
        return next;
      });
      window.scrollTo(0, 0);
    },
    [setParams, listId],
  );

  const read = useReadList();
  const arrived = useRef<{ id: number; step: Step } | null>(null);
  const upload = useUpload('upload', async (file) => {
    change({ pasted: '' });
    arrived.current = { id: file.id, step: 'map' };
    if (window.location.pathname !== pathname) {
      toast.success(t('screening.source.arrived', { name: file.name }));
    }
    if (!file.preview || !isSure(file)) return;
    const carried = carriedColumns(file.preview, file.id, null);
    await read(file.id, { ...file.preview.mapping, carried: [...carried] });
    arrived.current = { id: file.id, step: 'analyse' };
  });
  const startUpload = useRef(upload.start);
  useEffect(() => {
    startUpload.current = upload.start;
  });
  useEffect(() => {
    const file = takeHandedFile();
    if (file) startUpload.current(file);
  }, []);
  // Hidden pages run no effects, so a user on another page is not redirected.
  useEffect(() => {
    if (upload.running !== null || arrived.current === null) return;
    go(arrived.current.step, arrived.current.id);
    arrived.current = null;
  }, [upload.running, go]);
  useUnsavedInput(pathname, upload.running !== null || draft.pasted.trim() !== '');

  function started(task: TaskView): void {
    forgetDraft(plan);
    void navigate(taskPath(task.id), { replace: true });
    requestFromShell({ kind: 'close_tab', path: pathname });
  }

  const header = (
    <PageHeader
      title={t('screening.new_task_for', { projects: names.join(plan.mode === 'waterfall' ? ' → ' : ' + ') })}
      description={t(`screening.mode_hints.${plan.mode}`)}
      actions={
        <Anchor component={Link} to={changeAddress(plan)}>
          {t('screening.change_projects')}
        </Anchor>
      }
    />
  );

  const loading = listId !== null && list.isPending;
  const current = list.data ?? null;
  const step = shownStep(params.get('step'), current);
  const place = useFocusHeading(step, !loading);
  if (loading) return <PageSkeleton />;
  return (
    <div ref={place}>
      {header}
      <WizardSteps step={step} reachable={reachableSteps(current)} onGo={(to) => go(to)} />
      {list.isLoadingError ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {step === 'source' ? (
        <SourceStep
          list={current}
          upload={upload}
          pasted={draft.pasted}
          onPaste={(pasted) => change({ pasted })}
          onUse={(id) => go('analyse', id)}
          onKeep={() => go(shownStep(null, current))}
        />
      ) : null}
      {step === 'map' && current?.preview ? (
        <MapStep
          list={current}
          preview={current.preview}
          carried={draft.carried}
          onCarried={({ columns, ...of }) => change({ carried: { ...of, columns: [...columns] } })}
          onUse={(id) => go('analyse', id)}
          onBack={() => go('source')}
          onDone={() => go('analyse')}
        />
      ) : null}
      {step === 'analyse' && current ? (
        <AnalyseStep
          list={current}
          plan={plan}
          catalogue={catalogue}
          draft={draft}
          onDraft={change}
          onMap={() => go('map')}
          onBack={() => go('source')}
          onDone={() => go('start')}
        />
      ) : null}
      {step === 'start' && current ? (
        <StartStep
          list={current}
          plan={plan}
          names={names}
          draft={draft}
          onDraft={change}
          onBack={() => go('analyse')}
          onStarted={started}
        />
      ) : null}
      <Text c="dimmed" size="xs" mt="md">
        {t('screening.privacy')}
      </Text>
    </div>
  );
}

function changeAddress(plan: Plan): string {
  if (plan.mode === 'single') return paths.newTask;
  const params = writePlan(plan);
  params.set(EDIT_PARAM, '1');
  return `${paths.aggregatedTask}?${params.toString()}`;
}
