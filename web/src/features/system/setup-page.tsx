/** The setup guide for administrators. The server checks each step. */
import { Alert, Button, Progress } from '@mantine/core';
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/page/error-state';
import { PageHeader } from '@/components/page/page-header';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { useLanguage } from '@/lib/i18n/use-language';
import { useTitle } from '@/lib/i18n/use-title';
import { progressOf } from '@/lib/setup/progress';
import { ALL_SETUP, saveSetup, type Setup, setupOptions } from '@/lib/setup/setup';
import { SetupStepRow } from './setup-step';
import classes from './setup.module.css';

export default function SetupPage() {
  const { t } = useTranslation();
  const title = useTitle()('system_setup');
  const queryClient = useQueryClient();
  const query = useQuery(setupOptions(useLanguage()));
  const save = useMutation({
    mutationFn: saveSetup,
    onSettled: () => queryClient.invalidateQueries(ALL_SETUP),
  });
  if (query.isPending) return <PageSkeleton />;
  return (
    <>
      <PageHeader
        title={title}
        description={t('setup.description')}
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={query.isFetching}
            onClick={() => void query.refetch()}
          >
            {t('health.again')}
          </Button>
        }
      />
      {query.isLoadingError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className={classes.guide}>
          <Summary setup={query.data} />
          <ol className={classes.steps} aria-label={t('setup.list')}>
            {query.data.steps.map((step, index) => (
              <SetupStepRow
                key={step.step}
                step={step}
                number={index + 1}
                setup={query.data}
                busy={save.isPending}
                onKeep={() => save.mutate({ retention_confirmed: true })}
              />
            ))}
          </ol>
          <Button
            className={classes.dismiss}
            variant="subtle"
            color="gray"
            loading={save.isPending}
            onClick={() => save.mutate({ dismissed: !query.data.dismissed })}
          >
            {t(query.data.dismissed ? 'setup.show' : 'setup.dismiss')}
          </Button>
        </div>
      )}
    </>
  );
}

function Summary({ setup }: { setup: Setup }) {
  const { t } = useTranslation();
  const { done, total, next } = progressOf(setup);
  if (next === null) {
    return (
      <Alert
        role="status"
        variant="light"
        color="teal"
        icon={<IconCircleCheck aria-hidden />}
        title={t('setup.complete')}
      />
    );
  }
  const text = t('setup.progress', { done, total });
  return (
    <div>
      <div className={classes.progress} role="status">
        {text}
      </div>
      <Progress value={(100 * done) / total} aria-label={text} />
    </div>
  );
}
