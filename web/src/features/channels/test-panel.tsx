import { Alert, Autocomplete, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Fact, Facts } from '@/components/facts/facts';
import { fieldErrors } from '@/components/form/form-errors';
import { SectionCard } from '@/components/page/section-card';
import { StatusBadge } from '@/components/screening/status-badge';
import { useLabels } from '@/lib/screening/labels';
import type { Trial } from '@/lib/screening/types';
import type { Given } from './api/save-channel';
import { testChannel } from './api/test-channel';
import { FaultList } from './fault-list';
import { answerText } from './trial';
import { useProjectNames } from './use-project-names';
import classes from './channels.module.css';

interface Props {
  /** The channel as currently edited. */
  given: () => Given;
  projects: readonly string[];
}

/** Sends one real request and shows request, response and the mapped row. */
export function TestPanel({ given, projects }: Props) {
  const { t } = useTranslation();
  const projectName = useProjectNames();
  const form = useForm({
    initialValues: { project: projects[0] ?? '', number: '' },
    validate: {
      project: (project) => (project.trim() ? null : t('channels.test.project_problem')),
      number: (number) =>
        /^\+\d{6,15}$/.test(number.replace(/[\s()-]/g, '')) ? null : t('channels.test.number_problem'),
    },
  });
  const trial = useMutation({
    mutationFn: ({ project, number }: { project: string; number: string }) =>
      testChannel({ ...given(), project: project.trim(), number: number.replace(/[\s()-]/g, '') }),
    // Shown in the panel.
    meta: { quiet: true },
    onError: (reason) => form.setErrors(fieldErrors(reason)),
  });
  // Projects that the catalogue does not have can be typed.
  const isNamed =
    projects.includes(form.getValues().project) && projects.every((slug) => projectName(slug) !== slug);
  return (
    <SectionCard title={t('channels.test.title')}>
      <Text c="dimmed" size="xs" mb="sm">
        {t('channels.test.hint')}
      </Text>
      <form noValidate onSubmit={form.onSubmit((values) => trial.mutate(values))}>
        <Stack gap="sm">
          {isNamed ? (
            <NativeSelect
              label={t('channels.test.project')}
              data={projects.map((value) => ({ value, label: projectName(value) }))}
              {...form.getInputProps('project')}
            />
          ) : (
            <Autocomplete
              label={t('channels.test.project')}
              data={[...projects]}
              {...form.getInputProps('project')}
            />
          )}
          <TextInput
            label={t('channels.test.number')}
            inputMode="tel"
            placeholder="+8613800138000"
            {...form.getInputProps('number')}
          />
          <Button type="submit" variant="default" loading={trial.isPending}>
            {t('channels.test.run')}
          </Button>
        </Stack>
      </form>
      {trial.isError ? (
        <Alert color="red" mt="md" role="alert">
          {t('channels.test.failed', { reason: trial.error.message || t('errors.error') })}
        </Alert>
      ) : null}
      {trial.data ? <TrialView trial={trial.data} /> : null}
    </SectionCard>
  );
}

function TrialView({ trial }: { trial: Trial }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { exchanges, mapped, failure, detail, faults, latency_ms: latency } = trial;
  return (
    <Stack gap="sm" mt="md" aria-live="polite">
      {faults.length > 0 ? <FaultList faults={faults} /> : null}
      {failure ? <Failed failure={failure} detail={detail} /> : null}
      {mapped ? (
        <div>
          <Group gap="xs" mb={6}>
            <Text fw={600}>{t('channels.test.mapped')}</Text>
            <StatusBadge status={mapped.kind === 'definite' ? mapped.status : 'unknown'} />
            <Text span size="xs" c="dimmed">
              {t('channels.test.latency', { ms: latency })}
            </Text>
          </Group>
          <Facts>
            {mapped.kind === 'unknown' ? (
              <Fact label={t('channels.test.reason')}>{labels.reason(mapped.reason)}</Fact>
            ) : (
              Object.entries(mapped.fields).map(([name, value]) => (
                <Fact key={name} label={name}>
                  {value}
                </Fact>
              ))
            )}
          </Facts>
        </div>
      ) : null}
      {exchanges.map(({ request, response }, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index}>
          <Raw title={t('channels.test.request')} text={request} />
          {response ? (
            <Raw
              title={`${t('channels.test.response')} · ${t('channels.test.status', { status: response.status })}`}
              text={answerText(response.headers, response.body)}
            />
          ) : (
            <Text c="dimmed" mt={8}>
              {t('channels.test.no_response')}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  );
}

/** What a failure means and what to do about it, with what the connector adds. */
function Failed({ failure, detail }: { failure: NonNullable<Trial['failure']>; detail: Trial['detail'] }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { kind } = failure;
  return (
    <Alert color={kind === 'not_saved' ? 'yellow' : 'red'} role="alert">
      {kind === 'failed'
        ? t('channels.test.failed', { reason: labels.reason(failure.reason) })
        : t(`channels.test.failures.${kind}`)}
      {detail ? (
        <Text size="xs" mt={4} lang="en">
          {detail}
        </Text>
      ) : null}
    </Alert>
  );
}

function Raw({ title, text }: { title: string; text: string }) {
  if (!text) return null;
  return (
    <div>
      <Text fw={600} mt={8}>
        {title}
      </Text>
      {/* Long texts scroll, so the block must be focusable. */}
      <pre className={classes.raw} tabIndex={0} aria-label={title}>
        {text}
      </pre>
    </div>
  );
}
