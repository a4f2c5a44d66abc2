/** A list of movements with filters and totals, shared by several pages. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '@/components/data-table/data-table';
import { FieldFilters, type FilterField } from '@/components/data-table/field-filters';
import type { TableRules } from '@/components/data-table/table-state';
import { type List, useList } from '@/components/data-table/use-list';
import { onLiveEvent } from '@/lib/events/live-events';
import { Amount } from './amount';
import { listMovements, type MovementCall, type MovementList } from './api/movements';
import { useMovementColumns } from './movement-columns';
import { MOVEMENT_FILTERS } from './movement-filter';
import { Totals } from './totals';

export const MOVEMENT_RULES: TableRules = {
  defaultSize: 50,
  sizes: [20, 50, 100],
  sortable: [],
  filters: MOVEMENT_FILTERS,
};

const FETCH = {
  'finance/list': listMovements('finance/list'),
  'finance/credit': listMovements('finance/credit'),
  'privilege_escalation/getDeductList': listMovements('privilege_escalation/getDeductList'),
} as const;

export function useMovements(call: MovementCall): List<MovementList> {
  const { t } = useTranslation();
  const list = useList(
    { key: call, rules: MOVEMENT_RULES, fetch: FETCH[call] },
    { title: t('finance.empty'), hint: t('finance.empty_hint') },
  );
  const { refresh } = list;
  useEffect(() => onLiveEvent('balance', () => void refresh()), [refresh]);
  return list;
}

interface Props {
  call: MovementCall;
  list: List<MovementList>;
  label: string;
  staff: boolean;
  fields: readonly FilterField[];
}

export function MovementTable({ call, list, label, staff, fields }: Props) {
  const { t } = useTranslation();
  const { query } = list;
  const { data } = query;
  const amount = (value: number | undefined) => (value === undefined ? undefined : <Amount amount={value} />);
  // This list has charges only.
  const spending = call === 'privilege_escalation/getDeductList';
  const columns = useMovementColumns({ staff });
  return (
    <>
      {data || query.isPending ? (
        <Totals
          label={t('finance.totals')}
          totals={[
            ...(spending ? [] : [{ name: t('finance.incoming'), value: amount(data?.incoming) }]),
            { name: t('finance.outgoing'), value: amount(data?.outgoing) },
            ...(data && (data.held > 0 || data.released > 0)
              ? [
                  { name: t('finance.held_total'), value: amount(data.held) },
                  { name: t('finance.released_total'), value: amount(data.released) },
                ]
              : []),
          ]}
        />
      ) : null}
      <DataTable
        name={call}
        label={label}
        columns={columns}
        rowKey={({ id }) => id}
        {...list.table}
        filters={<FieldFilters fields={fields} state={list.state} onChange={list.change} />}
        stepwise
      />
    </>
  );
}
