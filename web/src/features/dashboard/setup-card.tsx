import { Anchor, Button, Progress, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SectionCard } from '@/components/page/section-card';
import { paths } from '@/config/paths';
import { useLanguage } from '@/lib/i18n/use-language';
import { progressOf } from '@/lib/setup/progress';
import { ALL_SETUP, saveSetup, setupOptions, STEP_PATHS } from '@/lib/setup/setup';
import classes from './dashboard.module.css';

/** Shown to administrators until all steps of the setup are done, or until it is dismissed. */
export default function SetupCard() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { data: setup } = useQuery(setupOptions(useLanguage()));
  const dismiss = useMutation({
    mutationFn: () => saveSetup({ dismissed: true }),
    onSettled: () => queryClient.invalidateQueries(ALL_SETUP),
  });
  if (!setup || setup.dismissed) return null;
  const { done, total, next } = progressOf(setup);
  if (next === null) return null;
  const progress = t('setup.progress', { done, total });
  return (
    <div className={classes.setup}>
      <SectionCard
        title={t('setup.card')}
        aside={
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            loading={dismiss.isPending}
            onClick={() => dismiss.mutate()}
          >
            {t('setup.dismiss')}
          </Button>
        }
      >
        <Text c="dimmed" mb={8}>
          {progress}
        </Text>
        <Progress value={(100 * done) / total} aria-label={progress} />
        <div className={classes.setupNext}>
          <Text component="span">
            {t('setup.next')}{' '}
            <Anchor component={Link} to={STEP_PATHS[next]}>
              {t(`setup.steps.${next}.title`)}
            </Anchor>
          </Text>
          <Button component={Link} to={paths.setup} size="xs" variant="default">
            {t('setup.all')}
          </Button>
        </div>
      </SectionCard>
    </div>
  );
}
