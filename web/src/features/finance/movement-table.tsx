/** A list of movements with filters and totals, shared by several pages. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '@/components/data-table/data-table';
import { FieldFilters, type FilterField } from '@/components/data-table/field-filters';
import type { TableRules, TableState } from '@/components/data-table/table-state';
import { useEmptyText } from '@/components/data-table/use-empty-text';
import { useTableQuery } from '@/components/data-table/use-table-query';
import { onLiveEvent } from '@/lib/events/live-events';
import { Amount } from './amount';
import { listMovements, type MovementCall } from './api/movements';
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

interface Props {
  call: MovementCall;
  label: string;
  staff: boolean;
  state: TableState;
  onChange: (state: TableState) => void;
  fields: readonly FilterField[];
}

export function MovementTable({ call, label, staff, state, onChange, fields }: Props) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const query = useTableQuery(call, state, FETCH[call]);
  const empty = useEmptyText(state, onChange, {
    title: t('finance.empty'),
    hint: t('finance.empty_hint'),
  });
  // This list has charges only.
  const spending = call === 'privilege_escalation/getDeductList';
  const columns = useMovementColumns({ staff });
  useEffect(
    () => onLiveEvent('balance', () => void queryClient.invalidateQueries({ queryKey: [call] })),
    [queryClient, call],
  );
  return (
    <>
      {query.data ? (
        <Totals
          label={t('finance.totals')}
          totals={[
            ...(spending
              ? []
              : [{ name: t('finance.incoming'), value: <Amount amount={query.data.incoming} /> }]),
            { name: t('finance.outgoing'), value: <Amount amount={query.data.outgoing} /> },
            ...(query.data.held > 0 || query.data.released > 0
              ? [
                  { name: t('finance.held_total'), value: <Amount amount={query.data.held} /> },
                  { name: t('finance.released_total'), value: <Amount amount={query.data.released} /> },
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
        query={query}
        rules={MOVEMENT_RULES}
        state={state}
        onChange={onChange}
        filters={<FieldFilters fields={fields} state={state} onChange={onChange} />}
        empty={empty}
        stepwise
      />
    </>
  );
}
