import { Badge, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CopyAction } from '@/components/copy/copy-action';
import type { Column } from '@/components/data-table/column';
import { Dialog } from '@/components/dialog/dialog';
import { ErrorState } from '@/components/page/error-state';
import { PlainTable } from '@/components/plain-table/plain-table';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatMoment } from '@/lib/time';
import { type ApiKey, type ApiRequest, requestsOptions } from '../api/api-info';
import classes from '../api-info.module.css';

interface Props {
  shown: ApiKey;
  onClose: () => void;
}

/** The last requests with a key: what was asked, how it was answered, and the ID for questions to the operator. */
export function RequestsDialog({ shown, onClose }: Props) {
  const { t } = useTranslation();
  const requests = useQuery({
    ...requestsOptions(shown.id),
    // Opened to see what has just happened.
    staleTime: 0,
  });
  const columns = useRequestColumns();
  return (
    <Dialog size={960} title={t('api_info.requests.title', { name: shown.name })} onClose={onClose}>
      <div className={classes.stack}>
        <Text c="dimmed">{t('api_info.requests.hint')}</Text>
        {requests.isLoadingError ? (
          <ErrorState error={requests.error} onRetry={() => void requests.refetch()} />
        ) : requests.isPending ? (
          <Skeleton height={160} />
        ) : requests.data.length === 0 ? (
          <Text>{t('api_info.requests.empty')}</Text>
        ) : (
          <PlainTable
            label={t('api_info.requests.label')}
            columns={columns}
            rows={requests.data}
            rowKey={({ request_id }) => request_id}
          />
        )}
      </div>
    </Dialog>
  );
}

function colorOf(status: number): string {
  if (status >= 500) return 'red';
  return status >= 400 ? 'yellow' : 'teal';
}

function useRequestColumns(): readonly Column<ApiRequest>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return [
    {
      id: 'request',
      title: t('api_info.requests.request'),
      fixed: true,
      cell: ({ method, path }) => (
        <span className={classes.prefix}>
          {method} {path}
        </span>
      ),
    },
    {
      id: 'status',
      title: t('api_info.requests.status'),
      cell: ({ status }) => (
        <Badge variant="dot" color={colorOf(status)} tt="none" fw={500}>
          {status}
        </Badge>
      ),
    },
    {
      id: 'at',
      title: t('api_info.requests.time'),
      cell: ({ at }) => <span className={classes.moment}>{formatMoment(at, language)}</span>,
    },
    {
      id: 'duration',
      title: t('api_info.requests.duration'),
      cell: ({ duration_ms }) => t('api_info.requests.milliseconds', { n: duration_ms }),
    },
    { id: 'ip', title: t('api_info.requests.address'), cell: ({ ip }) => ip || '–' },
    {
      id: 'request_id',
      title: t('api_info.requests.id'),
      cell: ({ request_id }) => (
        <span className={classes.badges}>
          <span className={classes.prefix}>{request_id}</span>
          <CopyAction value={request_id} label={t('api_info.requests.copy_id', { id: request_id })} />
        </span>
      ),
    },
  ];
}
