import { Alert, Button, NativeSelect, Progress, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '@/components/page/section-card';
import { WORK_POLL_MS } from '@/config/constants';
import { taskOptions } from '@/lib/screening/get-task';
import type { Plan } from '@/lib/screening/plan';
import type { ProjectCard } from '@/lib/screening/types';
import { QUOTE_KEY, sampleRowsOptions, startSample } from '../api/tasks';
import { ResultRows } from '../result-rows';
import type { Draft } from './draft';

interface Props {
  list: number;
  plan: Plan;
  catalogue: readonly ProjectCard[];
  left: number;
  /** The last sample, kept across steps and reloads. */
  last: Draft['sample'];
  onBegun: (sample: NonNullable<Draft['sample']>) => void;
}

/** Checks a few numbers for free to preview the answers. */
export function SampleCard({ list, plan, catalogue, left, last, onBegun }: Props) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const projects = plan.checks.flatMap(
    ({ project: slug }) => catalogue.find((one) => one.slug === slug) ?? [],
  );
  const [project, setProject] = useState(last?.project ?? projects[0]?.slug ?? '');
  const begin = useMutation({
    mutationFn: () => startSample(list, project),
    // Shown in the card.
    meta: { quiet: true },
    onSuccess: (task) => {
      onBegun({ list, project, task });
      // The number of samples left has changed.
      void queryClient.invalidateQueries({ queryKey: [QUOTE_KEY] });
    },
  });
  const id = last?.list === list && last.project === project ? last.task : null;
  const task = useQuery({
    ...taskOptions(id ?? 0),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.state === 'running' || !state.data ? WORK_POLL_MS : false),
  });
  const over = task.data !== undefined && task.data.state !== 'running' && task.data.state !== 'paused';
  const rows = useQuery({ ...sampleRowsOptions(id ?? 0), enabled: over && id !== null });
  const running = begin.isPending || (id !== null && !rows.data && !rows.isError && !task.isError);
  const failure = begin.error ?? task.error ?? rows.error;
  return (
    <SectionCard title={t('screening.sample.title')}>
      <Text c="dimmed" mb="sm">
        {t('screening.sample.hint')}
      </Text>
      {projects.length > 1 ? (
        <NativeSelect
          mb="sm"
          label={t('screening.sample.project')}
          data={projects.map(({ slug, name }) => ({ value: slug, label: name }))}
          value={project}
          disabled={running}
          onChange={(event) => setProject(event.currentTarget.value)}
        />
      ) : null}
      {running ? (
        <Progress
          mb="sm"
          animated
          value={task.data && task.data.total > 0 ? (task.data.done / task.data.total) * 100 : 5}
          aria-label={t('screening.sample.running')}
        />
      ) : null}
      {failure ? (
        <Alert mb="sm" color="red" role="alert">
          {failure.message || t('errors.error')}
        </Alert>
      ) : null}
      {rows.data ? (
        <ResultRows
          label={t('screening.sample.title')}
          rows={rows.data.map(({ checks, country, original_carrier, e164, type }) => ({
            number: e164,
            country,
            carrier: original_carrier,
            kind: type,
            status: checks[0]?.status ?? 'unknown',
          }))}
        />
      ) : null}
      <Button
        mt="sm"
        variant="default"
        loading={running}
        disabled={left <= 0 || project === ''}
        onClick={() => begin.mutate()}
      >
        {rows.data ? t('screening.sample.again') : t('screening.sample.start')}
      </Button>
      <Text c="dimmed" size="xs" mt={6}>
        {left > 0 ? t('screening.sample.left', { left, count: left }) : t('screening.sample.none_left')}
      </Text>
    </SectionCard>
  );
}
