import { Button, Skeleton, Text } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askConfirmation } from '@/components/confirm/ask-confirmation';
import { OneTimeSecret } from '@/components/copy/one-time-secret';
import { ErrorState } from '@/components/page/error-state';
import { SectionCard } from '@/components/page/section-card';
import { useLanguage } from '@/lib/i18n/use-language';
import { sharedResultsLink } from '@/lib/page-links';
import type { TaskView } from '@/lib/screening/types';
import { formatMoment } from '@/lib/time';
import { toast } from '@/lib/toast';
import { LINKS_KEY, linksOptions, type ResultLink, revokeLink } from './api/sharing';
import { ShareDialog } from './share-dialog';
import classes from './tasks.module.css';

type Open = { kind: 'share' } | { kind: 'made'; link: string; until: number };

/** The links that show the results of this task to everyone who has them. */
export default function ResultLinks({ task }: { task: TaskView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const query = useQuery(linksOptions(task.id));
  const close = (): void => setOpen(null);
  return (
    <SectionCard
      title={t('sharing.links')}
      aside={
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconShare size={14} stroke={1.6} />}
          onClick={() => setOpen({ kind: 'share' })}
        >
          {t('sharing.share')}
        </Button>
      }
    >
      {query.isPending ? <Skeleton height={40} /> : null}
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data?.length === 0 ? <Text c="dimmed">{t('sharing.none')}</Text> : null}
      {query.data && query.data.length > 0 ? (
        <ul className={classes.exports}>
          {query.data.map((link) => (
            <LinkLine key={link.id} task={task.id} link={link} />
          ))}
        </ul>
      ) : null}
      {open?.kind === 'share' ? (
        <ShareDialog
          task={task}
          onShared={({ token, link }) => {
            void queryClient.invalidateQueries({ queryKey: [LINKS_KEY, task.id] });
            const address = sharedResultsLink(window.location.origin, token);
            setOpen({ kind: 'made', link: address, until: link.expires_at });
          }}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'made' ? (
        <OneTimeSecret
          title={t('sharing.made')}
          label={t('sharing.link')}
          secret={open.link}
          hint={t('sharing.made_hint', { until: formatMoment(open.until, language) })}
          testId="shared-link"
          onClose={close}
        />
      ) : null}
    </SectionCard>
  );
}

function LinkLine({ task, link }: { task: number; link: ResultLink }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const revoking = useMutation({
    mutationFn: () => revokeLink(task, link.id),
    onSuccess: () => {
      toast.success(t('sharing.revoked'));
      return queryClient.invalidateQueries({ queryKey: [LINKS_KEY, task] });
    },
  });
  async function revoke(): Promise<void> {
    const sure = await askConfirmation({
      title: t('sharing.revoke_title'),
      text: t('sharing.revoke_text'),
      confirmLabel: t('sharing.revoke'),
      danger: true,
    });
    if (sure) revoking.mutate();
  }
  return (
    <li>
      <div>
        <Text>{link.masked ? t('sharing.masked_line') : t('sharing.open_line')}</Text>
        <Text size="xs" c="dimmed">
          {[
            t('sharing.until', { until: formatMoment(link.expires_at, language) }),
            t('sharing.looks', { n: link.looks, count: link.looks }),
          ].join(' · ')}
        </Text>
      </div>
      <Button variant="default" size="compact-sm" loading={revoking.isPending} onClick={() => void revoke()}>
        {t('sharing.revoke')}
      </Button>
    </li>
  );
}
