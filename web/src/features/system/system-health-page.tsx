import { Alert, Badge, Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/page/error-state';
import { PageHeader } from '@/components/page/page-header';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { useLanguage } from '@/lib/i18n/use-language';
import { useTitle } from '@/lib/i18n/use-title';
import { formatMoment } from '@/lib/time';
import { fetchHealth, type Finding, type Health, healthOptions } from './api/health';
import classes from './health.module.css';

const LOOKS = {
  ok: { color: 'teal', Icon: IconCircleCheck },
  warning: { color: 'yellow', Icon: IconAlertTriangle },
  failed: { color: 'red', Icon: IconCircleX },
} as const;

/** What `numsift doctor` finds, for administrators. */
export default function SystemHealthPage() {
  const { t } = useTranslation();
  const title = useTitle()('system_health');
  const language = useLanguage();
  const queryClient = useQueryClient();
  const options = healthOptions(language);
  const query = useQuery(options);
  const check = useMutation({
    mutationFn: () => fetchHealth(true),
    onSuccess: (health) => queryClient.setQueryData(options.queryKey, health),
  });
  if (query.isPending) return <PageSkeleton />;
  return (
    <>
      <PageHeader
        title={title}
        description={t('health.description')}
        actions={
          <Button
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={check.isPending}
            onClick={() => check.mutate()}
          >
            {t('health.again')}
          </Button>
        }
      />
      {query.isLoadingError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Report health={query.data} />
      )}
    </>
  );
}

function Report({ health: { verdict, findings, checked_at } }: { health: Health }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { color, Icon } = LOOKS[verdict];
  const count = (wanted: Health['verdict']) => findings.filter((one) => one.verdict === wanted).length;
  const counts = { failed: count('failed'), warnings: count('warning') };
  return (
    <div className={classes.report}>
      <Alert
        role="status"
        variant="light"
        color={color}
        icon={<Icon aria-hidden />}
        title={t(`health.overall.${verdict}`)}
      >
        {verdict === 'ok' ? null : <div>{t('health.counts', counts)}</div>}
        <div>{t('health.checked_at', { moment: formatMoment(checked_at, language) ?? '—' })}</div>
      </Alert>
      <ul className={classes.findings} aria-label={t('health.findings')}>
        {findings.map((finding) => (
          <FindingRow key={`${finding.code} ${JSON.stringify(finding.params)}`} finding={finding} />
        ))}
      </ul>
    </div>
  );
}

function FindingRow({ finding: { title, verdict, found, advice } }: { finding: Finding }) {
  const { t } = useTranslation();
  const { color } = LOOKS[verdict];
  return (
    <li className={classes.finding}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <Badge variant="dot" color={color} tt="none" fw={500}>
          {t(`health.verdicts.${verdict}`)}
        </Badge>
      </div>
      <p className={classes.found}>{found}</p>
      {advice ? (
        <p className={classes.advice}>
          <strong>{t('health.advice')}</strong> {advice}
        </p>
      ) : null}
    </li>
  );
}
