import { Badge, Button, Progress, Skeleton, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/page/error-state';
import { SectionCard } from '@/components/page/section-card';
import { download } from '@/lib/download';
import { onLiveEvent } from '@/lib/events/live-events';
import { formatBytes } from '@/lib/format-bytes';
import { useLanguage } from '@/lib/i18n/use-language';
import type { ExportView, TaskView } from '@/lib/screening/types';
import { formatMoment } from '@/lib/time';
import { toast } from '@/lib/toast';
import { exportAddress, EXPORTS_KEY, isAwaited, exportsOptions } from './api/exports';
import classes from './tasks.module.css';

const MAKING_POLL_MS = 2_000;
const COLORS: Record<ExportView['state'], string> = {
  pending: 'gray',
  running: 'blue',
  done: 'teal',
  failed: 'red',
  cancelled: 'gray',
};

const isBeingMade = ({ state }: ExportView): boolean => state === 'pending' || state === 'running';

/** Exports of this task with their progress. */
export function ExportHistory({ task }: { task: TaskView }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const query = useQuery({
    ...exportsOptions(task.id),
    refetchInterval: ({ state }) => (state.data?.some(isBeingMade) ? MAKING_POLL_MS : false),
  });
  useEffect(
    () =>
      onLiveEvent('export', () => void queryClient.invalidateQueries({ queryKey: [EXPORTS_KEY, task.id] })),
    [queryClient, task.id],
  );
  const { data } = query;
  useEffect(() => {
    for (const file of data ?? []) {
      if (!isAwaited(file)) continue;
      exportAddress(file.id).then(download, toast.failure);
    }
  }, [data]);
  return (
    <SectionCard title={t('tasks.export.history')}>
      {query.isPending ? <Skeleton height={60} /> : null}
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data?.length === 0 ? <Text c="dimmed">{t('tasks.export.none')}</Text> : null}
      {query.data && query.data.length > 0 ? (
        <ul className={classes.exports}>
          {query.data.map((file) => (
            <ExportLine key={file.id} file={file} />
          ))}
        </ul>
      ) : null}
    </SectionCard>
  );
}

function ExportLine({ file }: { file: ExportView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const fetching = useMutation({
    mutationFn: () => exportAddress(file.id),
    onSuccess: download,
  });
  const name = file.file_name || file.format.toUpperCase();
  return (
    <li>
      <span className={classes.fileName}>{name}</span>
      {file.state === 'done' ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={15} stroke={1.6} />}
          loading={fetching.isPending}
          aria-label={t('tasks.export.download_of', { name })}
          onClick={() => fetching.mutate()}
        >
          {t('tasks.export.download')}
        </Button>
      ) : (
        <Badge variant="dot" color={COLORS[file.state]} tt="none" fw={500}>
          {t(`tasks.export.states.${file.state}`)}
        </Badge>
      )}
      {isBeingMade(file) ? (
        <Progress
          className={classes.exportBar}
          value={file.total > 0 ? (file.done / file.total) * 100 : 0}
          aria-label={name}
        />
      ) : (
        <Text size="xs" c="dimmed" className={classes.exportBar}>
          {file.error ||
            t('tasks.export.line', {
              count: file.rows,
              rows: new Intl.NumberFormat(language).format(file.rows),
              size: formatBytes(file.bytes, language),
              at: formatMoment(file.created_at, language) ?? '',
            })}
        </Text>
      )}
    </li>
  );
}
