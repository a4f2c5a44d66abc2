import { Button, UnstyledButton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TruncatedText } from '@/components/data-table/truncated-text';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { FieldFilters } from '@/components/data-table/field-filters';
import { readTableState, type TableRules } from '@/components/data-table/table-state';
import { useEmptyText } from '@/components/data-table/use-empty-text';
import { listOptions } from '@/components/data-table/use-table-query';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatMoment } from '@/lib/time';
import { toast } from '@/lib/toast';
import {
  DELIVERIES_KEY,
  type Delivery,
  DELIVERY_STATES,
  listDeliveries,
  replayDelivery,
  type Webhook,
} from './api/webhooks';
import { DeliveryBadge } from './delivery-badge';
import { useOutcome } from './use-outcome';
import classes from './webhooks.module.css';

const RULES: TableRules = {
  defaultSize: 20,
  sizes: [20, 50, 100],
  sortable: [],
  filters: ['endpoint', 'state'],
};
/** Poll interval while deliveries are pending. */
const LOOK_AGAIN_MS = 4000;

interface Props {
  endpoints: readonly Webhook[];
  mayReplay: boolean;
  onOpen: (delivery: Delivery) => void;
  onChanged: () => void;
}

/** The log is one section of its page, so its state is not in the URL. */
export function DeliveryLog({ endpoints, mayReplay, onOpen, onChanged }: Props) {
  const { t } = useTranslation();
  const [state, setState] = useState(() => readTableState(new URLSearchParams(), RULES));
  const query = useQuery({
    ...listOptions({ key: DELIVERIES_KEY, fetch: listDeliveries }, state),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some((delivery) => delivery.state === 'pending') ? LOOK_AGAIN_MS : false,
  });
  const replay = useMutation({
    mutationFn: replayDelivery,
    onSuccess: () => toast.success(t('webhooks.replayed')),
    onSettled: onChanged,
  });
  const columns = useColumns(onOpen, mayReplay ? ({ id }) => replay.mutate(id) : null);
  const empty = useEmptyText(state, setState, {
    title: t('webhooks.log_empty'),
    hint: t('webhooks.log_empty_hint'),
  });
  const all = (label: string) => ({ value: '', label });
  return (
    <DataTable
      name="webhook-deliveries"
      label={t('webhooks.log')}
      columns={columns}
      rowKey={({ id }) => id}
      query={query}
      rules={RULES}
      state={state}
      onChange={setState}
      filters={
        <>
          <h2 className={classes.logTitle}>{t('webhooks.log')}</h2>
          <FieldFilters
            fields={[
              {
                name: 'state',
                label: t('webhooks.state_filter'),
                options: [
                  all(t('webhooks.any_state')),
                  ...DELIVERY_STATES.map((value) => ({ value, label: t(`webhooks.state.${value}`) })),
                ],
              },
              {
                name: 'endpoint',
                label: t('webhooks.endpoint'),
                width: 220,
                options: [
                  all(t('webhooks.any_endpoint')),
                  ...endpoints.map(({ id, url, description }) => ({
                    value: String(id),
                    label: description || url,
                  })),
                ],
              },
            ]}
            state={state}
            onChange={setState}
          />
        </>
      }
      empty={empty}
    />
  );
}

function useColumns(
  onOpen: (delivery: Delivery) => void,
  onReplay: ((delivery: Delivery) => void) | null,
): readonly Column<Delivery>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const outcome = useOutcome();
  return [
    {
      id: 'event',
      title: t('webhooks.message'),
      fixed: true,
      cell: (delivery) => (
        <UnstyledButton
          className={classes.open}
          title={t('webhooks.open', { id: delivery.message_id })}
          onClick={() => onOpen(delivery)}
        >
          {t(`webhooks.event.${delivery.event}`)}
        </UnstyledButton>
      ),
    },
    {
      id: 'state',
      title: t('webhooks.state_title'),
      beside: true,
      cell: ({ state }) => <DeliveryBadge state={state} />,
    },
    {
      id: 'outcome',
      title: t('webhooks.outcome'),
      cell: ({ last_status, last_error }) => outcome(last_status, last_error),
    },
    { id: 'tries', title: t('webhooks.tries'), numeric: true, cell: ({ tries }) => tries },
    {
      id: 'endpoint',
      title: t('webhooks.endpoint'),
      cell: ({ url }) => <TruncatedText text={url.replace(/^https?:\/\//, '')} />,
    },
    {
      id: 'created_at',
      title: t('webhooks.happened_at'),
      cell: ({ created_at }) => formatMoment(created_at, language),
    },
    {
      id: 'next_try_at',
      title: t('webhooks.next_try'),
      cell: ({ next_try_at }) => formatMoment(next_try_at, language) ?? '—',
    },
    ...(onReplay
      ? [
          {
            id: 'actions',
            title: t('form.actions'),
            fixed: true,
            cell: (delivery: Delivery) => (
              <Button
                size="compact-xs"
                variant="default"
                leftSection={<IconRefresh size={13} stroke={1.8} />}
                onClick={() => onReplay(delivery)}
              >
                {t('webhooks.replay')}
              </Button>
            ),
          },
        ]
      : []),
  ];
}
