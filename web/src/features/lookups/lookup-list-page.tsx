import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DataTable } from '@/components/data-table/data-table';
import { FieldFilters } from '@/components/data-table/field-filters';
import { useList } from '@/components/data-table/use-list';
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

const LIST = {
  key: LOOKUP_LIST_KEY,
  rules: {
    defaultSize: 20,
    sizes: [20, 50, 100],
    sortable: [],
    filters: LOOKUP_FILTERS,
  },
  fetch: listLookups,
};

export default function LookupListPage() {
  const { t } = useTranslation();
  const staff = useSessionStore((session) => session.user !== null && isStaff(session.user));
  const title = useTitle()(staff ? 'all_lookups' : 'lookup_list');
  const mayAsk = useHasPermission()('lookup/create');
  const ask = mayAsk ? (
    <Button component={Link} to={paths.lookUp} leftSection={<IconSearch size={16} stroke={1.6} />}>
      {t('lookups.open')}
    </Button>
  ) : null;
  const list = useList(LIST, {
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
            <ExportMenu makeFile={(format) => exportLookups(lookupFilter(list.state.filters), format)} />
            {ask}
          </>
        }
      />
      <DataTable
        name="lookups"
        label={title}
        columns={useLookupColumns(staff)}
        rowKey={({ id }) => id}
        {...list.table}
        filters={<FieldFilters fields={useLookupFields(staff)} state={list.state} onChange={list.change} />}
        stepwise
        uncounted
      />
    </>
  );
}
