import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DataTable } from '@/components/data-table/data-table';
import { FieldFilters } from '@/components/data-table/field-filters';
import type { TableRules } from '@/components/data-table/table-state';
import { useEmptyText } from '@/components/data-table/use-empty-text';
import { useTableQuery } from '@/components/data-table/use-table-query';
import { useTableState } from '@/components/data-table/use-table-state';
import { ExportMenu } from '@/components/export/export-menu';
import { PageHeader } from '@/components/page/page-header';
import { paths } from '@/config/paths';
import { useTitle } from '@/lib/i18n/use-title';
import { isStaff } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { exportLookups, LOOKUP_LIST_KEY, listLookups } from './api/lookups';
import { useLookupColumns } from './lookup-columns';
import { LOOKUP_FILTERS, lookupFilter } from './lookup-filter';
import { useLookupFields } from './use-lookup-fields';

const RULES: TableRules = {
  defaultSize: 20,
  sizes: [20, 50, 100],
  sortable: [],
  filters: LOOKUP_FILTERS,
};

export default function LookupListPage() {
  const { t } = useTranslation();
  const staff = useSessionStore((session) => session.user !== null && isStaff(session.user));
  const title = useTitle()(staff ? 'all_lookups' : 'lookup_list');
  const mayAsk = useHasPermission()('lookup/create');
  const [state, setState] = useTableState(RULES);
  const query = useTableQuery(LOOKUP_LIST_KEY, state, listLookups);
  const ask = mayAsk ? (
    <Button component={Link} to={paths.lookUp} leftSection={<IconSearch size={16} stroke={1.6} />}>
      {t('lookups.open')}
    </Button>
  ) : null;
  const empty = useEmptyText(state, setState, {
    title: t('lookups.empty'),
    ...(mayAsk ? { hint: t('lookups.empty_hint'), action: ask } : {}),
  });
  return (
    <>
      <PageHeader
        title={title}
        description={staff ? t('lookups.list_all') : t('lookups.list_own')}
        actions={
          <>
            <ExportMenu makeFile={(format) => exportLookups(lookupFilter(state.filters), format)} />
            {ask}
          </>
        }
      />
      <DataTable
        name="lookups"
        label={title}
        columns={useLookupColumns(staff)}
        rowKey={({ id }) => id}
        query={query}
        rules={RULES}
        state={state}
        onChange={setState}
        filters={<FieldFilters fields={useLookupFields(staff)} state={state} onChange={setState} />}
        empty={empty}
        stepwise
        uncounted
      />
    </>
  );
}
